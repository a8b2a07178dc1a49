"""Backup, restore, doctor and remove."""

import json
import os
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, text, update

import engine
from tests.kept import files
from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import Person
from tests.webapp.made_tournaments import ARMIES, made, page_of
from tests.webapp.match_players import Played, Player
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_gallery import found, put
from tests.webapp.test_migrations import content
from webapp import games
from webapp.base.config import Settings
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

    def run(*arguments: str, answer: str = "") -> Result:
        return CliRunner().invoke(main, arguments, input=answer, env=environment)

    return run


@pytest.fixture
def stored(app: Flask, client: FlaskClient, clock: StoppedClock) -> str:
    """A listed battle that is over."""
    battle_id = put(client)
    clock.ms += 1_000_000
    return battle_id


def count(app: Flask, model: type) -> int:
    with app.app_context(), database.session() as db:
        return db.scalar(select(func.count()).select_from(model)) or 0


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


def test_a_backup_of_an_older_version_is_brought_up_to_date(
    run: Run, settings: Settings, tmp_path: Path
) -> None:
    if not settings.database_url.startswith("sqlite"):
        pytest.skip("the kept instance is of SQLite")
    old = files.restore(tmp_path / "old")
    packed = tmp_path / "old.tar.gz"
    environment = {
        "DATABASE_URL": f"sqlite:///{old / files.DATABASE}",
        "BATTLEREEL_INSTANCE": str(old),
        "SECRET_KEY": "",
    }
    done = CliRunner().invoke(main, ["backup", str(packed)], env=environment)
    assert done.exit_code == 0, done.output
    answer = run("restore", "--yes", str(packed))
    assert answer.exit_code == 0, answer.output
    assert "battles" in answer.output
    file = tmp_path / "instance" / "secret_key"
    assert f"Set it to what stands in {file}: until then no edit link" in answer.output
    key = file.read_text().strip()
    assert key == (old / files.KEY).read_text().strip()
    assert run("doctor").output == "All is well.\n"


def test_a_file_that_is_no_backup_changes_nothing(
    run: Run, settings: Settings, stored: str, tmp_path: Path
) -> None:
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


