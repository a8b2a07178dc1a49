"""Views before the end depend only on what D7 reveals (`oracle.World`): another hidden world that
reveals the same gives the same bytes."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import msgspec
import pytest

import engine
from engine import other_side, seen_by
from engine.core.battle import fold
from engine.core.events import SideId
from engine.core.rng import Rng, Seeded
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.state import view_of
from tests.battle_log import type_of
from tests.games.siege.oracle import World
from tests.sieges import EVEN, orders, play, random_army, random_orders, side, siege_file, units

VIEWERS: tuple[SideId | None, ...] = ("a", "b", None)
SWAPPED = {"none": "recover", "recover": "none"}  # the alternative for a unit that shows nowhere
THE_END = {"castle_fallen", "totals_counted", "side_resigned", "army_revealed", "battle_ended"}
RULESET = engine.rulesets()["siege"]


def counts(short: int, long: int) -> pytest.MarkDecorator:
    """How many matches a test plays here, and in the long run."""
    return pytest.mark.parametrize("count", [short, pytest.param(long, marks=pytest.mark.long)])


class Hidden:
    """Both sides' secrets, and what comes of them by the engine and by the oracle."""

    def __init__(self, armies: dict[str, Any], given: dict[str, list[dict[str, str]]]) -> None:
        self.armies, self.given = armies, given
        self.world = World(armies, given)
        sides = [{"army": {"units": armies[s]}, "orders": given[s]} for s in "ab"]
        self.events = engine.play(siege_file(*sides), seed=0).events

    @classmethod
    def random(cls, rng: Rng) -> "Hidden":
        armies = {s: units(random_army(rng)) for s in "ab"}
        given = {s: [orders(text) for text in random_orders(rng)] for s in "ab"}
        return cls(armies, given)

    def revealed(self, viewer: SideId | None) -> Any:
        own = (self.armies[viewer], self.given[viewer]) if viewer else None
        return own, self.world.revealed(viewer)

    def seen(self, viewer: SideId | None) -> bytes:
        """What a viewer was shown until the end, as it goes over the wire."""
        return b"\n".join(
            msgspec.json.encode(event)
            for event in seen_by(self.events, viewer)
            if type_of(event) not in THE_END
        )

    def variants(self, of: str) -> Iterator["Hidden"]:
        """Return worlds with one side's order or allotment changed, without orders that the rules
        forbid."""
        obeyed = [orders for _, orders, _, _ in self.world.own[of]]
        for number in reversed(range(len(obeyed))):
            for letter, order in obeyed[number].items():
                if order in SWAPPED:
                    changed = {**obeyed[number], letter: SWAPPED[order]}
                    given = [*obeyed[:number], changed, *obeyed[number + 1 :]]
                    yield Hidden(self.armies, {**self.given, of: given})
            if number == max(0, len(obeyed) - 3):
                yield from self._allotted_otherwise(of, obeyed)

    def _allotted_otherwise(self, of: str, obeyed: list[dict[str, str]]) -> Iterator["Hidden"]:
        for stat in ("hp", "def"):
            for giver, taker in permutations("ABCDE", 2):
                army = {k: dict(unit) for k, unit in self.armies[of].items()}
                army[giver][stat] -= 1
                army[taker][stat] += 1
                if all(map(is_allowed, army.values())):
                    yield Hidden({**self.armies, of: army}, {**self.given, of: obeyed})


def is_allowed(unit: dict[str, int]) -> bool:
    return all(0 <= points <= 4 for points in unit.values()) and sum(unit.values()) <= 7


def matches(count: int, seed: int) -> Iterator[Hidden]:
    rng = Seeded(seed)
    for _ in range(count):
        yield Hidden.random(rng)


def expected_for_spectators(world: World) -> list[dict[str, Any]]:
    """The events of all rounds, made from what the oracle says is revealed and nothing else."""
    beats: list[list[dict[str, Any]]] = []
    for number, (met, castles) in enumerate(world.public, start=1):
        beats.append([{"type": "round_started", "round": number}])
        fights = [
            {"type": "units_met", "a": f"a{x}", "b": f"b{y}", "a_atk": a_atk, "b_atk": b_atk}
            for (x, y), (a_atk, b_atk) in met.items()
        ]
        beats.append(sorted(fights, key=lambda row: (-row["a_atk"], -row["b_atk"], row["a"])))
        beats.append([])
        for owner, enemy in (("a", "b"), ("b", "a")):
            left, defend, attack, defense = castles[owner]
            row: dict[str, Any] = {"side": owner, "defenders": [owner + k for k in defend]}
            if left:
                besiegers = [enemy + k for k in left]
                row |= {"type": "castle_besieged", "besiegers": besiegers}
                beats[-1].append(row | {"attack": attack, "defense": defense})
            elif defend:
                beats[-1].append(row | {"type": "castle_guarded"})
    told = [(beat, row) for beat, rows in enumerate(filter(None, beats), 1) for row in rows]
    return [{**row, "seq": seq, "beat": beat} for seq, (beat, row) in enumerate(told, 1)]


