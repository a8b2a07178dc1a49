"""Battles in words, for the command line and the log; the engine holds no text."""