def test_the_doctor_finds_a_recording_that_was_changed(app: Flask, run: Run, stored: str) -> None:
    with app.app_context(), database.session() as db, db.begin():
        recording = db.scalars(select(Recording)).one()
        lines = bytearray(recording.lines)
        lines[len(lines) // 2] ^= 1
        db.execute(update(Recording).values(lines=bytes(lines)))
        digest = recording.digest
    answer = run("doctor")
    assert answer.exit_code == 1
    assert answer.output == f"recording {digest} is damaged; battles that show it: {stored}\n"


def test_the_doctor_finds_battles_without_recording_and_without_terms(
    app: Flask, run: Run, settings: Settings, stored: str
) -> None:
    with app.app_context(), database.session() as db:
        if db.get_bind().dialect.name == "sqlite":
            db.execute(text("PRAGMA foreign_keys=OFF"))
            db.commit()
            db.execute(text("DELETE FROM recordings"))
        db.execute(text("DELETE FROM battle_terms"))
        db.commit()
    answer = run("doctor")
    assert answer.exit_code == 1
    assert "1 battles are listed, and the search knows 0" in answer.output
    if settings.database_url.startswith("sqlite"):
        assert f"battle {stored} has no recording: battlereel remove {stored}" in answer.output


@pytest.mark.skipif(os.name != "posix", reason="files have owners there")
def test_the_doctor_finds_files_that_others_may_read(run: Run, stored: str, tmp_path: Path) -> None:
    key = tmp_path / "instance" / "secret_key"
    run("doctor")
    key.write_text("k")
    key.chmod(0o644)
    answer = run("doctor")
    assert answer.exit_code == 1
    assert answer.output == f"{key} can be read by others than its owner: chmod go= {key}\n"


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
        assert [count(app, model) for model in (Battle, Recording, RecordedUnit)] == [0, 0, 0]
    assert run("doctor").output == "All is well.\n"


def test_a_tournament_is_removed_with_its_battles(
    app: Flask, client: FlaskClient, run: Run
) -> None:
    address = page_of(app, client, made(client, *ARMIES))
    told = run("remove", "--yes", f"https://example.org{address}")
    assert f"tournament {address.removeprefix('/t/')}, with its battles:" in told.output
    assert [count(app, model) for model in (Tournament, Battle)] == [0, 0]


def test_a_recording_stays_for_as_long_as_another_battle_shows_it(
    app: Flask, client: FlaskClient, clock: StoppedClock, run: Run
) -> None:
    file = BATTLE | {"seed": 5}
    first, second = put(client, file), put(client, file)
    clock.ms += 1_000_000
    assert run("remove", "--yes", first).exit_code == 0
    assert client.get(f"/api/v1/battles/{second}/recording").status_code == 200
    assert found(client, unit="goomba") == [second]


def test_an_army_is_removed_and_its_forks_stay(client: FlaskClient, run: Run) -> None:
    army = {"lineup": [{"unit": "toad"}], "name": "Rude"}

    def save(**more: str) -> str:
        body = {"ruleset": "manymarios", "army": army, **more}
        return str(client.post("/api/v1/armies", json=body).get_json()["id"])

    first = save()
    fork = save(parent=first)
    answer = run("remove", "--yes", f"https://example.org/a/{first}")
    assert "army" in answer.output
    assert "Rude" in answer.output
    assert client.get(f"/a/{first}").status_code == 404
    assert client.get(f"/api/v1/armies/{fork}").get_json()["parent"] is None


def test_a_challenge_goes_with_its_battle_and_a_battle_with_its_challenge(
    app: Flask, ann: Person, bo: Person, page: str, run: Run
) -> None:
    with app.app_context(), database.session() as db, db.begin():
        challenge = db.scalars(select(Challenge)).unique().one()
        game = games.game("manymarios")
        battle = battles.put_on_air(game, engine.play(BATTLE, seed=1), battles.Airing(0))
        challenge.battle_id = battle.id
        ids = challenge.id, battle.id
    answer = run("remove", ids[1], answer="y\n")
    assert answer.exit_code == 0, answer.output
    assert f"challenge {ids[0]}: " in answer.output
    assert [count(app, model) for model in (Challenge, Seat, Battle)] == [0, 0, 0]


def test_a_match_goes_with_its_challenge_its_orders_and_its_replay(
    app: Flask, a: Player, b: Player, client: FlaskClient, played: Played, run: Run
) -> None:
    """By its own id, or by its address; before it is over there is no battle yet."""
    a.lock(1)
    assert [count(app, model) for model in (Match, Challenge)] == [1, 1]
    answer = run("remove", f"https://example.org/m/{played.id}", answer="y\n")
    assert answer.exit_code == 0, answer.output
    assert "challenge " in answer.output
    left = (Match, Orders, Challenge, Seat, Battle)
    assert [count(app, model) for model in left] == [0, 0, 0, 0, 0]
    assert client.get(f"/api/v1/matches/{played.id}").status_code == 404
    assert client.get(f"/m/{played.id}").status_code == 404
    assert run("doctor").exit_code == 0


def test_nothing_of_this_id_is_said_so(run: Run, stored: str) -> None:
    for id_ in ("zzzzzzzz", "no", "'; DROP TABLE battles"):
        answer = run("remove", "--yes", id_)
        assert answer.exit_code == 1
        assert "no battle, army, challenge, match or tournament has the id" in answer.output


def test_a_sample_is_not_removed(app: Flask, run: Run) -> None:
    from webapp.battles import samples

    game = games.game("manymarios")
    with app.app_context():
        samples.store([game])
    of_game = samples.load(game)
    id_ = of_game.page_id(next(iter(of_game.battles.values())))
    answer = run("remove", "--yes", id_)
    assert answer.exit_code == 1
    assert "is a sample battle" in answer.output
