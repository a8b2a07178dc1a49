"""The army editor, as somebody who builds uses it and reads it."""

import json
import re
from typing import Any, Self

from playwright.sync_api import Locator, Page, expect

READY = "ready"
STEPS = 12  # mouse moves in a drag, so that the page notices it


class BuilderPage:
    """A page at /build/<ruleset>. Every action waits for what it does to be seen."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.root = page.locator("#builder.builder")
        self.search = page.get_by_role("searchbox", name="Search what you can add")
        self.entries = page.locator(".entry")
        self.rows = page.locator(".rows > [data-key]")
        self.names = page.locator(".rows .row-name")
        self.details = page.get_by_role("region", name="The chosen unit")
        self.sparring = page.get_by_role("region", name="Test fight")
        self.summary = page.locator(".summary")
        self.status = page.locator(".status-pill")
        self.dialog = page.get_by_role("dialog")
        self.live = page.locator("#builder-live")
        self.notes = page.locator(".note:visible")

    def open(self, ruleset: str, start: str = "") -> Self:
        """Opens the editor, empty or with `sample:ID`, and waits for its first check."""
        query = f"?from={start}" if start else ""
        return self.go(f"/build/{ruleset}{query}")

    def go(self, address: str) -> Self:
        """Opens the editor at an address of its own, such as an edit link."""
        self.page.goto(address if "://" in address else f"{self.url}{address}")
        return self.expect_checked()

    def reload(self) -> Self:
        self.page.reload()
        return self.expect_checked()

    def expect_checked(self) -> Self:
        expect(self.root).to_be_visible()
        expect(self.page.locator(".meters .meter").first).to_be_visible()
        return self

    def expect_ready(self) -> None:
        expect(self.status).to_have_attribute("data-state", READY)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def entry(self, name: str) -> Locator:
        """A card's entry on the shelf."""
        return self.entries.filter(has=self.page.locator(f'.entry-name:text-is("{name}")'))

    def row(self, place: int) -> Locator:
        """The row at a place, from 1."""
        return self.rows.nth(place - 1)

    def main(self, place: int) -> Locator:
        """What is clicked and focused in the row at a place."""
        return self.row(place).locator(".row-main")

    def act(self, place: int, name: str) -> None:
        """Presses a button of the row at a place, which is chosen first."""
        self.choose(place)
        self.row(place).locator(f'[data-act="{name}"]').click()

    def choose(self, place: int) -> None:
        self.main(place).click()
        expect(self.main(place)).to_have_attribute("aria-current", "true")

    def add(self, name: str) -> None:
        """Adds a card by a click."""
        before = self.rows.count()
        self.entry(name).click()
        expect(self.rows).to_have_count(before + 1)

    def drag_in(self, name: str, place: int) -> None:
        """Drags a card to before the row at a place, or to the end."""
        before = self.rows.count()
        target = self.row(place) if place <= before else self.page.locator("#rows")
        self._drag(self.entry(name), target, place, at=0.2 if place <= before else 0.9)
        expect(self.rows).to_have_count(before + 1)

    def drag_row(self, place: int, to: int) -> None:
        """Drags a row to where another one is."""
        name = self.names.nth(place - 1).inner_text()
        self._drag(self.main(place), self.row(to), to, at=0.8 if to > place else 0.2)
        expect(self.names.nth(to - 1)).to_have_text(name)

    def _drag(self, source: Locator, target: Locator, to: int, at: float) -> None:
        source.scroll_into_view_if_needed()
        start, end = source.bounding_box(), target.bounding_box()
        assert start
        assert end
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 3, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2, steps=STEPS)
        expect(self.page.locator(".dragged")).to_be_visible()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] * at, steps=STEPS)
        landing = self.page.locator("#rows > :not(.dragged)").nth(to - 1)
        expect(landing).to_have_class(re.compile("drop-place"))
        mouse.up()
        expect(self.page.locator(".dragged")).to_have_count(0)

    def field(self, path: str) -> Locator:
        """A field of the chosen unit, or of the army."""
        return self.page.locator(f'[data-path="{path}"]')

    def pick(self, path: str, name: str) -> None:
        """Picks an option in a field of the chosen unit, opening it where it is closed."""
        field = self.field(path)
        opener = field.locator("details.picker:not([open]) > summary")
        if opener.count():
            opener.click()
        field.locator(".option", has=self.page.locator(f'.option-name:text-is("{name}")')).click()

    def set_number(self, path: str, value: int) -> None:
        self.field(path).get_by_role("textbox").fill(str(value))

    def count(self, path: str, name: str, times: int) -> None:
        """Sets how often an option of a field is counted."""
        box = self.field(path).get_by_role("textbox", name=name, exact=True)
        if not box.is_visible():
            self.pick(path, name)
        box.fill(str(times))

    def meter(self, label: str) -> Locator:
        return self.page.locator(f'.meters [data-meter="{label}"]')

    def army(self) -> dict[str, Any]:
        """The army in the editor, from its export."""
        self.button("Export").click()
        told = self.dialog.get_by_label("As JSON").input_value()
        self.close_dialog()
        return dict(json.loads(told))

    def text(self) -> str:
        """The army in the editor as compact text."""
        self.button("Export").click()
        told = self.dialog.get_by_label("As text").input_value()
        self.close_dialog()
        return told

    def close_dialog(self) -> None:
        self.dialog.get_by_role("button", name="Close", exact=True).click()
        expect(self.dialog).to_have_count(0)

    def read(self, text: str) -> None:
        """Puts a text into the import and presses its button."""
        self.button("Import").click()
        self.dialog.get_by_label("Text or JSON").fill(text)
        self.dialog.get_by_role("button", name="Import", exact=True).click()

    def save_new(self) -> tuple[str, str]:
        """Saves the army for the first time: its link and its edit link."""
        self.button("Save the army").click()
        link = self.dialog.get_by_label("Link", exact=True)
        expect(link).to_be_visible()
        edit = self.dialog.get_by_label("Edit link", exact=True)
        found = link.input_value(), edit.input_value()
        id_ = found[0].rpartition("/")[2]
        fight = self.dialog.get_by_role("link", name="Fight with it")
        expect(fight).to_have_attribute("href", re.compile(rf"^/quick/\w+\?army_a={id_}$"))
        self.close_dialog()
        return found

    def fight(self, opponent: str) -> None:
        """Chooses an opponent and waits for the chances."""
        self.sparring.get_by_label("Test fight against").select_option(opponent)
        expect(self.sparring.locator(".odds-result")).to_have_attribute(
            "data-state", re.compile("exact|sample")
        )

    def saved(self, link: str) -> dict[str, Any]:
        """The army behind a link, as the API has it."""
        id_ = link.rsplit("/", 1)[-1]
        answer = self.page.request.get(f"{self.url}/api/v1/armies/{id_}").json()
        return dict(answer["army"])
