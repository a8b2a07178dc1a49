"""`python -m webapp.commands.puzzles make` and `check`: a game's puzzles, for its developers."""

import os
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final

import click
import msgspec

import engine
from engine import Seeded, SideId, search
from webapp.base import games
from webapp.base.game import Game, Puzzles
from webapp.searches import puzzles

PER_SEED: Final = 1_000_000  # each puzzle has its own dice, whatever the number of workers
DRAWS_MOST: Final = 10_000
TOLERANCE: Final = 1e-9


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Make and check the puzzles of a game."""


workers_option = click.option(
    "--workers", type=click.IntRange(1, 64), default=os.cpu_count() or 1, help="Processes."
)
ruleset_argument = click.argument("ruleset", type=click.Choice(sorted(engine.rulesets())))


@main.command()
@ruleset_argument
@click.option("--count", type=click.IntRange(1, PER_SEED), default=400, show_default=True)
@click.option("--seed", type=click.IntRange(0, 10**9), default=1, show_default=True)
@click.option("--first", type=click.DateTime(["%Y-%m-%d"]), required=True, help="The first day.")
@workers_option
def make(ruleset: str, count: int, seed: int, first: datetime, workers: int) -> None:
    """Write puzzles into the game's own file, or continue one that was begun with these options."""
    game = games.game(ruleset)
    file = _wanted(game).file
    begun = puzzles.Head(ruleset, game.ruleset.version, "", seed, first.date())
    head = msgspec.json.encode(begun)
    done = file.read_bytes().splitlines() if file.is_file() else []
    if done[:1] != [head]:
        file.write_bytes(head + b"\n")
        done = [head]
    numbers = range(len(done) - 1, count)
    with search.Workers(workers) as crew, file.open("ab") as out:
        lines = crew.each(partial(_made, ruleset, seed), numbers, by_kernel=False)
        for number, line in zip(numbers, lines, strict=True):
            out.write(line + b"\n")
            out.flush()
            click.echo(f"{number + 1} of {count}")
    _pin(game, begun)


@main.command()
@ruleset_argument
@click.option("--top", type=click.IntRange(1, 720), default=3, show_default=True)
@click.option(
    "--pin", is_flag=True, help="If all are right, record the catalog numbers they were made from."
)
@workers_option
def check(ruleset: str, top: int, workers: int, *, pin: bool) -> None:
    """Recompute the odds of all orders, and by the rules those of the best and the obvious one.

    The rules are the second solver: no kernel takes part in their odds.
    """
    game = games.game(ruleset)
    book = puzzles.book(game)
    if book is None:
        raise click.UsageError(f"{game.id} has no puzzles")
    wrong = 0
    made_for = (book.head.version, book.head.catalog)
    if not pin and made_for != (game.ruleset.version, book.used(game)):
        click.echo("made for other rules, or other numbers of the units in them")
        wrong += 1
    with search.Workers(workers) as crew:
        parts = range(len(book.lines))
        for found in crew.each(partial(_faults, ruleset, top), parts, by_kernel=False):
            wrong += bool(found)
            for line in found:
                click.echo(line)
    click.echo(f"{len(book.lines)} puzzles: {wrong} wrong")
    if wrong:
        raise SystemExit(1)
    if pin:
        _pin(game, msgspec.structs.replace(book.head, version=game.ruleset.version))


def _pin(game: Game, head: puzzles.Head) -> None:
    """Write into the file's first line what its puzzles use of the catalog as it is."""
    file = _wanted(game).file
    lines = tuple(file.read_bytes().splitlines()[1:])
    head = msgspec.structs.replace(head, catalog=puzzles.Book(head, lines).used(game))
    file.write_bytes(b"\n".join((msgspec.json.encode(head), *lines, b"")))


def _faults(ruleset: str, top: int, number: int) -> list[str]:
    game = games.game(ruleset)
    book = puzzles.book(game)
    assert book is not None
    puzzle = book.puzzle(number)
    weighed = search.weigh_all(engine.read(puzzle.file(game)))
    wins = dict(zip(weighed.orders, weighed.wins, strict=True))
    lines = [] if weighed.is_puzzle else ["no puzzle: no order is clearly best, or an obvious one"]
    claims = (weighed.orders[0], *weighed.wins[:2], weighed.wins[-1], len(weighed.orders))
    if claims != (puzzle.best, puzzle.win, puzzle.second, puzzle.worst, puzzle.orders):
        lines.append(f"says otherwise than what was found: {claims}")
    for order in {*weighed.orders[:top], *weighed.obvious.values()}:
        odds = engine.odds_by_rules(engine.read(puzzle.file(game, order)))
        share = odds.a + odds.draw / 2
        if abs(share - wins[order]) > TOLERANCE:
            lines.append(f"{order}: {wins[order]} by the kernel, {share} by the rules")
    return [f"puzzle {number}: {line}" for line in lines]


def _wanted(game: Game) -> Puzzles:
    """Return what a game's record says of its puzzles; a game without any ends the command."""
    if game.puzzles is None:
        raise click.UsageError(f"{game.id} has no puzzles in its record")
    return game.puzzles


def _made(ruleset: str, seed: int, number: int) -> bytes:
    game = games.game(ruleset)
    wanted = _wanted(game)
    rng = Seeded(seed * PER_SEED + number)
    terms = wanted.terms[rng.below(len(wanted.terms), "terms", "")]
    draw, allows = partial(_drawn, game, terms, rng), partial(_is_allowed, game)
    battle, weighed = search.make_puzzle({"ruleset": ruleset, **terms}, draw, allows, rng)
    key = game.ruleset.ordered
    own, enemy = (tuple(side["army"][key]) for side in battle.document["sides"])
    puzzle = puzzles.Puzzle(
        own=own,
        enemy=enemy,
        best=weighed.orders[0],
        win=weighed.wins[0],
        second=weighed.wins[1],
        worst=weighed.wins[-1],
        orders=len(weighed.orders),
        terms=dict(terms),
    )
    return msgspec.json.encode(puzzle)


def _drawn(game: Game, terms: Mapping[str, Any], rng: Seeded, side: SideId) -> dict[str, Any]:
    """Return a random army of the right size, without a name."""
    limits, size = _wanted(game).limits[side], _wanted(game).size[side]
    for _ in range(DRAWS_MOST):
        army = game.builder.random(terms, limits, rng)
        if len(army[str(game.ruleset.ordered)]) == size:
            return search.without_name(army)
    raise click.ClickException(f"{game.id} draws no army of {size} units")


def _is_allowed(game: Game, battle: engine.Battle) -> bool:
    """Whether both armies respect the limits of drawn ones."""
    over_limits, limits = game.builder.over_limits, _wanted(game).limits
    armies = {side: getattr(battle.setup, side) for side in engine.SIDES}
    return not any(any(over_limits(armies[side], limits[side])) for side in armies)


if __name__ == "__main__":
    main()
