"""One page in any browser: what is done in it and read from it, by what WebDriver has in common."""

import contextlib
import json
import time
from abc import ABC, abstractmethod
from typing import Any, cast

WAIT_S = 20.0
POLL_S = 0.05
HEARD_S = 3.0
REST_MS = 100
TRIES = 3  # attempts, since WebKit's driver may lose a movement or click
Actions = list[dict[str, Any]]  # as in both protocols, classic and BiDi

FIND = """(css, text) => [...document.querySelectorAll(css)].find((element) =>
  element.checkVisibility({ visibilityProperty: true }) &&
  element.textContent.replace(/\\s+/g, " ").includes(text))"""

# A point of an element that has rested where a click would reach it, and nothing above it.
POINT = f"""(css, text, down, scroll) => {{
  const element = ({FIND})(css, text);
  if (!element || element.disabled) return null;
  if (scroll) element.scrollIntoView({{ block: "center", inline: "center", behavior: "instant" }});
  const box = element.getBoundingClientRect();
  const x = Math.round(box.left + box.width / 2);
  const y = Math.round(box.top + box.height * down);
  if (!element.contains(document.elementFromPoint(x, y))) return null;
  const place = [css, x, y].join();
  if (document.restsAt !== place) [document.restsAt, document.since] = [place, performance.now()];
  return performance.now() - document.since >= {REST_MS} ? [x, y] : null;
}}"""

# What moves on just then may let a click pass beside what it was for.
LISTEN_FOR_A_CLICK = """(css) => {
  document.clicked = false;
  const hear = ({ target }) => { document.clicked = target.closest(css) !== null; };
  addEventListener("click", hear, { capture: true, once: true });
  return true;
}"""

TEXTS = "(css) => [...document.querySelectorAll(css)].map((element) => element.textContent)"
ARE = f"(css, texts) => JSON.stringify(({TEXTS})(css)) === JSON.stringify(texts)"

CHOOSE = """(css, value) => {
  const select = document.querySelector(css);
  select.value = value;
  select.dispatchEvent(new Event("input", { bubbles: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
  return select.value === value;
}"""


class GoneError(Exception):
    """The document went away while it was asked, or is not there yet."""


class Tab(ABC):
    """A page with cookies of its own. Every action waits until it is possible."""

    @abstractmethod
    def _call(self, function: str) -> str:
        """The text that a function without arguments returns in the page."""

    @abstractmethod
    def perform(self, actions: Actions) -> None:
        """Does what hands do, by the browser's own input."""

    def run(self, function: str, *arguments: Any) -> Any:
        """What a JavaScript function returns for arguments, both as JSON."""
        values = ", ".join(map(json.dumps, arguments))
        return json.loads(self._call(f"() => JSON.stringify(({function})({values}) ?? null)"))

    def wait(self, function: str, *arguments: Any, seconds: float = WAIT_S) -> Any:
        """The first true value of a function in the page."""
        ends = time.monotonic() + seconds
        found = None
        while time.monotonic() < ends:
            try:
                found = self.run(function, *arguments)
            except GoneError as gone:
                found = str(gone)
            else:
                if found:
                    return found
            time.sleep(POLL_S)
        raise AssertionError(f"waited {seconds} s for {function} of {arguments}: {found}")

    @property
    def url(self) -> str:
        return cast(str, self.wait("() => location.href"))

    def expect_url(self, pattern: str, seconds: float = WAIT_S) -> str:
        """The address, once it contains what a regular expression describes."""
        matches = "(pattern) => new RegExp(pattern).test(location.href) && location.href"
        return cast(str, self.wait(matches, pattern, seconds=seconds))

    def see(self, css: str, text: str = "", seconds: float = WAIT_S) -> str:
        """The text of an element that contains some, once it is there to be seen."""
        shown = f"(css, text) => ({FIND})(css, text)?.textContent.trim().padStart(1)"
        return cast(str, self.wait(shown, css, text, seconds=seconds)).strip()

    def value(self, css: str) -> str:
        """What is in a field."""
        return cast(str, self.wait("(css) => document.querySelector(css)?.value", css))

    def attribute(self, css: str, name: str, value: str, seconds: float = WAIT_S) -> None:
        """Waits until an element's attribute has a value."""
        has = "(css, name, value) => document.querySelector(css)?.getAttribute(name) === value"
        self.wait(has, css, name, value, seconds=seconds)

    def click(self, css: str, text: str = "", seconds: float = WAIT_S) -> None:
        """Clicks the middle of the first such element that can be seen and reached."""
        for _ in range(TRIES):
            x, y = self._point(css, text, seconds=seconds)
            self.wait(LISTEN_FOR_A_CLICK, css)
            self._mouse(_move(x, y), _button("pointerDown"), _button("pointerUp"))
            with contextlib.suppress(AssertionError):
                # A click may have led to another document, which knows of none.
                self.wait("() => document.clicked !== false", seconds=HEARD_S)
                return
        raise AssertionError(f"the page heard of no click on {css} {text}")

    def fill(self, css: str, value: str) -> None:
        """Types into a field instead of what is in it."""
        self.click(css)
        self.wait("(css) => document.activeElement.matches(css)", css)
        self.run("() => document.activeElement.select()")
        self.type(value)

    def type(self, keys: str) -> None:
        """Presses keys one after the other; special ones as in Selenium's `Keys`."""
        presses = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.perform([{"type": "key", "id": "keyboard", "actions": presses}])

    def choose(self, css: str, value: str) -> None:
        """Chooses in a `select`: its list is drawn by the system, not in the page."""
        self.wait(CHOOSE, css, value)

    def drag(self, css: str, onto: str, down: float, become: tuple[str, list[str]]) -> None:
        """Drag an element to another's place, `down` that one's height, until `become` matches.
        Both must be on the screen."""
        for _ in range(TRIES):
            with contextlib.suppress(AssertionError):
                self._drag(css, onto, down)
                self.wait(ARE, *become, seconds=HEARD_S)
                return
            self._mouse(_move(1, 1), _button("pointerUp"))
            self.wait("() => !document.querySelector('.dragged')")
            if self.run(ARE, *become):
                return
        raise AssertionError(f"{become[0]} are {self.run(TEXTS, become[0])}, not {become[1]}")

    def _drag(self, css: str, onto: str, down: float) -> None:
        here = self._point(css)
        there = self._point(onto, down=down, scroll=False)
        self._mouse(_move(*here), _button("pointerDown"), _move(here[0] + 20, here[1]))
        self.see(".dragged", seconds=HEARD_S)
        self._mouse(_move(there[0], there[1] - 5), _move(*there))
        self.see(f"{onto}.drop-place", seconds=HEARD_S)
        self._mouse(_button("pointerUp"))
        self.wait("() => !document.querySelector('.dragged')", seconds=HEARD_S)

    def _point(
        self,
        css: str,
        text: str = "",
        *,
        down: float = 0.5,
        scroll: bool = True,
        seconds: float = WAIT_S,
    ) -> tuple[int, int]:
        """Where an element rests: the middle of its width, some way `down` its height."""
        x, y = self.wait(POINT, css, text, down, scroll, seconds=seconds)
        return x, y

    def _mouse(self, *moves: dict[str, Any]) -> None:
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.perform([{**mouse, "actions": list(moves)}])


def _move(x: int, y: int) -> dict[str, Any]:
    return {"type": "pointerMove", "x": x, "y": y, "origin": "viewport", "duration": 50}


def _button(kind: str) -> dict[str, Any]:
    return {"type": kind, "button": 0}
