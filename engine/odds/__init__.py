"""Win chances: exact by kernels or enumeration, or sampled with an interval."""
