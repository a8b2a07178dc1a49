"""Battles and recordings."""

from typing import Any

from marshmallow import Schema, ValidationError, validate

import engine
from webapp.battles.gallery import RESULTS
from webapp.battles.limits import BRANCHES_MOST, EVENT_MOST
from webapp.rest import fields
from webapp.rest.schemas import Answer, PageArguments, PageSchema, both
from webapp.store.models import TITLE_LENGTH

SHORT = validate.Length(max=100)


class NewBattleArguments(Schema):
    title = fields.Line(TITLE_LENGTH, "what it is called; left out: by its sides", load_default="")
    listed = fields.Boolean("whether the home page and the gallery list it", load_default=False)


class SideSchema(Schema):
    name = fields.String()
    army = fields.String()


class ResultSchema(Schema):
    winner = fields.String(allow_none=True)
    reason = fields.String()
    rounds = fields.Integer()
    events = fields.Integer()


class LinksSchema(Schema):
    self = fields.Url()
    watch = fields.Url()
    embed = fields.Url("for frames of other pages")
    card = fields.Url("a picture of both armies, PNG")
    qr = fields.Url("the link as a QR code, SVG")
    recording = fields.Url("when it is over; may be kept for ever")
    log = fields.Url("in words, when it is over")
    html = fields.Url("a page that plays offline, when it is over")
    file = fields.Url("the battle file, when it is over")


class ListedBattleSchema(Schema):
    """A battle; its result is None while it is on air."""

    id = fields.String()
    title = fields.String()
    ruleset = fields.String()
    status = fields.String(one_of=["on_air", "over"])
    starts_at_ms = fields.Integer("milliseconds since 1970, UTC")
    ends_at_ms = fields.Integer(
        "when it was over; of a battle on air the latest that it can be, the same for all of a game"
    )
    sides = fields.Nested(both("Sides", fields.Nested(SideSchema)))
    result = fields.Nested(ResultSchema, allow_none=True)
    links = fields.Nested(LinksSchema)


class BattleSchema(ListedBattleSchema):
    ok = fields.Boolean()


class SearchArguments(PageArguments):
    unit = fields.String(
        "who takes part: an id, a name or a part of it", load_default="", validate=SHORT
    )
    ruleset = fields.Game()
    result = fields.String(
        "of battles that are over; upset: an unexpected winner",
        load_default="",
        one_of=["", *RESULTS],
    )
    text = fields.String(
        "words, or their beginnings, of the names of battle, sides and armies",
        load_default="",
        validate=SHORT,
    )


class BattlesSchema(PageSchema):
    battles = fields.List(fields.Nested(ListedBattleSchema))


class RecordingSchema(Schema):
    """A recording with its cues; PROTOCOL.md describes the events."""

    header = fields.Dict()
    events = fields.List(fields.Dict())
    cues = fields.List(fields.Integer(), "ms, one for each event")
    duration_ms = fields.Integer()
    chances = fields.List(
        fields.Float(),
        "side a's exact chance to win, one for each event; absent for rulesets without exact odds",
    )
    luck = fields.Dict(
        "how the dice of sides a and b fell: rolls, successes, expected, difference, "
        "result_percentile; absent for rulesets without exact odds"
    )


class VerdictSchema(Answer):
    """Why side a won or lost: `armies` + `order` + `dice` = `result` - 1/2."""

    result = fields.Float("1 if side a won, 1/2 for a draw, else 0")
    chance = fields.Float("its exact share at the beginning: a draw counts half")
    mean = fields.Float("the mean of its shares over all orders of both sides' units")
    armies = fields.Float("`mean` - 1/2")
    order = fields.Float("`chance` - `mean`; null where units have no order", allow_none=True)
    dice = fields.Float("`result` - `chance`")
    method = fields.String(
        "of the mean: over all pairs of orders, or over some drawn", one_of=["exact", "sample"]
    )
    pairs = fields.Integer("pairs of orders that were weighed")
    interval = fields.List(
        fields.Float(), "of a mean over some: its interval at 95 %", allow_none=True
    )


EVENT = validate.Range(0, EVENT_MOST)


def _is_object(value: Any) -> None:
    if not isinstance(value, dict) or not value:
        raise ValidationError("Must be an object that says what should be otherwise.")


