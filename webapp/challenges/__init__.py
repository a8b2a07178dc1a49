"""Challenges: two players build armies in secret under agreed terms, seal them, and fight.

README.md describes the course of a challenge and what keeps it fair.
"""
