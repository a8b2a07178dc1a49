"""Battles of stacks on the watch page: numbers, log, cards and chances are the engine's."""

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

import engine
from e2e.cases import further
from e2e.conftest import Stored
from e2e.played import Played, sample_page, tag
from e2e.server import Server
from e2e.stacks import MINUS, check_stacks, dice_of, signed
from e2e.viewer_page import ViewerPage, sum_of
from tests.games.manymarios.kernel_cases import Draw
from webapp import games
from webapp.words import templates

EIGHTS = "night-on-the-hill"  # eight against eight, with heroes and all afflictions
CATALOG = engine.rulesets()["warlords"].catalog()
SEEKS = 12
ARROWS_MOST = 12

READ_DICE = """(all) => all.map((dice) => ({
  faces: [...dice.querySelectorAll("b")].map((face) => face.textContent),
  goal: /[^:]*or less/.exec(dice.querySelector("small")?.textContent ?? "")?.[0] ?? null,
  won: dice.classList.contains("won"),
}))"""

READ_LEADERS = """() => Object.fromEntries(
  [...document.querySelectorAll(".unit.leads:not([data-gone]) .name")].map((name) =>
    [name.closest("[data-side]").dataset.side, name.innerText.replace(/\\s+/g, " ")],
  ),
)"""

READ_STAINS = """() => Object.fromEntries(
  [...document.querySelectorAll("[data-unit]")]
    .map((unit) => [unit.dataset.unit, unit.querySelectorAll(".stain path").length])
    .filter(([, pools]) => pools > 0),
)"""


@pytest.fixture(scope="module")
def eights() -> Played:
    return Played.sample(EIGHTS, "warlords")


def first(played: Played, type_: str, **values: Any) -> Any:
    """The first event of a type with these values."""
    return next(
        event
        for event in played.events
        if tag(event) == type_ and all(getattr(event, k) == v for k, v in values.items())
    )


def test_card_of_a_hero_calls_everything_by_its_name(
    shared_viewer: ViewerPage, stored: Stored
) -> None:
    """Its things and spells, and where each point comes from: by the names of the catalog."""
    played, id_ = stored("warlords", "heroes")
    shelves = (CATALOG["abilities"], CATALOG["entries"], CATALOG["terrains"])
    called = {word: row["name"] for shelf in shelves for word, row in shelf.items()}
    viewer = shared_viewer.open(id_, at=1)
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
    shared_viewer: ViewerPage, stored: Stored, battle: str, type_: str, values: dict[str, Any]
) -> None:
    played, page_id = stored("warlords", battle)
    event = first(played, type_, **values)
    before = played.beat(event.beat)[0].seq - 1
    viewer = shared_viewer.open(page_id, at=before)
    assert check_stacks(viewer, played, moving=True) == before + 1
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


@pytest.mark.parametrize("battle", ["heroes", *further("dragon-raid", "four-plagues")])
def test_dice_of_every_roll_are_shown(
    shared_viewer: ViewerPage, stored: Stored, battle: str
) -> None:
    played, page_id = stored("warlords", battle)
    viewer = shared_viewer.open(page_id, at=0)
    rolls = played.seqs("dice_rolled", "shot_fired", "melee_rolled")
    by_beat = {played.events[seq].beat: seq for seq in rolls}
    for beat, seq in by_beat.items():
        viewer.seek_event(seq)
        check_dice(viewer, played, beat)


def test_as_many_arrows_fly_as_shots_are_fired(shared_viewer: ViewerPage, stored: Stored) -> None:
    for battle, type_, volleys in (
        ("all-customs", "missiles_shrugged", 1),
        ("heroes", "missiles_cancelled", 2),
    ):
        played, page_id = stored("warlords", battle)
        event = first(played, type_)
        assert event.amount <= ARROWS_MOST
        viewer = shared_viewer.open(page_id, at=event.seq)
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


@pytest.mark.parametrize("battle", ["dragon-raid", pytest.param("heroes", marks=pytest.mark.long)])
def test_acid_leaves_a_stain_for_as_long_as_what_it_has_eaten(
    shared_still_viewer: ViewerPage, stored: Stored, battle: str
) -> None:
    """A pool for every 2 points of strength, 3 at most."""
    played, page_id = stored("warlords", battle)
    viewer = shared_still_viewer.open(page_id, at=0)
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


