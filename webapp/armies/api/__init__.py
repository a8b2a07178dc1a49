"""Calls of the API for armies."""
