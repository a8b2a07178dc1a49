"""Battles: played, stored, found, put on air; their odds, analyses and samples."""
