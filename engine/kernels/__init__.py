"""Compiling and caching the rulesets' kernels, and the code that they share."""
