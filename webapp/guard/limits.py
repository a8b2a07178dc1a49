"""Limits of requests, connections, live messages and computations, and the rate limits.

The constants are the table of what an operator may want to know (`operate/LIMITS.md`). Rates are
counted per client network; static files are not counted. Processes with a shared storage count
together.
"""

import functools
import math
import time
from collections import Counter
from contextlib import AbstractContextManager
from ipaddress import IPv6Address
from typing import Any, Final

from flask import Flask, current_app, request
from flask.typing import ResponseReturnValue
from flask_limiter import ApplicationLimit, Limiter, RateLimitExceeded
from limits.errors import ConfigurationError
from werkzeug.exceptions import TooManyRequests

from webapp.base import assets, errors
from webapp.base.config import Clock, ConfigError, Settings
from webapp.base.jobs import Locks
from webapp.base.texts import ngettext
from webapp.guard.marks import mark, marked

RETRY_SECONDS: Final = 5  # what most refusals ask for
STORAGE_SECONDS: Final = 0.25  # timeout of the shared storage; then this process counts alone

# Connections, per address.
HEAD_BYTES_MOST: Final = 32_000
HEAD_SECONDS: Final = 10.0  # for the head of a request, and for the first byte of a connection
IDLE_SECONDS: Final = 75.0  # longer than proxies keep idle connections
BODY_SECONDS: Final = 30.0
SEND_SECONDS: Final = 60.0  # for a client to read a response
CONNECTIONS_MOST: Final = 1_000  # six each for a lecture hall behind one router
BODIES_MOST: Final = 100  # bodies being received

# Requests.
QUERY_BYTES_MOST: Final = 4_000
BODY_BYTES_MOST: Final = 1_000_000  # of a form: battle files are pasted
JSON_BYTES_MOST: Final = 300_000  # for the API: four times the largest battle file
SMALL_BYTES_MOST: Final = 10_000  # where no army is sent
FIELDS_MOST: Final = 5_000  # per form: three times the largest army and its terms
# Per minute. Heavy requests play, compute odds, draw images or search.
PER_MINUTE: Final = {"read": 1200, "write": 480, "heavy": 240}

# Live sessions and messages; first the size of a bucket, then how fast it refills.
SESSIONS_MOST: Final = 200  # per address: a lecture hall behind one router
CONNECTS_AT_ONCE: Final = 400
CONNECTS_PER_SECOND: Final = 10  # per address: the whole hall may reload its pages
SENT_AT_ONCE: Final = 100_000_000
SENT_PER_SECOND: Final = 10_000_000  # bytes to an address: the hall may join a long battle late
MESSAGE_BYTES_MOST: Final = 16_000
MESSAGES_AT_ONCE: Final = 30
MESSAGES_PER_SECOND: Final = 5  # of one client
ADDRESS_MESSAGES_AT_ONCE: Final = 1000
ADDRESS_MESSAGES_PER_SECOND: Final = 50  # each in the hall asks for a battle about once a minute
QUERIES_AT_ONCE: Final = 10
QUERIES_PER_SECOND: Final = 2  # messages of one client with a database query
ADDRESS_QUERIES_AT_ONCE: Final = 300
ADDRESS_QUERIES_PER_SECOND: Final = 20  # the whole hall may rejoin a match after a cut

# Computations: `guard/admission.py`.
THREADS: Final = 2  # of the long and the playing pool
ASKED_MOST: Final = 16  # questions running plus queued, in total
ASKED_BY_ONE_MOST: Final = 4
PLAYED_MOST: Final = 32  # battles playing plus queued, in total
PLAYED_BY_ONE_MOST: Final = THREADS + 4  # per address: four wait when both threads are theirs
OPERATIONS_MOST: Final = 2_000_000  # budget in events: ten thousand battles of two hundred each
SHORT_MOST: Final = 60_000  # budget of a short one: half a second, or a thousand kernel battles
SAMPLED_MOST: Final = 30_000  # the same for battles played by the rules, where bots think
FIRST_LEAST: Final = 10  # battles of a first figure, at least: an interval of 50 points
ESTIMATES: Final = 2  # times that a sample is made smaller
ROOM: Final = 0.8  # share of a budget that an estimated cost may take
LOOK_SECONDS: Final = 0.2  # interval of checks that the client still waits

TOO_MANY_SESSIONS: Final = (
    "Too many connections from one address. Close some pages of it, then try again."
)
IS_GONE: Final = "battlereel.is_gone"  # environ key of a function: has the client hung up?
BUCKETS_KEPT: Final = 1_000  # buckets before full ones are dropped
NETWORKS_KEPT: Final = 10_000  # cached networks: parsing takes longer than counting
IPV6_NETWORK_BITS: Final = 64  # a household may use any address of its network

heavy: Final = marked("limit", "heavy")  # marks views, whose HEAD and OPTIONS stay light


