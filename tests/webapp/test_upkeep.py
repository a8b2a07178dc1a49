"""Backup, restore, doctor, remove, and archive: all public battles as tables, and no other."""

import json
import os
import tarfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from flask.testing import FlaskClient
from pyarrow import parquet
from sqlalchemy import func, select, text, update

import engine
from tests.cli.test_searches import rows_of
from tests.kept import files
from tests.stacks import battle_file, unit
from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import Person
from tests.webapp.made_tournaments import ARMIES, made, page_of
from tests.webapp.match_players import Played, Player
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_gallery import found, put
from tests.webapp.test_migrations import content
from webapp.base import games, samples, tables
from webapp.base.config import Settings
from webapp.battles import archive, store
from webapp.battles import store as battles
from webapp.cli import main
from webapp.store import database
from webapp.store.models import (
    Battle,
    Challenge,
    Match,
    Orders,
    RecordedUnit,
    Recording,
    Seat,
    Tournament,
)

Run = Callable[..., Result]


@pytest.fixture
def run(settings: Settings, tmp_path: Path) -> Run:
    """Runs a command of the command line on the application's database."""
    folder = tmp_path / "instance"
    environment = {
        "DATABASE_URL": settings.database_url,
        "BATTLEREEL_INSTANCE": str(folder),
        "SECRET_KEY": settings.secret_key,
    }

    def run(*arguments: str, answer: str = "", **changed: str) -> Result:
        return CliRunner().invoke(main, arguments, input=answer, env=environment | changed)

    return run


@pytest.fixture
def stored(app: Flask, client: FlaskClient, clock: StoppedClock) -> str:
    """A listed battle that is over."""
    battle_id = put(client)
    clock.ms += 1_000_000
    return battle_id


def counts(app: Flask, *models: type) -> list[int]:
    with app.app_context(), database.session() as db:
        return [db.scalar(select(func.count()).select_from(model)) or 0 for model in models]


def test_what_was_backed_up_comes_back(
    run: Run, settings: Settings, client: FlaskClient, stored: str, tmp_path: Path
) -> None:
    before = content(settings.database_url)
    file = tmp_path / "backup.tar.gz"
    written = run("backup", str(file))
    assert (written.exit_code, written.output) == (
        0,
        f"{file} has 1 recording, 1 battle, 0 armies, 0 challenges, 0 matches, 0 tournaments\n",
    )
    assert file.stat().st_mode & 0o077 == 0, "it has the key"
    put(client, BATTLE | {"seed": 3})
    assert content(settings.database_url) != before
    assert run("restore", str(file), answer="n\n").exit_code == 1
    assert content(settings.database_url) != before
    answer = run("restore", str(file), answer="y\n")
    assert answer.exit_code == 0, answer.output
    assert "It replaces 2 recordings, 2 battles" in answer.output
    assert content(settings.database_url) == before
    assert "SECRET_KEY" not in answer.output
    assert found(client, unit="goomba") == [stored]
    key = tmp_path / "instance" / "secret_key"
    assert key.read_text() == settings.secret_key
    assert key.stat().st_mode & 0o077 == 0
    assert run("doctor").exit_code == 0


def test_older_backup_is_migrated(run: Run, settings: Settings, tmp_path: Path) -> None:
    if not settings.database_url.startswith("sqlite"):
        pytest.skip("the kept instance is of SQLite")
    old = files.restore(tmp_path / "old")
    packed = tmp_path / "old.tar.gz"
    given = {"DATABASE_URL": f"sqlite:///{old / files.DATABASE}", "SECRET_KEY": ""}
    done = run("backup", str(packed), BATTLEREEL_INSTANCE=str(old), **given)
    assert done.exit_code == 0, done.output
    answer = run("restore", "--yes", str(packed))
    assert answer.exit_code == 0, answer.output
    assert "battles" in answer.output
    file = tmp_path / "instance" / "secret_key"
    assert f"Set it to the key in {file}: until then no edit link" in answer.output
    key = file.read_text().strip()
    assert key == (old / files.KEY).read_text().strip()
    assert run("doctor").output == "All is well.\n"


