"""What is let in: rate limits, bounds on requests, signed links and visitors."""
