"""The page's modules, every game's scene among them, in an empty page as `modules`."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from msgspec.json import decode, encode
from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
ORIGIN = "http://modules.test"  # nobody's: the browser's requests to it are answered here


PARTS = {
    "SOUNDS": 'import {{ SOUNDS as {name} }} from "{scene}/view.js";',
    "VIEWS": 'import {{ createView as {name} }} from "{scene}/view.js";',
    "BACKDROPS": 'import {{ paintBackdrop as {name} }} from "{scene}/backdrop.js";',
    "CHOREOGRAPHY": 'import {{ CHOREOGRAPHY as {name} }} from "{scene}/choreography.js";',
    "WORDS": 'import {name} from "{scene}/words.json";',
}
"""What tests ask of scenes: each becomes an object by the games' ids."""


def source() -> str:
    """What modules.js exports, and the parts of all scenes."""
    ids = sorted(path.parent.name for path in ROOT.glob("static/js/scenes/*/view.js"))
    lines = ['export * from "./e2e/modules.js";']
    for part, line in PARTS.items():
        lines += [line.format(name=id_ + part, scene=f"./static/js/scenes/{id_}") for id_ in ids]
        members = ", ".join(f"{id_}: {id_}{part}" for id_ in ids)
        lines.append(f"export const {part} = {{ {members} }};")
    return "\n".join(lines)


def build(folder: Path) -> Path:
    """All of it in one file."""
    bundle = folder / "modules.js"
    command = ["node_modules/.bin/esbuild", "--bundle", "--format=esm", "--loader=js"]
    node = Path(sys.executable).parent  # `make setup` puts it beside Python
    subprocess.run(
        [*command, f"--outfile={bundle}", "--log-level=warning"],
        input=source(),
        text=True,
        cwd=ROOT,
        env={**os.environ, "PATH": f"{node}{os.pathsep}{os.environ['PATH']}"},
        check=True,
    )
    return bundle


def load(page: Page, bundle: Path, language: str = "en") -> Page:
    """The page in a language, with everything that the bundle exports in its `modules`."""
    html = f"<!doctype html><html lang={language}><title>Modules</title><link rel=icon href=data:,>"
    if language != "en":
        html += "<script src=/text.js></script>"
        texts = ROOT / f"static/dist/text-{language}.js"
        script = "text/javascript; charset=utf-8"
        page.route(
            f"{ORIGIN}/text.js", lambda route: route.fulfill(path=texts, content_type=script)
        )
    page.route(f"{ORIGIN}/", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.route(f"{ORIGIN}/modules.js", lambda route: route.fulfill(path=bundle))
    page.goto(f"{ORIGIN}/")
    page.evaluate("async () => { window.modules = await import('/modules.js'); }")
    return page


def ask(page: Page, function: str, argument: object) -> Any:
    """What a function of the page gives: as JSON, which takes a tenth of Playwright's time."""
    whole = f"(text) => JSON.stringify(({function})(JSON.parse(text)))"
    return decode(page.evaluate(whole, encode(argument).decode()))
