"""Pages of searches, and the quick battle."""