def test_other_file_is_no_backup(run: Run, settings: Settings, stored: str, tmp_path: Path) -> None:
    file, manifest = tmp_path / "backup.tar.gz", tmp_path / "manifest.json"
    run("backup", str(file))
    whole, before = file.read_bytes(), content(settings.database_url)
    manifest.write_text(json.dumps({"format": 99, "kind": "sqlite"}))
    damaged = [b"", whole[: len(whole) // 2], b"x" * 99]
    for name in ("x", "manifest.json"):
        with tarfile.open(file, "w:gz") as tar:
            tar.add(manifest, name)
        damaged.append(file.read_bytes())
    for content_ in damaged:
        file.write_bytes(content_)
        answer = run("restore", "--yes", str(file))
        assert (answer.exit_code, str(file) in answer.output) == (1, True)
        assert "Traceback" not in answer.output
        assert content(settings.database_url) == before
    answer = run("backup", str(tmp_path / "no" / "folder" / "x.tar.gz"))
    assert (answer.exit_code, "cannot be written" in answer.output) == (1, True)


def test_the_doctor_finds_what_is_damaged_lost_or_open(
    app: Flask, run: Run, settings: Settings, stored: str, tmp_path: Path
) -> None:
    assert run("doctor").output == "All is well.\n"
    key = tmp_path / "instance" / "secret_key"
    if os.name == "posix":  # files have owners there
        key.write_text("k")
        key.chmod(0o644)
        told = f"{key} can be read by others than its owner: chmod go= {key}\n"
        assert (run("doctor").exit_code, run("doctor").output) == (1, told)
        key.unlink()
    with app.app_context(), database.session() as db, db.begin():
        recording = db.scalars(select(Recording)).one()
        lines = bytearray(recording.lines)
        lines[len(lines) // 2] ^= 1
        db.execute(update(Recording).values(lines=bytes(lines)))
        digest = recording.digest
    answer = run("doctor")
    assert answer.exit_code == 1
    assert answer.output == f"recording {digest} is damaged; battles that show it: {stored}\n"
    is_sqlite = settings.database_url.startswith("sqlite")
    with app.app_context(), database.session() as db:
        if is_sqlite:
            db.execute(text("PRAGMA foreign_keys=OFF"))
            db.commit()
            db.execute(text("DELETE FROM recordings"))
        db.execute(text("DELETE FROM battle_terms"))
        db.commit()
    answer = run("doctor")
    assert answer.exit_code == 1
    assert "1 battles are listed, but the search knows 0" in answer.output
    lost = f"battle {stored} has no recording: battlereel remove {stored}"
    assert (lost in answer.output) == is_sqlite


def test_a_battle_is_removed_with_all_that_is_kept_of_it(
    app: Flask, client: FlaskClient, clock: StoppedClock, run: Run
) -> None:
    for form in ("{}", "/b/{}", "https://example.org/b/{}?x#at=3", " {} "):
        stored = put(client)
        clock.ms += 1_000_000
        refused = run("remove", form.format(stored), answer="n\n")
        assert (refused.exit_code, found(client)) == (1, [stored])
        answer = run("remove", form.format(stored), answer="y\n")
        assert answer.exit_code == 0, answer.output
        assert f"battle {stored}: " in answer.output
        assert found(client) == found(client, unit="goomba") == []
        assert client.get(f"/b/{stored}").status_code == 404
        assert counts(app, Battle, Recording, RecordedUnit) == [0, 0, 0]
    assert run("doctor").output == "All is well.\n"


def test_shared_parts_stay(app: Flask, client: FlaskClient, clock: StoppedClock, run: Run) -> None:
    """A recording that another battle shows; forks of an army. A tournament goes with its own."""
    first, second = (put(client, BATTLE | {"seed": 5}) for _ in range(2))
    clock.ms += 1_000_000
    assert run("remove", "--yes", first).exit_code == 0
    assert client.get(f"/api/v1/battles/{second}/recording").status_code == 200
    assert found(client, unit="goomba") == [second]

    army = {"ruleset": "manymarios", "army": {"lineup": [{"unit": "toad"}], "name": "Rude"}}
    kept = client.post("/api/v1/armies", json=army).json["id"]
    fork = client.post("/api/v1/armies", json=army | {"parent": kept}).json["id"]
    answer = run("remove", "--yes", f"https://example.org/a/{kept}")
    assert ("army" in answer.output, "Rude" in answer.output) == (True, True)
    assert client.get(f"/a/{kept}").status_code == 404
    assert client.get(f"/api/v1/armies/{fork}").json["parent"] is None

    address = page_of(app, client, made(client, *ARMIES))
    answer = run("remove", "--yes", f"https://example.org{address}")
    assert f"tournament {address.removeprefix('/t/')}, with its battles:" in answer.output
    assert counts(app, Tournament, Battle) == [0, 1]


def test_removal_takes_its_battle(app: Flask, ann: Person, bo: Person, page: str, run: Run) -> None:
    with app.app_context(), database.session() as db, db.begin():
        challenge = db.scalars(select(Challenge)).unique().one()
        game = games.game("manymarios")
        battle = battles.put_on_air(game, engine.play(BATTLE, seed=1), battles.Airing(0))
        challenge.battle_id = battle.id
        ids = challenge.id, battle.id
    answer = run("remove", ids[1], answer="y\n")
    assert answer.exit_code == 0, answer.output
    assert f"challenge {ids[0]}: " in answer.output
    assert counts(app, Challenge, Seat, Battle) == [0, 0, 0]


def test_a_match_goes_with_its_challenge_its_orders_and_its_replay(
    app: Flask, a: Player, b: Player, client: FlaskClient, played: Played, run: Run
) -> None:
    """By its own id, or by its address; before it is over there is no battle yet."""
    a.lock(1)
    assert counts(app, Match, Challenge) == [1, 1]
    answer = run("remove", f"https://example.org/m/{played.id}", answer="y\n")
    assert answer.exit_code == 0, answer.output
    assert "challenge " in answer.output
    assert counts(app, Match, Orders, Challenge, Seat, Battle) == [0, 0, 0, 0, 0]
    assert client.get(f"/m/{played.id}").status_code == 404
    assert run("doctor").exit_code == 0


def test_samples_and_what_is_not_there_are_not_removed(app: Flask, run: Run, stored: str) -> None:
    for id_ in ("zzzzzzzz", "no", "'; DROP TABLE battles"):
        answer = run("remove", "--yes", id_)
        assert answer.exit_code == 1
        assert "match, tournament or gauntlet has the id" in answer.output
    of_game = samples.load(game := games.game("manymarios"))
    with app.app_context():
        store.store_samples([game])
    answer = run("remove", "--yes", of_game.page_id(next(iter(of_game.battles.values()))))
    assert (answer.exit_code, "is a sample battle" in answer.output) == (1, True)


DUEL = battle_file([unit(8, 1, name="Giant")], [unit(5, 1, name="Mouse")]) | {"seed": 2**64 - 1}
"""Side a wins 2 of 3 (tests/odds/stacks.py)."""


def rows(app: Flask, clock: StoppedClock) -> dict[str, list[dict[str, Any]]]:
    engine = app.extensions[database.KEY].kw["bind"]
    return {
        table.name: [
            dict(zip((c.name for c in table.columns), row, strict=True)) for row in table.rows
        ]
        for table in archive.tables(engine, clock.ms)
    }


def test_the_archive_has_all_battles_that_are_listed_and_over(
    app: Flask, client: FlaskClient, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "AT_ONCE", 2)  # battles that are read together
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
        found = archive.tables(bind, clock.ms)[:2]
        tables.write(tmp_path, found, kind, {}, datetime.now(UTC))
        (battle,), armies = (
            [row for row in rows_of(next(tmp_path.glob(f"{name}.{kind}*"))) if row["battle"] == id_]
            for name in ("battles", "armies")
        )
        sides = [{"army": json.loads(army["army"])} for army in armies]
        file = json.loads(battle["file"]) | {"sides": sides, "seed": int(battle["seed"])}
        again = engine.play(file)
        assert (again.header.seed, again.events) == (recording.header.seed, recording.events)


def test_command_writes_files_with_manifest(client: FlaskClient, run: Run, tmp_path: Path) -> None:
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


CELLS = (
    *('=HYPERLINK("http://example.org","Zo\u00eb")', "-1+2", "+1", "@x", "\ttab", "\uff1d1"),
    *("Zo\u00eb", " =1", "a=b", ""),
)
SEEDS = (7, 10**15 - 1, 10**15, 2**64 - 1, None)


def test_csv_holds_no_formula_and_no_seed_that_a_spreadsheet_rounds(tmp_path: Path) -> None:
    columns = (tables.Column("name", "text", ""), tables.Column("seed", "seed", ""))
    rows = [*zip(CELLS, SEEDS * 2, strict=True)]
    told = {}
    for kind in ("csv", "json", "parquet"):
        (tmp_path / kind).mkdir()
        table = tables.Table("table", columns, rows)
        manifest = tables.write(tmp_path / kind, [table], kind, {}, datetime.now(UTC))
        told[kind] = rows_of(tmp_path / kind / manifest["files"][0]["file"])
    assert told["json"] == told["parquet"]
    assert [(row["name"], row["seed"]) for row in told["json"]] == rows
    assert (tmp_path / "csv/table.csv").read_bytes().startswith(b"\xef\xbb\xbfname,seed\n")
    names = [row["name"] for row in told["csv"]]
    assert names == [*(f"'{name}" for name in CELLS[:6]), *CELLS[6:]]
    seeds = [row["seed"] for row in told["csv"]][:5]
    assert seeds == ["7", "9" * 15, f"\t{10**15}", f"\t{2**64 - 1}", ""]
    assert "apostrophe" in json.loads((tmp_path / "csv/manifest.json").read_text())["csv"]
