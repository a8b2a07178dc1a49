"""What every ruleset stands on: events, chance, the runner, catalogs, recordings, errors."""
