"""Settings: the environment is read here and nowhere else. README.md documents each of them."""

import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Final, Protocol

import gevent

from webapp.base.event_loop import SHORTEST_SECONDS
from webapp.base.paths import HOUSE, PACKAGE, TRANSLATIONS
from webapp.base.texts import _

BODY_BYTES_MOST: Final = 1_000_000
SOCKET_BYTES_MOST: Final = 16_000
DAYS_MOST: Final = 36_500
SLEW: Final = 20
"""After a jump of the machine's clock ours makes up for a 20th of the time that passes."""
HOST: Final = re.compile(r"\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\]")
Network = IPv4Network | IPv6Network
LOOPBACK: Final[tuple[Network, ...]] = (ip_network("127.0.0.0/8"), ip_network("::1"))

SETTINGS: Final = {
    "DATABASE_URL": "sqlite:///<instance>/battlereel.sqlite3",
    "SECRET_KEY": "made once and kept in <instance>/secret_key",
    "BATTLEREEL_INSTANCE": "instance, in the checkout or the working directory",
    "BATTLEREEL_HTTPS": "0",
    "BATTLEREEL_HTTPS_SUBDOMAINS": "0",
    "BATTLEREEL_PROXIES": "0",
    "BATTLEREEL_LIMITS": "default",
    "BATTLEREEL_LIMITS_STORAGE": "memory://",
    "BATTLEREEL_LANGUAGES": "en,de",
    "BATTLEREEL_HOSTS": "any",
    "BATTLEREEL_METRICS": "127.0.0.0/8,::1",
    "BATTLEREEL_LOG": "text",
    "BATTLEREEL_REPORT": "none",
    "BATTLEREEL_UNLISTED_DAYS": "for ever",
    "BATTLEREEL_SCHEDULER": "none",
}
"""Every variable that is read, with its default in words."""


class ConfigError(Exception):
    """A setting or an argument cannot be used; the message says which and what to give."""


class Clock(Protocol):
    """Where the application gets the time from."""

    def now_ms(self) -> int:
        """Milliseconds since 1970, UTC."""
        ...

    def sleep(self, seconds: float) -> None:
        """Waits for so long; other greenlets run meanwhile."""
        ...


class SystemClock:
    """The machine's own time, without its jumps: whoever watches a battle would be thrown about.

    After one it goes faster or slower by a twentieth until it is right again, never backwards.
    """

    def __init__(self) -> None:
        self._at = time.monotonic_ns()
        self._offset = time.time_ns() - self._at

    def now_ms(self) -> int:
        """Milliseconds since 1970, UTC."""
        now = time.monotonic_ns()
        most = (now - self._at) // SLEW
        off = time.time_ns() - now - self._offset
        self._at = now
        self._offset += max(-most, min(most, off))
        return (now + self._offset) // 1_000_000

    def sleep(self, seconds: float) -> None:
        """Waits for so long; others are served meanwhile, also if it is no time at all."""
        gevent.sleep(max(SHORTEST_SECONDS, seconds))


@dataclass(frozen=True)
class Settings:
    """What an application is told from outside.

    database_url: where battles are kept, as SQLAlchemy writes it.
    secret_key: signs the session cookie.
    https: served under HTTPS: plain requests are redirected, cookies are sent under HTTPS only.
    https_subdomains: whether browsers are told to ask all names below its own under HTTPS, too.
    proxies: how many reverse proxies in front set X-Forwarded-* headers that can be trusted.
    limits: whether requests and live messages of one address are limited.
    limits_storage: where processes count them together, as the package limits writes it.
    static: the folder of the page's files, the built ones in dist/.
    languages: codes of those that are offered; the first is for whoever asks for none of them.
    instance: the folder of the database and the key, where there is one.
    hosts: the names under which it may be asked for; any, if there are none.
    metrics: the networks from which its metrics may be read.
    log_json: whether the log is JSON Lines with every request, or text with what went wrong.
    report: where a visitor reports what should not be there; '' for nowhere.
    unlisted_days: so long after its end a battle is kept that is not listed; None for ever.
    scheduler: the address of a Dask cluster that does searches and tournaments; '' for none.
    """

    database_url: str
    secret_key: str
    https: bool = False
    https_subdomains: bool = False
    proxies: int = 0
    limits: bool = True
    limits_storage: str = "memory://"
    static: Path = HOUSE / "static"
    languages: tuple[str, ...] = ("en",)
    instance: Path | None = None
    hosts: tuple[str, ...] = ()
    metrics: tuple[Network, ...] = LOOPBACK
    log_json: bool = False
    report: str = ""
    unlisted_days: int | None = None
    scheduler: str = ""