@pytest.mark.parametrize("battle", ["heroes", *further("dragon-raid", "slayers")])
def test_clashes_and_shots_that_come_to_nothing_are_counted(
    shared_viewer: ViewerPage, stored: Stored, battle: str
) -> None:
    played, page_id = stored("warlords", battle)
    viewer = shared_viewer.open(page_id, at=0)
    counts = tries(played)
    in_vain = [seq for seq in played.seqs("melee_rolled", "shot_fired") if counts[seq]]
    assert max(counts[seq] for seq in in_vain) >= 2
    for seq in in_vain:
        viewer.seek_event(seq)
        count = counts[seq]
        (said,) = viewer.page.locator(".effects .caption").all_text_contents()
        assert said.endswith(f" · try {count}") if count > 1 else "try" not in said
        assert said.startswith(words_for(played.events[seq]))


def test_pairings_are_stepped_over_in_both_directions(
    shared_viewer: ViewerPage, stored: Stored
) -> None:
    played, page_id = stored("warlords", "dragon-raid")
    viewer = shared_viewer.open(page_id, at=0)
    starts = played.seqs("pairing_started")
    for seq in starts[:3]:
        viewer.step("round", "on")
        viewer.expect_landed(seq + 1)
    viewer.step("round", "back")
    viewer.expect_landed(starts[1] + 1)
    viewer.seek_round(len(starts))
    viewer.expect_landed(starts[-1] + 1)
    check_stacks(viewer, played, moving=True)


def test_units_of_one_name_carry_their_numbers_everywhere(shared_viewer: ViewerPage) -> None:
    """In the log, above it, in the turning points and on the stage."""
    played = Played.sample("rats-at-the-gates", "warlords")
    names = Counter((card.side, card.name) for card in played.cards.values())
    alike = {name for (_, name), count in names.items() if count > 1}
    assert alike >= {"Giant Rats", "Peasants"}
    bare = re.compile(rf"(?:{'|'.join(map(re.escape, alike))})(?! \d)")

    viewer = shared_viewer.open(
        sample_page("rats-at-the-gates", "warlords"), at=len(played.events) - 1
    )
    lines = viewer.page.locator(".log li[data-seq]").all_text_contents()
    points = viewer.page.locator(".turns button small").all_text_contents()
    for said in (lines, points):
        assert any(name in text for text in said for name in alike)
        assert [text for text in said if bare.search(text)] == []

    for seq in played.seqs("unit_struck")[:6]:
        viewer.seek_event(seq)
        event = played.events[seq]
        attacker = f"{played.cards[event.attacker].name} {event.attacker[1:]}"
        expect(viewer.page.locator(".subtitle")).to_contain_text(attacker)
        shown = viewer.page.evaluate(READ_LEADERS)
        for side, lineup in played.snapshots[seq + 1]["lineups"].items():
            name = played.cards[lineup[0]].name
            number = f" {lineup[0][1:]}" if names[side, name] > 1 else ""
            assert shown[side] == f"{name}{number}"


def test_side_bonuses_are_spelled_out_in_the_log(shared_viewer: ViewerPage, eights: Played) -> None:
    readied = eights.seqs("stack_readied")
    viewer = shared_viewer.open(sample_page(EIGHTS, "warlords"), at=readied[-1])
    spelled = 0
    for seq in readied:
        event = eights.events[seq]
        line = viewer.page.locator(f'.log li[data-seq="{seq}"]')
        more = f"{signed(event.bonus)} strength (from {MINUS}3 to 5 are possible)"
        expect(line).to_contain_text(f"get {more if event.bonus else 'no extra strength'}: ")
        for bracket in event.brackets:
            if bracket.own_total or bracket.against_total:
                own, against = (
                    CATALOG["abilities"][word]["name"] for word in (bracket.own, bracket.against)
                )
                text = f"{own} {bracket.own_total} {MINUS} {against} {bracket.against_total}"
                expect(line).to_contain_text(text)
                spelled += 1
    assert spelled >= 3


def test_card_tells_where_strength_and_hits_come_from(
    shared_viewer: ViewerPage, eights: Played
) -> None:
    """Before and after the side bonuses are worked out, and when acid has eaten some of it."""
    afflicted = eights.seqs("unit_afflicted")[-1]
    acid = eights.seqs("acid_hit")[0]
    viewer = shared_viewer.open(sample_page(EIGHTS, "warlords"), at=0)
    for seq in (0, afflicted, eights.seqs("pairing_started")[0], acid):
        viewer.seek_event(seq)
        state = eights.snapshots[seq + 1]
        for id_ in (*state["lineups"]["a"], *state["lineups"]["b"]):
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


