from typing import Final

from webapp.base.texts import N_

GLOSSARY: Final = {  # by label word
    N_("AP"): N_(
        "Army Points: what a unit or a thing costs. All of an army's together are its cost."
    ),
    N_("AP limit"): N_("The most Army Points (AP) that an army may cost in this battle."),
    N_("AE"): N_(
        "Attack energy: each point of damage that a unit deals costs it 1 AE. At 0 it is "
        "exhausted: it only deals 1 a round, and pays for that with its own DE."
    ),
    N_("DE"): N_(
        "Defense energy: each point of damage that a unit takes costs it 1 DE. At 0 it is defeated."
    ),
    N_("Energy"): N_("What a unit starts with, as AE and as DE alike."),
    N_("Damage"): N_(
        "What a leader deals with a blow while it has AE: 1, and what the unit and its things add."
    ),
    N_("First turn"): N_(
        "Which side is on the offense in the first round. The sides take turns from then on."
    ),
    N_("Equipment"): N_("Things that a unit wears all battle long; building units carry none."),
    N_("Combat items"): N_("Things that a unit takes along; building units may carry them, too."),
    N_("Combat buildings"): N_("They do not fight: each adds to all units of the lineup."),
    N_("Building units"): N_("They stand in the lineup like other units, and carry no equipment."),
}
