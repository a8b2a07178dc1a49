"""The compiled rules of Many Marios."""
