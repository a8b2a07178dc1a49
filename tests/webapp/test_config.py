"""Settings come from the environment, and each is documented."""

import re
from pathlib import Path

import pytest

from webapp.base.config import SETTINGS, ConfigError, from_environment
from webapp.base.paths import PACKAGE

README = (PACKAGE / "README.md").read_text("utf-8")


def test_every_setting_is_documented_and_no_other() -> None:
    assert re.findall(r"(?m)^\| `([A-Z_]+)` \|", README) == list(SETTINGS)


def test_nothing_else_reads_the_environment() -> None:
    readers = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if re.search(r"\bos\.(environ|getenv)\b", path.read_text("utf-8"))
    }
    # They pass the environment on: to config.py, and to texts.py for the language of a terminal.
    passing = {"archive.py", "cli.py", "factory.py", "serving.py", "upkeep.py"}
    # It sets what numba reads, for the processes that are started later, too.
    assert readers == passing | {"base/kernels.py"}


def test_defaults_need_nothing(tmp_path: Path) -> None:
    settings = from_environment({"BATTLEREEL_INSTANCE": str(tmp_path / "new")})
    assert settings.database_url == f"sqlite:///{tmp_path}/new/battlereel.sqlite3"
    assert (settings.https, settings.proxies) == (False, 0)


def test_the_secret_key_is_made_once_and_kept_to_its_owner(tmp_path: Path) -> None:
    environment = {"BATTLEREEL_INSTANCE": str(tmp_path)}
    key = from_environment(environment).secret_key
    assert len(key) == 64
    assert from_environment(environment).secret_key == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_given_values_are_taken(tmp_path: Path) -> None:
    settings = from_environment(
        {
            "BATTLEREEL_INSTANCE": str(tmp_path),
            "DATABASE_URL": "sqlite://",
            "SECRET_KEY": "k",
            "BATTLEREEL_HTTPS": "1",
            "BATTLEREEL_PROXIES": "2",
        }
    )
    assert (settings.database_url, settings.secret_key) == ("sqlite://", "k")
    assert (settings.https, settings.proxies) == (True, 2)


@pytest.mark.parametrize(
    ("name", "value"), [("BATTLEREEL_HTTPS", "yes"), ("BATTLEREEL_PROXIES", "-1")]
)
def test_a_value_that_cannot_be_used_is_named(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=name):
        from_environment({"BATTLEREEL_INSTANCE": str(tmp_path), name: value})
