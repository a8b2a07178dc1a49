"""Settings, read from the environment only here. README.md documents each of them."""

import re
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Final, Protocol

import gevent

from webapp.base.jobs import SHORTEST_SECONDS
from webapp.base.paths import HOUSE, PACKAGE, TRANSLATIONS
from webapp.base.texts import N_, _

DAYS_MOST: Final = 36_500
SLEW: Final = 20  # after a clock jump, correct 1/20 of the elapsed time: never run backwards
HOST: Final = re.compile(r"\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\]")
FLAG: Final = {"": False, "0": False, "1": True}
PROXIES: Final = {"": 0, **{str(count): count for count in range(10)}}
Network = IPv4Network | IPv6Network
LOOPBACK: Final[tuple[Network, ...]] = (ip_network("127.0.0.0/8"), ip_network("::1"))

USUAL_LANGUAGES: Final = ("en", "de")

# every variable, in the order of the manual
SETTINGS: Final = (
    *("DATABASE_URL", "SECRET_KEY", "BATTLEREEL_INSTANCE", "BATTLEREEL_HTTPS"),
    *("BATTLEREEL_HTTPS_SUBDOMAINS", "BATTLEREEL_PROXIES", "BATTLEREEL_LIMITS"),
    *("BATTLEREEL_LIMITS_STORAGE", "BATTLEREEL_LANGUAGES", "BATTLEREEL_HOSTS"),
    *("BATTLEREEL_METRICS", "BATTLEREEL_LOG", "BATTLEREEL_REPORT", "BATTLEREEL_UNLISTED_DAYS"),
    "BATTLEREEL_SCHEDULER",
)


class ConfigError(Exception):
    """A setting or argument cannot be used; the message says which and what to give."""


class Clock(Protocol):
    def now_ms(self) -> int:
        """Return milliseconds since 1970, UTC."""

    def sleep(self, seconds: float) -> None:
        """Wait, letting other greenlets run."""


class SystemClock:
    """The machine's time without jumps, which would throw viewers of a battle about: see SLEW."""

    def __init__(self) -> None:
        self._at = time.monotonic_ns()
        self._offset = time.time_ns() - self._at

    def now_ms(self) -> int:
        now = time.monotonic_ns()
        most = (now - self._at) // SLEW
        off = time.time_ns() - now - self._offset
        self._at = now
        self._offset += max(-most, min(most, off))
        return (now + self._offset) // 1_000_000

    def sleep(self, seconds: float) -> None:
        """Wait, letting other greenlets run even if `seconds` is 0."""
        gevent.sleep(max(SHORTEST_SECONDS, seconds))


@dataclass(frozen=True)
class Settings:
    database_url: str  # as SQLAlchemy writes it
    secret_key: str  # signs the session cookie
    https: bool = False  # redirect plain requests, send cookies under HTTPS only
    https_subdomains: bool = False  # extend HSTS to subdomains
    proxies: int = 0  # number of reverse proxies whose X-Forwarded-* headers are trusted
    limits: bool = True  # whether requests and live messages are rate-limited
    limits_storage: str = "memory://"  # as the package limits writes it; shared by processes
    static: Path = HOUSE / "static"  # folder of the page's files, the built ones in dist/
    languages: tuple[str, ...] = ("en",)  # offered codes; the first is the fallback
    instance: Path | None = None  # folder of the database and key
    hosts: tuple[str, ...] = ()  # allowed host names; any if empty
    metrics: tuple[Network, ...] = LOOPBACK  # networks that may read metrics
    log_json: bool = False  # JSON Lines with every request, or text with errors
    report: str = ""  # where visitors report abuse; '' for nowhere
    unlisted_days: int | None = None  # lifetime of unlisted battles after their end; None for ever
    scheduler: str = ""  # address of a Dask cluster for searches and tournaments; '' for none


