"""The guard: it complains of focus that is lost, and waits for what may give it on."""

import pytest
from playwright.sync_api import Browser

from e2e.guard import Guard

PAGE = """<!doctype html><link rel=icon href=data:,><div id=box><button id=one>One</button></div>
<input id=two><p>Nothing</p>"""
ANSWERED = "fetch('/answer').then((answer) => answer.text()).then(() => two.focus())"


@pytest.mark.parametrize(
    ("act", "complaints"),
    [
        ("one.remove()", 1),
        ("box.style.display = 'none'", 1),
        ("one.disabled = true", 1),
        ("box.replaceChildren(); setTimeout(() => two.focus(), 50)", 0),
        (f"one.disabled = true; {ANSWERED}", 0),
        ("one.textContent = 'Pressed'", 0),
    ],
)
def test_focus_is_lost_with_what_had_it(browser: Browser, act: str, complaints: int) -> None:
    guard = Guard()
    context = browser.new_context()
    guard.watch(context)
    page = context.new_page()
    page.route("**/*", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    answer = []
    page.route("**/answer", lambda route: answer.append(route))
    page.goto("http://guard.test/")
    page.evaluate(f"() => {{ one.onclick = () => {{ {act}; }}; }}")
    page.click("#one")
    if ANSWERED in act:
        page.wait_for_timeout(500)  # longer than the guard waits without a request under way
        answer[0].fulfill(body="there")
    page.click("p", force=True)
    guard.wait_for_focus(context)
    context.close()
    assert ["focus lost" in complaint for complaint in guard.unexpected()] == [True] * complaints
