"""Environments for reinforcement learning, one folder per ruleset; each has a README.md."""
