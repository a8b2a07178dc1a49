"""Thousands of random matches come out as a second writing of the rules says."""

import engine
from engine.core.rng import Seeded
from tests.games.siege.oracle import World
from tests.sieges import orders, random_army, random_orders, side, siege_file, units

MATCHES = 3_000


def test_random_matches_come_out_as_the_oracle_says() -> None:
    rng = Seeded(2026)
    reasons = set()
    for _ in range(MATCHES):
        armies = {s: random_army(rng) for s in "ab"}
        given = {s: random_orders(rng) for s in "ab"}
        world = World(
            {s: units(armies[s]) for s in "ab"},
            {s: [orders(text) for text in given[s]] for s in "ab"},
        )
        file = siege_file(side(armies["a"], *given["a"]), side(armies["b"], *given["b"]))
        result = engine.play(file, seed=0).result
        reasons.add(result.reason)
        assert (result.winner, result.reason) == (world.winner, world.reason)
        assert result.rounds == len(world.public)
        for s in "ab":
            left = {
                str(row["name"]): {key: row[key] for key in ("atk", "def", "hp", "exh")}
                for row in result.survivors[s]
            }
            assert left == world.now[s]
    assert reasons == {"castle", "round_limit"}
