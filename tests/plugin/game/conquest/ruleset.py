"""The record of the rules."""

from pathlib import Path
from typing import Final

from conquest import odds, rules
from conquest.events import EVENTS
from engine import Ruleset

RULESET: Final[Ruleset[rules.Setup, rules.State]] = Ruleset(
    id="conquest",
    name="Dice of conquest",
    version=1,
    folder=Path(__file__).parent,
    battle_keys=(),
    read=rules.read,
    new_state=rules.State,
    begin=rules.begin,
    opening=(),
    round=rules.ROUND,
    apply=rules.APPLY,
    events=EVENTS,
    sizes=lambda setup: (len(setup.a.lineup), len(setup.b.lineup)),
    catalog=lambda: {"ruleset": "conquest", "abilities": {}, "entries": {}},
    catalog_hash="",
    chances=odds.chances,
    outlook=odds.outlook,
    rolls=odds.rolls,
)
