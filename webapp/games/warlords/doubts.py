"""Doubts about the original's numbers, in plain words."""

from typing import Final

from webapp.base.texts import N_

_PLAIN: Final = {  # by catalog note; the catalog cannot change, since recordings hold its hash
    "LOW CONFIDENCE: sibling classes in the same folder are copy-paste placeholders; "
    "confirm before use": N_("hardly certain: what stands beside it in the source is unfinished"),
    "an unfinished Java class in the same repo says morale +2; both text lists say +1 -> +1": N_(
        "one unfinished source says morale +2; both lists say +1, which is taken"
    ),
    "item.txt annotates leadership +2 (by the remaster author); wowitems says +1 "
    "and group move +4": N_(
        "one list says leadership +2, the other +1 and group move +4, which is taken"
    ),
    "single source": N_("found in one source only"),
}


def plain_doubt(doubt: str) -> str:
    return _PLAIN.get(doubt, doubt)
