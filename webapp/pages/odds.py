"""The odds page: who should win between two armies, and battles that end as one likes."""

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from gevent import get_hub
from werkzeug.exceptions import NotFound, UnprocessableEntity

import engine
from engine.players.siege.bots import BOTS, Bot
from webapp import games
from webapp.battles import odds_guard, samples
from webapp.battles import store as battles
from webapp.guard.limits import heavy
from webapp.pages.forms import FileForm, Form
from webapp.pages.odds_shown import Shown, shown, wish_in_words

blueprint = Blueprint("odds_page", __name__)

GROUNDS: Final = ("terrain", "city")
"""What a battle file's `field` may hold, for rulesets that have one."""


class ArmiesOddsForm(Form):
    """Two sample armies of one ruleset, and the ground between them."""

    defaults: ClassVar = {
        "ruleset": "",
        "army_a": "",
        "army_b": "",
        "terrain": "",
        "city": "",
        "bot_a": "",
        "bot_b": "",
    }

    def __init__(self, ruleset: engine.Ruleset[Any, Any], given: Mapping[str, str] | None) -> None:
        super().__init__(given)
        self.ruleset = ruleset
        self.armies = samples.load(games.of(ruleset.id)).armies
        if given is None:
            first, second = [*self.armies][:2]
            self.values |= {"ruleset": ruleset.id, "army_a": first, "army_b": second}
        for field, bot in (("bot_a", "aggressive"), ("bot_b", "cautious")):
            self.values[field] = self.values[field] or bot

    @property
    def grounds(self) -> dict[str, Mapping[str, Any]]:
        """What there is to choose of each kind of ground, by id."""
        if "field" not in self.ruleset.battle_keys:
            return {}
        catalog = self.ruleset.catalog()
        entries = catalog["entries"].items()
        cities = {id_: row for id_, row in entries if row["kind"] == "city"}
        return {"terrain": catalog["terrains"], "city": cities}

    @property
    def bots(self) -> Mapping[str, Bot]:
        """The bots that may play a thousand battles, by id; none where nobody decides anything."""
        quick = {id_: bot for id_, bot in BOTS.items() if not bot.slow}
        return quick if self.ruleset.id == "siege" else {}

    def source(self) -> dict[str, Any]:
        """The battle file of what was chosen."""
        sides: list[dict[str, Any]] = [{"army": self._army(side)} for side in "ab"]
        if self.bots:
            for side, members in zip("ab", sides, strict=True):
                members["bot"] = self.values[f"bot_{side}"]
        document: dict[str, Any] = {"ruleset": self.ruleset.id, "sides": sides}
        field: dict[str, Any] = {}
        if terrain := self.values["terrain"]:
            field["terrain"] = [terrain]
        if city := self.values["city"]:
            field["city"] = city
        return document | ({"field": field} if field else {})

    def _army(self, side: str) -> dict[str, Any] | None:
        army = self.armies.get(self.values[f"army_{side}"])
        return army.army if army else None

    def note(self, problem: engine.Problem) -> None:
        """Puts a problem beside the field that it comes from."""
        place = problem.path
        for side, start in (("a", "sides[0].army"), ("b", "sides[1].army")):
            if place == start and self.values[f"army_{side}"] not in self.armies:
                self.errors[f"army_{side}"].append("Choose one of these armies.")
                return
        for side, start in (("a", "sides[0].bot"), ("b", "sides[1].bot")):
            if place == start:
                self.errors[f"bot_{side}"].append(problem.message)
                return
        for ground in GROUNDS:
            if place.startswith(f"field.{ground}"):
                self.errors[ground].append(problem.message)
                return
        super().note(problem)


@blueprint.get("/odds")
@heavy
def odds() -> ResponseReturnValue:
    """The odds of `?battle=` or of two sample armies; without either, the forms alone."""
    if battle_id := request.args.get("battle"):
        return _page(battle=_aired(battle_id))
    if "ruleset" not in request.args:
        return _page()
    ruleset = engine.rulesets().get(request.args["ruleset"])
    if ruleset is None:
        raise NotFound("There is no such ruleset.")
    form = ArmiesOddsForm(ruleset, request.args)
    return _page(form.read(), chosen=form)


@blueprint.post("/odds")
@heavy
def odds_of_file() -> ResponseReturnValue:
    """The odds of a battle file that was pasted."""
    form = FileForm(request.form)
    return _page(form.read(), file=form)


def of_battle(battle: engine.Battle) -> ResponseReturnValue:
    """The page with the odds of this battle."""
    return _page(battle)


@blueprint.post("/odds/watch")
@heavy
def watch_one() -> ResponseReturnValue:
    """A battle between these armies that ends as wished, over at once: its replay."""
    form = FileForm(request.form)
    battle = form.read()
    if battle is None:
        return _page(file=form)
    wish = request.form.get("wish", "")
    try:
        # In a thread: it may take a second, and everybody else's chunks are due meanwhile.
        found = get_hub().threadpool.apply(odds_guard.wanted, (battle, wish, secrets.randbits(32)))
    except engine.InputError as error:
        for problem in error.problems:
            form.note(problem)
        # One that is refused for its length has no odds to be shown beside.
        return _page(None if odds_guard.problems_of(battle) else battle, file=form)
    recording = battles.play(found)
    title = f"{battles.title(recording)}: {wish_in_words(battle, wish)}, dice chosen"
    airing = battles.Airing(starts_at_ms=0, title=title)
    put = battles.put_on_air(games.of(recording.header.ruleset), recording, airing)
    return redirect(url_for("watch.watch", id_=put.id), 303)


def _aired(battle_id: str) -> engine.Battle:
    """The armies of a battle that was put on air; its dice are nobody's business before its end."""
    found = battles.find(battle_id)
    if found is None or found.starts_at_ms > current_app.config["CLOCK"].now_ms():
        raise NotFound("No battle that has begun has this link.")
    return engine.read(battles.files_of([found])[found.digest])


def _page(
    battle: engine.Battle | None = None,
    chosen: ArmiesOddsForm | None = None,
    file: FileForm | None = None,
) -> ResponseReturnValue:
    """The page with what was filled in; 422 if something is wrong with it."""
    sent = chosen or file
    result = None
    if battle is not None:
        try:
            result = _weighed(battle)
        except engine.InputError as error:
            # What it was that was sent is told beside it; a battle that was on air has no form.
            if sent is None:
                raise UnprocessableEntity(str(error)) from None
            for problem in error.problems:
                sent.note(problem)
    armies = [
        chosen if chosen and chosen.ruleset is ruleset else ArmiesOddsForm(ruleset, None)
        for ruleset in engine.rulesets().values()
    ]
    refused = sent is not None and bool(sent.problems or sent.errors)
    is_fragment = "HX-Request" in request.headers
    template = "odds/content.html" if is_fragment else "odds/page.html"
    html = render_template(
        template, armies=armies, chosen=chosen, file=file or FileForm(), result=result
    )
    return html, 422 if refused else 200


def _weighed(battle: engine.Battle) -> Shown:
    return get_hub().threadpool.apply(shown, (battle.without_dice(),))
