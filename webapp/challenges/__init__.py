"""Challenges: two players build armies in secret under agreed terms, seal them, and fight."""
