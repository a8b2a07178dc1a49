"""Castle siege: a two-player match with secret, simultaneous orders."""
