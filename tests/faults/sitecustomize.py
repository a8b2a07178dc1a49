"""Starts coverage in each Python process of a recording (copied into the root of a copy)."""

import coverage

coverage.process_startup()
