"""Strength and thinking time of the strong bot, by shares with 95 % Wilson intervals;
`SIEGE_MATCHES=400 make bench` plays more."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean
from time import process_time
from typing import NamedTuple

import engine
from engine.core.events import SIDES, SideId
from engine.core.rng import Rng, Seeded
from engine.odds.chances import wilson
from engine.players.siege.kernel import planning
from engine.players.siege.ruleset import BOTS
from engine.rulesets.siege.match import Match
from engine.rulesets.siege.rules import Five
from engine.rulesets.siege.state import by_letter
from tests.sieges import side, siege_file

MATCHES = int(os.environ.get("SIEGE_MATCHES", "24"))
OPPONENTS = ("random", "cautious", "aggressive")
TIME_LIMIT_S = 1.5
LEAST = 0.65
MOST_FOR_ALLOTMENTS = 0.60

FIXED = {
    "even five": "2/2/2 2/2/2 2/2/2 2/2/2 2/2/2",
    "spearhead": "4/0/3 4/0/3 2/2/1 0/4/1 0/4/2",
    "long wall": "1/3/2 1/3/2 1/2/3 3/1/2 4/1/1",
    "deep breath": "2/1/4 2/1/4 2/4/1 2/4/1 2/0/0",
    "two champions": "4/3/0 4/3/0 1/2/4 1/2/4 0/0/2",
    "three hounds": "3/1/3 3/1/3 3/1/3 1/4/1 0/3/0",
    "gatekeepers": "0/4/3 0/4/3 4/0/2 3/1/1 3/1/1",
    "bait": "4/0/0 4/2/1 2/0/4 0/4/2 0/4/3",
    "stairs": "4/0/2 3/2/2 2/2/2 1/3/2 0/3/2",
    "two and a half swords": "4/0/3 3/2/2 3/0/1 0/4/2 0/4/2",
    "even swords": "4/0/2 4/0/2 2/2/2 0/4/2 0/4/2",
    "swords and a crowded wall": "4/0/2 4/0/2 1/3/2 1/3/2 0/4/2",
}
"""Fixed opponents: samples, one near the best, and two of 30,000 that the network rates highest."""


class Side(NamedTuple):
    """Who decides for a side, and its allotment: its own, at random, or one that is fixed."""

    bot: str
    army: str = "own"

    def allot(self, rng: Rng) -> Five:
        if self.army in ("own", "random"):
            return BOTS[self.bot if self.army == "own" else "random"].allot(rng)
        return tuple((*map(int, word.split("/")), 0) for word in self.army.split())


class Outcome(NamedTuple):
    won: bool
    rounds: int
    seconds: list[float]  # processor time of each decision of the strong bot


def played(strong: Side, opponent: Side, number: int, *, same_army: bool = False) -> Outcome:
    """A match; the strong bot has seat a in those with an even number."""
    rng = Seeded(1_000_003 * (number + 1))
    own: SideId = SIDES[number % 2]
    # Two matches after each other are between the same armies, once from each seat.
    armies = Seeded(7_919 * (number // 2 + 1))
    allotted = [strong.allot(armies), opponent.allot(armies)]
    if same_army:
        allotted[0] = allotted[1]
    if own == "b":
        allotted.reverse()
    a, b = (" ".join("/".join(map(str, unit[:3])) for unit in army) for army in allotted)
    match = Match(engine.read(siege_file(side(a), side(b))))
    seconds = []
    while not match.ended:
        given = {}
        for of in SIDES:
            view = match.view(of)
            start = process_time()
            orders = BOTS[strong.bot if of == own else opponent.bot].decide(view, rng)
            if of == own:
                seconds.append(process_time() - start)
            given[of] = by_letter(orders)
        match.resolve(given["a"], given["b"])
    return Outcome(match.state.winner == own, match.state.round, seconds)


def measure(
    pool: ProcessPoolExecutor, what: str, play: Callable[[int], Outcome], holds: float
) -> list[float]:
    """Plays and prints one line; gives the seconds that decisions took."""
    outcomes = list(pool.map(play, range(MATCHES)))
    for seat, of_seat in (("", outcomes), (" as a", outcomes[::2]), (" as b", outcomes[1::2])):
        wins = sum(outcome.won for outcome in of_seat)
        share = wins / len(of_seat)
        low, high = wilson(wins, len(of_seat))
        missed = "" if share >= holds else ": MISSED"
        rounds = fmean(outcome.rounds for outcome in of_seat)
        print(
            f"  {what + seat:<48}{share:7.1%}  ({low:.1%} to {high:.1%}, n = {len(of_seat)}, "
            f"{rounds:.0f} rounds; at least {holds:.0%}{missed})",
            flush=True,
        )
    return [second for outcome in outcomes for second in outcome.seconds]


def lines() -> Iterator[tuple[str, Callable[[int], Outcome], float]]:
    strong = Side("strong")
    for bot in OPPONENTS:
        yield f"{bot}, own allotments", partial(played, strong, Side(bot)), LEAST
        same = partial(played, strong, Side(bot, "random"), same_army=True)
        yield f"{bot}, both the same random allotment", same, LEAST
    for name, army in FIXED.items():
        fixed = partial(played, strong, Side("strong", army))
        yield f"itself with {name}", fixed, 1 - MOST_FOR_ALLOTMENTS


def bench_strong_bot() -> None:
    print(f"\nthe strong bot wins, against (n = {MATCHES} each)")
    seconds: list[float] = []
    with ProcessPoolExecutor(os.cpu_count(), initializer=planning.warm) as pool:
        for what, play, holds in lines():
            seconds += measure(pool, what, play, holds)
    print_times(seconds)


def print_times(seconds: Sequence[float]) -> None:
    ordered = sorted(seconds)
    late = ordered[int(len(ordered) * 0.99)]
    missed = "" if ordered[-1] < TIME_LIMIT_S else ": MISSED"
    print(
        f"  {'decides within':<48}{fmean(seconds):7.2f} s on average, 99 % in {late:.2f} s, "
        f"at most {ordered[-1]:.2f} s of a processor (limit {TIME_LIMIT_S} s{missed})"
    )
