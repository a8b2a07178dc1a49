"""axe-core's rules for pages that everybody can use, asked in both themes."""

import re
from collections.abc import Collection
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe()
Scheme = Literal["light", "dark"]
BROKEN = {"resultTypes": ["violations"]}
ASKED: dict[Scheme, dict[str, object]] = {
    "light": BROKEN,
    # Nothing but colours is of a theme.
    "dark": BROKEN
    | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}},
}
"""What is asked in each theme."""


def expect_accessible(
    page: Page, schemes: Collection[Scheme] = tuple(ASKED), without: Collection[str] = ()
) -> None:
    """No rule of axe, but for those without, is broken on a page as it stands, in both themes."""
    problems = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
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