def test_eight_against_eight_is_watched_to_its_end(
    shared_viewer: ViewerPage, eights: Played
) -> None:
    assert [len(ids) for ids in eights.snapshots[1]["lineups"].values()] == [8, 8]
    viewer = shared_viewer.open(sample_page(EIGHTS, "warlords"))
    viewer.expect_playing()
    luck = viewer.page.locator(".luck")
    expect(luck).to_be_hidden()  # it would give the end away
    viewer.set_speed(16)
    viewer.note_moments()
    seen = {check_stacks(viewer, eights, moving=True)}
    while max(seen) < len(eights.events):
        seen.add(check_stacks(viewer, eights, moving=True))
    assert len(viewer.moments()) > 10
    expect(viewer.result).to_be_visible()
    viewer.expect_playing(playing=False)
    assert check_stacks(viewer, eights) == len(eights.events)
    expect(viewer.result).to_contain_text(f"after {eights.final['round']} duels")

    engines = engine.luck(eights.recording)
    assert engines is not None
    for side, luck_of in (("a", engines.a), ("b", engines.b)):
        name = getattr(eights.events[0], side).name
        sign = MINUS if luck_of.difference < 0 else "+"
        text = rf"^{re.escape(name)} {re.escape(sign)}{abs(luck_of.difference):.1f}$"
        expect(luck.locator(f"dt.of-{side}")).to_have_text(re.compile(text))
        row = luck.locator(f"dt.of-{side} + dd")
        expect(row).to_contain_text(
            f"Rolls that succeeded: {luck_of.successes} of {luck_of.rolls};"
        )
        expect(row).to_contain_text(f"{luck_of.expected:.1f} were to be expected")
        expect(row).to_contain_text(f"ranks at {luck_of.result_percentile:.1f} %")


def test_turning_points_name_events_that_swung_the_chance(
    shared_still_viewer: ViewerPage, eights: Played
) -> None:
    game = games.game("warlords")
    file, names = templates.load(game.scene.folder), game.wording.names(eights.events[0])
    # The page says by colour whose units they are.
    owners = "|".join(re.escape(getattr(eights.events[0], side).name) for side in "ab")
    sentences = [
        re.sub(rf" \((?:{owners})\)", "", templates.write(file, e, names, game.wording.kinds))
        for e in eights.events
    ]
    viewer = shared_still_viewer.open(sample_page(EIGHTS, "warlords"), at=0)
    buttons = viewer.page.locator(".turns button")
    expect(buttons).not_to_have_count(0)
    # What is shown at one time is one turning point.
    cues = eights.show.schedule.cues
    swings: dict[int, float] = {}
    for seq in range(1, len(eights.events)):
        shift = eights.chances[seq] - eights.chances[seq - 1]
        swings[cues[seq]] = swings.get(cues[seq], 0) + 100 * shift
    listed = []
    for button in buttons.all():
        button.click()
        cue = cues[viewer.landed() - 1]  # it shows what comes of it
        listed.append(cue)
        gains = "a" if swings[cue] > 0 else "b"
        said = button.locator(f"span.of-{gains}")
        expect(said).to_contain_text(getattr(eights.events[0], gains).name)
        (percent,) = re.findall(r"\+(\d+) %", said.text_content() or "")
        assert abs(int(percent) - abs(swings[cue])) < 0.7
        text = button.locator("small").text_content()
        assert text in {sentences[seq] for seq, at in enumerate(cues) if at == cue}
    assert listed == sorted(listed)
    rest = [abs(swing) for cue, swing in swings.items() if cue not in listed]
    least = min(abs(swings[cue]) for cue in listed)
    assert max(rest) < (least + 0.2 if len(listed) == 6 else 3.2)


def test_random_seeks_in_both_directions_show_the_engines_state(
    shared_viewer: ViewerPage, eights: Played
) -> None:
    viewer = shared_viewer.open(sample_page(EIGHTS, "warlords"), at=0)
    assert viewer.length_ms() == eights.show.schedule.duration_ms
    draw = Draw(4)
    for motion in ("no-preference", "reduce"):
        viewer.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        for _ in range(SEEKS):
            ms = draw.number(0, viewer.length_ms())
            viewer.seek_ms(ms)
            landed = check_stacks(viewer, eights, moving=motion != "reduce")
            assert landed in eights.landed_within(ms)
    viewer.page.emulate_media(reduced_motion="no-preference")


def test_chance_on_air_is_the_engines_and_luck_stays_unknown(
    viewer: ViewerPage, server: Server
) -> None:
    played = Played.golden("warlords", "dragon-raid")
    id_ = server.put_on_air(played.recording.header.battle)
    viewer.open(id_)
    viewer.expect_status("on_air")
    third = played.seqs("stack_readied")[0]
    viewer.page.wait_for_function(
        "(count) => Number(document.querySelector('#watch').dataset.landed) >= count",
        arg=third + 1,
    )
    assert check_stacks(viewer, played, moving=True) < len(played.events)
    expect(viewer.page.locator(".luck")).to_be_hidden()
