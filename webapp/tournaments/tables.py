"""The standings of a tournament: for a terminal, laid out by rich, and as JSON."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rich import box
from rich.table import Table

from engine import tournament
from engine.tournament import Match, Tournament
from webapp.base.texts import N_, _, number
from webapp.words.terminal import new_console

KINDS = {
    "round-robin": N_("Round robin"),
    "swiss": N_("Swiss"),
    "single-elimination": N_("Single elimination"),
    "double-elimination": N_("Double elimination"),
    "ladder": N_("Ladder"),
}
_OUT: Final = N_(
    "Armies that went out later rank higher; those that went out in the same round share a rank."
)
# by kind: the criteria of places, in order
COUNTING: Final = {
    "round-robin": N_(
        "Ranked by points (1 for a match won, ½ for one drawn), then by head to head, "
        "Sonneborn-Berger, games won and seed."
    ),
    "swiss": N_(
        "Ranked by points (1 for a match won, ½ for one drawn), then by Buchholz, "
        "Sonneborn-Berger, games won and seed."
    ),
    "single-elimination": _OUT,
    "double-elimination": _OUT,
    "ladder": N_(
        "Ranked by the lower end of the interval, so newcomers start low and climb, then by seed."
    ),
}
# explanations of the table's terms
TERMS: Final = {
    N_("seed"): N_(
        "The place by expected strength. It decides between equals, and a match in which both won "
        "equally many games."
    ),
    "head to head": N_("The points in matches between armies with equally many points."),
    "Buchholz": N_("The points of all opponents."),
    "Sonneborn-Berger": N_("The points of all beaten opponents and half those of all drawn ones."),
    N_("rating"): N_(
        "The strength by all games (Bradley-Terry), with an interval at 95%: 1500 is average, and "
        "a lead of 400 means ten wins for each loss."
    ),
    N_("Ladder rating"): N_(
        "Each game moves two ratings. All begin at 1500, and a lead of 400 means ten wins for each "
        "loss."
    ),
}


def heading(name: str, kind: str) -> str:
    return name or (_("Unnamed ladder") if kind == tournament.LADDER else _("Unnamed tournament"))


# tie-breaks, by the member of a standing
TIES = {
    "head_to_head": N_("head to head"),
    "buchholz": N_("Buchholz"),
    "sonneborn_berger": N_("Sonneborn-Berger"),
}


def halves(points: float) -> str:
    """Return points with as many decimals as they have."""
    return number(points, next(n for n in range(3) if n == 2 or points * 10**n % 1 == 0))


def print_standings(cup: Tournament, matches: Sequence[Match]) -> None:
    console = new_console()
    console.print(": ".join(filter(None, (cup.name, _(KINDS[cup.plan.kind])))))
    rows = tournament.standings(cup.plan, matches)
    ties = [key for key in TIES if getattr(rows[0], key) is not None]
    results = (_("won"), _("drawn"), _("lost"))
    is_ladder = cup.plan.kind == tournament.LADDER
    heads = (
        (_("rating"), _("interval"), _("matches"), *results)
        if is_ladder
        else (_("points"), *results, *(_(TIES[key]) for key in ties), _("rating"))
    )
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("", justify="right")
    table.add_column(_("name"), min_width=max(map(len, cup.names)), no_wrap=True)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=is_ladder or head is heads[-1])
    rated = tournament.ratings(cup.plan, matches)
    for row in rows:
        name, (low, high) = cup.names[row.entrant], rated[row.entrant].interval
        value, fought = str(rated[row.entrant].value), (row.won, row.drawn, row.lost)
        if is_ladder:
            name = name if row.takes_part else _("{army} (taken out)", army=name)
            interval = _("{low} to {high}", low=low, high=high)
            cells = [value, interval, str(sum(fought)), *map(str, fought)]
        else:
            tied = (halves(getattr(row, key)) for key in ties)
            cells = [halves(row.points), *map(str, fought), *tied, f"{value} ± {(high - low) // 2}"]
        table.add_row(str(row.rank), name, *cells)
    console.print(table)


LinkOf = Callable[[str], str | None]  # path of a game's recording, by the game's id


def report(cup: Tournament, matches: Sequence[Match], file_of: LinkOf) -> dict[str, Any]:
    """Return the whole tournament, with entrants by name."""
    rated = tournament.ratings(cup.plan, matches)
    standings = []
    for row in tournament.standings(cup.plan, matches):
        data = {"rank": row.rank, "name": cup.names[row.entrant], "seed": row.entrant + 1}
        for key in ("points", "won", "drawn", "lost", "byes", "games", *TIES):
            if getattr(row, key) is not None:
                data[key] = getattr(row, key)
        if cup.plan.kind == "ladder":
            data["takes_part"] = row.takes_part
        rating = rated[row.entrant]
        standings.append(data | {"rating": rating.value, "interval": list(rating.interval)})
    plan = cup.plan
    return {
        "name": cup.name,
        "kind": plan.kind,
        "ruleset": cup.ruleset,
        "seed": plan.seed,
        "best_of": plan.best_of,
        **({"rounds": plan.rounds} if plan.kind == "ladder" else {}),
        "finished": not any(match.state in ("open", "pending") for match in matches),
        "standings": standings,
        "matches": [_match(cup, match, file_of) for match in matches],
    }


def _match(cup: Tournament, match: Match, file_of: LinkOf) -> dict[str, Any]:
    data: dict[str, Any] = {"id": match.id, "round": match.round}
    if match.bracket:
        data["bracket"] = match.bracket
    data |= {"a": _name(cup, match.a), "b": _name(cup, match.b), "state": match.state}
    if match.state == "bye":
        return data
    data |= {"points": list(match.points), "winner": _name(cup, match.winner)}
    if match.by_seed:
        data["by_seed"] = True
    games = [
        {
            "id": game.id,
            "a": cup.names[game.a],
            "b": cup.names[game.b],
            "seed": game.seed,
            "winner": game.winner,
            "file": file_of(game.id),
        }
        for game in match.games
    ]
    return data | {"games": games}


def _name(cup: Tournament, entrant: int | None) -> str | None:
    return None if entrant is None else cup.names[entrant]
