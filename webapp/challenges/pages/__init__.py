"""Pages of challenges."""
