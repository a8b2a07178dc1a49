"""The compiled rules of Warlords III and the dynamic programme of its exact odds."""