@counts(150, 3_000)
def test_random_matches_come_out_as_the_oracle_says(count: int) -> None:
    reasons = set()
    for hidden in matches(count, seed=2026):
        result, world = hidden.events[-1], hidden.world
        assert isinstance(result, engine.BattleEnded)
        reasons.add(result.reason)
        assert (result.winner, result.reason) == (world.winner, world.reason)
        assert result.rounds == len(world.public)
        for s, rows in result.survivors.items():
            left = {
                row["name"]: {key: row[key] for key in ("atk", "def", "hp", "exh")} for row in rows
            }
            assert left == world.now[s]
    assert reasons == {"castle", "round_limit"}


@counts(60, 800)
def test_d07_a_spectator_is_shown_what_is_revealed_to_all_and_nothing_else(count: int) -> None:
    """All but the first event and those of the end is made anew from the revealed facts."""
    envelope = {"cause", "source", "audience"}
    for hidden in matches(count, seed=7):
        shown = [msgspec.json.decode(line) for line in hidden.seen(None).splitlines()]
        plain = [{k: v for k, v in event.items() if k not in envelope} for event in shown]
        assert plain[1:] == expected_for_spectators(hidden.world)
        assert {event["cause"] for event in shown} == {None}
        assert {event["audience"] for event in shown} == {"all"}
        assert {event["source"] for event in shown} <= {None, "D3", "D4"}


@counts(12, 400)
def test_d07_equal_revelations_make_equal_views_and_others_make_others(count: int) -> None:
    """For each match and viewer some other hidden world reveals just the same, up to the end."""
    compared = twins = 0
    for hidden in matches(count, seed=70):
        for viewer in VIEWERS:
            for other in hidden.variants(other_side(viewer)):
                same = other.revealed(viewer) == hidden.revealed(viewer)
                assert (other.seen(viewer) == hidden.seen(viewer)) == same
                compared += 1
                # An order that is refused instead of missing makes no other world.
                if same and other.world.own != hidden.world.own:
                    twins += 1
                    break
            else:
                pytest.fail(f"{viewer} could tell everything in {hidden.armies} {hidden.given}")
    assert twins == len(VIEWERS) * count
    assert compared > twins, "some of the other worlds did show"


@counts(10, 100)
def test_d07_a_player_sees_the_whole_of_its_own_side(count: int) -> None:
    """Numbered without gaps, with causes that lead somewhere; the events stay as they are."""
    for hidden in matches(count, seed=77):
        before = [msgspec.json.encode(event) for event in hidden.events]
        for viewer in VIEWERS:
            seen = seen_by(hidden.events, viewer)
            own = [event for event in hidden.events if event.audience == viewer]
            theirs = [event for event in seen if event.audience == viewer]
            for event, mine in zip(own, theirs, strict=True):
                numbers = {"seq": mine.seq, "beat": mine.beat, "cause": mine.cause}
                assert msgspec.structs.replace(event, **numbers) == mine
            assert [event.seq for event in seen] == list(range(len(seen)))
            assert sorted({event.beat for event in seen}) == list(range(seen[-1].beat + 1))
            assert all(event.cause is None or event.cause < event.seq for event in seen)
        assert [msgspec.json.encode(event) for event in hidden.events] == before


def test_d07_after_the_end_everything_is_shown() -> None:
    log = play(side(EVEN, "aannn"), side("4/3/0 4/3/0 1/2/4 1/2/4 0/0/2"))
    for viewer in VIEWERS:
        *_, last = seen_by(log.events, viewer)
        assert isinstance(last, engine.BattleEnded)
        assert last.survivors == log.result.survivors


@counts(8, 100)
def test_d13_a_bot_knows_what_its_side_was_shown_and_no_more(count: int) -> None:
    """Its view is the same from the whole state and from one built of what its side may see."""
    for hidden in matches(count, seed=14):
        starts = [k for k, event in enumerate(hidden.events) if type_of(event) == "round_started"]
        for cut in starts[:12]:
            before = hidden.events[:cut]
            (*_, state) = fold(RULESET, before)
            for viewer in ("a", "b"):
                (*_, blind) = fold(RULESET, seen_by(before, viewer))
                enemy = other_side(viewer)
                assert {unit.values for unit in blind.sides[enemy].units} == {None}
                assert view_of(blind, viewer, TABLES) == view_of(state, viewer, TABLES)
