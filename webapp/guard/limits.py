"""Rate limits per client network: requests by kind, live sessions, live messages.

Static files are not counted. Processes with a shared storage count together.
"""

import functools
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from flask import Flask, current_app, request
from flask.typing import ResponseReturnValue
from flask_limiter import ApplicationLimit, Limiter, RateLimitExceeded
from gevent.lock import BoundedSemaphore
from limits.errors import ConfigurationError
from werkzeug.exceptions import TooManyRequests

from webapp.base import assets, errors
from webapp.base.config import Clock, ConfigError, Settings
from webapp.base.texts import ngettext

# Heavy requests play, compute odds, draw images or search.
PER_MINUTE: Final = {"read": 1200, "write": 480, "heavy": 240}
SESSIONS_MOST: Final = 200  # per address: a lecture hall behind one router
CONNECTS_AT_ONCE: Final = 400
# New live sessions of one address: the whole hall may reload its pages.
CONNECTS_PER_SECOND: Final = 10
RETRY_SECONDS: Final = 5
TOO_MANY_SESSIONS: Final = (
    "Too many connections from one address. Close some pages of it, then try again."
)
SENT_AT_ONCE: Final = 100_000_000
# Bytes of live messages to one address: the whole hall may join a long battle late.
SENT_PER_SECOND: Final = 10_000_000
MESSAGES_AT_ONCE: Final = 30
MESSAGES_PER_SECOND: Final = 5  # live messages of one client
ADDRESS_MESSAGES_AT_ONCE: Final = 1000
# of an address: each in the hall asks for a battle about once a minute
ADDRESS_MESSAGES_PER_SECOND: Final = 50
QUERIES_AT_ONCE: Final = 10
QUERIES_PER_SECOND: Final = 2  # live messages of one client with a database query
ADDRESS_QUERIES_AT_ONCE: Final = 300
# of an address: the whole hall may rejoin a match after a cut
ADDRESS_QUERIES_PER_SECOND: Final = 20
HOUSEHOLDS: Final = 10_000  # cached networks: parsing takes longer than counting
STORAGE_SECONDS: Final = 0.25  # timeout of the shared storage; then this process counts alone
IPV6_NETWORK_BITS: Final = 64  # a household may use any address of its network

View = TypeVar("View", bound=Callable[..., Any])
_KIND: Final = "battlereel_limit"


def heavy(view: View) -> View:
    """Mark a view's requests, except HEAD and OPTIONS, as heavy.

    It goes right above the function, below the decorators of its blueprint.
    """
    setattr(view, _KIND, "heavy")
    return view


def attach(app: Flask, settings: Settings) -> None:
    """Limit the requests of each address. Raise ConfigError for an unusable storage."""
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
            storage_options=_impatience(settings.limits_storage),
            in_memory_fallback_enabled=settings.limits_storage != "memory://",
            enabled=settings.limits,
        )
    except (ConfigurationError, ValueError) as error:
        remedy = "give memory:// or, with the extra redis installed, redis://host:port"
        raise ConfigError(f"BATTLEREEL_LIMITS_STORAGE cannot be used: {error}; {remedy}") from None
    app.register_error_handler(RateLimitExceeded, _refuse)


def _impatience(storage: str) -> dict[str, Any]:
    """Return options that keep Redis from blocking requests: by default, it is retried for 10 s.

    Empty for other storages, and without the package redis.
    """
    if not storage.startswith("redis"):
        return {}
    try:
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError:
        return {}
    return {
        "socket_timeout": STORAGE_SECONDS,
        "socket_connect_timeout": STORAGE_SECONDS,
        "retry": Retry(NoBackoff(), 0),
    }


def kind() -> str:
    """Return the kind of the current request."""
    if request.method in ("HEAD", "OPTIONS"):
        return "read"
    view = current_app.view_functions.get(request.endpoint or "")
    other = "read" if request.method == "GET" else "write"
    return str(getattr(view, _KIND, other))


@functools.lru_cache(HOUSEHOLDS)
def client_network(address: str) -> str:
    """Return the address, or for IPv6 the client's network."""
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
    return f"{kind()}:{client_network(request.remote_addr or 'unknown')}"


def _allowed() -> str:
    return f"{PER_MINUTE[kind()]} per minute"


def _refuse(error: RateLimitExceeded) -> ResponseReturnValue:
    (limiter,) = current_app.extensions["limiter"]
    # The machine's clock, like the package limits.
    seconds = max(1, min(60, math.ceil(limiter.current_limit.reset_at - time.time())))
    text = ngettext(
        "Too many requests in a short time: this server takes {most:,} of this kind a minute from "
        "one address. Try again in {count} second.",
        "Too many requests in a short time: this server takes {most:,} of this kind a minute from "
        "one address. Try again in {count} seconds.",
        seconds,
        most=PER_MINUTE[kind()],
    )
    return errors.answer(TooManyRequests(text, retry_after=seconds))


