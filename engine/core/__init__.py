"""The base of all rulesets: events, random numbers, the runner, catalogs, recordings, errors."""
