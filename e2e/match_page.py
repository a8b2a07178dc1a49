"""The page of a match, as a player or a spectator uses it and reads it."""

import re
from typing import Any, Self

from playwright.sync_api import Locator, Page, expect

from e2e.challenge_page import ChallengePage
from tests.webapp.match_players import EVEN, SPEARS

MATCH = re.compile(r"/m/[a-z0-9]{8}$")
SHOWN_MS = 40_000  # longer than the playback of a few rounds


class MatchPage:
    """A person's own browser at a match. Every action waits for what it does to be seen."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.root = page.locator("#match")
        self.orders = page.locator(".orders")
        self.saving = page.locator(".saving")
        self.lock_button = page.locator(".orders .lock")
        self.offline = page.locator(".offline-note")
        self.ending = page.locator(".ending")
        self.notebook = page.locator(".notebook")
        self.clock = page.locator(".match-clock")
        self.stage = page.locator(".stage")
        self.title = page.locator(".orders .panel-title")

    @property
    def challenge(self) -> ChallengePage:
        """The challenge that leads to the match, in the same browser."""
        return ChallengePage(self.page, self.url)

    def open(self, address: str) -> Self:
        self.page.goto(address)
        return self.expect_there()

    def take_seat(self, address: str) -> Self:
        """Plays by a seat's link, which asks first."""
        self.page.goto(address)
        self.page.get_by_role("button", name=re.compile("^Play as ")).click()
        return self.expect_there()

    def expect_there(self) -> Self:
        """Waits until the page has found the match and hears of it."""
        expect(self.page).to_have_url(MATCH)
        expect(self.root).to_have_attribute("data-connected", "true")
        return self

    def unit(self, letter: str) -> Locator:
        return self.page.locator(f'.order-unit[data-letter="{letter}"]')

    def button(self, letter: str, order: str) -> Locator:
        return self.unit(letter).locator(f'[data-order="{order}"]')

    def order(self, **orders: str) -> Self:
        """Chooses orders and waits until they are saved."""
        for letter, order in orders.items():
            self.button(letter, order).click()
            self.expect_ordered(letter, order)
        expect(self.saving).to_have_attribute("data-saving", "saved")
        return self

    def expect_ordered(self, letter: str, order: str) -> None:
        expect(self.button(letter, order)).to_have_attribute("aria-pressed", "true")

    def lock(self) -> None:
        """Locks or unlocks, as soon as the round before has been shown."""
        self.lock_button.filter(has_not_text="Skip").click(timeout=SHOWN_MS)
        # Whoever has given no orders is asked; the question is there as soon as it is pressed.
        if (anyway := self.page.get_by_role("button", name="Lock anyway")).is_visible():
            anyway.click()

    def resign(self, round_: int) -> None:
        """Waits for the notebook of the round: one asked for after the end is refused."""
        expect(self.page.locator(f'.notebook[data-round="{round_}"]')).to_be_visible()
        self.page.get_by_role("button", name="Resign").click()
        self.page.get_by_role("dialog").get_by_role("button", name="Resign").click()

    def skip(self) -> None:
        """Does not wait until the round has been shown."""
        self.lock_button.filter(has_text="Skip").click()

    def note(self, letter: str) -> Locator:
        """What is said of a unit of one's own in the last round."""
        return self.unit(letter).locator(".lately")

    def mark(self, side: str) -> Locator:
        """What is said of a side: who it is, and whether it has locked."""
        return self.page.locator(f'[data-lock="{side}"]')

    def expect_locked(self, side: str, *, locked: bool = True) -> None:
        expect(self.mark(side)).to_have_attribute("data-locked", str(locked).lower())

    def expect_round(self, number: int) -> None:
        expect(self.root).to_have_attribute("data-round", str(number), timeout=SHOWN_MS)

    def expect_turn(self, number: int) -> None:
        """Waits until orders can be given for a round: the one before has been on the stage."""
        expect(self.title).to_have_text(f"Your orders for round {number}", timeout=SHOWN_MS)

    def expect_end(self, words: str) -> None:
        """Waits until the end has been on the stage."""
        expect(self.ending).to_be_visible(timeout=SHOWN_MS)
        expect(self.ending).to_contain_text(words)


def ask(person: MatchPage, path: str, seat: str = "", **body: Any) -> dict[str, Any]:
    """What the API of challenges answers a person who has a seat's token."""
    headers = {"Authorization": f"Bearer {seat}"} if seat else {}
    address = f"{person.url}/api/v1/challenges{path}"
    answer = person.page.request.post(address, data=body, headers=headers)
    assert answer.ok, answer.text()
    return dict(answer.json())


def begin(ann: MatchPage, bo: MatchPage, **limits: int) -> str:
    """Ann has challenged Bo, and both have sealed; opens the match for both, gives its address."""
    made = ask(ann, "", ruleset="siege", name="Ann", limits=limits)
    challenge = f"/{made['id']}"
    joined = ask(bo, f"{challenge}/join", token=made["you"]["invitation"], name="Bo")
    seats = made["you"]["seat"], joined["you"]["seat"]
    for person, seat, army in zip((ann, bo), seats, (SPEARS, EVEN), strict=True):
        ask(person, f"{challenge}/seal", seat, army=army)
    for person, seat in zip((ann, bo), seats, strict=True):
        person.take_seat(f"{person.url}/c{challenge}/seat/{seat}").expect_turn(1)
    return ann.page.url


def against_bot(ann: MatchPage, bot: str = "cautious", *, listed: bool = False) -> None:
    """Ann has challenged a bot and sealed; opens the match."""
    made = ask(ann, "", ruleset="siege", name="Ann", opponent=bot, listed=listed)
    seat = made["you"]["seat"]
    ask(ann, f"/{made['id']}/seal", seat, army=SPEARS)
    ann.take_seat(f"{ann.url}/c/{made['id']}/seat/{seat}").expect_turn(1)
