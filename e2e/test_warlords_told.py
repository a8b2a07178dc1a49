"""What is said of battles of stacks beside the stage: log, cards, turning points, chances."""

import re
from collections import Counter
from typing import Any

import pytest
from msgspec.json import decode, encode
from playwright.sync_api import expect

import engine
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.stacks import MINUS, check_stacks, signed
from e2e.viewer_page import ViewerPage, sum_of
from tests.games.manymarios.kernel_cases import Draw

EIGHTS = "night-on-the-hill"  # eight against eight, with heroes and all afflictions
CATALOG = engine.rulesets()["warlords"].catalog()
SEEKS = 30

READ_LEADERS = """() => Object.fromEntries(
  [...document.querySelectorAll(".unit.leads:not([data-gone]) .name")].map((name) =>
    [name.closest("[data-side]").dataset.side, name.innerText.replace(/\\s+/g, " ")],
  ),
)"""

SENTENCES = """([catalog, events]) => {
  const view = modules.VIEWS.warlords(catalog);
  let state = view.initial;
  return events.map((event) => {
    state = view.reduce(state, event);
    return view.tell(event, state).map((phrase) => phrase.text).join("");
  });
}"""


@pytest.fixture(scope="module")
def eights() -> Played:
    return Played.sample(EIGHTS, "warlords")


def test_units_of_one_name_carry_their_numbers_everywhere(viewer: ViewerPage) -> None:
    """In the log, above it, in the turning points and on the stage."""
    played = Played.sample("rats-at-the-gates", "warlords")
    names = Counter((card.side, card.name) for card in played.cards.values())
    alike = {name for (_, name), count in names.items() if count > 1}
    assert alike >= {"Giant Rats", "Peasants"}
    bare = re.compile(rf"(?:{'|'.join(map(re.escape, alike))})(?! \d)")

    viewer.open(sample_page("rats-at-the-gates", "warlords"), at=len(played.events) - 1)
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


def test_side_bonuses_are_spelled_out_in_the_log(viewer: ViewerPage, eights: Played) -> None:
    readied = eights.seqs("stack_readied")
    viewer.open(sample_page(EIGHTS, "warlords"), at=readied[-1])
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


def test_card_tells_where_strength_and_hits_come_from(viewer: ViewerPage, eights: Played) -> None:
    """Before and after the side bonuses are worked out, and when acid has eaten some of it."""
    afflicted = eights.seqs("unit_afflicted")[-1]
    acid = eights.seqs("acid_hit")[0]
    viewer.open(sample_page(EIGHTS, "warlords"), at=0)
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


def test_eight_against_eight_is_watched_to_its_end(viewer: ViewerPage, eights: Played) -> None:
    assert [len(ids) for ids in eights.snapshots[1]["lineups"].values()] == [8, 8]
    viewer.open(sample_page(EIGHTS, "warlords"))
    viewer.expect_playing()
    luck = viewer.page.locator(".luck")
    expect(luck).to_be_hidden()  # it would give the end away
    viewer.set_speed(4)
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
    still_viewer: ViewerPage, eights: Played, modules: Any
) -> None:
    sentences = modules.evaluate(SENTENCES, [CATALOG, decode(encode(eights.events))])
    viewer = still_viewer.open(sample_page(EIGHTS, "warlords"), at=0)
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
    still_viewer: ViewerPage, eights: Played
) -> None:
    viewer = still_viewer.open(sample_page(EIGHTS, "warlords"), at=0)
    assert viewer.length_ms() == eights.show.schedule.duration_ms
    draw = Draw(4)
    for _ in range(SEEKS):
        ms = draw.number(0, viewer.length_ms())
        viewer.seek_ms(ms)
        assert check_stacks(viewer, eights) in eights.landed_within(ms)


def test_random_seeks_in_motion_show_the_engines_state(viewer: ViewerPage, eights: Played) -> None:
    viewer.open(sample_page(EIGHTS, "warlords"), at=0)
    draw = Draw(5)
    for _ in range(SEEKS):
        viewer.seek_event(draw.number(0, len(eights.events) - 1))
        check_stacks(viewer, eights, moving=True)


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
