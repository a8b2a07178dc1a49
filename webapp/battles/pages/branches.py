"""What-if data for a battle's page: its branches and its parent."""

from collections.abc import Iterator
from typing import Any

from flask import url_for
from flask_wtf.csrf import generate_csrf

from engine import SIDES
from webapp.base import assets, games
from webapp.base.game import Game
from webapp.battles import branches
from webapp.battles.pages.viewer import title_of
from webapp.store.models import Battle, Branch


def extras(battle: Battle) -> Iterator[dict[str, Any]]:
    """Yield the data of the what-if dialog, without any battle's result."""
    own, of_it = branches.family(battle)
    game = games.game(battle.ruleset)
    yield {
        "kind": "whatif",
        "module": assets.asset("whatif-dialog.js"),
        "ordered": game.ruleset.ordered is not None,
        "url": url_for("branches.make_branch", id_=battle.id),
        "csrf_token": generate_csrf(),
        "beside_url": url_for("pairs.choose", id_=battle.id),
        "rolls_url": url_for("branches.list_rolls", id_=battle.id),
        "order_url": url_for("branches.find_winning_order", id_=battle.id),
        "moment_url": url_for("branches.show_moment", id_=battle.id),
        "army_urls": {
            side: url_for("changed_army.build", id_=battle.id, side=side) for side in SIDES
        },
        "parent": own and _parent(game, own, battle),
        "branches": [
            {
                "at": one.branch.at,
                "text": one.text,
                "url": _page(one.branch.battle_id),
                "beside_url": url_for("pairs.show", id_=battle.id, other=one.branch.battle_id),
                "odds": one.odds,
            }
            for one in branches.views(game, of_it)
        ],
    }


def _parent(game: Game, own: Branch, branch: Battle) -> dict[str, Any]:
    parent = own.parent
    (view,) = branches.views(game, [own])
    return {
        "id": parent.id,
        "version": parent.version,
        "title": title_of(parent),
        "at": own.at,
        "text": view.text,
        "odds": view.odds,
        "url": _page(parent.id),
        "beside_url": url_for("pairs.show", id_=parent.id, other=branch.id),
        "recording_url": url_for("battles.get_recording", id_=parent.id, v=parent.version),
    }


def _page(id_: str) -> str:
    return url_for("watch.watch", id_=id_)
