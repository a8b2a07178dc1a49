"""Downloads of a battle: offline page, battle file, recording."""

import base64
import hashlib
import json
from typing import Final

from flask import Blueprint, Response, render_template, request, url_for
from markupsafe import Markup

from webapp.base import assets, games, languages
from webapp.base.jobs import in_thread
from webapp.base.texts import _
from webapp.battles import store as battles
from webapp.battles.pages import reels, viewer
from webapp.guard.limits import heavy
from webapp.html import scenes, spoilers
from webapp.store.models import Battle
from webapp.words import log

blueprint = Blueprint("download", __name__)

POLICY: Final = (  # CSP of the downloaded page: only its own scripts, no network
    "default-src 'none'; script-src '{player}' '{scene}'; style-src '{style}'; "
    "img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
)


def offered(battle: Battle) -> list[dict[str, str]]:
    """Return the downloads in the share dialog of a battle that is over."""
    texts = {
        "page": (_("Page"), _("one HTML file that plays without a network")),
        "log_text": (_("Log"), _("the battle in words")),
        "battle_file": (_("Battle file"), _("armies and seed, JSON: to start it again")),
        "recording": (_("Recording"), _("every event, JSON Lines: for programs")),
    }
    return [
        {"name": name, "text": text, "url": url_for(f"download.{view}", id_=battle.id)}
        for view, (name, text) in texts.items()
    ]


@blueprint.get("/b/<id_>/log.txt")
@heavy
def log_text(id_: str) -> Response:
    """Download the log of a battle that is over, with its seed and link."""
    battle = viewer.over(id_)
    game = games.game(battle.ruleset)
    watch = url_for("watch.watch", id_=battle.id, _external=True)
    recording = battles.recording_of(battle)

    def written() -> bytes:
        head = [viewer.title_of(battle), watch, _("Seed {seed}", seed=recording.header.seed), ""]
        return "\n".join([*head, *log.whole(game, recording), ""]).encode()

    # In a thread: the longest battles have 16,000 events.
    response = Response(in_thread(written), mimetype="text/plain")
    response.add_etag()
    response.make_conditional(request)
    return response


@blueprint.get("/b/<id_>/battlereel.html")
@heavy
def page(id_: str) -> Response:
    """Download the battle as one HTML file that plays offline: a reel file, and the player."""
    battle = viewer.over(id_)
    show = battles.playback_of(battle)
    module, scene_style = scenes.inlined(games.game(battle.ruleset))
    player = languages.inlined() + assets.path("offline.js").read_text("utf-8")
    # Inline modules cannot be imported, so this one hands over its exports itself.
    scene = module.replace("</script", r"<\/script") + "\nbattlereel.play(createView);\n"
    style = assets.path("offline.css").read_text("utf-8") + scene_style
    data = viewer.page_data(battle)
    # JSON has `<` only in strings, where this escape is equivalent.
    reel = reels.encoded(battle, show, data).decode().replace("<", "\\u003c")
    html = render_template(
        "offline.html",
        battle=battle,
        policy=POLICY.format(player=_hash(player), scene=_hash(scene), style=_hash(style)),
        player=Markup(player),
        scene=Markup(scene),
        style=Markup(style),
        shown=data["battle"],
        data={
            "texts": data["texts"],
            "words": data["scene"].get("words"),
            "spoilers_hidden": spoilers.are_hidden(),
        },
        reel=Markup(reel),
    )
    return _file(html, battle, "html", "text/html")


@blueprint.get("/b/<id_>/battle.json")
def battle_file(id_: str) -> Response:
    """Download the battle file with its seed."""
    battle = viewer.over(id_)
    header = json.loads(bytes(battles.playback_of(battle).header))
    text = json.dumps(header["battle"], indent=2, ensure_ascii=False)
    return _file(f"{text}\n", battle, "json", "application/json")


@blueprint.get("/b/<id_>/recording.jsonl")
def recording(id_: str) -> Response:
    """Download the stored recording: a header line, then one event per line."""
    battle = viewer.over(id_)
    show = battles.playback_of(battle)
    lines = b"\n".join([bytes(show.header), *map(bytes, show.events), b""])
    return _file(lines, battle, "jsonl", "application/jsonl")


def _file(content: str | bytes, battle: Battle, ending: str, mimetype: str) -> Response:
    response = Response(content, mimetype=mimetype)
    name = f"battlereel-{battle.id}.{ending}"
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
