"""The odds page: chances between two armies as numbers and bars, and battles with a chosen end."""

import secrets
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound, UnprocessableEntity

import engine
from engine import SIDES
from webapp.base import display_names, games, texts
from webapp.base.clock import now_ms
from webapp.base.inputs import number_up_to
from webapp.base.texts import _, chance_text, problem_lines
from webapp.battles import participants
from webapp.battles import store as battles
from webapp.guard.admission import first_estimate, playing, refined_estimate, work_out
from webapp.guard.limits import heavy
from webapp.html import spoilers
from webapp.html.forms import FileForm, WishForm
from webapp.searches import limits
from webapp.searches.pages.battle_forms import OddsForm, armies_form
from webapp.words.templates import unit_names

blueprint = heavy(Blueprint("odds_page", __name__))

OWN_DICE = "own-dice"  # the end that a battle's own seed leads to
SAMPLES: Final = 1_000  # battles of a sample: a balance of waiting and precision


class Bar(NamedTuple):
    """A chance: label, text, and the wish for a battle like it."""

    label: str
    chance: float  # 0: there is no battle to watch
    text: str
    size: float  # 0 to 100, against the largest of its chart
    wish: str
    side: str = ""  # whose colour it has, or empty


def report_of(battle: engine.Battle, samples: int = SAMPLES) -> dict[str, Any]:
    """Return the data of the odds page; `more` battles refine it. Raises InputError."""
    odds = limits.odds(battle, samples=samples)
    names = side_names(battle)
    return {
        "ruleset": battle.ruleset.name,
        "names": names,
        "method": method(odds),
        **_bars(battle, odds, names),
        "gains": [*_gains(battle, odds, names)] if odds.method == "exact" else None,
        "has_order": battle.ruleset.ordered is not None,
        "has_best_armies": battle.ruleset.recruiting is not None,
        "more": limits.more_samples(odds, SAMPLES),
        "file": msgspec.json.encode(battle.document).decode(),
    }


def method(odds: engine.Odds) -> str:
    """Return the method of the odds, and its precision."""
    if odds.interval is None:
        return _("exact")
    low, high = odds.interval
    half = texts.percent((high - low) / 2, texts.decimals_within(odds.interval))
    return _("sampled, ± {half} at 95%, n = {count:,}", half=half, count=odds.samples)


def side_names(battle: engine.Battle) -> dict[str, str]:
    game = games.game(battle.ruleset.id)
    armies = {side: getattr(battle.setup, side) for side in SIDES}
    return participants.distinct(
        {side: display_names.translated(game, one.name, one.army) for side, one in armies.items()}
    )


def _bars(battle: engine.Battle, odds: engine.Odds, names: Mapping[str, str]) -> dict[str, Any]:
    def bar(label: str, chance: float, wish: str, side: str = "", most: float = 1) -> Bar:
        text = chance_text(chance, odds.interval)
        return Bar(label, chance, text, 100 * chance / most, wish, side)

    wins = [
        bar(_("{name} wins", name=names[side]), getattr(odds, side), side, side) for side in SIDES
    ]
    survivors = {
        side: [bar(str(n), chance, f"{side}={n}", side, max(row)) for n, chance in enumerate(row)]
        for side, row in odds.survivors.items()
    }
    named, left = _unit_names(battle), odds.units or {}
    units = {
        side: [bar(named[id_], left[id_], f"{id_} left", side) for id_ in left if id_[0] == side]
        for side in SIDES
        if left
    }
    drawn = [bar(_("Draw"), odds.draw, "draw")] if odds.draw else []
    return {"wins": wins + drawn, "survivors": survivors, "units": units}


def _unit_names(battle: engine.Battle) -> dict[str, str]:
    cards = (games.game(battle.ruleset.id).army_card(battle.setup, side) for side in SIDES)
    return {id_: name for card in cards for id_, name in unit_names(card.units).items()}


