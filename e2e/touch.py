"""What a finger does on the screen."""

import time

from playwright.sync_api import Page

STEP_SECONDS = 0.02


def swipe(page: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    """A finger's way over the screen, in a tenth of a second however long it takes to tell it."""
    devtools = page.context.new_cdp_session(page)
    began = time.time()

    def touch(type_: str, step: int, points: list[dict[str, float]]) -> None:
        moment = {"timestamp": began + step * STEP_SECONDS}
        devtools.send("Input.dispatchTouchEvent", {"type": type_, "touchPoints": points, **moment})

    for step in range(6):
        x, y = (a + (b - a) * step / 5 for a, b in zip(start, end, strict=True))
        touch("touchMove" if step else "touchStart", step, [{"x": x, "y": y}])
    touch("touchEnd", 6, [])
