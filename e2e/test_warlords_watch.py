"""Battles of stacks on the watch page: every number on it is the engine's."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import engine
from e2e.played import Played, sample_page, tag
from e2e.server import Server
from e2e.stacks import check_stacks, dice_of
from e2e.viewer_page import ViewerPage
from webapp import games
from webapp.battles import samples

EIGHTS = "night-on-the-hill"  # eight against eight, with heroes and all afflictions
CATALOG = engine.rulesets()["warlords"].catalog()
SEEKS = 30
ARROWS_MOST = 12

READ_DICE = """(all) => all.map((dice) => ({
  faces: [...dice.querySelectorAll("b")].map((face) => face.textContent),
  goal: /[^:]*or less/.exec(dice.querySelector("small")?.textContent ?? "")?.[0] ?? null,
  won: dice.classList.contains("won"),
}))"""

READ_STAINS = """() => Object.fromEntries(
  [...document.querySelectorAll("[data-unit]")]
    .map((unit) => [unit.dataset.unit, unit.querySelectorAll(".stain path").length])
    .filter(([, pools]) => pools > 0),
)"""


@pytest.fixture(scope="module")
def eights() -> Played:
    return Played.sample(EIGHTS, "warlords")


Stored = Callable[[str], tuple[Played, str]]


@pytest.fixture(scope="module")
def stored(server: Server) -> Stored:
    """A sample or golden battle, and the id under which it can be watched."""
    kept: dict[str, tuple[Played, str]] = {}

    def stored(name: str) -> tuple[Played, str]:
        if name in samples.load(games.game("warlords")).battles:
            return Played.sample(name, "warlords"), sample_page(name, "warlords")
        if name not in kept:
            played = Played.golden("warlords", name)
            kept[name] = played, server.store(played.recording.header.battle)
        return kept[name]

    return stored


def first(played: Played, type_: str, **values: Any) -> Any:
    """The first event of a type with these values."""
    return next(
        event
        for event in played.events
        if tag(event) == type_ and all(getattr(event, k) == v for k, v in values.items())
    )


def test_card_of_a_hero_calls_everything_by_its_name(viewer: ViewerPage, stored: Stored) -> None:
    """Its things and spells, and where each point comes from: by the names of the catalog."""
    played, id_ = stored("heroes")
    shelves = (CATALOG["abilities"], CATALOG["entries"], CATALOG["terrains"])
    called = {word: row["name"] for shelf in shelves for word, row in shelf.items()}
    viewer.open(id_, at=1)
    wu = next(card for card in played.cards.values() if card.name == "Wu")
    for card in played.cards.values():
        viewer.unit(card.id).focus()
        expect(viewer.inspector.locator("h2")).to_have_text(f"{card.name}{card.id}")
        notes = viewer.inspector.locator("dl.notes")
        for thing in (*card.spells, *card.items):
            expect(notes).to_contain_text(called[thing])
        said = set(re.findall(r"[\w-]+-[\w-]+", viewer.inspector.inner_text()))
        assert not said & {*called}, "an id is no name"
    viewer.unit(wu.id).focus()
    expect(notes).to_contain_text("Spider Ring")
    expect(viewer.inspector.locator(".tags span")).to_have_text(["in front", "hero"])


MOMENTS: list[Any] = [
    pytest.param("dragon-raid", "acid_hit", {}, id="acid"),
    pytest.param("dragon-raid", "lightning_hit", {}, id="lightning"),
    pytest.param("dragon-raid", "shot_fired", {"kills": False}, id="shot"),
    pytest.param("heroes", "shot_fired", {"kills": True}, id="deadly-shot"),
    pytest.param("heroes", "missiles_cancelled", {}, id="volleys-cancelled"),
    pytest.param("all-customs", "missiles_shrugged", {}, id="volley-at-immune"),
    pytest.param("gnolls", "unit_assassinated", {}, id="assassination"),
    pytest.param("the-dead-walk", "unit_afflicted", {"affliction": "curse"}, id="curse"),
    pytest.param("four-plagues", "unit_afflicted", {"affliction": "disease"}, id="disease"),
    pytest.param("slayers", "unit_slain", {}, id="slayer"),
]


@pytest.mark.parametrize(("battle", "type_", "values"), MOMENTS)
def test_moment_is_watched_as_the_engine_tells_it(
    viewer: ViewerPage, stored: Stored, battle: str, type_: str, values: dict[str, Any]
) -> None:
    played, page_id = stored(battle)
    event = first(played, type_, **values)
    before = played.beat(event.beat)[0].seq - 1
    viewer.open(page_id, at=before)
    assert check_stacks(viewer, played, moving=True) == before + 1
    viewer.play()
    viewer.page.wait_for_function(
        "(count) => Number(document.querySelector('#watch').dataset.landed) >= count",
        arg=event.seq + 1,
    )
    viewer.pause()
    assert check_stacks(viewer, played, moving=True) > event.seq

    viewer.seek_event(event.seq)
    assert check_stacks(viewer, played, moving=True) == event.seq + 1
    check_dice(viewer, played, event.beat)
    line = viewer.page.locator(f'.log li[data-seq="{event.seq}"]')
    expect(line).to_be_visible()
    for field in ("attacker", "target", "unit"):
        if hasattr(event, field):
            expect(line).to_contain_text(played.cards[getattr(event, field)].name)
    for field in ("amount", "strength", "hits"):
        if hasattr(event, field) and type_ in ("acid_hit", "lightning_hit"):
            expect(line).to_contain_text(str(getattr(event, field)))


def check_dice(viewer: ViewerPage, played: Played, beat: int) -> None:
    """The dice on the stage are those that the engine rolled in this beat."""
    due = dice_of(played, beat)
    dice = viewer.page.locator(".effects .dice")
    expect(dice).to_have_count(len(due))
    assert dice.evaluate_all(READ_DICE) == due


@pytest.mark.parametrize("battle", ["dragon-raid", "four-plagues", "heroes"])
def test_dice_of_every_roll_are_shown(viewer: ViewerPage, stored: Stored, battle: str) -> None:
    played, page_id = stored(battle)
    viewer.open(page_id, at=0)
    rolls = played.seqs("dice_rolled", "shot_fired", "melee_rolled")
    by_beat = {played.events[seq].beat: seq for seq in rolls}
    for beat, seq in by_beat.items():
        viewer.seek_event(seq)
        check_dice(viewer, played, beat)


def test_as_many_arrows_fly_as_shots_are_fired(viewer: ViewerPage, stored: Stored) -> None:
    for battle, type_, volleys in (
        ("all-customs", "missiles_shrugged", 1),
        ("heroes", "missiles_cancelled", 2),
    ):
        played, page_id = stored(battle)
        event = first(played, type_)
        assert event.amount <= ARROWS_MOST
        viewer.open(page_id, at=event.seq)
        arrows = str(volleys * event.amount)
        expect(viewer.page.locator(".effects")).to_have_attribute("data-projectiles", arrows)


def eaten_by_acid(played: Played, landed: int) -> dict[str, int]:
    """How much strength acid has taken from each unit once so many events have landed."""
    eaten: dict[str, int] = {}
    for seq in range(landed):
        if tag(played.events[seq]) == "acid_hit":
            target = played.events[seq].target
            before, after = (
                played.snapshots[k]["units"][target]["strength"] for k in (seq, seq + 1)
            )
            eaten[target] = eaten.get(target, 0) + before - after
    return eaten


@pytest.mark.parametrize("battle", ["dragon-raid", "heroes"])
def test_acid_leaves_a_stain_for_as_long_as_what_it_has_eaten(
    still_viewer: ViewerPage, stored: Stored, battle: str
) -> None:
    """A pool for every 2 points of strength, 3 at most."""
    played, page_id = stored(battle)
    viewer = still_viewer.open(page_id, at=0)
    hits = played.seqs("acid_hit")
    assert hits
    # There and back again.
    for seq in (*hits, len(played.events) - 1, hits[0] - 1, hits[0], 0):
        viewer.seek_event(seq)
        due = {
            id_: min(3, -(-lost // 2))
            for id_, lost in eaten_by_acid(played, seq + 1).items()
            if lost
        }
        assert due or seq not in hits
        assert viewer.page.evaluate(READ_STAINS) == due


def tries(played: Played) -> list[int]:
    """After each event, how many attempts in a row have come to nothing in this pairing."""
    counts, count = [], 0
    for event in played.events:
        match tag(event):
            case "pairing_started" | "unit_slain" | "acid_hit" | "lightning_hit":
                count = 0
            case "unit_assassinated":
                count = 0
            case "attempt_failed" | "missiles_shrugged":
                count += 1
            case "shot_fired":
                count = 0 if event.kills else count + 1
            case "melee_rolled":
                count = 0 if event.struck else count + 1
        counts.append(count)
    return counts


def words_for(event: Any) -> str:
    if tag(event) == "melee_rolled":
        return "Both hit: nobody is hurt" if event.a.succeeded else "Both missed"
    return "Saved by cover" if event.aim.succeeded else "Missed"


@pytest.mark.parametrize("battle", ["dragon-raid", "slayers", "heroes"])
def test_clashes_and_shots_that_come_to_nothing_are_counted(
    viewer: ViewerPage, stored: Stored, battle: str
) -> None:
    played, page_id = stored(battle)
    viewer.open(page_id, at=0)
    counts = tries(played)
    in_vain = [seq for seq in played.seqs("melee_rolled", "shot_fired") if counts[seq]]
    assert max(counts[seq] for seq in in_vain) >= 2
    for seq in in_vain:
        viewer.seek_event(seq)
        count = counts[seq]
        (said,) = viewer.page.locator(".effects .caption").all_text_contents()
        assert said.endswith(f" · try {count}") if count > 1 else "try" not in said
        assert said.startswith(words_for(played.events[seq]))


def test_pairings_are_stepped_over_in_both_directions(viewer: ViewerPage, stored: Stored) -> None:
    played, page_id = stored("dragon-raid")
    viewer.open(page_id, at=0)
    starts = played.seqs("pairing_started")
    for seq in starts[:3]:
        viewer.step("round", "on")
        viewer.expect_landed(seq + 1)
    viewer.step("round", "back")
    viewer.expect_landed(starts[1] + 1)
    viewer.seek_round(len(starts))
    viewer.expect_landed(starts[-1] + 1)
    check_stacks(viewer, played, moving=True)
