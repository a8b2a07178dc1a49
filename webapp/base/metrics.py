"""Prometheus metrics of this process, served at `/metrics`."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

REQUESTS: Final = Histogram(
    "battlereel_request_seconds",
    "Requests, by how long their answers took",
    ["endpoint", "status"],
    buckets=SECONDS,
)
VIEWERS: Final = Gauge("battlereel_viewers", "Live connections")
LATENESS: Final = Histogram(
    "battlereel_message_lateness_seconds",
    "Messages of battles on air, by how long after their first event was due they were sent",
    buckets=(0, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 10),
)
BATTLES: Final = Counter("battlereel_battles", "Battles put on air", ["game"])
ODDS: Final = Histogram(
    "battlereel_odds_seconds",
    "Questions for odds, by how long they took, their time in the queue included",
    ["outcome"],
    buckets=SECONDS,
)
QUEUE: Final = Gauge("battlereel_odds_asked", "Questions for odds that are worked on or wait")
PLAYING: Final = Gauge("battlereel_battles_asked", "Battles that are being played or wait for it")
ERRORS: Final = Counter(
    "battlereel_errors", "What went wrong here, in a request, message or background task", ["kind"]
)
