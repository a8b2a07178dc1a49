"""Win chances."""

from typing import Any, Final

from marshmallow import Schema, ValidationError, validate, validates_schema

import engine
from engine import SIDES, search
from webapp.rest import fields
from webapp.rest.schemas import Answer
from webapp.searches import limits


class OddsArguments(Schema):
    method = fields.String(load_default="auto", one_of=["auto", "exact", "sample"])
    samples = fields.Integer(
        f"number of battles; without it {engine.SAMPLES:,}, or fewer where they take long",
        validate=validate.Range(1, limits.SAMPLES_MOST),
    )


class OddsSchema(Answer):
    method = fields.String(one_of=["exact", "sample"])
    a = fields.Float()
    b = fields.Float()
    draw = fields.Float()
    samples = fields.Integer(allow_none=True)
    interval = fields.List(fields.Float(), allow_none=True)
    survivors = fields.Dict(keys=fields.String(), values=fields.List(fields.Float()))
    units = fields.Dict(
        "the chance that each unit is left, where the ruleset tells it",
        keys=fields.String(),
        values=fields.Float(),
    )


class BonusSchema(Schema):
    kind = fields.String("what sort of thing it is, such as item")
    id = fields.String("word or catalog id of the thing")
    side = fields.String("whose; null: the field's", allow_none=True)
    units = fields.List(fields.String(), "who bears it")
    amount = fields.Integer(allow_none=True)
    a = fields.Float("the chance that a wins without it")
    b = fields.Float("the chance that b wins without it")
    draw = fields.Float("the chance of a draw without it")
    gain = fields.Float("the owner's chance with it minus without; of the field's, a's")


class WorthSchema(Answer):
    method = fields.String(one_of=["exact"])
    bonuses = fields.List(fields.Nested(BonusSchema))


class WishArguments(Schema):
    wish = fields.String(
        "a, b or draw: who wins; a=3: exactly three of a left; 'a3 left': that unit left; "
        "likeliest; closest",
        required=True,
    )
    seed = fields.Integer(
        "another one finds another battle", load_default=0, validate=validate.Range(0, 2**32 - 1)
    )


class WantedSchema(Answer):
    battle = fields.Dict()


UNITS_MOST: Final = 32


class PuzzleSchema(Answer):
    """The puzzle of a day: which order of side a's units has the best chance to win."""

    day = fields.Date("its day, which begins at 0:00 UTC")
    ruleset = fields.String()
    battle = fields.Dict("the battle file, without a seed")
    orders = fields.Integer("how many orders differ by more than the places of equal units")
    url = fields.String("its page")


class PuzzleOrderSchema(Schema):
    order = fields.List(
        fields.Integer(strict=True),
        "places, from 0, in the army of side a, each once",
        required=True,
        validate=validate.Length(1, UNITS_MOST),
    )


class GradeSchema(Answer):
    day = fields.Date()
    win = fields.Float("the exact chance to win in this order")
    best = fields.Float("that of the best order")
    is_best = fields.Boolean()


class BestOrderArguments(Schema):
    side = fields.String(load_default="a", one_of=SIDES)
    top = fields.Integer(load_default=search.TOP, validate=validate.Range(1, limits.TOP_MOST))


class OrderSchema(Schema):
    order = fields.List(
        fields.Integer(), "places, from 0, in the side's army as the battle file has it"
    )
    win = fields.Float("the chance to win; a draw counts half")
    wins = fields.List(fields.Float(), "against each of several: the other side, then `against`")


class BestOrderBodySchema(Schema):
    battle = fields.Dict("a battle file", required=True)
    against = fields.Counted(
        fields.Dict(),
        limits.OPPONENTS_MOST - 1,
        what="armies",
        cost=lambda count: f"which make a search {count + 1:,} times as long",
        command="battlereel best-order FILE --against FILE …",
        load_default=list,
        about="armies of further opponents; then the mean over all counts",
    )


class BestOrderSchema(Answer):
    method = fields.String(one_of=["exact"])
    side = fields.String(one_of=SIDES)
    tried = fields.Integer("how many orders the answer speaks of: with `search` all, every one")
    orders = fields.List(fields.Nested(OrderSchema))
    search = fields.String(
        "all orders were weighed, or those that a local search came by: then no swap of two "
        "units and no move of one makes the first order better",
        one_of=["all", "local"],
    )
    weighed = fields.Integer("how many differ by more than the places of equal units")
    own = fields.Nested(OrderSchema, "the army as it is")
    better = fields.Integer("how many of those weighed are better")
    starts = fields.Integer("of a local search")


class BestArmiesArguments(Schema):
    side = fields.String(load_default="a", one_of=SIDES)
    top = fields.Integer(
        f"{search.TOP} if left out, or {limits.LISTED} where battles have to be played",
        validate=validate.Range(1, limits.TOP_MOST),
    )
    budget = fields.Integer(
        "what the side's army costs if left out, or else the other one's; not for games whose "
        "armies all cost the same",
        validate=validate.Range(1, engine.BUDGET_MOST),
    )


