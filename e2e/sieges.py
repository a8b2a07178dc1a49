"""Matches of the siege: random ones, what a viewer may see of one, and how its page shows it."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.json import decode, encode
from playwright.sync_api import Page

from e2e.played import Played, Snapshot, tag
from e2e.viewer_page import ViewerPage
from engine import Seeded
from engine.core.events import seen_by
from engine.rulesets.siege.army import Five, random_allotment
from tests.games.manymarios.kernel_cases import Draw, Json
from webapp.base import games
from webapp.base.game import load_words, pace_of
from webapp.base.paths import scene_folder
from webapp.battles.playback import schedule

Viewer = Literal["a", "b", "spectator"]

LETTERS = "ABCDE"
SIDES: tuple[Literal["a", "b"], ...] = ("a", "b")
ORDERS = ("attack", "attack", "defend", "recover", "none")


def row_names(played: Played) -> dict[str, str]:
    """The names of the tables' rows as the page shows them."""
    plain = load_words(scene_folder("siege")).things
    return {row.id: plain.get(row.name, row.name) for row in played.events[0].rows}


READ_SIEGE = """() => {
  const one = (selector) => document.querySelector(selector);
  const text = (selector) => one(selector)?.textContent ?? "";
  const sides = (read) => ({ a: read("a"), b: read("b") });
  const number = (said) => (said === "?" ? null : Number(said));
  const unit = (root) => ({
    ...Object.fromEntries(["atk", "def", "hp"].map((stat) => [
      stat, number(root.querySelector(`[data-stat="${stat}"] b`).textContent),
    ])),
    exh: root.querySelector(".exh").dataset.known === "yes"
      ? root.querySelectorAll(".exh i.on").length : null,
    order: root.querySelector(".order").dataset.order || null,
    spot: root.dataset.spot,
    tag: root.querySelector(".row-tag").textContent,
  });
  const plaque = one(".plaque");
  return {
    landed: Number(one("#watch").dataset.landed),
    sign: text(".round-sign"),
    left: sides((side) => text(`[data-left="${side}"]`)),
    castles: sides((side) => one(`.castle[data-side="${side}"]`).dataset.castle),
    units: Object.fromEntries(
      [...document.querySelectorAll("[data-unit]")].map((root) => [root.dataset.unit, unit(root)]),
    ),
    clashes: [...document.querySelectorAll(".clash:not([hidden])")].map((clash) =>
      [...clash.querySelectorAll("b")].map((b) => Number(b.textContent))),
    sums: plaque.hidden ? null
      : [...plaque.querySelectorAll("b")].map((b) => Number(b.textContent)),
    result: one(".result-sign").hidden ? null : text(".result-sign strong"),
    reading: sides((side) => text(`.reading .of-${side}`)),
  };
}"""


def stage(viewer: ViewerPage) -> dict[str, Any]:
    """All that the stage and the gauge say."""
    read: dict[str, Any] = viewer.page.evaluate(READ_SIEGE)
    return read


def check_siege(viewer: ViewerPage, played: Played) -> int:
    """Checks all that is shown now against the engine."""
    return check_stage(stage(viewer), played)


def check_stage(shown: dict[str, Any], played: Played) -> int:
    """Checks what was read, for who sees all; gives how many events have landed."""
    landed = int(shown["landed"])
    due = siege_of(played, landed)
    assert shown.pop("sign") in map(sign_of, played.signs_after(landed))
    assert shown == due, {key: (shown[key], due[key]) for key in due if shown[key] != due[key]}
    return landed


def siege_of(played: Played, landed: int) -> dict[str, Any]:
    """What the stage has to show when so many events, one at least, have landed."""
    state = played.snapshots[landed]
    this_round = events_of_round(played, landed)
    names = {side: getattr(played.events[0], side).name for side in SIDES}
    points = {side: points_of(state, side) for side in SIDES}
    besieged = [event for event in this_round if tag(event) == "castle_besieged"]
    fights = [event for event in this_round if tag(event) == "units_met"]
    counted = [event for event in played.events[:landed] if tag(event) == "totals_counted"]
    over = {"units_rested", "castle_fallen", "side_resigned"}.intersection(map(tag, this_round))
    sums = [[event.attack, event.defense] for event in besieged if not over]
    if counted and not state["ended"]:
        sums = [[counted[0].a.total, counted[0].b.total]]
    return {
        "landed": landed,
        "left": {
            side: "army hidden" if sum_ is None else f"{sum_} points"
            for side, sum_ in points.items()
        },
        "castles": {side: castle_of(state, besieged, side) for side in SIDES},
        "units": {
            id_: unit_of(played, this_round, id_, unit) for id_, unit in state["units"].items()
        },
        "clashes": [[event.a_atk, event.b_atk] for event in fights if is_open(event, this_round)],
        "sums": sums[0] if sums else None,
        "result": f"{names[state['winner']]} wins" if state["ended"] else None,
        "reading": {side: "?" if sum_ is None else str(sum_) for side, sum_ in points.items()},
    }


def sign_of(state: dict[str, Any]) -> str:
    """The sign over the stage."""
    return f"Round {state['round']} · at most 40" if state["round"] else ""


