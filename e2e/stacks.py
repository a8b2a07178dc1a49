"""Battles of stacks: random ones, and how the watch page has to show them."""

from collections.abc import Iterator
from typing import Any

from e2e.played import Played, tag
from e2e.viewer_page import MINUS, READ_LINEUPS, ViewerPage, unordered
from engine.rulesets.warlords.catalog import CATALOG
from tests.games.manymarios.kernel_cases import Draw, Json

MARKS = {
    "angel-wings": "blessed",
    "cursed-star": "cursed",
    "poison-bottle": "poisoned",
    "plague-doctor-profile": "diseased",
    "frozen-body": "paralysed",
}
"""Meaning of each picture on a unit."""

READ_STACKS = """() => {
  const one = (selector) => document.querySelector(selector);
  const sides = (read) => ({ a: read("a"), b: read("b") });
  const { lineups, leaders } = (READ_LINEUPS)();
  const drawn = (use) => use.getAttribute("href").split("#icon-")[1];
  const unit = (root) => {
    const pips = root.querySelectorAll(".pips i");
    return {
      strength: Number(root.querySelector(".strength").textContent),
      hits: pips.length
        ? root.querySelectorAll(".pips i:not(.lost)").length
        : Number(root.querySelector(".pips u").textContent.slice(1)),
      full: pips.length || null,
      medals: root.querySelector(".medals").textContent.length,
      shots: Number(root.querySelector(".shots").textContent),
      marks: [...root.querySelectorAll(".marks-on use")].map(drawn),
      label: root.getAttribute("aria-label"),
    };
  };
  return {
    landed: Number(one("#watch").dataset.landed),
    sign: one(".round-sign").textContent,
    left: sides((side) => one(`[data-left="${side}"]`).textContent),
    lineups,
    leaders,
    units: Object.fromEntries(
      [...document.querySelectorAll("[data-unit]:not([data-gone])")]
        .map((root) => [root.dataset.unit, unit(root)]),
    ),
    result: one(".result-sign").hidden ? null : one(".result-sign strong").textContent,
    reading: sides((side) => one(`.reading .of-${side}`).textContent),
  };
}""".replace("READ_LINEUPS", READ_LINEUPS)

PIPS_MOST = 4


AFFLICTIONS = ("curse", "poison", "disease", "paralysis")


def check_stacks(viewer: ViewerPage, played: Played, *, moving: bool = False) -> int:
    """Checks all that stage and gauge say now."""
    return check_stage(viewer.page.evaluate(READ_STACKS), played, moving=moving)


def check_stage(stage: dict[str, Any], played: Played, *, moving: bool) -> int:
    """Check a stage against the engine and return how many events have landed. Units that are
    `moving` may be out of place."""
    for unit in stage["units"].values():
        unit["marks"] = sorted(MARKS[picture] for picture in unit["marks"])
    shown = stage.pop("reading")
    landed = int(stage["landed"])
    due = stacks_of(played, landed)
    assert stage.pop("sign") in map(sign_of, played.signs_after(landed))
    if moving:
        stage, due = unordered(stage), unordered(due)
    assert stage == due
    chance = played.chances[landed - 1]
    for side, exact in (("a", chance), ("b", 1 - chance)):
        told, is_bound = shown[side], shown[side][0] in "<>"
        off = abs(float(told.strip("<>")) - 100 * exact)
        assert off < (0.1 if is_bound else 0.051), f"side {side} after {landed} events"
        assert is_bound or not 0 < exact < 1 or told not in ("0", "100", "0.0", "100.0")
    return landed


