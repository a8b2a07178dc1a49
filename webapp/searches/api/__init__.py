"""Calls of the API for searches."""
