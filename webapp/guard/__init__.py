"""Protection of the server: rate limits, bounds on requests, signed links and visitors."""
