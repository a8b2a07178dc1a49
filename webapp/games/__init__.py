"""The games of this repository: a folder each, found through entry points."""
