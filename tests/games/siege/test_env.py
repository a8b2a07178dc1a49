"""The siege as a PettingZoo environment: by PettingZoo's tests, by the rules, and by secrecy."""

import doctest
import subprocess
import sys
from typing import Any

import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

import engine
from engine.env.siege import SiegeEnv, action_of, orders_of, parallel_env
from engine.rulesets.siege.rules import ALLOWED
from tests.repo.files import ROOT
from tests.sieges import EVEN, ORDERS, units

HAMMER = "4/0/3 4/0/3 2/2/1 0/4/1 0/4/2"


def started(a: str = EVEN, b: str = EVEN, seed: int = 0) -> tuple[SiegeEnv, dict[str, Any]]:
    env = SiegeEnv(allotments={"a": units(a), "b": units(b)})
    observations, _ = env.reset(seed=seed)
    return env, observations


def ordered(a: str, b: str) -> dict[str, int]:
    return {
        s: action_of(tuple(ORDERS[letter] for letter in given))
        for s, given in zip("ab", (a, b), strict=True)
    }


def test_it_passes_pettingzoo_s_own_tests(capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(parallel_env(), num_cycles=60)
    parallel_seed_test(parallel_env, num_cycles=20)
    assert "Passed Parallel API test" in capsys.readouterr().out


def test_the_sessions_in_its_readme_run() -> None:
    outcome = doctest.testfile(str(ROOT / "engine/env/siege/README.md"), module_relative=False)
    assert outcome.failed == 0
    assert outcome.attempted == 16


def test_actions_are_orders_and_the_mask_has_those_that_are_allowed() -> None:
    # An action is the orders of five units.
    for action in range(1024):
        assert action_of(orders_of(action)) == action
    assert orders_of(0) == ("attack",) * 5
    assert orders_of(1) == ("attack",) * 4 + ("defend",)
    assert orders_of(3 * 256) == ("none",) + ("attack",) * 4
    # Nobody is tired; HAMMER's A and B cannot defend, D and E cannot attack: 2 * 2 * 3 * 2 * 2.
    env, observations = started(HAMMER)
    mask = observations["a"]["action_mask"]
    assert mask.sum() == 48
    for action in range(1024):
        allowed = all(
            ALLOWED[order](unit)
            for order, unit in zip(orders_of(action), env.view("a").own, strict=True)
        )
        assert mask[action] == allowed
    # An order that a unit may not carry out counts as none.
    env, _ = started(HAMMER)
    observations, *_ = env.step(ordered("drnad", "nnnnn"))
    assert observations["a"]["own_orders"][0].tolist() == [3, 3, 3, 3, 1]


def test_an_agent_observes_what_d7_reveals_of_a_round() -> None:
    """a's C (ATK 2) attacks and meets b's A (ATK 4); b's B is left over: A = 4 against D = 2."""
    env, _ = started(EVEN, HAMMER)
    observations, rewards, terminations, _, infos = env.step(ordered("ndann", "aannd"))
    a, b = observations["a"], observations["b"]
    assert a["own_orders"][0].tolist() == [3, 1, 0, 3, 3]
    assert a["own_met"][0].tolist() == [-1, -1, 0, -1, -1]
    assert a["enemy_deeds"][0].tolist() == [1, 2, 0, 0, 3]
    assert a["enemy_atk"][0].tolist() == [4, -1, -1, -1, -1]
    assert a["siege"][0].tolist() == [0, 4, 2]
    assert b["siege"][0].tolist() == [1, 4, 2]
    assert b["enemy_deeds"][0].tolist() == [0, 3, 1, 0, 0]
    # B2, the second row, for a's C: ATK 4 is 2 more than its own and more than its DEF.
    assert a["own_rows"][0].tolist() == [-1, -1, 1, -1, -1]
    assert a["own"][2].tolist() == [2, 2, 1, 1]
    assert (a["enemy_atk"][1:] == -1).all()
    assert (rewards["a"], terminations["a"], infos["a"]) == (0.0, False, {})


def test_the_winner_is_rewarded_in_the_round_that_ends_the_match() -> None:
    """After it no actions do nothing and others are refused."""
    env, _ = started()
    _, rewards, terminations, truncations, infos = env.step(ordered("nnnnn", "annnn"))
    assert rewards == {"a": -1.0, "b": 1.0}
    assert terminations == {"a": True, "b": True}
    assert truncations == {"a": False, "b": False}
    assert infos["a"] == {"winner": "b", "reason": "castle"}
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})
    with pytest.raises(ValueError, match="for a, b; there are no agents, since the match is over"):
        env.step(ordered("nnnnn", "nnnnn"))


def test_a_match_of_forty_rounds_ends_by_totals_and_units_may_grow_without_end() -> None:
    """Who attacks gains 20 * 99 ATK a round and keeps its breath: 2 + 40 * 1 980 in the end."""
    grows = [{"unit": "AU", "stat": "ATK", "delta": 99}] * 20
    table = {"battle": [{"id": "X", "when": [], "effects": grows}]}
    env = SiegeEnv(allotments=dict.fromkeys("ab", units(EVEN)), tables=table)
    env.reset(seed=1)
    while env.agents:
        observations, rewards, _, truncations, infos = env.step(ordered("adnnn", "adnnn"))
    assert observations["a"]["own"][0].tolist() == [79_202, 2, 2, 0]
    assert env.observation_space("a").contains(observations["a"])
    assert infos["a"]["reason"] == "round_limit"
    assert rewards == {"a": -1.0, "b": 1.0}
    assert truncations == {"a": False, "b": False}


def test_wrong_actions_and_allotments_are_refused() -> None:
    env, _ = started()
    for actions, given in (({}, "no one"), ({"a": 0}, "a"), ({"a": 0, "b": 0, "c": 0}, "a, b, c")):
        with pytest.raises(ValueError, match=f"actions are for {given}; there are a and b"):
            env.step(actions)  # type: ignore[arg-type]
    assert env.match.state.round == 0
    with pytest.raises(RuntimeError, match="no match yet"):
        SiegeEnv().step({})
    bad = units(EVEN) | {"A": {"atk": 5, "def": 2, "hp": 2}}
    with pytest.raises(engine.InputError, match=r"units\.A\.atk"):
        env.reset(seed=1, options={"allotments": {"a": bad}})


def test_the_engine_needs_none_of_it_and_the_error_says_what_to_install() -> None:
    """As without the extra: the module cannot be found."""
    script = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "import engine; engine.rulesets()\n"
        "try:\n import engine.env.siege\n"
        "except ImportError as error:\n print(error)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "engine.env.siege needs pettingzoo: install Battlereel with its extra" in run.stdout
    assert "pip install 'battlereel[rl]'" in run.stdout
