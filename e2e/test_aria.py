"""Accessibility snapshots of builder, match and replay: required nodes in order."""

import re

from playwright.sync_api import Page, expect

from e2e.aria import expect_sound
from e2e.axe import expect_accessible
from e2e.builder_page import BuilderPage
from e2e.conftest import OpenContext
from e2e.controls import unlike_their_label
from e2e.match_page import MatchPage, begin
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

BUILDER = """
- heading "Build an army" [level=1]
- status "Budget": /8 of 8 units/
- button "1 problem to fix"
- region "What you can add":
  - searchbox "Search what you can add"
  - group "Ability":
    - button "leadership"
    - button "12 more"
  - status: 111 found
  - list "Units":
    - listitem:
      - button "Add Air Elementals, Strength 7, Hits 2"
- region "Stack":
  - textbox "Name of the army": Wu's pilgrims (mine)
  - list "Stack":
    - listitem:
      - button "1. Ogres, Strength 7 (4 base), Hits 3, Warding 2"
    - listitem:
      - 'button /3\\. Wu, .*level 11, .*wrong: Level is 11; it must be 1 to 10/'
      - 'button "Up: Wu, 3"'
      - 'button "Remove: Wu, 3"'
  - paragraph: "Fix this before the battle:"
  - list:
    - listitem:
      - button "Wu"
- region "Test fight":
  - combobox "Test fight against"
- region "The chosen unit":
  - textbox "Name": Wu
  - button "What does Level mean?"
  - textbox "Level" [invalid]: "11"
  - group "Spells":
    - button /^Mighty Blow/ [pressed]
  - switch "Blessed"
"""

ABILITIES = """
- button "leadership" [pressed]
- button "fewer" [expanded]
"""


def test_the_builder_with_an_army(still: Page, server: Server) -> None:
    builder = BuilderPage(still, server.url).open("warlords", "sample:pilgrims")
    builder.choose(3)
    builder.set_number("level", 11)
    expect(builder.row(3).locator(".row-problem")).to_be_visible()
    level = builder.field("level").get_by_role("textbox")
    expect(level).to_have_attribute("aria-invalid", "true")
    expect(level).to_have_accessible_description(re.compile("1 to 10|10"))
    builder.choose(1)
    builder.status.click()
    expect(level).to_be_focused()
    expect_accessible(still)
    expect_sound(still)
    expect(still.get_by_role("main")).to_match_aria_snapshot(BUILDER)
    expect(still.locator(".rows [aria-current=true]")).to_have_accessible_name(re.compile("Wu"))
    leadership = still.get_by_role("button", name="leadership", exact=True).first
    expect(leadership).to_have_attribute("aria-pressed", "false")
    leadership.click()
    more = still.get_by_role("button", name="12 more")
    expect(more).to_have_attribute("aria-expanded", "false")
    more.click()
    expect(still.get_by_role("group", name="Ability")).to_match_aria_snapshot(ABILITIES)


ORDERS = """
- heading "Ann against Bo" [level=1]
- status: On air
- button "Resign"
- timer
- status: Round 1 of 40 Ann you is thinking Bo is thinking
- group "The battlefield":
  - 'img "The castle of Ann: standing"'
  - 'button "Ann''s A: attack value 4, defense value 0, hit points 3, exhaustion 0"'
  - 'button /^Bo''s A: attack value not known/'
- region "Your orders for round 1":
  - group "Unit A":
    - button "EXH 0 of 3"
    - button "Attack"
    - button "Defend has no DEF" [disabled]
    - button "No action" [pressed]
  - group "Unit D":
    - button "Attack has no ATK" [disabled]
    - button "Defend"
  - button "Lock these orders"
- region "Notebook":
  - table "Possible values of Bo's units":
    - rowgroup:
      - row "A 0–4 0–4 0–4 0"
"""

LOCKED = """
- status: Round 1 of 40 Ann you has locked Bo is thinking
- region "Your orders for round 1":
  - group "Unit D":
    - button "Defend" [disabled] [pressed]
  - button "Unlock"
"""


