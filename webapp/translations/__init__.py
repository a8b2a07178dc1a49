"""Catalogs of sentences, a folder a language, and what finds the sentences: see README.md."""
