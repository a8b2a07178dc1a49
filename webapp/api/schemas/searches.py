"""Which order, and who beats whom."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, pre_load, validate

from engine import SIDES, search
from webapp.battles.search_guard import ARMIES_MOST

TOP_MOST = 100


class BestOrderArguments(Schema):
    """Whose units are put in order, and how many orders are told."""

    side = fields.String(load_default="a", validate=validate.OneOf(SIDES))
    top = fields.Integer(load_default=search.TOP, validate=validate.Range(1, TOP_MOST))


class OrderSchema(Schema):
    """An order of units, and what it gets."""

    order = fields.List(
        fields.Integer(),
        metadata={"description": "places, from 0, in the side's army as the battle file has it"},
    )
    win = fields.Float(metadata={"description": "the chance to win; a draw counts half"})


class BestOrderSchema(Schema):
    """The best orders of a side's units, the best first."""

    ok = fields.Boolean()
    method = fields.String(validate=validate.OneOf(["exact"]))
    side = fields.String(validate=validate.OneOf(SIDES))
    tried = fields.Integer(
        metadata={
            "description": "how many orders the answer speaks of: with `search` all, every one"
        }
    )
    orders = fields.List(fields.Nested(OrderSchema))
    search = fields.String(
        validate=validate.OneOf(["all", "local"]),
        metadata={
            "description": "all orders were weighed, or those that a local search came by: then no "
            "swap of two units and no move of one makes the first order better"
        },
    )
    weighed = fields.Integer(
        metadata={"description": "how many differ by more than the places of equal units"}
    )
    own = fields.Nested(OrderSchema, metadata={"description": "the army as it is"})
    better = fields.Integer(metadata={"description": "how many of those weighed are better"})
    starts = fields.Integer(metadata={"description": "of a local search"})


class MatchupsBodySchema(Schema):
    """The armies that are compared."""

    armies = fields.List(
        fields.Dict(),
        required=True,
        validate=validate.Length(1, ARMIES_MOST),
        metadata={
            "description": "each an army by itself, or a battle file of which side a takes part; "
            "all of one game, and battle files with the same terms"
        },
    )

    @pre_load
    def count(self, body: Any, **_: Any) -> Any:
        """The body; so many that it is refused are not looked at one by one."""
        armies = body.get("armies") if isinstance(body, dict) else None
        if isinstance(armies, list) and len(armies) > ARMIES_MOST:
            message = f"Holds {len(armies):,} armies; it takes 1 to {ARMIES_MOST}."
            raise ValidationError(message, "armies")
        return body


class MatchupsSchema(Schema):
    """Who beats whom."""

    ok = fields.Boolean()
    method = fields.String(validate=validate.OneOf(["exact", "sample"]))
    armies = fields.List(fields.String(), metadata={"description": "what they are called"})
    win = fields.List(
        fields.List(fields.Float()),
        metadata={
            "description": "row against column, the row as side a: the chance to win; a draw "
            "counts half"
        },
    )
    strategy = fields.List(
        fields.Float(),
        metadata={
            "description": "how often to bring each army so that no other choice beats it on "
            "average, where either player is side a as often as side b"
        },
    )
    samples = fields.Integer(
        metadata={"description": "battles of each pair that is not exact, if there is one"}
    )
    interval = fields.List(
        fields.List(fields.List(fields.Float())),
        metadata={"description": "then the 95 % interval of each share; no width if exact"},
    )
