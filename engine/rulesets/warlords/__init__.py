"""Warlords III: stacks of up to eight units, special powers, and dice for every blow."""
