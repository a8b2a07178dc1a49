"""What the builder's page is drawn from: data for its editor, and a plain form without JavaScript.

`templates/builder/editor.html` takes it, on the builder's own page and wherever else one builds.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from flask import url_for
from flask_wtf.csrf import generate_csrf

from engine import SideId
from webapp.armies.builder.copy_names import to_edit
from webapp.armies.builder.draft import Draft
from webapp.base import display_names, icons, samples
from webapp.base.form import Json, as_data
from webapp.base.inputs import input_of
from webapp.base.texts import _


class Target(NamedTuple):
    """Where a finished army goes: `save` keeps it, `seal` hands it in for good, `play` plays it.

    The page's editor sends it to `url` by `method` as JSON, together with `revision` if it has one;
    the plain form posts to `form_url`. `links` are the `page` and `edit` links of an army that is
    kept already; `side` is whose army a battle is played with, from event `at` on. `asks` is what
    somebody is told before it is handed in for good, and `sealing` what its seal is made of beside
    it.
    """

    kind: Literal["save", "seal", "play"]
    label: str
    url: str
    form_url: str
    method: Literal["POST", "PUT"] = "POST"
    revision: int | None = None
    parent: str | None = None
    links: Mapping[str, str] | None = None
    side: SideId | None = None
    asks: str = ""
    sealing: Mapping[str, Json] | None = None
    at: int = 0


class SparringPartner(NamedTuple):
    """An army to spar with."""

    id: str
    name: str
    army: Json


def editor(draft: Draft, target: Target, saved: Sequence[SparringPartner] = ()) -> dict[str, Any]:
    """What `builder/editor.html` is drawn from, to be handed on to `render_template`."""
    return {
        "draft": draft,
        "target": target,
        "checked": draft.checked(),
        "page_data": page_data(draft, target, saved),
        "input_of": input_of,
    }


def page_data(
    draft: Draft, target: Target, saved: Sequence[SparringPartner] = ()
) -> dict[str, Any]:
    """The data of the page's editor; README.md describes it."""
    game, builder = draft.game, draft.builder
    sample_armies = samples.load(game).armies
    ready_made = {id_: display_names.army(game, one.army) for id_, one in sample_armies.items()}
    names = {id_: army.get("name", id_) for id_, army in ready_made.items()}
    return {
        "ruleset": game.id,
        "ruleset_name": game.name,
        "form": as_data(builder.form),
        "shelf": as_data(builder.shelf),
        "filters": as_data(builder.filters),
        "samples": [
            {
                "id": id_,
                "name": names[id_],
                "text": _(one.text),
                "army": to_edit(game, one.army, draft.taken),
            }
            for id_, one in sample_armies.items()
        ],
        "example": _example(draft),
        "army": draft.army,
        "note": draft.note,
        "sent": draft.sent,
        "terms": draft.terms,
        "limits": draft.limits,
        "side": draft.side,
        "fixed_terms": draft.fixed,
        "target": target._asdict(),
        "links": {
            "check": url_for("building.check_army", ruleset=game.id),
            "text": url_for("building.read_text", ruleset=game.id),
            "random": url_for("building.draw_army", ruleset=game.id),
            "odds": url_for("odds.weigh"),
            "armies": url_for("armies.list_armies"),
        },
        "csrf_token": generate_csrf(),
        "icons_url": icons.url(),
        "opponents": [
            *(
                {"id": f"sample:{id_}", "name": names[id_], "army": army}
                for id_, army in ready_made.items()
            ),
            *(army._asdict() for army in saved),
        ],
    }


def _example(draft: Draft) -> str:
    """The text of an army of this game, to show what may be pasted."""
    builder = draft.builder
    return builder.write(builder.normal(samples.stand_in(draft.game)))
