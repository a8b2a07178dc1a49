"""Tournaments: in a folder on the command line, and on the web in the background."""
