"""Calls of the API for battles."""