def attach(app: Flask, settings: Settings) -> None:
    """Limit the requests of each address. Raise ConfigError for an unusable storage."""
    try:
        Limiter(
            lambda: f"{kind()}:{client_network(request.remote_addr or 'unknown')}",
            app=app,
            application_limits=[
                ApplicationLimit(
                    lambda: f"{PER_MINUTE[kind()]} per minute",
                    exempt_when=lambda: request.endpoint in assets.FILES,
                )
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
    """Return options that keep Redis from blocking requests; empty for other storages."""
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
    if request.method in ("HEAD", "OPTIONS"):
        return "read"
    return str(mark("limit", "read" if request.method == "GET" else "write"))


@functools.lru_cache(NETWORKS_KEPT)
def client_network(address: str) -> str:
    """Return the address, or for IPv6 the client's network."""
    try:
        parsed = IPv6Address(address)
    except ValueError:  # IPv4, or no address
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{int(parsed) >> (128 - IPV6_NETWORK_BITS):x}"


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


class Buckets:
    """A token bucket for each owner: it refills with time, up to `most`."""

    def __init__(self, clock: Clock, most: float, per_second: float) -> None:
        self.clock = clock
        self.most = most
        self.per_second = per_second
        self.levels: dict[str, tuple[float, int]] = {}  # and when they were measured
        self.kept_most = BUCKETS_KEPT

    def left(self, owner: str) -> float:
        """Return what is left of an owner's bucket; a charge may have made it negative."""
        return self._left(owner, self.clock.now_ms())

    def charge(self, owner: str, cost: float = 1) -> None:
        now_ms = self.clock.now_ms()
        if len(self.levels) >= self.kept_most:
            # Full buckets equal new ones. Looked through rarely: a crowd has thousands.
            for full in [key for key in self.levels if self._left(key, now_ms) >= self.most]:
                del self.levels[full]
            self.kept_most = max(BUCKETS_KEPT, 2 * len(self.levels))
        self.levels[owner] = self._left(owner, now_ms) - cost, now_ms

    def _left(self, owner: str, now_ms: int) -> float:
        level, at_ms = self.levels.get(owner, (self.most, 0))
        return min(self.most, level + max(0, now_ms - at_ms) * self.per_second / 1000)

    def take(self, owner: str) -> bool:
        """Take one from an owner's bucket; return False, without taking, if it is empty."""
        is_left = self.left(owner) >= 1
        if is_left:
            self.charge(owner)
        return is_left

    def forget(self, owner: str) -> None:
        self.levels.pop(owner, None)


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
        self.sessions = AtOnce(SESSIONS_MOST)
        self.owners: dict[str, str] = {}
        self.sent = Buckets(clock, SENT_AT_ONCE, SENT_PER_SECOND)
        self.connects = Buckets(clock, CONNECTS_AT_ONCE, CONNECTS_PER_SECOND)
        self.messages = Buckets(clock, MESSAGES_AT_ONCE, MESSAGES_PER_SECOND)
        self.queries = Buckets(clock, QUERIES_AT_ONCE, QUERIES_PER_SECOND)
        self.address_messages = Buckets(
            clock, ADDRESS_MESSAGES_AT_ONCE, ADDRESS_MESSAGES_PER_SECOND
        )
        self.address_queries = Buckets(clock, ADDRESS_QUERIES_AT_ONCE, ADDRESS_QUERIES_PER_SECOND)
        self.turns = Locks()
        self.lanes = Locks()

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
        return self.sessions.counts[owner] >= self.sessions.most or not self.connects.take(owner)

    def leave(self, session: str) -> None:
        owner = self.owners.pop(session, None)
        if owner is not None:
            self.sessions.leave(owner)

    def charge(self, session: str, size: int) -> None:
        """Charge bytes sent to a session to its address, whose balance may become negative."""
        if (owner := self.owners.get(session)) is not None:
            self.sent.charge(owner, size)

    def may_be_sent(self, address: str) -> bool:
        """Whether an address may be sent a new stream."""
        return self.sent.left(client_network(address)) > 0

    def take(self, sid: str, session: str) -> bool:
        """Whether this client may send a message now; counts it if so."""
        owner = self.owners.get(session)
        return self.messages.take(sid) and (owner is None or self.address_messages.take(owner))

    def may_query(self, sid: str, session: str) -> bool:
        """Whether this client's message may query the database; counts it if so."""
        owner = self.owners.get(session)
        return self.queries.take(sid) and (owner is None or self.address_queries.take(owner))

    def lane(self, session: str) -> AbstractContextManager[None]:
        """Wait until no other message of a session's address is handled."""
        return self.lanes.hold(self.owners.get(session, session))

    def turn(self, address: str) -> AbstractContextManager[None]:
        """Wait until no other work is done for an address, so that it takes one thread only."""
        return self.turns.hold(client_network(address))

    def forget(self, sid: str) -> None:
        self.messages.forget(sid)
        self.queries.forget(sid)