def _gains(
    battle: engine.Battle, odds: engine.Odds, names: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield what each bonus is worth: its owner's chance without it, and the difference."""
    rows = engine.ablation(battle)
    things, units = _thing_names(battle.ruleset.catalog()), _unit_names(battle)
    most = max((abs(row.gain) for row in rows), default=0) or 1
    for row in rows:
        label = things.get(row.id, row.id.replace("-", " ").capitalize())
        owner = row.side or "a"
        yield {
            "label": f"{_(label)} {row.amount}" if row.amount is not None else _(label),
            "kind": _(row.kind),
            "owner": names[row.side] if row.side else _("the field"),
            "side": row.side or "",
            "bearers": ", ".join(units[id_] for id_ in row.units),
            "without": chance_text(getattr(row, owner)),
            "text": texts.signed(100 * row.gain, 2),
            "size": 100 * abs(row.gain) / most,
            "helps": row.gain > 0,
        }


def _thing_names(catalog: Any) -> dict[str, str]:
    tables = (table for table in catalog.values() if isinstance(table, dict))
    rows = (row for table in tables for row in table.items())
    return {id_: row["name"] for id_, row in rows if isinstance(row, dict) and "name" in row}


@blueprint.get("/odds")
def odds() -> ResponseReturnValue:
    """The odds of `?battle=` or of two armies; without either, the forms alone."""
    if battle_id := request.args.get("battle"):
        return page(battle=stored_battle(battle_id))
    if "ruleset" not in request.args:
        return page()
    form = OddsForm(games.game(request.args["ruleset"]))
    form.prefill(request.args)
    if (drawn := form.query_with_drawn_army(request.args)) is not None:
        return redirect(url_for(".odds", **drawn))
    return page(form.read() if form.is_sent else None, armies=form)


@blueprint.post("/odds")
def odds_of_file() -> ResponseReturnValue:
    """The odds of a pasted battle file."""
    form = FileForm(request.form)
    return page(form.read(), file=form)


@blueprint.post("/odds/more")
def refine() -> ResponseReturnValue:
    """The odds of a battle file by `samples` battles, refining a first figure."""
    form = FileForm(request.form)
    battle = form.read()
    if battle is None:
        return page(file=form)
    samples = number_up_to(SAMPLES, request.form.get("samples", "")) or SAMPLES
    try:
        report, is_last = refined_estimate(partial(report_of, battle.without_dice()), samples)
    except engine.InputError as error:
        form.note_all(error)
        return page(file=form)
    if is_last:
        report["more"] = 0
    if "HX-Request" in request.headers:
        shown = OddsForm(games.game(battle.ruleset.id))
        return render_template("odds/result.html", form=shown, report=report)
    return page(battle, report=report)


@blueprint.post("/odds/watch")
def watch_one() -> ResponseReturnValue:
    """A replay of a battle between these armies that ends as wished."""
    form = WishForm(request.form)
    battle = form.read()
    if battle is None:
        return page(file=form)
    return watch_battle(battle, form.wish.data, form)


def watch_battle(
    battle: engine.Battle, wish: str, form: FileForm | None = None
) -> ResponseReturnValue:
    """Redirect to a battle that ends as wished, or note why not in `form`."""
    found = battle
    try:
        if battle.seed is None or wish != OWN_DICE:
            found = work_out(limits.conditioned, battle, wish, secrets.randbits(32))
    except engine.InputError as error:
        form = form or FileForm()
        form.note_all(error)
        # A battle that takes too long to sample has no odds to show.
        return page(None if battle.slow_bots() else battle, file=form)
    with playing() as run:
        recording = battles.play(found, run)
        title = f"{battles.title(recording.header.battle)}, dice chosen"  # as names.CHOSEN has it
        airing = battles.Airing(starts_at_ms=battles.NEVER_ON_AIR, title=title)
        put = battles.put_on_air(games.game(recording.header.ruleset), recording, airing, run)
    # The requester knows this end; other readers of the link do not.
    return redirect(url_for("watch.watch", id_=put.id, spoilers=spoilers.SHOWN), 303)


def stored_battle(battle_id: str) -> engine.Battle:
    """Return the armies of a stored battle, whose dice are secret before its end."""
    found = battles.find(battle_id)
    if found is None or not found.has_begun(now_ms()):
        raise NotFound(_("No battle that has begun has this link."))
    return engine.read(battles.files_of([found])[found.digest])


def page(
    battle: engine.Battle | None = None,
    armies: OddsForm | None = None,
    file: FileForm | None = None,
    report: dict[str, Any] | None = None,
) -> ResponseReturnValue:
    """Return the page with the submitted form, if any; 422 if it has problems."""
    sent = armies or file
    if battle is not None and report is None:
        try:
            report = first_estimate(partial(report_of, battle.without_dice()), SAMPLES)
        except engine.InputError as error:
            # Without a form, the error page shows the problems.
            if sent is None:
                raise UnprocessableEntity(problem_lines(error)) from None
            sent.note_all(error)
    shown = games.game(battle.ruleset.id) if battle else games.chosen(None)
    html = render_template(
        "odds/content.html" if "HX-Request" in request.headers else "odds/page.html",
        form=armies or armies_form(shown, battle),
        file=file or FileForm(),
        report=report,
    )
    return html, 422 if sent and sent.error_count else 200
