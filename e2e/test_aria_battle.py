"""What a screen reader finds in a match and in a replay.

A snapshot names what has to be there, in this order; what stands between is left out.
"""

from playwright.sync_api import Page, expect

from e2e.aria import expect_sound
from e2e.conftest import OpenContext
from e2e.match_page import MatchPage, begin
from e2e.played import sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage

ORDERS = """
- heading "Ann against Bo" [level=1]
- status: On air
- button "Resign"
- timer
- status: Round 1 of 40 Ann you is thinking Bo is thinking
- group "The battlefield":
  - 'img "The castle of Ann: standing"'
  - 'button "Ann’s A: attack value 4, defense value 0, hit points 3, exhaustion 0"'
  - 'button /^Bo’s A: attack value not known/'
- slider "Moment of the battle"
- toolbar "Playback":
  - button "Play (space)"
- region "Your orders for round 1":
  - heading "Your orders for round 1" [level=2]
  - group "Unit A":
    - button "ATK 4"
    - button "EXH 0 of 3"
    - button "Attack"
    - button "Defend has no DEF" [disabled]
    - button "No action" [pressed]
  - group "Unit D":
    - button "Attack has no ATK" [disabled]
    - button "Defend"
  - button "Lock these orders"
- region "Notebook":
  - heading "Notebook" [level=2]
  - table "What Bo’s units can have":
    - rowgroup:
      - row "Unit ATK DEF HP EXH"
    - rowgroup:
      - row "A 0–4 0–4 0–4 0"
- region "Log of the battle":
  - list:
    - listitem:
      - heading "Before the battle" [level=2]
      - list:
        - listitem:
          - button "Ann challenges Bo for 40 rounds"
"""

DEFENDING = """
- button "Defend" [pressed]
- button "Recover is not tired" [disabled]
- button "No action"
"""

LOCKED = """
- status: Round 1 of 40 Ann you has locked Bo is thinking
- region "Your orders for round 1":
  - group "Unit D":
    - button "Defend" [disabled] [pressed]
    - button "No action" [disabled]
  - button "Unlock"
  - paragraph: /^Locked. you may change your mind/
"""

NEXT_ROUND = """
- status: /^Round 2 of 40/
- region "Your orders for round 2":
  - group "Unit D":
    - paragraph: /^Last round/
    - button "No action" [pressed]
- region "Notebook":
  - heading "What was revealed" [level=3]
  - list:
    - listitem:
      - text: Round 1
      - list:
        - listitem: Ann defended with D
- region "Log of the battle":
  - list:
    - listitem:
      - heading "Round 1" [level=2]
      - list:
        - listitem:
          - button "Round 1 begins"
"""


def test_a_round_of_a_siege_from_its_orders_to_the_next(
    still: Page, open_context: OpenContext, server: Server
) -> None:
    match, bo = (
        MatchPage(page, server.url)
        for page in (still, open_context(reduced_motion="reduce").new_page())
    )
    begin(match, bo)
    main = still.get_by_role("main")
    expect_sound(still)
    expect(main).to_match_aria_snapshot(ORDERS)
    match.order(D="defend")
    expect(match.unit("D")).to_match_aria_snapshot(DEFENDING)
    match.lock()
    match.expect_locked("a")
    expect(main).to_match_aria_snapshot(LOCKED)
    bo.lock()
    match.expect_turn(2)
    expect(main).to_match_aria_snapshot(NEXT_ROUND)
    expect_sound(still)


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
- toolbar "Playback":
  - button "Previous step (←)"
  - button "Play (space)"
  - button "Next step (→)"
  - 'textbox "Round: type a number and press Enter"'
  - combobox "Speed"
  - button "Sound on (m)"
  - button "Keys and help (?)"
- complementary "More about this battle":
  - region "Once more"
  - region "What if"
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
  - term:
    - button "AE"
  - definition: /4/
"""

OVER = """
- button "How it went"
- toolbar "Playback":
  - button "Watch again (space)"
- region "Bo won":
  - button "Close the summary"
  - heading "Bo won" [level=2]
  - table "Damage by unit (energy)":
    - rowgroup:
      - row "Unit dealt taken"
    - rowgroup:
      - row "Toad 4 4"
  - navigation "What next":
    - button "Watch again"
- region "Log of the battle":
  - list:
    - listitem:
      - heading "Round 6" [level=2]
      - list:
        - listitem:
          - button "Bo wins after 6 rounds"
- status: Bo wins after 6 rounds
"""


def test_a_replay_veiled_playing_and_over(still: Page, server: Server) -> None:
    viewer = ViewerPage(still, server.url)
    still.goto(f"{server.url}/b/{sample_page('first-steps')}")
    expect(viewer.control("play")).to_be_visible()
    main = still.get_by_role("main")
    expect(main).to_match_aria_snapshot(VEILED)
    expect_sound(still)
    still.get_by_role("group", name="The battlefield").get_by_role("button").first.focus()
    expect(main).to_match_aria_snapshot(UNIT)
    expect_sound(still)
    viewer.control("play").click()
    expect(viewer.control("play")).to_have_accessible_name("Pause (space)")
    still.keyboard.press("End")
    expect(main).to_match_aria_snapshot(OVER)
    expect(still.locator(".log [aria-current=true]")).to_have_text("Bo wins after 6 rounds")
    expect_sound(still)
