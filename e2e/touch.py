"""What a finger does on the screen."""

from playwright.sync_api import Page


def swipe(page: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    """A finger's way over the screen."""
    devtools = page.context.new_cdp_session(page)
    for step in range(6):
        x, y = (a + (b - a) * step / 5 for a, b in zip(start, end, strict=True))
        devtools.send(
            "Input.dispatchTouchEvent",
            {
                "type": "touchMove" if step else "touchStart",
                "touchPoints": [{"x": x, "y": y}],
            },
        )
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
