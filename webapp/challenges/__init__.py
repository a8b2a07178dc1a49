"""Challenges: two players build armies in secret under agreed terms, seal them, and fight.

README.md tells how a challenge goes and what keeps it fair.
"""
