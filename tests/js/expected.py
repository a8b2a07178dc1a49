"""The engine's data for tests of the page's modules: `python -m tests.js.expected KIND…` prints
`rulesets`, `texts`, `golden`, `random`, `seen`, `kept` or `samples` (events, states, sentences)."""

import os
import sys
from collections.abc import Iterator
from contextvars import copy_context
from dataclasses import replace
from typing import Any

from babel.messages.pofile import read_po
from msgspec import to_builtins
from msgspec.json import decode, encode

import engine
from e2e import sieges, stacks
from e2e.played import Played, tag
from tests.games.manymarios.kernel_cases import Draw, Json, army, battle
from tests.golden.files import battle_files, recording_of
from tests.kept import files
from webapp.base import games, samples, texts
from webapp.base.form import as_data
from webapp.base.game import load_words, pace_of
from webapp.base.paths import TRANSLATIONS
from webapp.words import templates

RULESETS = engine.rulesets()
COUNT = 40 if os.environ.get("BATTLEREEL_LONG") else 8
HITS = (
    *("unit_struck", "shot_fired", "unit_launched", "bomb_dropped", "exhaustion_dealt"),
    *("lightning_hit", "unit_assassinated", "unit_slain"),
)


class Itself(dict[str, str]):
    """Calls all units and sides by their ids."""

    def __missing__(self, id_: str) -> str:
        return id_


def rulesets() -> Iterator[Json]:
    for id_, ruleset in RULESETS.items():
        game = games.game(id_)
        yield {
            "id": id_,
            "catalog": ruleset.catalog(),
            "form": as_data(game.builder.form),
            "shelf": as_data(game.builder.shelf),
            "types": sorted(event.__struct_config__.tag for event in ruleset.all_events),
            "pace": sorted(pace_of(game).events),
            "calm": pace_of(game).airing_most // 2,
        }


def german() -> Iterator[Json]:
    with (TRANSLATIONS / "de/LC_MESSAGES/messages.po").open("rb") as file:
        yield {
            "of": {
                m.id if isinstance(m.id, str) else m.id[0]: m.string for m in read_po(file) if m.id
            }
        }


def told(language: str, recording: engine.Recording) -> list[str]:
    """Return the sentences of the command line."""
    texts.speak({"LANG": language})
    game = games.game(recording.header.ruleset)
    names = game.wording.names(recording.events[0])
    file = load_words(game.scene.folder)
    sentences = []
    for event in recording.events:
        names = game.wording.names_with(names, event)
        ids = replace(names, sides=Itself(), units=Itself())
        sentences.append(templates.write(file, event, ids, game.wording.kinds))
    return sentences


def battle_of(name: str, played: Played, **more: Any) -> Json:
    return {
        "name": f"{played.ruleset.id} {name}",
        "ruleset": played.ruleset.id,
        "events": to_builtins(played.events),
        **more,
    }


def known(name: str, played: Played) -> Json:
    languages = {
        language: copy_context().run(told, language, played.recording) for language in ("en", "de")
    }
    return battle_of(name, played, states=played.snapshots, told=languages)


def golden() -> Iterator[Json]:
    for path in battle_files():
        yield known(path.stem, Played(engine.load_recording(recording_of(path).read_bytes())))


def random_battles() -> Iterator[Json]:
    draw = Draw(2)
    for seed in range(COUNT):
        rivals = [army(draw, 1, 8), army(draw, 1, 8)]
        file = battle(draw, rivals)
        yield known(f"{seed}", Played.of({**file, "seed": seed}))
    for of_ruleset in (stacks.random_battles(2, COUNT), sieges.random_matches(2, COUNT)):
        for seed, file in enumerate(of_ruleset):
            yield known(f"{seed}", Played.of({**file, "seed": seed}))


def seen() -> Iterator[Json]:
    """Matches of the siege as each side or a spectator saw them, and all of them."""
    matches = {"white-flag": Played.sample("white-flag", "siege")}
    for seed, file in enumerate(sieges.random_matches(3, COUNT)):
        matches[f"{seed}"] = Played.of({**file, "seed": seed})
    for name, match in matches.items():
        views = {
            viewer: sieges.seen_recording(match, viewer)["events"]
            for viewer in ("a", "b", "spectator")
        }
        yield battle_of(name, match, seen=views)


def kept() -> Iterator[Json]:
    """As the files have them, without what this version would add."""
    for path in files.recordings():
        header, *events = map(decode, path.read_bytes().splitlines())
        name = f"{header['ruleset']} {path.stem}"
        yield {"name": name, "ruleset": header["ruleset"], "events": events}


def sample_battles() -> Iterator[Json]:
    """With their schedule, and what each target has left before and after an event."""
    for id_ in ("manymarios", "warlords"):
        of_hits = "hits" if id_ == "warlords" else "de"
        for name in samples.load(games.game(id_)).battles:
            played = Played.sample(name, id_)
            left = [
                [played.snapshots[k + now]["units"][event.target][of_hits] for now in (0, 1)]
                if tag(event) in HITS
                else None
                for k, event in enumerate(played.events)
            ]
            schedule = played.show.schedule
            yield battle_of(
                name, played, left=left, cues=schedule.cues, until_ms=schedule.duration_ms
            )


KINDS = {
    "rulesets": rulesets,
    "texts": german,
    "golden": golden,
    "random": random_battles,
    "seen": seen,
    "kept": kept,
    "samples": sample_battles,
}

if __name__ == "__main__":
    for kind in sys.argv[1:]:
        for value in KINDS[kind]():
            sys.stdout.write(encode({"kind": kind, **value}).decode() + "\n")
