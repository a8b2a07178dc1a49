"""No file names a registry, and no lock file a download address."""

import json
import re
from collections.abc import Iterator

from tests.repo.files import ROOT, kept

BINARY = {".png", ".gif", ".jpg", ".webp", ".ico", ".woff2", ".wav", ".db"}
# the address of a package registry or a mirror of one, by what such hosts are called
REGISTRY = re.compile(
    r"(?:https?:)?//[\w.:@-]*(?:registry|mirror|index|nexus|artifact|pypi|pythonhosted|npm|yarn)"
    r"[\w-]*(?:\.[\w-]+)+"
)


def keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from keys(inner)


def test_no_file_names_a_registry() -> None:
    texts = (path for path in kept() if path.suffix not in BINARY)
    assert [path for path in texts if REGISTRY.search((ROOT / path).read_text("utf-8"))] == []


def test_npm_lock_file_has_no_download_address() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    assert "resolved" not in set(keys(lock))
    sources = {
        name for name, package in lock["packages"].items() if name and "version" not in package
    }
    assert sources == set(), "each package comes from the registry, by version"


def test_python_lock_files_have_no_address_and_a_hash_for_each_version() -> None:
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-server.txt"):
        text = (ROOT / name).read_text("utf-8")
        assert "://" not in text
        assert re.findall(r"(?m)^\s*-(?!-hash=).*", text) == [], "no index or link options"
        pins = re.findall(r"(?m)^[a-z0-9].*", text)
        assert pins
        assert [pin for pin in pins if not re.match(r"[a-z0-9.-]+==[^ ]+ .*\\$", pin)] == []


def test_the_address_of_a_registry_is_found() -> None:
    for host in ("registry.example.org", "my-mirror.example.org:8080", "npm.corp"):
        assert REGISTRY.search(f'"resolved": "https://{host}/x.tgz"')
