"""Castle siege: a match for two with secret, simultaneous orders."""
