"""Dice of conquest: attackers with up to three dice against defenders with up to two."""
