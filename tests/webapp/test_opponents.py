"""Bots that take a seat: each with an army that it has chosen itself."""

import json

import pytest

import engine
from engine.players.siege.bots import ALLOTMENTS
from tests.webapp.match_players import EVEN
from webapp.challenges import opponents
from webapp.games.siege.game import OPPONENTS as BOTS

every_bot = pytest.mark.parametrize("id_", BOTS)


def words(army: str) -> list[str]:
    """The units of a sealed army as `4/0/3`, whatever their letters."""
    units = json.loads(army)["units"].values()
    return sorted("/".join(map(str, unit.values())) for unit in units)


def test_the_strong_bot_plays_one_of_the_allotments_that_it_is_best_with() -> None:
    """Its units come under any letters, so that these tell nothing."""
    known = {tuple(sorted(army.split())) for army in ALLOTMENTS}
    armies = [opponents.seat(BOTS["strong"], str(seed), 0).army for seed in range(60)]
    assert {tuple(words(army)) for army in armies} == known
    assert len(set(armies)) > 30


@every_bot
def test_what_a_bot_seals_may_take_the_field_and_is_called_its_own(id_: str) -> None:
    bot = BOTS[id_]
    army = json.loads(opponents.seat(bot, "secret", 0).army)
    sides = [{"army": EVEN, "orders": []}, {"army": army, "bot": id_}]
    read = engine.read({"ruleset": "siege", "sides": sides})
    assert read.setup.b.army == f"{bot.name}'s own"


@every_bot
def test_a_bot_s_army_follows_from_the_challenge_s_secret_seed(id_: str) -> None:
    bot = BOTS[id_]
    first = opponents.seat(bot, "secret", 0)
    assert opponents.seat(bot, "secret", 0) == first
    others = {opponents.seat(bot, f"another {n}", 0).army for n in range(20)}
    assert others - {first.army}
