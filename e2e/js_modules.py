"""The page's modules, bundled anew and loaded into an empty page as `modules`."""

import os
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
ORIGIN = "http://modules.test"  # nobody's: the browser's requests to it are answered here


def build(folder: Path) -> Path:
    """The bundle of modules.js."""
    bundle = folder / "modules.js"
    command = ["node_modules/.bin/esbuild", "e2e/modules.js", "--bundle", "--format=esm"]
    node = Path(sys.executable).parent  # `make setup` puts it beside Python
    subprocess.run(
        [*command, f"--outfile={bundle}", "--log-level=warning"],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{node}{os.pathsep}{os.environ['PATH']}"},
        check=True,
    )
    return bundle


def load(page: Page, bundle: Path) -> Page:
    """The page, with everything that modules.js exports in its `modules`."""
    html = "<!doctype html><title>Modules</title><link rel=icon href=data:,>"
    page.route(f"{ORIGIN}/", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.route(f"{ORIGIN}/modules.js", lambda route: route.fulfill(path=bundle))
    page.goto(f"{ORIGIN}/")
    page.evaluate("async () => { window.modules = await import('/modules.js'); }")
    return page
