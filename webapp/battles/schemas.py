"""Battles and recordings."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

import engine
from webapp.battles.branches import LISTED_MOST
from webapp.battles.search_terms import RESULTS
from webapp.rest.schemas import GameField, LineField, PageArguments, PageSchema
from webapp.store.models import TITLE_LENGTH

SHORT = validate.Length(max=100)


class NewBattleArguments(Schema):
    """How a new battle goes on air."""

    title = LineField(
        TITLE_LENGTH,
        load_default="",
        metadata={"description": "what it is called; left out: by its sides"},
    )
    listed = fields.Boolean(
        load_default=False,
        metadata={"description": "whether the home page and the gallery list it"},
    )


class SideSchema(Schema):
    """One side, as lists name it."""

    name = fields.String()
    army = fields.String()


class SidesSchema(Schema):
    """Both sides."""

    a = fields.Nested(SideSchema)
    b = fields.Nested(SideSchema)


class ResultSchema(Schema):
    """How a battle ended."""

    winner = fields.String(allow_none=True)
    reason = fields.String()
    rounds = fields.Integer()
    events = fields.Integer()


class LinksSchema(Schema):
    """Where the rest of a battle is."""

    self = fields.Url()
    watch = fields.Url()
    embed = fields.Url(metadata={"description": "for frames of other pages"})
    card = fields.Url(metadata={"description": "a picture of both armies, PNG"})
    qr = fields.Url(metadata={"description": "the link as a QR code, SVG"})
    recording = fields.Url(metadata={"description": "when it is over; may be kept for ever"})
    log = fields.Url(metadata={"description": "in words, when it is over"})
    html = fields.Url(metadata={"description": "a page that plays offline, when it is over"})
    file = fields.Url(metadata={"description": "the battle file, when it is over"})


class ListedBattleSchema(Schema):
    """A battle on air or over; there is no result as long as it is on air."""

    id = fields.String()
    title = fields.String()
    ruleset = fields.String()
    status = fields.String(validate=validate.OneOf(["on_air", "over"]))
    starts_at_ms = fields.Integer(metadata={"description": "milliseconds since 1970, UTC"})
    ends_at_ms = fields.Integer(
        metadata={
            "description": "when it was over; of a battle on air the latest that it can be, "
            "the same for all of a game"
        }
    )
    sides = fields.Nested(SidesSchema)
    result = fields.Nested(ResultSchema, allow_none=True)
    links = fields.Nested(LinksSchema)


class BattleSchema(ListedBattleSchema):
    """A battle on air or over."""

    ok = fields.Boolean()


class SearchArguments(PageArguments):
    """Which battles to list; whatever is left out does not matter."""

    unit = fields.String(
        load_default="",
        validate=SHORT,
        metadata={"description": "who takes part: an id, a name or a part of it"},
    )
    ruleset = GameField()
    result = fields.String(
        load_default="",
        validate=validate.OneOf(["", *RESULTS]),
        metadata={"description": "of battles that are over; upset: nobody expected the winner"},
    )
    text = fields.String(
        load_default="",
        validate=SHORT,
        metadata={
            "description": "words, or their beginnings, of the names of battle, sides and armies"
        },
    )


class BattlesSchema(PageSchema):
    """Listed battles, the newest first."""

    battles = fields.List(fields.Nested(ListedBattleSchema))


class RecordingSchema(Schema):
    """A recording with its cues; PROTOCOL.md describes the events."""

    header = fields.Dict()
    events = fields.List(fields.Dict())
    cues = fields.List(fields.Integer(), metadata={"description": "ms, one for each event"})
    duration_ms = fields.Integer()
    chances = fields.List(
        fields.Float(),
        metadata={
            "description": "side a's exact chance to win, one for each event; "
            "absent for rulesets without exact odds"
        },
    )
    luck = fields.Dict(
        metadata={
            "description": "how the dice of sides a and b fell: rolls, successes, expected, "
            "difference, result_percentile; absent for rulesets without exact odds"
        },
    )


class VerdictSchema(Schema):
    """Why side a won or lost: `armies` + `order` + `dice` = `result` - 1/2."""

    ok = fields.Boolean()
    result = fields.Float(metadata={"description": "1 if side a won, 1/2 for a draw, else 0"})
    chance = fields.Float(
        metadata={"description": "its exact share at the beginning: a draw counts half"}
    )
    mean = fields.Float(
        metadata={"description": "the mean of its shares over all orders of both sides' units"}
    )
    armies = fields.Float(metadata={"description": "`mean` - 1/2"})
    order = fields.Float(
        allow_none=True,
        metadata={"description": "`chance` - `mean`; null where units have no order"},
    )
    dice = fields.Float(metadata={"description": "`result` - `chance`"})
    method = fields.String(
        validate=validate.OneOf(["exact", "sample"]),
        metadata={"description": "of the mean: over all pairs of orders, or over some drawn"},
    )
    pairs = fields.Integer(metadata={"description": "pairs of orders that were weighed"})
    interval = fields.List(
        fields.Float(),
        allow_none=True,
        metadata={"description": "of a mean over some: its interval at 95 %"},
    )


EVENT_MOST = 9_999_999


def _is_object(value: Any) -> None:
    if not isinstance(value, dict) or not value:
        raise ValidationError("Must be an object that says what should be otherwise.")


class NewBranchSchema(Schema):
    """What should be otherwise, and from when on."""

    at = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(0, EVENT_MOST),
        metadata={"description": "number of the first event that may differ; 0 for armies"},
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
    """A branch: the battle that it is, and how it differs from its parent."""

    id = fields.String()
    at = fields.Integer()
    change = fields.Dict()
    text = fields.String(metadata={"description": "the change in words"})
    odds = fields.List(
        fields.Float(),
        allow_none=True,
        metadata={
            "description": "side a's exact chance to win after event `at`: in the branch, in its "
            "parent; null without exact odds, and where one is decided"
        },
    )
    watch = fields.Url()


class NewBattleBranchSchema(BattleSchema):
    """The branch as a battle, over from the start."""

    branch = fields.Nested(BranchSchema)


class ParentSchema(BranchSchema):
    """How a battle came of its parent, whose id and page these are."""


class BranchesSchema(Schema):
    """Where a battle stands among its branches."""

    ok = fields.Boolean()
    units = fields.Dict(
        allow_none=True,
        metadata={
            "description": "names of the units of sides a and b, by their places; null where they "
            "have no order, and until it is over"
        },
    )
    parent = fields.Nested(ParentSchema, allow_none=True)
    branches = fields.List(
        fields.Nested(BranchSchema),
        metadata={"description": f"yours, the latest first, {LISTED_MOST} at most"},
    )


class RollSchema(Schema):
    """A roll of a battle."""

    at = fields.Integer(metadata={"description": "number of the event that it is for"})
    name = fields.String(metadata={"description": "who rolls for what, in words"})
    what_for = fields.String()
    who = fields.String(metadata={"description": "who rolls, as BATTLEFILE.md says; or nobody"})
    sides = fields.Integer(metadata={"description": "how many results are possible"})
    result = fields.Integer(metadata={"description": "from 0"})


class RollsSchema(Schema):
    """All rolls of a battle, in their order."""

    ok = fields.Boolean()
    events = fields.Integer(metadata={"description": "how many events the battle has"})
    rolls = fields.List(fields.Nested(RollSchema))


class AtArguments(Schema):
    """Which moment of a battle is asked about."""

    at = fields.Integer(
        load_default=0,
        validate=validate.Range(0, EVENT_MOST),
        metadata={"description": "number of the first event that may differ; 0: before the battle"},
    )


class LeftUnitSchema(Schema):
    """A unit that is left."""

    place = fields.Integer(metadata={"description": "in its army, from 0"})
    name = fields.String()
    held = fields.Boolean(metadata={"description": "whether it stays in front: it is fighting"})


class LeftSchema(Schema):
    """Who is left when the order can be changed."""

    at = fields.Integer(metadata={"description": "the event that the order comes before"})
    sides = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.Nested(LeftUnitSchema)),
        metadata={"description": "by side, the first to fight in front"},
    )
    fresh = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        allow_none=True,
        metadata={
            "description": "by side, who has not fought yet, so that others can come in their "
            "place; null in a game that lets nobody come"
        },
    )


class AskedOrderSchema(Schema):
    """Something that a unit can be ordered to do."""

    id = fields.String()
    name = fields.String()


class AskedUnitSchema(Schema):
    """A unit that was given an order."""

    unit = fields.String(metadata={"description": "its key in `orders`"})
    name = fields.String(metadata={"description": "what it is called, with what it had then"})
    order = fields.String(metadata={"description": "the id of what it did"})
    may = fields.List(fields.Nested(AskedOrderSchema))


class AskedSchema(Schema):
    """What a side ordered in a round."""

    at = fields.Integer(metadata={"description": "the event that shows its orders"})
    side = fields.String()
    round = fields.Integer()
    bot = fields.Boolean(metadata={"description": "whether a bot gives its orders"})
    units = fields.List(fields.Nested(AskedUnitSchema))


class MomentSchema(Schema):
    """What can be changed at a moment."""

    ok = fields.Boolean()
    left = fields.Nested(
        LeftSchema,
        allow_none=True,
        metadata={
            "description": "when the order of those left could be changed last up to this moment, "
            "or first after it; null in a game without an order"
        },
    )
    orders = fields.List(
        fields.Nested(AskedSchema),
        metadata={"description": "of both sides in the round that is on, or in the first one"},
    )


class SideArguments(Schema):
    """Whose units are put in order, and when."""

    at = fields.Integer(
        load_default=0,
        validate=validate.Range(0, EVENT_MOST),
        metadata={"description": "0: before the battle; later, those that are left then"},
    )
    side = fields.String(load_default="a", validate=validate.OneOf(engine.SIDES))


class WinningOrderSchema(Schema):
    """An order in which a side wins with the same dice."""

    ok = fields.Boolean()
    order = fields.List(
        fields.Integer(),
        allow_none=True,
        metadata={"description": "places in its army from 0; null if none was found"},
    )
    units = fields.List(
        fields.String(), allow_none=True, metadata={"description": "the same by names"}
    )
    tried = fields.Integer(metadata={"description": "orders that were played"})
    of = fields.Integer(metadata={"description": "orders that there are beside the army's own"})