def stacks_of(played: Played, landed: int) -> dict[str, Any]:
    """What the stage has to show when so many events, one at least, have landed."""
    state = played.snapshots[landed]
    lineups = state["lineups"]
    readied = [event for event in played.events[:landed] if tag(event) == "stack_readied"]
    bonus = {event.side: f" · bonus {signed(event.bonus)}" for event in readied if event.bonus}
    full = {unit.id: unit.hits for event in readied for unit in event.units}
    name = getattr(played.events[0], state["winner"]).name if state["ended"] else ""
    return {
        "landed": landed,
        "left": {side: f"{len(lineups[side])} left{bonus.get(side, '')}" for side in "ab"},
        "lineups": lineups,
        "leaders": {side: lineups[side][0] if lineups[side] else None for side in "ab"},
        "units": {
            id_: unit_of(played, id_, now, full.get(id_, max(now["hits"], played.cards[id_].hits)))
            for id_, now in state["units"].items()
            if id_ in (*lineups["a"], *lineups["b"])
        },
        "result": f"{name} wins" if state["ended"] else None,
    }


def sign_of(state: dict[str, Any]) -> str:
    """The sign over the stage."""
    rounds = f" · {state['melee']} round{'s' * (state['melee'] > 1)}"
    melee = rounds if state["melee"] and not state["ended"] else ""
    return f"Duel {state['round']}{melee}" if state["round"] else ""


def unit_of(played: Played, id_: str, now: dict[str, Any], full: int) -> dict[str, Any]:
    """What a unit has to show that had `full` hits when it was readied."""
    marks = [mark for mark in MARKS.values() if now[mark]]
    numbers = (
        f"strength {now['strength']}",
        f"hits {now['hits']} of {full}",
        f"medals {now['medals']}",
        f"shots {now['shots']}",
    )
    return {
        **{key: now[key] for key in ("strength", "hits", "medals", "shots")},
        "full": full if full <= PIPS_MOST else None,
        "marks": sorted(marks),
        "label": ", ".join([f"{played.cards[id_].name} ({id_})", *numbers, *marks]),
    }


def dice_of(played: Played, beat: int) -> list[dict[str, Any]]:
    """The dice that a beat has to show: their faces, and for a front unit the number to reach."""
    events = played.beat(beat)
    lineups = played.snapshots[events[0].seq]["lineups"]
    fronts = [ids[0] for ids in lineups.values() if ids]
    dice = []
    for event in events:
        rolls: list[tuple[str, list[int], int, bool]] = []
        if tag(event) == "dice_rolled":
            # Who escapes an affliction has won.
            won = (event.results[0] <= event.needed) != (event.purpose in AFFLICTIONS)
            rolls = [(event.unit, event.results, event.needed, won)]
        elif tag(event) in ("shot_fired", "melee_rolled"):
            first, second = ("aim", "cover") if tag(event) == "shot_fired" else ("a", "b")
            rolls = [
                (roll.unit, [die.result for die in roll.dice], roll.needed, roll.succeeded)
                for roll in (getattr(event, first), getattr(event, second))
            ]
        dice += [
            {
                "faces": [*map(str, faces)] or ["✓"],
                "goal": str(needed) if faces and unit in fronts else None,
                "won": won,
            }
            for unit, faces, needed, won in rolls
        ]
    return dice


def signed(amount: int) -> str:
    """A number with its sign."""
    return f"{MINUS}{-amount}" if amount < 0 else f"+{amount}"


def random_battles(seed: int, count: int) -> Iterator[Json]:
    """Stacks of up to five catalog units, some of them blessed or ill, on any ground."""
    draw = Draw(seed)
    for _ in range(count):
        terrain = sorted({*draw.some(CATALOG.terrains, 2)})
        city = {"city": draw.one(CATALOG.cities)} if draw.chance(3) else {}
        yield {
            "ruleset": "warlords",
            "field": {"terrain": terrain, **city},
            "sides": [
                {"name": name, "army": {"stack": [row(draw) for _ in range(draw.number(1, 5))]}}
                for name in ("Ann", "Bo")
            ],
        }


def row(draw: Draw) -> Json:
    """A unit of the catalog."""
    medals = {"medals": draw.number(1, 4)} if draw.chance(3) else {}
    conditions = ("blessed", "poisoned", "diseased", "paralysed")
    condition = {draw.one(conditions): True} if draw.chance(3) else {}
    return {"unit": draw.one(CATALOG.units), **medals, **condition}
