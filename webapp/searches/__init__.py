"""Searches over many battles: odds, best orders, best armies, match-ups, verdicts, puzzles."""
