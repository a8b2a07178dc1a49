"""Data and plain form of the builder, which `templates/builder/editor.html` draws."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from flask import url_for
from flask_wtf.csrf import generate_csrf

from engine import SideId
from webapp.armies import store as armies
from webapp.armies.builder.draft import Draft
from webapp.armies.builder.names import to_edit
from webapp.base import display_names, icons, samples
from webapp.base.form import Json, as_data
from webapp.base.inputs import input_of
from webapp.base.texts import _
from webapp.guard import keys


class Target(NamedTuple):
    """Where an army goes: `save` stores it, `seal` commits it, `draft` keeps it to be sealed later,
    `play` plays it.
    """

    kind: Literal["save", "seal", "draft", "play"]
    label: str
    url: str  # where the editor sends JSON by `method`, with `revision` if set
    form_url: str  # where the plain form posts
    method: Literal["POST", "PUT"] = "POST"
    revision: int | None = None
    parent: str | None = None
    links: Mapping[str, str] | None = None  # `page` and `edit` of a saved army
    side: SideId | None = None  # that plays the army, from event `at` on
    asks: str = ""  # the confirmation before sealing
    sealing: Mapping[str, Json] | None = None  # the further input of the seal
    at: int = 0


def editor(draft: Draft, target: Target) -> dict[str, Any]:
    """Return the template variables of `builder/editor.html`."""
    return {
        "draft": draft,
        "target": target,
        "checked": draft.checked(),
        "page_data": page_data(draft, target),
        "input_of": input_of,
    }


def page_data(draft: Draft, target: Target) -> dict[str, Any]:
    """Return the editor's data; README.md describes it."""
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
        "example": draft.builder.write(draft.builder.normal(samples.stand_in(draft.game))),
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
            "quick": url_for("quick.choose", ruleset=game.id),
        },
        "csrf_token": generate_csrf(),
        "icons_url": icons.url(),
        "opponents": [
            *(
                {"id": f"sample:{id_}", "name": names[id_], "army": army}
                for id_, army in ready_made.items()
            ),
            *(
                {"id": row.id, "name": row.name or _("Unnamed army"), "army": armies.document(row)}
                for row in armies.owned(keys.visitor(), [game.id]).rows
            ),
        ],
    }
