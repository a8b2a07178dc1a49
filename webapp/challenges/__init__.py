"""Challenges: two build in secret under terms, seal, and meet.

README.md tells how a challenge goes and what keeps it fair.
"""
