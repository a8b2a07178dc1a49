"""Siege allotments built in the editor: all units at once, by mouse and by keyboard."""

import re

from playwright.sync_api import FloatRect, Locator, Page, expect

from e2e.builder_page import BuilderPage
from e2e.server import Server

SPLIT = {"A": (4, 0, 2), "B": (4, 0, 2), "C": (2, 2, 2), "D": (0, 4, 2), "E": (0, 4, 2)}
UNITS = {letter: dict(zip(("atk", "def", "hp"), row, strict=True)) for letter, row in SPLIT.items()}


def cell(builder: BuilderPage, letter: str, stat: str) -> Locator:
    return builder.page.locator(f'[data-key="{letter}"] [data-path="{stat}"]')


def number(builder: BuilderPage, letter: str, stat: str) -> Locator:
    return cell(builder, letter, stat).get_by_role("textbox")


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found
    return found


def test_who_has_given_no_point_yet_has_done_nothing_wrong(builder: BuilderPage) -> None:
    builder.open("siege")
    state, problems = builder.page.locator(".status-pill"), builder.page.locator(".summary")
    expect(state).to_have_text("Empty")
    expect(problems).to_be_hidden()
    number(builder, "A", "atk").fill("4")
    expect(state).to_have_text("3 problems to fix")
    expect(problems).to_be_visible()
    state.click()
    expect(problems).to_be_focused()
    # 4 of 10 ATK are spent, and neither DEF nor HP
    expect(problems.locator("li").first).to_have_text(
        re.compile("^ATK adds up to 4 .*give 6 more$")
    )
    expect(problems.get_by_role("button")).to_have_count(0)


def test_an_allotment_is_built_by_keyboard(builder: BuilderPage) -> None:
    builder.open("siege")
    keyboard = builder.page.keyboard
    number(builder, "A", "atk").focus()
    for place, stat in enumerate(("atk", "def", "hp")):
        for letter, points in UNITS.items():
            expect(number(builder, letter, stat)).to_be_focused()
            for _ in range(points[stat]):
                keyboard.press("ArrowUp")
            expect(number(builder, letter, stat)).to_have_value(str(points[stat]))
            if letter != "E":
                keyboard.press("Enter")
        for _ in range(4):
            keyboard.press("Alt+ArrowUp")
        expect(number(builder, "A", stat)).to_be_focused()
        if place < 2:
            keyboard.press("Tab")
    builder.expect_ready()
    assert builder.army() == {"units": UNITS}
    assert builder.text() == "A 4/0/2\nB 4/0/2\nC 2/2/2\nD 0/4/2\nE 0/4/2\n"


def test_what_is_over_is_told_beside_its_unit_and_pool(builder: BuilderPage) -> None:
    builder.open("siege", "sample:even-five")
    number(builder, "B", "atk").fill("5")
    expect(builder.meter("ATK")).to_have_text("13 of 10 ATK 3 over")
    row = builder.page.locator('[data-key="B"]')
    expect(row.locator(".row-total")).to_have_text("9 of 7 points 2 over")
    expect(cell(builder, "B", "atk").locator(".field-error")).to_contain_text("it must be 0 to 4")
    expect(row.locator(".row-problem")).to_contain_text("a unit takes at most 7")
    expect(builder.summary).to_contain_text("take away 3")
    builder.status.click()
    expect(number(builder, "B", "atk")).to_be_focused()
    builder.button("Undo: change atk of B").click()
    builder.expect_ready()


def test_what_is_mistyped_is_seen_whole_and_named(builder: BuilderPage) -> None:
    builder.open("siege")
    builder.page.set_viewport_size({"width": 1280, "height": 800})
    save = builder.button("Save the army")
    place = box(save)["x"]
    for stat in ("atk", "def", "hp"):
        number(builder, "B", stat).fill("44")
        assert number(builder, "B", stat).evaluate("it => it.scrollWidth <= it.clientWidth"), stat
    number(builder, "C", "hp").fill("")
    problems = builder.summary.locator("li")
    expect(problems.filter(has_text="HP: Enter")).to_have_text("C: HP: Enter a whole number.")
    expect(problems.filter(has_text="ATK is")).to_have_text("B: ATK is 44; it must be 0 to 4.")
    row = builder.page.locator('[data-key="B"]')
    expect(row.locator(".row-total")).to_have_text("132 of 7 points 125 over")
    more = box(row.get_by_role("button", name="More HP"))
    assert more["x"] + more["width"] <= box(row.locator(".meter"))["x"]
    # One of several that is wrong stays in line with the others.
    number(builder, "B", "def").fill("0")
    expect(row.locator(".field-error:visible")).to_have_count(2)
    assert len({box(stepper)["y"] for stepper in row.locator(".stepper").all()}) == 1
    assert box(save)["x"] == place


def test_what_is_left_is_written_as_in_the_language(german_page: Page, server: Server) -> None:
    """All have two of ATK, DEF and HP, but B half an ATK less: 9.5 of 10, and its own 5.5 of 7."""
    builder = BuilderPage(german_page, server.url).open("siege", "sample:even-five")
    number(builder, "B", "atk").fill("1.5")
    total = german_page.locator('[data-key="B"] .row-total .meter')
    expect(total).to_have_text("5,5 / 7 Punkte noch 1,5")
    expect(builder.meter("ATK")).to_have_text("9,5 / 10 ATK noch 0,5")