@dataclass
class _Bucket:
    """A token bucket: it refills with time, up to `most`."""

    most: float
    per_second: float
    left: float
    at_ms: int

    def fill(self, now_ms: int) -> float:
        filled = max(0, now_ms - self.at_ms) * self.per_second / 1000
        self.left, self.at_ms = min(self.most, self.left + filled), now_ms
        return self.left


class AtOnce:
    """Counts concurrent uses of each owner, up to a limit."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.counts: Counter[str] = Counter()

    def enter(self, owner: str) -> bool:
        """Count one more; return False, without counting, at the limit."""
        if self.counts[owner] >= self.most:
            return False
        self.counts[owner] += 1
        return True

    def leave(self, owner: str) -> None:
        self.counts[owner] -= 1
        if self.counts[owner] <= 0:
            del self.counts[owner]


class Traffic:
    """Live sessions of each address, the bytes sent to it, and the messages of each client."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.sessions = AtOnce(SESSIONS_MOST)
        self.owners: dict[str, str] = {}
        self.sent: dict[str, _Bucket] = {}
        self.connects: dict[str, _Bucket] = {}
        self.messages: dict[str, _Bucket] = {}
        self.address_messages: dict[str, _Bucket] = {}
        self.queries: dict[str, _Bucket] = {}
        self.address_queries: dict[str, _Bucket] = {}
        self.turns: WeakValueDictionary[str, BoundedSemaphore] = WeakValueDictionary()
        self.lanes: WeakValueDictionary[str, BoundedSemaphore] = WeakValueDictionary()

    def enter(self, session: str, address: str) -> bool:
        """Count a new session; return False, without counting, at its address's limit."""
        owner = client_network(address)
        if not self.sessions.enter(owner):
            return False
        self.owners[session] = owner
        return True

    def is_full(self, address: str) -> bool:
        """Whether an address has too many sessions or began too many lately; if not, count one."""
        owner = client_network(address)
        if self.sessions.counts[owner] >= self.sessions.most:
            return True
        return not self._take(self.connects, owner, CONNECTS_AT_ONCE, CONNECTS_PER_SECOND)

    def leave(self, session: str) -> None:
        owner = self.owners.pop(session, None)
        if owner is not None:
            self.sessions.leave(owner)

    def charge(self, session: str, size: int) -> None:
        """Charge bytes sent to a session to its address, whose balance may become negative."""
        owner = self.owners.get(session)
        if owner is None:
            return
        self._bucket(self.sent, owner, SENT_AT_ONCE, SENT_PER_SECOND).left -= size

    def may_be_sent(self, address: str) -> bool:
        """Whether an address may be sent a new stream."""
        bucket = self.sent.get(client_network(address))
        return bucket is None or bucket.fill(self.clock.now_ms()) > 0

    def take(self, sid: str, session: str) -> bool:
        """Whether this client may send a message now; counts it if so."""
        if not self._take(self.messages, sid, MESSAGES_AT_ONCE, MESSAGES_PER_SECOND):
            return False
        owner = self.owners.get(session)
        return owner is None or self._take(
            self.address_messages, owner, ADDRESS_MESSAGES_AT_ONCE, ADDRESS_MESSAGES_PER_SECOND
        )

    def may_query(self, sid: str, session: str) -> bool:
        """Whether this client's message may query the database; counts it if so."""
        if not self._take(self.queries, sid, QUERIES_AT_ONCE, QUERIES_PER_SECOND):
            return False
        owner = self.owners.get(session)
        return owner is None or self._take(
            self.address_queries, owner, ADDRESS_QUERIES_AT_ONCE, ADDRESS_QUERIES_PER_SECOND
        )

    @contextmanager
    def lane(self, session: str) -> Iterator[None]:
        """Wait until no other message of a session's address is handled."""
        owner = self.owners.get(session, session)
        lane = self.lanes.setdefault(owner, BoundedSemaphore(1))
        with lane:
            yield

    @contextmanager
    def turn(self, address: str) -> Iterator[None]:
        """Wait until no other work is done for an address, so that it takes one thread only."""
        # Owners and waiters keep the semaphore alive.
        turn = self.turns.setdefault(client_network(address), BoundedSemaphore(1))
        with turn:
            yield

    def _bucket(
        self, buckets: dict[str, _Bucket], owner: str, most: float, per_second: float
    ) -> _Bucket:
        """Return an owner's bucket, filled up to now."""
        now_ms = self.clock.now_ms()
        if owner not in buckets:
            # Full buckets equal new ones.
            for full in [key for key, one in buckets.items() if one.fill(now_ms) >= one.most]:
                del buckets[full]
            buckets[owner] = _Bucket(most, per_second, most, now_ms)
        buckets[owner].fill(now_ms)
        return buckets[owner]

    def _take(
        self, buckets: dict[str, _Bucket], owner: str, most: float, per_second: float
    ) -> bool:
        bucket = self._bucket(buckets, owner, most, per_second)
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True

    def forget(self, sid: str) -> None:
        """Forget a client that has left the namespace."""
        self.messages.pop(sid, None)
        self.queries.pop(sid, None)
