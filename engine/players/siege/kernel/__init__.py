"""The siege's code that needs NumPy and numba; the rules themselves need neither."""
