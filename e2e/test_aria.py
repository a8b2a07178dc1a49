"""What a screen reader finds in the builder and at a challenge.

A snapshot names what has to be there, in this order; what stands between is left out.
"""

import re

from playwright.sync_api import Page, expect

from e2e.aria import expect_sound
from e2e.builder_page import BuilderPage
from e2e.challenge_page import ChallengePage
from e2e.conftest import OpenContext
from e2e.server import Server

BUILDER = """
- heading "Build an army" [level=1]
- status "Budget": /8 of 8 units/
- button "1 problem to fix"
- toolbar "The whole army":
  - 'button "Undo: change level of Wu"'
  - button "Redo" [disabled]
  - button "Import"
- button "Save the army"
- region "What you can add":
  - heading "What you can add" [level=2]
  - searchbox "Search what you can add"
  - group "Ability":
    - button "leadership"
    - button "12 more"
  - status: 111 found
  - heading "Units" [level=3]
  - list "Units":
    - listitem:
      - button "Add Air Elementals, Strength 7, Hits 2"
  - heading "Heroes" [level=3]
- region "Stack":
  - heading "Stack" [level=2]
  - textbox "Name of the army": Wu's pilgrims (mine)
  - list "Stack":
    - listitem:
      - button "1. Ogres, Strength 7 (4 base), Hits 3, Warding 2"
    - listitem:
      - button /2\\. Dwarf Mutants/
    - listitem:
      - 'button /3\\. Wu, .*level 11, .*wrong: Level is 11; 1 to 10 is possible/'
      - 'button "Up: Wu, 3"'
      - 'button "Remove: Wu, 3"'
  - paragraph: "Fix this before battle:"
  - list:
    - listitem:
      - button "Wu"
- region "Sparring":
  - heading "Sparring against" [level=2]
  - combobox "Sparring against"
- region "The chosen unit":
  - heading "Wu" [level=2]
  - textbox "Name": Wu
  - button "What does Level mean?"
  - button "Less Level"
  - textbox "Level" [invalid]: "11"
  - button "More Level" [disabled]
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


INVITING = """
- heading "Ann's challenge" [level=1]
- group "Blue side":
  - paragraph: Blue side
  - paragraph: Ann you
  - paragraph: builds in secret
- img "against"
- group "Orange side":
  - paragraph: Nobody yet
- status: /Nobody has taken the other seat yet/
- region "Invite your opponent":
  - heading "Invite your opponent" [level=2]
  - textbox /^Opponent.s link/
  - button /^Copy Opponent.s link/
- region "Your army, in secret":
  - heading "Your army, in secret" [level=2]
  - paragraph:
    - link "Build one"
  - group "Ready armies":
    - paragraph:
      - button "Random army"
    - radio "Goomba horde 40 AP Goomba ×10 Ten of the cheapest unit there is."
    - radio "Another army By its link, or as text."
  - button "Seal it"
- region "Terms":
  - heading "Terms" [level=2]
  - term:
    - button "AP limit"
  - definition: as the rules allow
- region "Dice that nobody chooses":
  - heading "Dice that nobody chooses" [level=2]
  - term: The server's secret
  - definition
"""

SEALED = """
- group "Orange side":
  - paragraph: Bo you
  - paragraph: sealed
- status: Your army is sealed. The battle begins as soon as Ann has sealed.
- region "Your sealed army":
  - heading "Your sealed army" [level=2]
  - paragraph:
    - img "Toad"
"""

ONE_SEALED = """
- group "Orange side":
  - paragraph: Bo
  - paragraph: sealed
- status: Bo has sealed. The battle begins as soon as you seal.
- region "For spectators":
  - heading "For spectators" [level=2]
"""

QUESTION = """
- heading "Seal this army?" [level=1]
- region "The army":
  - paragraph:
    - img "Goomba"
  - paragraph: /A sealed army cannot be changed/
  - button "Seal this army"
  - button "Not yet"
"""

BOTH_SEALED = """
- heading "Ann's challenge" [level=1]
- group "Blue side":
  - paragraph: Ann you
  - paragraph:
    - text: "4"
    - button "AP"
  - img "Goomba"
- group "Orange side":
  - img "Toad"
- status: The battle is over.
- paragraph:
  - link "Watch it again"
- button "Rematch"
- region "Dice that nobody chooses":
  - status: /Checked by your browser/
"""


def test_a_challenge_while_it_invites_after_a_seal_and_at_its_end(
    still: Page, open_context: OpenContext, server: Server
) -> None:
    ann = ChallengePage(still, server.url).make("manymarios", name="Ann")
    bo = ChallengePage(open_context(reduced_motion="reduce").new_page(), server.url)
    main = still.get_by_role("main")
    expect_sound(still)
    expect(main).to_match_aria_snapshot(INVITING)
    address = ann.address
    bo.join(ann.link("Opponent"), "Bo")
    bo.seal_text("Toad")
    expect_sound(bo.page)
    expect(bo.page.get_by_role("main")).to_match_aria_snapshot(SEALED)
    expect(main).to_match_aria_snapshot(ONE_SEALED)
    ann.offer_text("Goomba")
    expect(main).to_match_aria_snapshot(QUESTION)
    still.get_by_role("button", name="Seal this army").click()
    server.end(ann.expect_battle().rsplit("/", 1)[-1])
    ann.open(address)
    expect(main).to_match_aria_snapshot(BOTH_SEALED)
    expect_sound(still)
