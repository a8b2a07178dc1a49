from typing import Final

from engine.rulesets.siege.catalog import WORDS
from webapp.base.texts import N_

GLOSSARY: Final = {  # by label word; stats as in the catalog
    **{word.name: word.text for word in WORDS.values() if word.kind == "stat"},
    N_("AU"): N_("The unit that a row of the tables judges."),
    N_("EU"): N_("The unit that it faces."),
    N_("Played by"): N_("Which bot gives the orders of this side, round after round."),
    N_("Battle table"): N_(
        "What fighting does to an attacker that meets another: the first row that holds."
    ),
    N_("Siege table"): N_("What storming a castle does to both sides: the first row that holds."),
}
