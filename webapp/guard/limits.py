"""How much one address may ask for: requests a minute by their kind, live messages, connections.

Static files are not counted. Several processes count together if they are given a shared storage.
"""

import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Any, Final, TypeVar

from flask import Flask, current_app, request
from flask.typing import ResponseReturnValue
from flask_limiter import ApplicationLimit, Limiter, RateLimitExceeded
from limits.errors import ConfigurationError
from werkzeug.exceptions import TooManyRequests

from webapp.base import assets, errors
from webapp.base.config import Clock, ConfigError, Settings

PER_MINUTE: Final = {"read": 1200, "write": 480, "heavy": 240}
"""Requests of one address, by kind; heavy is what plays, weighs, draws or searches."""
CONNECTIONS_MOST: Final = 200
"""Live connections of one address: enough for a lecture hall behind one router."""
MESSAGES_AT_ONCE: Final = 30
MESSAGES_PER_SECOND: Final = 5
IPV6_NETWORK_BITS: Final = 64
"""A household has a network of this size, and may take any address in it."""

View = TypeVar("View", bound=Callable[..., Any])
_KIND: Final = "battlereel_limit"


def heavy(view: View) -> View:
    """Marks a view whose requests, but for HEAD and OPTIONS, count as heavy.

    It belongs right above the function, below the decorators of its blueprint.
    """
    setattr(view, _KIND, "heavy")
    return view


def attach(app: Flask, settings: Settings) -> None:
    """Limits the requests of each address. Raises ConfigError for an unusable storage."""
    try:
        Limiter(
            _counted_as,
            app=app,
            application_limits=[
                ApplicationLimit(_allowed, exempt_when=lambda: request.endpoint in assets.FILES)
            ],
            request_identifier=lambda: request.endpoint or "nowhere",
            strategy="sliding-window-counter",
            storage_uri=settings.limits_storage,
            in_memory_fallback_enabled=settings.limits_storage != "memory://",
            enabled=settings.limits,
        )
    except (ConfigurationError, ValueError) as error:
        remedy = "give memory:// or, with the package redis installed, redis://host:port"
        raise ConfigError(f"BATTLEREEL_LIMITS_STORAGE cannot be used: {error}; {remedy}") from None
    app.register_error_handler(RateLimitExceeded, _refuse)


def kind() -> str:
    """What the current request counts as."""
    if request.method in ("HEAD", "OPTIONS"):
        return "read"
    view = current_app.view_functions.get(request.endpoint or "")
    other = "read" if request.method == "GET" else "write"
    return str(getattr(view, _KIND, other))


def household(address: str) -> str:
    """The address itself; of IPv6, the network that one household has."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{int(parsed) >> (128 - IPV6_NETWORK_BITS):x}"


def _counted_as() -> str:
    return f"{kind()}:{household(request.remote_addr or 'unknown')}"


def _allowed() -> str:
    return f"{PER_MINUTE[kind()]} per minute"


def _refuse(error: RateLimitExceeded) -> ResponseReturnValue:
    (limiter,) = current_app.extensions["limiter"]
    # By the machine's own clock, as the package limits counts.
    seconds = max(1, min(60, math.ceil(limiter.current_limit.reset_at - time.time())))
    text = (
        f"Too many requests in a short time: this server takes {PER_MINUTE[kind()]:,} of this kind "
        f"a minute from one address. Try again in {seconds} seconds."
    )
    return errors.answer(TooManyRequests(text, retry_after=seconds))


@dataclass
class _Bucket:
    """What one connection may still send: it fills again with time."""

    left: float
    at_ms: int


class Traffic:
    """The live connections of each address, and what each of them may still send."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.connections: Counter[str] = Counter()
        self.owners: dict[str, str] = {}
        self.buckets: dict[str, _Bucket] = {}

    def admit(self, sid: str, address: str) -> bool:
        """Counts a new connection; False, and nothing counted, if its address has enough."""
        owner = household(address)
        if self.connections[owner] >= CONNECTIONS_MOST:
            return False
        self.connections[owner] += 1
        self.owners[sid] = owner
        self.buckets[sid] = _Bucket(MESSAGES_AT_ONCE, self.clock.now_ms())
        return True

    def take(self, sid: str) -> bool:
        """Whether this connection may send a message now."""
        bucket = self.buckets.get(sid)
        if bucket is None:
            return True  # it has just gone
        now_ms = self.clock.now_ms()
        filled = max(0, now_ms - bucket.at_ms) * MESSAGES_PER_SECOND / 1000
        bucket.left, bucket.at_ms = min(MESSAGES_AT_ONCE, bucket.left + filled), now_ms
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True

    def forget(self, sid: str) -> None:
        """A connection has ended."""
        self.buckets.pop(sid, None)
        owner = self.owners.pop(sid, None)
        if owner is None:
            return
        self.connections[owner] -= 1
        if not self.connections[owner]:
            del self.connections[owner]
