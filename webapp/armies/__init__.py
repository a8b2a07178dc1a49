"""Saved armies, and the builder that draws any game's form."""
