"""Rules compiled for speed: what compiles and caches them, and battles in bulk."""
