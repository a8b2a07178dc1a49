"""Imports of the page's modules: games use the kit, and nothing else knows a game."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from tests.repo.files import ROOT, kept

COMMENT = re.compile(r"/\*.*?\*/|(?m:^[ \t]*//[^\n]*)", re.DOTALL)
JS_IMPORT = re.compile(
    r"""(?:^|[;\n])\s*(?:import|export)\b[^;'"()]*?["']([^"']+)["']"""
    r"""|\bimport\(\s*["'`]([^"'`]+)"""
)


def js_imports(source: str) -> Iterator[str]:
    """What a module imports or re-exports, as written; JSDoc types, which load nothing, aside."""
    for match in JS_IMPORT.finditer(COMMENT.sub("", source)):
        yield match.group(1) or match.group(2)


def wrong_js_imports(source: str, path: PurePosixPath) -> list[str]:
    """The imports of a module that go against an arrow; `path` is relative to static/js."""
    return [name for name in js_imports(source) if not js_allowed(name, path)]


def resolved(name: str, path: PurePosixPath) -> PurePosixPath:
    """The module that `name` means in the module at `path`."""
    parts = list(path.parts[:-1])
    for part in name.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return PurePosixPath(*parts)


def kit() -> set[PurePosixPath]:
    """The modules that scenes are made with, also those that are not built with ours."""
    path = PurePosixPath("player/kit.js")
    source = (ROOT / "static" / "js" / path).read_text("utf-8")
    return {resolved(name, path) for name in js_imports(source)}


LAYERS = ("lib", "player", "site", "builder", "entries")  # each imports itself and those before


def js_allowed(name: str, path: PurePosixPath) -> bool:
    """Games use the kit and their own folder; the page of a match also all of lib and player."""
    if not name.startswith("."):
        return name.split("/")[0] != "socket.io-client" or path.parts[:2] == ("player", "source")
    target = resolved(name, path)
    if path.parts[0] != "games":
        return target.parts[0] in LAYERS[: LAYERS.index(path.parts[0]) + 1]
    is_page = "match" in path.parts and target.parts[0] in ("lib", "player")
    return is_page or target in kit() or target.parts[:2] == path.parts[:2]


def test_js_imports_follow_the_arrows() -> None:
    wrong = {
        path: wrong_js_imports(
            (ROOT / path).read_text("utf-8"), PurePosixPath(path.relative_to("static/js"))
        )
        for path in kept("static/js/*.js")
    }
    assert {path: names for path, names in wrong.items() if names} == {}


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("player/engine/store.js", 'import { io } from "socket.io-client";'),
        ("games/siege/draw.js", 'import { bolt } from "../warlords/draw.js";'),
        ("games/siege/draw.js", 'export * from "../../site/start.js";'),
        ("games/siege/draw.js", 'const x = await import("../../player/player.js");'),
        ("games/siege/draw.js", 'import {\n  a,\n  b,\n} from "../shared.js";'),
        ("games/siege/draw.js", 'import { watchLive } from "../../player/source/net.js";'),
        ("games/siege/match/page.js", 'import { startPage } from "../../../site/start.js";'),
        ("lib/api.js", 'import { createStore } from "../player/engine/store.js";'),
        ("player/stage/stage.js", 'import { drawUnit } from "../../games/siege/draw.js";'),
        ("site/embed.js", 'import { createView } from "../games/siege/view.js";'),
        ("entries/watch.js", 'import { createView } from "../games/siege/view.js";'),
    ],
)
def test_a_js_import_against_the_arrows_is_found(path: str, line: str) -> None:
    assert wrong_js_imports(f"// @ts-check\n{line}\n", PurePosixPath(path)) != []
