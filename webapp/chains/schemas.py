"""What the API takes and gives for chains of battles."""

from marshmallow import Schema, validate

from engine import SIDES
from webapp.armies.schemas import ARMY
from webapp.chains.limits import BLESSINGS_MOST, STATIONS_MOST
from webapp.rest import fields
from webapp.rest.schemas import Answer
from webapp.store.models import NAME_LENGTH

PLACES_MOST = 200
TERMS = "members of the battle file besides `ruleset` and `sides`"
SIDE = "members of a side of the battle file: `army`, perhaps `name` or `bot`"


class NextBody(Schema):
    bless = fields.Counted(
        fields.Integer(strict=True, validate=validate.Range(0, PLACES_MOST)),
        PLACES_MOST,
        what="places",
        load_default=list,
        about="places of units that are blessed before, from 0",
    )


class KeptUnitSchema(Schema):
    place = fields.Integer("in the army, from 0")
    name = fields.String()
    kept = fields.List(fields.String(), "what it keeps of earlier battles, in words")
    blessable = fields.Boolean("whether a blessing before the next battle would change it")


class SurvivorsSchema(Schema):
    army = fields.Raw(metadata=ARMY)
    units = fields.List(fields.Nested(KeptUnitSchema))


class ChainSchema(Answer):
    rule = fields.String("what carries over in this game, in words")
    survivors = fields.Dict(
        "by side; a side without survivors is left out",
        keys=fields.String(),
        values=fields.Nested(SurvivorsSchema),
    )
    before = fields.String(
        "id of the battle that one side survived before this one", allow_none=True
    )
    after = fields.List(
        fields.String(), "ids of your battles of its survivors, and of those of its gauntlet"
    )
    gauntlet = fields.String("id of its gauntlet", allow_none=True)


class FightOnBody(NextBody):
    side = fields.String("whose survivors fight on; by default the winner's", one_of=SIDES)
    opponent = fields.Dict(SIDE, required=True)
    defend = fields.Boolean("whether the survivors are side b", load_default=False)
    own = fields.Dict("such as `bot`, for the survivors", load_default=dict)
    terms = fields.Dict(TERMS, load_default=dict)


class NewGauntletBody(Schema):
    ruleset = fields.String(required=True)
    name = fields.Line(NAME_LENGTH, load_default="")
    army = fields.Dict(required=True, metadata=ARMY)
    own = fields.Dict("such as `bot`, for the army", load_default=dict)
    opponents = fields.Counted(
        fields.Dict(SIDE), STATIONS_MOST, what="opponents", least=1, required=True
    )
    terms = fields.Dict(TERMS, load_default=dict)
    blessings = fields.Integer(
        "how many units may be blessed between two battles",
        load_default=0,
        strict=True,
        validate=validate.Range(0, BLESSINGS_MOST),
    )


class TokenArguments(Schema):
    edit = fields.String("the token of the gauntlet's maker", load_default="")


class StationSchema(Schema):
    number = fields.Integer("from 1")
    status = fields.String("ahead, soon, on_air, won or fell")
    battle = fields.String("id of its battle", allow_none=True)
    chance = fields.Float(
        "the exact chance to win it, from the start and without blessings; null where odds are not "
        "exact",
        allow_none=True,
    )
    opponent = fields.Raw(SIDE)


class GauntletLinksSchema(Schema):
    """Links of a gauntlet; `next` has the token of its maker and is shown only once."""

    self = fields.Url()
    page = fields.Url()
    next = fields.Url("where to POST for the battle of the next station")


class GauntletSchema(Answer):
    id = fields.String()
    ruleset = fields.String()
    name = fields.String()
    rule = fields.String("what carries over in this game, in words")
    army = fields.Raw("at its next station; null when it is over or on air", allow_none=True)
    blessings = fields.Integer()
    won = fields.Integer("stations won so far, as far as their battles are over")
    over = fields.Boolean()
    stations = fields.List(fields.Nested(StationSchema))
    links = fields.Nested(GauntletLinksSchema)
