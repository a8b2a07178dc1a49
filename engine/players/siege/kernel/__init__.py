"""The part of the siege that needs NumPy and numba; the rules need neither."""