def from_environment(environment: Mapping[str, str]) -> Settings:
    """Read the settings and create the instance folder. Raises ConfigError."""
    values = {name: environment.get(name, "").strip() for name in SETTINGS}
    base = Path.cwd() if HOUSE == PACKAGE else HOUSE
    instance = base / (values["BATTLEREEL_INSTANCE"] or "instance")
    try:
        instance.mkdir(parents=True, exist_ok=True, mode=0o700)
        instance.chmod(0o700)  # for its owner alone, even if it existed
    except OSError as error:
        text, name = N_("{name}: {path} cannot be made or written: {why}"), "BATTLEREEL_INSTANCE"
        raise ConfigError(_(text, name=name, path=str(instance), why=error.strerror)) from None
    return Settings(
        database_url=values["DATABASE_URL"] or f"sqlite:///{instance / 'battlereel.sqlite3'}",
        secret_key=values["SECRET_KEY"] or _kept_key(instance / "secret_key"),
        https=_one_of("BATTLEREEL_HTTPS", values, FLAG),
        https_subdomains=_one_of("BATTLEREEL_HTTPS_SUBDOMAINS", values, FLAG),
        proxies=_one_of("BATTLEREEL_PROXIES", values, PROXIES),
        limits=_one_of("BATTLEREEL_LIMITS", values, {"": True, "default": True, "off": False}),
        limits_storage=values["BATTLEREEL_LIMITS_STORAGE"] or "memory://",
        languages=_languages("BATTLEREEL_LANGUAGES", values),
        instance=instance,
        hosts=_hosts("BATTLEREEL_HOSTS", values),
        metrics=_networks("BATTLEREEL_METRICS", values),
        log_json=_one_of("BATTLEREEL_LOG", values, {"": False, "text": False, "json": True}),
        report=_report("BATTLEREEL_REPORT", values),
        unlisted_days=_days("BATTLEREEL_UNLISTED_DAYS", values),
        scheduler=values["BATTLEREEL_SCHEDULER"],
    )


def _listed(value: str) -> tuple[str, ...]:
    """Return the distinct items of a comma-separated list."""
    return tuple(dict.fromkeys(filter(None, map(str.strip, value.split(",")))))


def _hosts(name: str, values: Mapping[str, str]) -> tuple[str, ...]:
    for host in (found := _listed(values[name].lower())):
        if not HOST.fullmatch(host):
            text = N_(
                "{name} has {given}; give names separated by commas, without https:// and without "
                "a path, such as battles.example.org or .example.org for all below it"
            )
            raise ConfigError(_(text, name=name, given=repr(host)))
    return found


def _networks(name: str, values: Mapping[str, str]) -> tuple[Network, ...]:
    if not values[name]:
        return LOOPBACK
    try:
        return tuple(map(ip_network, _listed(values[name])))
    except ValueError as error:
        text = N_(
            "{name}: {why}; give addresses or networks separated by commas, such as 10.0.0.0/8"
        )
        raise ConfigError(_(text, name=name, why=str(error))) from None


def _report(name: str, values: Mapping[str, str]) -> str:
    given = values[name]
    if not given or given.startswith(("https://", "http://", "mailto:")):
        return given
    if "@" in given and ":" not in given:
        return f"mailto:{given}"
    text = N_("{name} is {given}; give an e-mail address or one that begins https://")
    raise ConfigError(_(text, name=name, given=repr(given)))


def _days(name: str, values: Mapping[str, str]) -> int | None:
    given = values[name]
    if given and not (given.isascii() and given.isdigit() and 1 <= int(given[:6]) <= DAYS_MOST):
        text = N_("{name} is {given}; it must be a number from 1 to {most}, or empty")
        raise ConfigError(_(text, name=name, given=repr(given), most=DAYS_MOST))
    return int(given) if given else None


def _one_of(name: str, values: Mapping[str, str], allowed: Mapping[str, Any]) -> Any:
    if values[name] not in allowed:
        listed = ", ".join(filter(None, allowed))
        text = N_("{name} is {given}; it must be one of {listed}")
        raise ConfigError(_(text, name=name, given=repr(values[name]), listed=listed))
    return allowed[values[name]]


def _languages(name: str, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the codes of a list, each with a catalog; by default all built ones."""
    there = ["en", *sorted(path.parents[1].name for path in TRANSLATIONS.glob("*/*/messages.mo"))]
    usual = tuple(code for code in USUAL_LANGUAGES if code in there)
    codes = _listed(values[name]) if values[name] else usual
    if unknown := [code for code in codes if code not in there]:
        text = N_("{name} has {given}; choose from {listed}")
        raise ConfigError(_(text, name=name, given=repr(unknown[0]), listed=", ".join(there)))
    return codes or ("en",)


def _kept_key(path: Path) -> str:
    """Return the key in this file, created if missing so that sessions outlive a restart."""
    try:
        with suppress(FileExistsError), path.open("x", encoding="ascii") as file:
            path.chmod(0o600)
            file.write(secrets.token_hex(32))
    except OSError as error:
        text = N_("SECRET_KEY is not set, and {path} cannot be made: {why}")
        raise ConfigError(_(text, path=str(path), why=str(error))) from None
    return path.read_text("ascii").strip()
