"""Imports of the page's modules: scenes use the kit, core uses core, and nobody knows a scene."""

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
    """The modules of core that scenes are made with, also those that are not built with ours."""
    path = PurePosixPath("core/kit.js")
    source = (ROOT / "static" / "js" / path).read_text("utf-8")
    return {resolved(name, path) for name in js_imports(source)}


def js_allowed(name: str, path: PurePosixPath) -> bool:
    """Scenes use the kit and their own folder; core uses core, and nobody else knows a scene.

    The page of a match, which a scene may hold, uses all of core.
    """
    if not name.startswith("."):
        return name.split("/")[0] != "socket.io-client" or path == PurePosixPath("core/net.js")
    target = resolved(name, path)
    if path.parts[0] == "scenes":
        is_core = target.parts[0] == "core" if "match" in path.parts else target in kit()
        return is_core or target.parts[:2] == path.parts[:2]
    if path.parts[0] == "core":
        return target.parts[0] == "core"
    return target.parts[0] != "scenes"


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
        ("core/store.js", 'import { io } from "socket.io-client";'),
        ("scenes/siege/draw.js", 'import { bolt } from "../warlords/draw.js";'),
        ("scenes/siege/draw.js", 'export * from "../../ui/log.js";'),
        ("scenes/siege/draw.js", 'const x = await import("../../ui/log.js");'),
        ("scenes/siege/draw.js", 'import {\n  a,\n  b,\n} from "../shared.js";'),
        ("scenes/siege/draw.js", 'import { watchLive } from "../../core/net.js";'),
        ("scenes/siege/match/page.js", 'import { createLog } from "../../../ui/log.js";'),
        ("core/store.js", 'import { createLog } from "../ui/log.js";'),
        ("core/stage/stage.js", 'import { drawUnit } from "../../scenes/siege/draw.js";'),
        ("ui/page.js", 'import { createView } from "../scenes/siege/view.js";'),
        ("watch.js", 'import { createView } from "./scenes/siege/view.js";'),
    ],
)
def test_a_js_import_against_the_arrows_is_found(path: str, line: str) -> None:
    assert wrong_js_imports(f"// @ts-check\n{line}\n", PurePosixPath(path)) != []
