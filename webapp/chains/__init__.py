"""Chains of battles: survivors that fight on, and gauntlets (README.md)."""
