"""Tournaments: in a folder, by the command line, and on the web, in the background."""
