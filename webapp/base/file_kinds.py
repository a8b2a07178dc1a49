"""Kinds of files, to name the one that was given where another is needed."""

from typing import Any, Final

import msgspec

from engine import InputError, Text
from webapp.base import games
from webapp.base.texts import N_

RECORDING_START: Final = b'{"type":"header"'
RECORDING: Final = N_("a recording")
BATTLE: Final = N_("a battle file")
ARMY: Final = N_("an army")
PROOF: Final = N_("a proof")
# by a member that no other kind has
KINDS: Final = {
    "commitment": PROOF,
    "kind": N_("a tournament file"),
    "sides": BATTLE,
    "strategy": N_("a table of matchups"),
    "armies": N_("an export of armies"),
}
BATTLE_OR_ARMY: Final = N_("a battle file or an army")
BATTLE_OR_RECORDING: Final = N_("a battle file or a recording")
CHALLENGE_PROOF: Final = N_("a proof, from the page of a challenge or tournament")
# the kinds that fit what a command needs
FITTING: Final = {
    BATTLE: (BATTLE,),
    BATTLE_OR_ARMY: (BATTLE, ARMY),
    BATTLE_OR_RECORDING: (BATTLE, RECORDING),
    ARMY: (ARMY,),
    CHALLENGE_PROOF: (PROOF,),
}


def kind_of(data: bytes) -> str | None:
    """Return the kind of a file by its members, valid or not; None if it is unknown."""
    if data.startswith(RECORDING_START):
        return RECORDING
    try:
        document: Any = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    members = document if isinstance(document, dict) else {}
    found = next((kind for member, kind in KINDS.items() if member in members), None)
    if found is None and any(one.builder.form.list in members for one in games.games().values()):
        return ARMY
    return found


def check(data: bytes, needed: str) -> None:
    """Raise InputError for a file of a known kind that does not fit what is needed."""
    kind = kind_of(data)
    if kind is not None and kind not in FITTING[needed]:
        raise InputError.single(
            "", "is {kind}; give {needed}", kind=Text(kind), needed=Text(needed)
        )