class NewBranchSchema(Schema):
    at = fields.Integer(
        "number of the first event that may differ; 0 for armies",
        required=True,
        strict=True,
        validate=EVENT,
    )
    change = fields.Raw(
        required=True,
        validate=_is_object,
        metadata={
            "type": "object",
            "description": "one of `seed` (null: it is drawn) and `rolls` (results from 0, null "
            "leaves one as it is) from this event on; with a `side` (a, b) its `order` (places in "
            "the army from 0: with `at` 0 who is not listed stays out, later all that are left "
            "are listed), its `army` (later only units that have not fought are others in it), or "
            "its `orders` for the next round: with the very same dice, or with a `seed` beside it "
            "(null: it is drawn) with new ones from there on",
        },
    )


class BranchSchema(Schema):
    id = fields.String()
    at = fields.Integer()
    change = fields.Dict()
    text = fields.String("the change in words")
    odds = fields.List(
        fields.Float(),
        "side a's exact chance to win after event `at`: in the branch, in its parent; null "
        "without exact odds, and where one is decided",
        allow_none=True,
    )
    watch = fields.Url()


class NewBattleBranchSchema(BattleSchema):
    branch = fields.Nested(BranchSchema)


class ParentSchema(BranchSchema):
    """The parent's id and page, and how the branch differs from it."""


class BranchesSchema(Answer):
    units = fields.Dict(
        "names of the units of sides a and b, by their places; null where they have no order, "
        "and until it is over",
        allow_none=True,
    )
    parent = fields.Nested(ParentSchema, allow_none=True)
    branches = fields.List(
        fields.Nested(BranchSchema), f"yours, the latest first, {BRANCHES_MOST} at most"
    )


class RollSchema(Schema):
    at = fields.Integer("number of the event that it is for")
    name = fields.String("who rolls for what, in words")
    what_for = fields.String()
    who = fields.String("who rolls, as BATTLEFILE.md says; or empty")
    sides = fields.Integer("how many results are possible")
    result = fields.Integer("from 0")


class RollsSchema(Answer):
    events = fields.Integer("how many events the battle has")
    rolls = fields.List(fields.Nested(RollSchema))


class AtArguments(Schema):
    at = fields.Integer(
        "number of the first event that may differ; 0: before the battle",
        load_default=0,
        validate=EVENT,
    )


class LeftUnitSchema(Schema):
    place = fields.Integer("in its army, from 0")
    name = fields.String()
    held = fields.Boolean("whether it stays in front: it is fighting")


class LeftSchema(Schema):
    """Units left when the order can be changed."""

    at = fields.Integer("the event that the order comes before")
    sides = fields.Dict(
        "by side, the first to fight in front",
        keys=fields.String(),
        values=fields.List(fields.Nested(LeftUnitSchema)),
    )
    fresh = fields.Dict(
        "by side, who has not fought yet, so that others can come in their place; null in a game "
        "that has no replacements",
        keys=fields.String(),
        values=fields.List(fields.String()),
        allow_none=True,
    )


class AskedOrderSchema(Schema):
    id = fields.String()
    name = fields.String()


class AskedUnitSchema(Schema):
    unit = fields.String("its key in `orders`")
    name = fields.String("what it is called, with what it had then")
    order = fields.String("the id of what it did")
    may = fields.List(fields.Nested(AskedOrderSchema))


class AskedSchema(Schema):
    at = fields.Integer("the event that shows its orders")
    side = fields.String()
    round = fields.Integer()
    bot = fields.Boolean("whether a bot gives its orders")
    units = fields.List(fields.Nested(AskedUnitSchema))


class MomentSchema(Answer):
    left = fields.Nested(
        LeftSchema,
        "when the order of those left could be changed last up to this moment, or first after "
        "it; null in a game without an order",
        allow_none=True,
    )
    orders = fields.List(
        fields.Nested(AskedSchema), "of both sides in the round that is on, or in the first one"
    )


class SideArguments(Schema):
    at = fields.Integer(
        "0: before the battle; later, those that are left then", load_default=0, validate=EVENT
    )
    side = fields.String(load_default="a", one_of=engine.SIDES)


class WinningOrderSchema(Answer):
    order = fields.List(
        fields.Integer(), "places in its army from 0; null if none was found", allow_none=True
    )
    units = fields.List(fields.String(), "the same by names", allow_none=True)
    tried = fields.Integer("orders that were played")
    of = fields.Integer("orders that there are beside the army's own")
