"""What needs compiled code that is not there yet is refused in words: nobody waits for it."""

from typing import Final

from werkzeug.exceptions import ServiceUnavailable

import engine
from engine import Text, search
from webapp.base.parallel_odds import is_slow

RETRY_SECONDS: Final = 20
SEARCH: Final = Text(
    "This search is being prepared, once after an installation. Try again in {seconds} seconds.",
    seconds=RETRY_SECONDS,
)
BOT: Final = Text(
    "The bot is being prepared, once after an installation. Try again in {seconds} seconds.",
    seconds=RETRY_SECONDS,
)
FAILED: Final = Text(
    "What this needs could not be compiled on this server; its log says why. It works as soon as "
    "{command} has compiled it there.",
    command="python -m engine.kernels",
)


class CannotPrepareError(ServiceUnavailable):
    """What is needed could not be compiled: trying again is of no use until somebody does it."""


def refuse_search(battle: engine.Battle) -> None:
    """Raises ServiceUnavailable unless what weighs many such battles is compiled."""
    _refuse(search.lack_of(battle), SEARCH)


def refuse_bots(battle: engine.Battle) -> None:
    """Raises ServiceUnavailable unless the bots of this battle have what they think with."""
    _refuse(engine.lack_of(battle.ruleset) if is_slow(battle) else None, BOT)


def _refuse(lack: engine.Lack | None, preparing: Text) -> None:
    if lack == "failed":
        raise CannotPrepareError(FAILED)
    if lack is not None:
        raise ServiceUnavailable(preparing, retry_after=RETRY_SECONDS)
