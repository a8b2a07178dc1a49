"""Calls of the API for tournaments."""
