"""Pages of chains."""
