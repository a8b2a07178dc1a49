"""Starts coverage in each Python process of a recording: `site/` is first in its PYTHONPATH."""

import os

if os.environ.get("FAULTS_RAW"):
    from tests.faults import processes

    processes.start()
