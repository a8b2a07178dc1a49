"""Win chances: exact by enumeration, sampled with an interval, in compiled batches."""
