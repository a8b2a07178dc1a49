"""Nothing is loaded from elsewhere, and no lock file names a download address."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repo.files import ROOT, kept

BINARY = {".png", ".gif", ".jpg", ".webp", ".ico", ".woff2", ".wav", ".db"}
# the address of a package registry or a mirror of one, by what such hosts are called
REGISTRY = re.compile(
    r"(?:https?:)?//[\w.:@-]*(?:registry|mirror|index|nexus|artifact|pypi|pythonhosted|npm|yarn)"
    r"[\w-]*(?:\.[\w-]+)+"
)
# what a browser fetches by itself; an <a href> is a link, which a person follows
FOREIGN = re.compile(
    r"""(?ix)
      <(?:script|img|iframe|audio|video|source|embed|object|link)\b[^>]*?
        \b(?:src|srcset|href|data|poster)\s*=\s*["']?\s*(?:https?:)?//
    | \burl\(\s*["']?\s*(?:https?:)?//
    | @import\s+["']\s*(?:https?:)?//
    | \b(?:from|import)\s*\(?\s*["'](?:https?:)?//
    | \b(?:fetch|importScripts|EventSource|WebSocket|Worker)\(\s*["'`](?:https?|wss?):?//
    """
)


def texts(*patterns: str) -> list[Path]:
    return [path for path in kept(*patterns) if path.suffix not in BINARY]


def keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from keys(inner)


def found(pattern: re.Pattern[str], path: Path) -> list[str]:
    return [match.group() for match in pattern.finditer((ROOT / path).read_text("utf-8"))]


def test_no_file_names_a_registry() -> None:
    hits = {str(path): found(REGISTRY, path) for path in texts()}
    assert {path: names for path, names in hits.items() if names} == {}


def test_page_loads_nothing_from_elsewhere() -> None:
    hits = {str(path): found(FOREIGN, path) for path in texts("templates", "static", "webapp")}
    assert {path: names for path, names in hits.items() if names} == {}


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


@pytest.mark.parametrize(
    "line",
    [
        '<script defer src="https://cdn.example/x.js">',
        "<link rel=stylesheet href=//cdn.example/x.css>",
        '@import "https://cdn.example/x.css";',
        "background: url( 'http://cdn.example/x.png')",
        'import { x } from "https://cdn.example/x.js";',
        'await import("https://cdn.example/x.js")',
    ],
)
def test_a_foreign_resource_is_found(line: str) -> None:
    assert FOREIGN.search(line)


def test_the_address_of_a_registry_is_found() -> None:
    for host in ("registry.example.org", "my-mirror.example.org:8080", "npm.corp"):
        assert REGISTRY.search(f'"resolved": "https://{host}/x.tgz"')
