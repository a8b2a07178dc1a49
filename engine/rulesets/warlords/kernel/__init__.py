"""Warlords III in compiled code: the dynamic programme of its exact odds."""
