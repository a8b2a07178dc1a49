"""axe-core's rules for pages that everybody can use, asked in both themes and of other words."""

import re
from collections.abc import Collection
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe()
Asked = Literal["light", "dark", "words"]
BROKEN = {"resultTypes": ["violations"]}
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""Rules that a theme can break and a language cannot; they take most of axe's time."""
ASKED: dict[Asked, dict[str, object]] = {
    "light": BROKEN,
    "dark": BROKEN | {"runOnly": {"type": "rule", "values": OF_COLOURS}},
    "words": BROKEN | {"rules": {rule: {"enabled": False} for rule in OF_COLOURS}},
}
"""What is asked of a page in the light, of the same in the dark, and of it in another language."""


def expect_accessible(
    page: Page, asked: Collection[Asked] = ("light", "dark"), without: Collection[str] = ()
) -> None:
    """No rule of axe, but for those without, is broken on a page as it stands, in both themes."""
    problems = []
    for scheme in asked:
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        # axe judges what it sees: nothing may be on its way from one theme to the other.
        page.wait_for_function(
            "() => document.getAnimations().every((a) => a.playState !== 'running'"
            " || a.effect.getComputedTiming().iterations === Infinity)"
        )
        broken = AXE.run(page, options=ASKED[scheme]).response["violations"]
        for rule in (one for one in broken if one["id"] not in without):
            problems += [f"{scheme}: {rule['id']}: {_told(node)}" for node in rule["nodes"]]
    assert not problems, "\n".join([page.url, *problems])


def _told(node: dict[str, object]) -> str:
    said = re.sub(r"\s+", " ", str(node["failureSummary"])).removeprefix(
        "Fix any of the following: "
    )
    return f"{node['target']}: {said}"
