"""Bots that take a seat: each with an army that it has chosen itself."""

import hashlib
import json

import pytest

import engine
from engine.players.siege.bots import ALLOTMENTS
from tests.webapp.match_players import EVEN
from webapp.challenges import opponents
from webapp.games.siege.game import OPPONENTS as BOTS

every_bot = pytest.mark.parametrize("id_", BOTS)


def sealing(secret: str) -> opponents.Sealing:
    return opponents.Sealing("abcd2345", secret, "terms", "b")


def words(army: str) -> list[str]:
    """The units of a sealed army as `4/0/3`, whatever their letters."""
    units = json.loads(army)["units"].values()
    return sorted("/".join(map(str, unit.values())) for unit in units)


def test_the_strong_bot_plays_one_of_the_allotments_that_it_is_best_with() -> None:
    """Its units come under any letters, so that these tell nothing."""
    known = {tuple(sorted(army.split())) for army in ALLOTMENTS}
    armies = [opponents.seat(BOTS["strong"], sealing(f"{n}"), 0).army for n in range(60)]
    assert {tuple(words(army)) for army in armies} == known
    assert len(set(armies)) > 30


@every_bot
def test_a_bot_s_army_follows_from_the_server_s_secret_and_is_sealed(id_: str) -> None:
    bot = BOTS[id_]
    first = opponents.seat(bot, sealing("secret"), 0)
    again = opponents.seat(bot, sealing("secret"), 0)
    assert again.army == first.army
    assert again.salt != first.salt
    others = {opponents.seat(bot, sealing(f"another {n}"), 0).army for n in range(20)}
    assert others - {first.army}
    sides = [{"army": EVEN, "orders": []}, {"army": json.loads(first.army), "bot": id_}]
    read = engine.read({"ruleset": "siege", "sides": sides})
    assert read.setup.b.army == f"{bot.name}'s own"
    army = json.dumps(json.loads(first.army), sort_keys=True, separators=(",", ":"))
    lines = ["battlereel/1 army", "abcd2345", "terms", "b", first.salt, army]
    assert first.seal == hashlib.sha256("\n".join(lines).encode()).hexdigest()
