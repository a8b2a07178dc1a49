"""Environments for reinforcement learning, a folder a ruleset that has one; see its README.md."""
