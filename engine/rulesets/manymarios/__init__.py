"""Many Marios 0: lineups of units that spend attack energy (AE) and defense energy (DE)."""