def from_environment(environment: Mapping[str, str]) -> Settings:
    """The settings in these variables; the instance folder is made if it is needed.

    Raises ConfigError for a value that cannot be used.
    """
    values = {name: environment.get(name, "").strip() for name in SETTINGS}
    base = Path.cwd() if HOUSE == PACKAGE else HOUSE
    instance = base / (values["BATTLEREEL_INSTANCE"] or "instance")
    try:
        instance.mkdir(parents=True, exist_ok=True, mode=0o700)
        instance.chmod(0o700)  # its owner's alone, whoever made it
    except OSError as error:
        raise ConfigError(
            _(
                "{name}: {path} cannot be made or written: {why}",
                name="BATTLEREEL_INSTANCE",
                path=str(instance),
                why=error.strerror,
            )
        ) from None
    return Settings(
        database_url=values["DATABASE_URL"] or f"sqlite:///{instance / 'battlereel.sqlite3'}",
        secret_key=values["SECRET_KEY"] or _kept_key(instance / "secret_key"),
        https=_one_of("BATTLEREEL_HTTPS", values, {"": False, "0": False, "1": True}),
        https_subdomains=_one_of(
            "BATTLEREEL_HTTPS_SUBDOMAINS", values, {"": False, "0": False, "1": True}
        ),
        proxies=_one_of(
            "BATTLEREEL_PROXIES", values, {"": 0, **{str(count): count for count in range(10)}}
        ),
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
    """What stands in a list with commas, each once."""
    return tuple(dict.fromkeys(filter(None, map(str.strip, value.split(",")))))


def _hosts(name: str, values: Mapping[str, str]) -> tuple[str, ...]:
    for host in (found := _listed(values[name].lower())):
        if not HOST.fullmatch(host):
            raise ConfigError(
                _(
                    "{name} has {given}; give names with commas, without https:// and without a"
                    " path, such as battles.example.org or .example.org for all below it",
                    name=name,
                    given=repr(host),
                )
            )
    return found


def _networks(name: str, values: Mapping[str, str]) -> tuple[Network, ...]:
    if not values[name]:
        return LOOPBACK
    try:
        return tuple(map(ip_network, _listed(values[name])))
    except ValueError as error:
        raise ConfigError(
            _(
                "{name}: {why}; give addresses or networks with commas, such as 10.0.0.0/8",
                name=name,
                why=str(error),
            )
        ) from None


def _report(name: str, values: Mapping[str, str]) -> str:
    given = values[name]
    if not given or given.startswith(("https://", "http://", "mailto:")):
        return given
    if "@" in given and ":" not in given:
        return f"mailto:{given}"
    raise ConfigError(
        _(
            "{name} is {given}; give an e-mail address or one that begins https://",
            name=name,
            given=repr(given),
        )
    )


def _days(name: str, values: Mapping[str, str]) -> int | None:
    given = values[name]
    if given and not (given.isascii() and given.isdigit() and 1 <= int(given[:6]) <= DAYS_MOST):
        raise ConfigError(
            _(
                "{name} is {given}; it must be a number from 1 to {most}, or empty",
                name=name,
                given=repr(given),
                most=DAYS_MOST,
            )
        )
    return int(given) if given else None


def _one_of(name: str, values: Mapping[str, str], allowed: Mapping[str, Any]) -> Any:
    if values[name] not in allowed:
        listed = ", ".join(filter(None, allowed))
        raise ConfigError(
            _(
                "{name} is {given}; it must be one of {listed}",
                name=name,
                given=repr(values[name]),
                listed=listed,
            )
        )
    return allowed[values[name]]


def _languages(name: str, values: Mapping[str, str]) -> tuple[str, ...]:
    """The codes of a list with commas, each once; there is a catalog for each.

    What nobody has asked for is offered where its catalog was made.
    """
    there = ["en", *sorted(path.parents[1].name for path in TRANSLATIONS.glob("*/*/*.mo"))]
    asked = values[name] or ",".join(code for code in SETTINGS[name].split(",") if code in there)
    codes = _listed(asked)
    if unknown := [code for code in codes if code not in there]:
        raise ConfigError(
            _(
                "{name} has {given}; there are {listed}",
                name=name,
                given=repr(unknown[0]),
                listed=", ".join(there),
            )
        )
    return codes or ("en",)


def _kept_key(path: Path) -> str:
    """The key in this file, which is made if there is none: sessions outlive a restart."""
    try:
        with path.open("x", encoding="ascii") as file:
            path.chmod(0o600)
            file.write(secrets.token_hex(32))
    except FileExistsError:
        pass
    except OSError as error:
        raise ConfigError(
            _(
                "SECRET_KEY is not set, and {path} cannot be made: {why}",
                path=str(path),
                why=str(error),
            )
        ) from None
    return path.read_text("ascii").strip()