def is_open(met: Any, this_round: list[Any]) -> bool:
    """Whether two who met are in the field still, and it is not known yet how they fared."""
    left = {"castle_guarded", "castle_besieged", "units_rested", "totals_counted", "side_resigned"}
    judged = {e.unit for e in this_round if tag(e) == "unit_fought" and e.source}
    return left.isdisjoint(map(tag, this_round)) and judged.isdisjoint({met.a, met.b})


def events_of_round(played: Played, landed: int) -> list[Any]:
    """The events since the round began, and none any more when the armies are shown."""
    events: list[Any] = []
    for event in played.events[:landed]:
        if tag(event) in ("round_started", "army_revealed"):
            events.clear()
        events.append(event)
    return events


def points_of(state: Snapshot, side: str) -> int | None:
    """ATK + DEF + HP - EXH over a side's units; None before they are known."""
    units = [unit for id_, unit in state["units"].items() if id_[0] == side]
    if any(unit["atk"] is None for unit in units):
        return None
    return sum(unit["atk"] + unit["def"] + unit["hp"] - unit["exh"] for unit in units)


def castle_of(state: Snapshot, besieged: list[Any], side: str) -> str:
    if state["fallen"] == side:
        return "fallen"
    if state["resigned"] == side:
        return "yielded"
    return "besieged" if any(event.side == side for event in besieged) else "standing"


def unit_of(
    played: Played, this_round: list[Any], id_: str, unit: dict[str, Any]
) -> dict[str, Any]:
    """What a unit has to show."""
    spot, tags = "home", ""
    for event in this_round:
        kind = tag(event)
        if kind == "units_met" and id_ in (event.a, event.b):
            spot = "field"
        elif kind in ("castle_guarded", "castle_besieged"):
            spot = "home" if spot == "field" else spot
            if id_ in event.defenders:
                spot = "wall"
            elif kind == "castle_besieged" and id_ in event.besiegers:
                spot = "siege"
        elif kind in ("units_rested", "totals_counted", "side_resigned"):
            spot = "home"
        elif kind == "unit_fought" and event.unit == id_ and event.source:
            tags = row_names(played)[event.source]
    if spot != "field":
        tags = ""
    begun = any(tag(event) == "round_started" for event in this_round)
    order = (unit["order"] or "sealed") if begun else None
    values = {key: unit[key] for key in ("atk", "def", "hp", "exh")}
    return {**values, "order": order, "spot": spot, "tag": tags}


def seen_recording(played: Played, viewer: Viewer) -> dict[str, Any]:
    """The recording of a match as a viewer saw it, in the shape in which the API gives one."""
    events = seen_by(played.events, None if viewer == "spectator" else viewer)
    plan = schedule([(tag(event), event.beat) for event in events], pace_of(games.game("siege")))
    return {"events": decode(encode(events)), "cues": plan.cues, "duration_ms": plan.duration_ms}


def watch_as(page: Page, played: Played, viewer: Viewer) -> list[Json]:
    """Lets the page have what this viewer saw instead of everything; gives its events."""
    recording = seen_recording(played, viewer)
    page.route("**/api/v1/battles/*/recording*", lambda route: route.fulfill(json=recording))
    events: list[Json] = recording["events"]
    return events


def random_matches(seed: int, count: int) -> Iterator[Json]:
    """Matches of random armies under random orders, many of which may not be carried out."""
    draw, dice = Draw(seed), Seeded(seed)
    for _ in range(count):
        rounds = draw.number(1, 12)
        yield {
            "ruleset": "siege",
            "sides": [
                {
                    "name": name,
                    "army": {"units": units_of(random_allotment(dice))},
                    "orders": [
                        {letter: draw.one(ORDERS) for letter in LETTERS} for _ in range(rounds)
                    ],
                }
                for name in ("Ann", "Bo")
            ],
        }


def units_of(allotment: Five) -> Json:
    """An allotment as a battle file has it."""
    stats = (zip(("atk", "def", "hp"), unit[:3], strict=True) for unit in allotment)
    return {letter: dict(unit) for letter, unit in zip(LETTERS, stats, strict=True)}


def many_fights(count: int) -> Json:
    """A match in which so many of each side fight in the first round, and the others do nothing."""
    even = {letter: {"atk": 2, "def": 2, "hp": 2} for letter in LETTERS}
    firm = {"atk": 1, "def": 3, "hp": 2}
    strong = {**even, "A": {"atk": 4, "def": 0, "hp": 2}, "D": firm, "E": firm}
    return crowd(("attack", count, even), ("attack", count, strong))


def many_besiegers(count: int, defenders: int) -> Json:
    """A match in which so many stand before the wall on which so many of the other side are."""
    even = {letter: {"atk": 2, "def": 2, "hp": 2} for letter in LETTERS}
    return crowd(("attack", count, even), ("defend", defenders, even))


def crowd(*sides: tuple[str, int, Json]) -> Json:
    """A match of one round: what the first units of each side do, how many, and the army."""
    orders = [
        {letter: does if k < count else "none" for k, letter in enumerate(LETTERS)}
        for does, count, _ in sides
    ]
    return {
        "ruleset": "siege",
        "seed": 1,
        "sides": [
            {"name": name, "army": {"units": units}, "orders": [given]}
            for name, given, (_, _, units) in zip(("Ann", "Bo"), orders, sides, strict=True)
        ],
    }
