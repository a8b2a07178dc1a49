"""Settings: the environment is read here and nowhere else. README.md documents each of them."""

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import gevent

from webapp.base.paths import HOUSE, PACKAGE

BODY_BYTES_MOST: Final = 1_000_000
SOCKET_BYTES_MOST: Final = 16_000

SETTINGS: Final = {
    "DATABASE_URL": "sqlite:///<instance>/battlereel.sqlite3",
    "SECRET_KEY": "made once and kept in <instance>/secret_key",
    "BATTLEREEL_INSTANCE": "instance, in the checkout or the working directory",
    "BATTLEREEL_HTTPS": "0",
    "BATTLEREEL_PROXIES": "0",
    "BATTLEREEL_LIMITS": "default",
    "BATTLEREEL_LIMITS_STORAGE": "memory://",
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
    """The machine's own time."""

    def now_ms(self) -> int:
        """Milliseconds since 1970, UTC."""
        return time.time_ns() // 1_000_000

    def sleep(self, seconds: float) -> None:
        """Waits for so long; other greenlets run meanwhile."""
        gevent.sleep(seconds)


@dataclass(frozen=True)
class Settings:
    """What an application is told from outside.

    database_url: where battles are kept, as SQLAlchemy writes it.
    secret_key: signs the session cookie.
    https: served under HTTPS: plain requests are redirected, cookies are sent under HTTPS only.
    proxies: how many reverse proxies in front set X-Forwarded-* headers that can be trusted.
    limits: whether requests and live messages of one address are limited.
    limits_storage: where processes count them together, as the package limits writes it.
    static: the folder of the page's files, the built ones in dist/.
    """

    database_url: str
    secret_key: str
    https: bool = False
    proxies: int = 0
    limits: bool = True
    limits_storage: str = "memory://"
    static: Path = HOUSE / "static"


def from_environment(environment: Mapping[str, str]) -> Settings:
    """The settings in these variables; the instance folder is made if it is needed.

    Raises ConfigError for a value that cannot be used.
    """
    values = {name: environment.get(name, "").strip() for name in SETTINGS}
    base = Path.cwd() if HOUSE == PACKAGE else HOUSE
    instance = base / (values["BATTLEREEL_INSTANCE"] or "instance")
    try:
        instance.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"BATTLEREEL_INSTANCE: cannot make {instance}: {error}") from None
    return Settings(
        database_url=values["DATABASE_URL"] or f"sqlite:///{instance / 'battlereel.sqlite3'}",
        secret_key=values["SECRET_KEY"] or _kept_key(instance / "secret_key"),
        https=_one_of("BATTLEREEL_HTTPS", values, {"": False, "0": False, "1": True}),
        proxies=_one_of(
            "BATTLEREEL_PROXIES", values, {"": 0, **{str(count): count for count in range(10)}}
        ),
        limits=_one_of("BATTLEREEL_LIMITS", values, {"": True, "default": True, "off": False}),
        limits_storage=values["BATTLEREEL_LIMITS_STORAGE"] or "memory://",
    )


def _one_of(name: str, values: Mapping[str, str], allowed: Mapping[str, Any]) -> Any:
    if values[name] not in allowed:
        listed = ", ".join(filter(None, allowed))
        raise ConfigError(f"{name} is {values[name]!r}; it must be one of {listed}")
    return allowed[values[name]]


def _kept_key(path: Path) -> str:
    """The key in this file, which is made if there is none: sessions outlive a restart."""
    try:
        with path.open("x", encoding="ascii") as file:
            path.chmod(0o600)
            file.write(secrets.token_hex(32))
    except FileExistsError:
        pass
    except OSError as error:
        raise ConfigError(f"SECRET_KEY is not set, and {path} cannot be made: {error}") from None
    return path.read_text("ascii").strip()
