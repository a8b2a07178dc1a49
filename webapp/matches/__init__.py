"""Matches that are played round by round: secret orders, a clock, and what each viewer may see."""
