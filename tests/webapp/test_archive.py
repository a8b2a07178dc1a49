"""`battlereel archive`: all public battles as tables, and nothing of any other."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pyarrow import parquet

import engine
from tests.cli.test_searches import rows_of
from tests.stacks import battle_file, unit
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_gallery import put
from tests.webapp.test_upkeep import Run, run
from webapp.base import tables
from webapp.battles import archive_tables
from webapp.store import database

assert run
DUEL = battle_file([unit(8, 1, name="Giant")], [unit(5, 1, name="Mouse")]) | {"seed": 2**64 - 1}
"""Side a wins 2 of 3 (tests/odds/stacks.py)."""


def rows(app: Flask, clock: StoppedClock) -> dict[str, list[dict[str, Any]]]:
    engine = app.extensions[database.KEY].kw["bind"]
    return {
        table.name: [
            dict(zip((c.name for c in table.columns), row, strict=True)) for row in table.rows
        ]
        for table in archive_tables.tables(engine, clock.ms)
    }


def test_the_archive_has_all_battles_that_are_listed_and_over(
    app: Flask, client: FlaskClient, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_tables, "AT_ONCE", 2)  # battles that are read together
    over = {put(client, seed=seed) for seed in range(5)}
    put(client, listed="false")
    clock.ms += 1_000_000
    on_air = put(client)
    found = rows(app, clock)
    told = [row["battle"] for row in found["battles"]]
    assert ({*told}, len(told)) == (over, 5)
    for table in found.values():
        assert on_air not in {row["battle"] for row in table}


def test_a_battle_in_all_tables(app: Flask, client: FlaskClient, clock: StoppedClock) -> None:
    id_ = put(client, DUEL)
    clock.ms += 1_000_000
    found = {
        name: [row for row in table if row["battle"] == id_]
        for name, table in rows(app, clock).items()
    }
    (battle,) = found["battles"]
    assert (battle["game"], battle["seed"], battle["sample"]) == ("warlords", 2**64 - 1, False)
    assert battle["starts_at"] < battle["ends_at"] <= clock.ms
    assert [row["side"] for row in found["armies"]] == ["a", "b"]
    mouse = json.loads(found["armies"][1]["army"])
    assert mouse["stack"][0]["custom"]["name"] == "Mouse"
    (result,) = found["results"]
    assert (result["winner"] in ("a", "b"), result["reason"]) == (True, "defeat")
    assert result["chance_a"] == pytest.approx(2 / 3, abs=1e-6)
    # The last turn is the blow that decided it.
    last = found["turns"][-1]
    assert last["after"] == (1 if result["winner"] == "a" else 0)
    assert all(abs(turn["after"] - turn["before"]) >= 0.05 for turn in found["turns"])


def test_the_battle_of_a_row_is_played_again_with_its_seed(
    app: Flask, client: FlaskClient, clock: StoppedClock, tmp_path: Path
) -> None:
    """The largest seed there is, which no float holds."""
    id_ = put(client, DUEL)
    clock.ms += 1_000_000
    recording = engine.load_recording(client.get(f"/b/{id_}/recording.jsonl").data)
    bind = app.extensions[database.KEY].kw["bind"]
    for kind in tables.FORMATS:
        found = archive_tables.tables(bind, clock.ms)[:2]
        tables.write(tmp_path, found, kind, {}, datetime.now(UTC))
        (battle,), armies = (
            [row for row in rows_of(next(tmp_path.glob(f"{name}.{kind}*"))) if row["battle"] == id_]
            for name in ("battles", "armies")
        )
        sides = [{"army": json.loads(army["army"])} for army in armies]
        file = json.loads(battle["file"]) | {"sides": sides, "seed": int(battle["seed"])}
        again = engine.play(file)
        assert (again.header.seed, again.events) == (recording.header.seed, recording.events)


def test_the_command_writes_files_with_a_manifest(
    client: FlaskClient, run: Run, tmp_path: Path
) -> None:
    out = tmp_path / "archive"
    answer = run("archive", str(out), "--format", "parquet")
    assert answer.exit_code == 0, answer.output
    manifest = json.loads((out / "manifest.json").read_text())
    assert [file["file"] for file in manifest["files"]] == [
        f"{name}.parquet" for name in ("battles", "armies", "results", "turns")
    ]
    battles = parquet.read_table(out / "battles.parquet")
    assert battles.num_rows == manifest["files"][0]["rows"]
    assert str(battles.schema.field("seed").type) == "uint64"
    again = run("archive", str(out))
    assert (again.exit_code, "is not empty" in again.output) == (1, True)
