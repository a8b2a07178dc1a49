"""Starts coverage in each Python process of a recording: copies have this file in their root."""

import os

if os.environ.get("FAULTS_RAW"):
    from tests.faults import processes

    processes.start()
