"""The registry: a ruleset is a record in this tuple, and everything else is found through it."""

from typing import Any, Final

from engine.core.ruleset import Ruleset
from engine.rulesets.manymarios.ruleset import RULESET as MANYMARIOS
from engine.rulesets.siege.ruleset import RULESET as SIEGE
from engine.rulesets.warlords.ruleset import RULESET as WARLORDS

RULESETS: Final[tuple[Ruleset[Any, Any], ...]] = (MANYMARIOS, WARLORDS, SIEGE)
