"""Battles of stacks on the watch page: numbers, log, cards and chances are the engine's."""

import re

import pytest
from playwright.sync_api import expect

import engine
from e2e.cases import further
from e2e.conftest import Stored
from e2e.played import Played, sample_page, tag
from e2e.server import Server
from e2e.stacks import READ_STACKS, check_stacks, check_stage, dice_of
from e2e.viewer_page import ViewerPage, sum_of
from tests.stacks import battle_file, unit
from webapp.battles.playback import READ_MS

EIGHTS = "night-on-the-hill"  # eight against eight, with heroes and all afflictions
CATALOG = engine.rulesets()["warlords"].catalog()

READ_DICE = """() => [...document.querySelectorAll(".effects .dice")].map((dice) => ({
  faces: [...dice.querySelectorAll("b")].map((face) => face.firstChild.textContent),
  goal: /\\d+/.exec(dice.querySelector("small")?.textContent ?? "")?.[0] ?? null,
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


def test_card_of_a_hero_calls_everything_by_its_name(
    shared_viewer: ViewerPage, stored: Stored
) -> None:
    """Its things and spells, and where each point comes from: by the names of the catalog."""
    played, id_ = stored("warlords", "heroes")
    shelves = (CATALOG["abilities"], CATALOG["entries"], CATALOG["terrains"])
    called = {word: row["name"] for shelf in shelves for word, row in shelf.items()}
    viewer = shared_viewer.open(id_, at=1)
    wu = next(card for card in played.cards.values() if card.name == "Wu")
    viewer.unit(wu.id).focus()
    expect(viewer.inspector.locator("h2")).to_have_text(f"Wu{wu.id}")
    notes = viewer.inspector.locator("dl.notes")
    for thing in (*wu.spells, *wu.items):
        expect(notes).to_contain_text(called[thing])
    expect(notes).to_contain_text("Spider Ring")
    said = set(re.findall(r"[\w-]+-[\w-]+", viewer.inspector.inner_text()))
    assert not said & {*called}, "an id is no name"
    expect(viewer.inspector.locator(".tags span")).to_have_text(["in front", "hero"])


BATTLES = [
    "heroes",
    *further("dragon-raid", "all-customs", "gnolls", "the-dead-walk", "four-plagues", "slayers"),
]


@pytest.mark.parametrize("battle", BATTLES)
def test_every_moment_and_all_dice_are_the_engines(
    shared_viewer: ViewerPage, stored: Stored, battle: str
) -> None:
    """There and back again."""
    played, page_id = stored("warlords", battle)
    viewer = shared_viewer.open(page_id, at=0)
    schedule = played.show.schedule
    assert viewer.length_ms() == schedule.duration_ms
    shown = dict(zip(schedule.cues, played.events, strict=True))
    ends = [*[*shown][1:], schedule.duration_ms]
    moments = [end - 1 for end in ends]
    there = [*moments, *moments[::-5]]
    for ms, stage in zip(there, viewer.read_at(there, READ_STACKS), strict=True):
        assert check_stage(stage, played, moving=True) in played.landed_within(ms)
    # A tally shows the dice of its last attempt, a beat too short to be read none.
    due = [
        dice_of(played, event.beat) if end - cue >= READ_MS else []
        for (cue, event), end in zip(shown.items(), ends, strict=True)
    ]
    assert sum(map(len, due)) > 10
    assert viewer.read_at(moments, READ_DICE) == due


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


def test_acid_leaves_a_stain_for_as_long_as_what_it_has_eaten(
    shared_still_viewer: ViewerPage, stored: Stored
) -> None:
    """A pool for every 2 points of strength, 3 at most."""
    played, page_id = stored("warlords", "dragon-raid")
    viewer = shared_still_viewer.open(page_id, at=0)
    hits = played.seqs("acid_hit")
    for seq in (*hits[:2], len(played.events) - 1, hits[0], 0):
        viewer.seek_event(seq)
        due = {
            id_: min(3, -(-lost // 2))
            for id_, lost in eaten_by_acid(played, seq + 1).items()
            if lost
        }
        assert due or seq not in hits
        assert viewer.page.evaluate(READ_STAINS) == due


def test_card_tells_where_strength_and_hits_come_from(
    shared_viewer: ViewerPage, eights: Played
) -> None:
    """Once the side bonuses are worked out, and when acid has eaten some of it."""
    acid = eights.seqs("acid_hit")[0]
    viewer = shared_viewer.open(sample_page(EIGHTS, "warlords"), at=0)
    for seq in (eights.seqs("pairing_started")[0], acid):
        viewer.seek_event(seq)
        state = eights.snapshots[seq + 1]
        for id_ in (*state["lineups"]["a"][:3], *state["lineups"]["b"][:3]):
            viewer.unit(id_).focus()
            expect(viewer.inspector.locator("h2")).to_have_text(f"{eights.cards[id_].name}{id_}")
            rows, now = viewer.facts(), state["units"][id_]
            value, detail = rows["Strength"]
            assert value == str(now["strength"])
            assert sum_of(detail) == now["strength"], f"{id_} after event {seq}: {detail}"
            value, detail = rows["Hits"]
            left, full = map(int, value.split(" of "))
            assert left == now["hits"]
            assert sum_of(detail) == full, f"{id_} after event {seq}: {detail}"
            if now["shots"]:
                assert rows["Shots"][0] == str(now["shots"])
            if now["medals"]:
                assert rows["Medals"][0] == str(now["medals"])


def test_luck_that_is_not_certain_is_below_100_percent(
    still_viewer: ViewerPage, server: Server
) -> None:
    """The weaker side wins one battle in 75,000."""
    hit = [19, 0]  # the stronger side misses, the weaker one does not
    rolls = hit * 4
    file = battle_file([unit(9, 4)], [unit(1, 1)]) | {"rolls": rolls, "seed": 1}
    viewer = still_viewer.open(server.store(file))
    viewer.press("End")
    luck = viewer.page.locator(".luck > p")
    expect(luck).to_have_text(
        "Counting units left, Orange did better than in >99.9% of all possible outcomes."
    )


def test_battle_is_watched_to_its_end_and_then_its_luck_is_told(shared_viewer: ViewerPage) -> None:
    played = Played.sample("acid-and-lightning", "warlords")
    viewer = shared_viewer.open(sample_page("acid-and-lightning", "warlords"))
    viewer.expect_playing()
    luck = viewer.page.locator(".luck")
    expect(luck).to_be_hidden()  # it would give the end away
    viewer.set_speed(16)
    expect(viewer.result).to_contain_text("after ", timeout=60_000)
    viewer.expect_playing(playing=False)
    assert check_stacks(viewer, played) == len(played.events)

    engines = engine.luck(played.recording)
    assert engines is not None
    share = engines.a.result_percentile
    luckier, most = (0, share) if share > 50 else (1, 100 - share)
    names = [getattr(played.events[0], side).name for side in ("a", "b")]
    better = f"{names[luckier]} did better than in {most:.1f}% of all possible outcomes."
    expect(luck.locator("> p")).to_have_text(f"Counting units left, {better}")
    expect(luck.locator("details p").first).to_be_hidden()
    luck.locator("summary").click()
    for side, name, luck_of in zip("ab", names, (engines.a, engines.b), strict=True):
        rolls = f"{name}: {luck_of.successes} of {luck_of.rolls} rolls succeeded"
        row = luck.locator(f"p.of-{side}")
        expect(row).to_have_text(f"{rolls} ({luck_of.expected:.1f} expected)")