def test_orders_of_a_siege(still: Page, open_context: OpenContext, server: Server) -> None:
    match, bo = (
        MatchPage(page, server.url)
        for page in (still, open_context(reduced_motion="reduce").new_page())
    )
    begin(match, bo)
    main = still.get_by_role("main")
    expect_sound(still)
    expect(main).to_match_aria_snapshot(ORDERS)
    match.order(D="defend")
    expect(match.saving).to_have_role("status")
    match.lock()
    match.expect_locked("a")
    expect(main).to_match_aria_snapshot(LOCKED)


VEILED = """
- heading "First steps" [level=1]
- status: Replay
- paragraph:
  - text: How it ends is hidden until you have watched it
  - button "Show it all"
- group "The battlefield":
  - button "Toad (a1), AE 4 of 4, DE 4 of 4"
  - button "Shy Guy (b1), AE 3 of 3, DE 3 of 3"
- slider "Moment of the battle"
- group "Playback":
  - button "Play (space)"
  - 'textbox "Round: type a number and press Enter"'
  - combobox "Speed"
  - button "Keys and help (?)"
- region "Log of the battle":
  - list:
    - listitem:
      - heading "Before the battle" [level=2]
      - list:
        - listitem:
          - button "Ann and Bo face each other"
"""

UNIT = """
- region "Unit":
  - heading "Toad a1" [level=2]
"""

OVER = """
- navigation "What next":
  - link "Next sample"
  - button "Watch again"
- group "Playback":
  - button "Watch again (space)"
- region "Bo won":
  - button "Close the summary"
  - table "Damage by unit (energy)":
    - rowgroup:
      - row "Unit dealt taken"
    - rowgroup:
      - row "Toad 4 4"
  - navigation "After this battle":
    - link "Fight on with the survivors"
- status: Bo wins after 6 rounds
"""


def test_a_replay_veiled_playing_and_over(still: Page, server: Server) -> None:
    viewer = ViewerPage(still, server.url)
    still.goto(f"{server.url}/b/{sample_page('first-steps')}")
    expect(viewer.control("play")).to_be_visible()
    main = still.get_by_role("main")
    expect(main).to_match_aria_snapshot(VEILED)
    expect_sound(still)
    expect_accessible(still)
    assert unlike_their_label(still) == []
    still.get_by_role("group", name="The battlefield").get_by_role("button").first.focus()
    expect(main).to_match_aria_snapshot(UNIT)
    expect_sound(still)
    viewer.control("play").click()
    expect(viewer.control("play")).to_have_accessible_name("Pause (space)")
    still.keyboard.press("End")
    expect(main).to_match_aria_snapshot(OVER)
    expect(still.locator(".log [aria-current=true]")).to_have_text("Bo wins after 6 rounds")
    expect_sound(still)


def test_standing_units_say_numbers_and_fallen_are_gone(shared_page: Page, server: Server) -> None:
    played = Played.sample("first-steps")
    viewer = ViewerPage(shared_page, server.url).open(sample_page("first-steps"), at=0)
    expect(shared_page.locator('[aria-live="polite"]')).to_have_count(1)
    seq = played.seqs("round_started")[1]
    viewer.seek_event(seq)
    words = f"Round 2, event {seq + 1} of {len(played.events)}"
    expect(viewer.scrubber).to_have_attribute("aria-valuetext", words)
    viewer.press("End")
    viewer.expect_landed(len(played.events))
    stage = shared_page.get_by_role("group", name="The battlefield")
    lineups = played.final["lineups"]
    standing = [*lineups["a"], *lineups["b"]]
    expect(stage.get_by_role("button")).to_have_count(len(standing))
    for id_ in standing:
        card, now = played.cards[id_], played.final["units"][id_]
        numbers = f"{card.name} ({id_}), AE {now['ae']} of {card.ae}, DE {now['de']} of {card.de}"
        expect(viewer.unit(id_)).to_have_role("button")
        name = f"^{re.escape(numbers)}{', exhausted' if now['ae'] == 0 else ''}$"
        expect(viewer.unit(id_)).to_have_accessible_name(re.compile(name))
