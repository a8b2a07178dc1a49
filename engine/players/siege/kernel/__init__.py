"""The siege's array code: what numpy and numba are needed for, apart from the rules."""