class BestArmiesBodySchema(BestOrderBodySchema):
    played_by = fields.String("the bot that plays the side, in place of the file's")
    bots = fields.Counted(
        fields.String(),
        limits.OPPONENTS_MOST,
        what="bots",
        cost=lambda count: f"which make a search {count:,} times as long",
        command="battlereel best-armies FILE --bot BOT …",
        load_default=list,
        about="bots that are met in place of the other side as it is, each with armies of its own",
    )


class FoundArmySchema(Schema):
    army = fields.Dict("as in a battle file")
    cost = fields.Integer(
        "null with something that has no price, and without a budget", allow_none=True
    )
    win = fields.Float("the chance to win; a draw counts half")
    wins = fields.List(
        fields.Float(),
        "against each of several: `bots`, or else the other side as it is, then `against`",
    )
    interval = fields.List(
        fields.Float(),
        "the 95 % interval of `win`, if it was sampled",
        validate=validate.Length(equal=2),
    )
    intervals = fields.List(fields.List(fields.Float()), "the same of each of `wins`")


class BestArmiesSchema(Answer):
    """The best armies within a budget, the best first, each set of units in its best order."""

    method = fields.String(one_of=["exact", "sample"])
    side = fields.String(one_of=SIDES)
    budget = fields.Integer("missing where all armies cost the same")
    money = fields.String("what costs are counted in")
    tried = fields.Integer("how many armies were weighed")
    armies = fields.List(fields.Nested(FoundArmySchema))
    search = fields.String(
        "local: no change of one unit, of the order or of one thing makes the first army better "
        "within the budget; halving: armies were chosen by battles, the worse half left out "
        "again and again, and are compared by other battles",
        one_of=["local", "halving"],
    )
    starts = fields.Integer("armies from which the search began, or that halving drew")
    rounds = fields.Integer("of halving")
    battles = fields.Integer("by which halving chose")
    samples = fields.Integer(
        "battles against each opponent by which an army is measured, if sampled"
    )
    own = fields.Nested(FoundArmySchema, "the army as it is")


class MatchupsBodySchema(Schema):
    armies = fields.Counted(
        fields.Dict(),
        limits.ARMIES_MOST,
        what="armies",
        cost=lambda count: f"which is {count * count:,} pairs",
        command=limits.MATCHUPS,
        least=1,
        required=True,
        about=(
            "each an army by itself, or a battle file of which side a takes part; all of one "
            "game, and battle files with the same terms"
        ),
    )


class MatchupsSchema(Answer):
    method = fields.String(one_of=["exact", "sample"])
    armies = fields.List(fields.String(), "what they are called")
    win = fields.List(
        fields.List(fields.Float()),
        "row against column, the row as side a: the chance to win; a draw counts half",
    )
    strategy = fields.List(
        fields.Float(),
        "how often to bring each army so that no other choice beats it on average, where either "
        "player is side a as often as side b",
    )
    samples = fields.Integer("battles of each pair that is not exact, if there is one")
    interval = fields.List(
        fields.List(fields.List(fields.Float())),
        "then the 95 % interval of each share; no width if exact",
    )


class FoughtSchema(Schema):
    """A battle of a player: one that is stored here, or a battle file."""

    id = fields.String("of a battle that is over; or else `battle`")
    battle = fields.Dict("a battle file with a seed, which is played")
    side = fields.String("on which side they were", load_default="a", one_of=SIDES)

    @validates_schema
    def says_which(self, data: dict[str, Any], **_: Any) -> None:
        """One of the two says which battle it is."""
        if ("id" in data) == ("battle" in data):
            raise ValidationError("Give an id or a battle, one of them.")


class SeriesBodySchema(Schema):
    battles = fields.Counted(
        fields.Nested(FoughtSchema),
        limits.VERDICT_BATTLES_MOST,
        what="battles",
        least=1,
        command="battlereel verdict FILE… --player NAME",
        required=True,
    )


class SeriesVerdictSchema(Answer):
    """Why a player won so many: `armies` + `order` + `dice` = `won` - `battles` / 2."""

    battles = fields.Integer("how many there are")
    won = fields.Float("the actual result; a draw is half a win")
    armies = fields.Float("wins that the armies gave")
    order = fields.Float(
        "wins by the orders of units; null where none has an order", allow_none=True
    )
    dice = fields.Float("wins beyond what exact chances owed")
    interval = fields.List(
        fields.Float(),
        "between which `dice` ends in at least 95 of 100 cases",
        validate=validate.Length(equal=2),
    )
    spread = fields.Float(
        "by how much `armies` and `order` may be off at 95 %, to opposite sides, where orders "
        "were drawn; else 0"
    )
