"""Provably fair dice (FAIR.md) and secret links. Hashes here are made by hashlib from FAIR.md's
lines."""

import hashlib
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

import engine
from tests.kept.files import FOLDER
from tests.webapp.challengers import API, LINEUP, OTHER_LINEUP, Person, id_of
from tests.webapp.in_background import finish
from tests.webapp.stopped_clock import StoppedClock
from webapp.challenges import fairness, proof_check, store
from webapp.store import database, removal

HOUR_MS = 3_600_000
SALTS = {"a": "1a" * 32, "b": "2b" * 32}
CANONICAL = {
    "a": '{"lineup":[{"unit":"goomba"},{"unit":"toad"}],"name":"Sky fleet"}',
    "b": '{"lineup":[{"unit":"koopa-troopa"}],"name":"Ground crew"}',
}


def sha(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def seal(person: Person, page: str, **body: Any) -> Any:
    headers = {"X-CSRFToken": person.csrf_token()}
    return person.client.post(f"{API}/{id_of(page)}/seal", json=body, headers=headers)


def sealed(person: Person, page: str, side: str, army: Any) -> dict[str, Any]:
    answer = seal(person, page, army=army, salt=SALTS[side])
    assert answer.status_code == 200, answer.text
    return dict(answer.get_json())


def proof_of(person: Person, page: str, status: int = 200) -> Any:
    answer = person.client.get(f"{API}/{id_of(page)}/proof")
    assert answer.status_code == status, answer.text
    return answer.get_json()


@pytest.fixture
def proof(ann: Person, bo: Person, page: str, clock: StoppedClock) -> dict[str, Any]:
    sealed(ann, page, "a", LINEUP)
    sealed(bo, page, "b", OTHER_LINEUP)
    clock.ms += HOUR_MS
    return dict(proof_of(bo, page))


@pytest.mark.parametrize("name", ["FAIR.md", "FAIR.de.md"])
def test_the_example_of_the_documentation_is_true(name: str) -> None:
    text = (Path(fairness.__file__).parent / name).read_text("utf-8")
    id_, secret = "abcd2345", "0" * 64
    terms = fairness.terms_hash("manymarios", {}, {})
    armies = {"a": {"lineup": [{"unit": "goomba"}]}, "b": {"lineup": [{"unit": "toad"}]}}
    a = fairness.seal_of(id_, terms, "a", "1" * 64, armies["a"])
    b = fairness.seal_of(id_, terms, "b", "2" * 64, armies["b"])
    seed = fairness.seed_of(id_, terms, secret, {"a": a, "b": b})
    written = re.findall(r"(?m)^# ([0-9a-f]+)(?:, \D+ (\d+))?$", text)
    made = [fairness.commitment_of(id_, secret), terms, a, b, f"{seed:016x}"]
    assert [digits for digits, _ in written] == made
    assert written[-1][1] == str(seed)
    assert made[2] == "8fc58211cb265b07976a426aef5eb8af32877c57b0c472cdc81db48abf3a66d9"


def test_json_is_sealed_as_rfc_8785_writes_it() -> None:
    value = {"\u20ac": "Euro", "\r": 1, "10": [None, True], "9": 1e30, "ö": '"\u000f', "1": {}}
    assert fairness.canonical(value) == (
        '{"\\r":1,"1":{},"10":[null,true],"9":1e+30,"ö":"\\"\\u000f","€":"Euro"}'
    )


def test_every_hash_is_that_of_its_lines(proof: dict[str, Any], page: str) -> None:
    id_ = id_of(page)
    terms = sha("battlereel/1 terms", '{"limits":{},"ruleset":"manymarios","terms":{}}')
    assert proof["commitment"] == sha("battlereel/1 secret", id_, proof["secret"])
    seals = {
        side: sha("battlereel/1 army", id_, terms, side, SALTS[side], CANONICAL[side])
        for side in "ab"
    }
    assert {side: proof["seats"][side]["seal"] for side in "ab"} == seals
    drawn = sha("battlereel/1 seed", id_, terms, proof["secret"], seals["a"], seals["b"])
    assert proof["seed"] == str(int(drawn[:16], 16))
    header, *events = proof["recording"]
    assert header["seed"] == proof["seed"]
    assert str(header["battle"]["seed"]) == proof["seed"]
    assert [side["army"] for side in header["battle"]["sides"]] == [LINEUP, OTHER_LINEUP]
    assert events[-1]["type"] == "battle_ended"


def test_seals_are_published_at_once_and_salts_at_the_end(
    ann: Person, bo: Person, cem: Person, page: str, clock: StoppedClock
) -> None:
    commitment = cem.standing(page)["commitment"]
    assert cem.standing(page)["seats"]["a"]["seal"] is None
    told = sealed(ann, page, "a", LINEUP)
    assert told["you"]["salt"] == SALTS["a"], "her own she is told"
    seal(ann, page, army=LINEUP, salt="3c" * 32)
    shown = cem.standing(page)["seats"]["a"]
    assert (shown["seal"], shown["salted_by"]) == (told["seats"]["a"]["seal"], "player")
    assert SALTS["a"] not in cem.client.get(f"{API}/{id_of(page)}").text
    refusal = proof_of(cem, page, 409)["error"]
    assert refusal.startswith("The proof is available when the battle is over")
    seal(bo, page, army=OTHER_LINEUP)
    assert cem.standing(page)["seats"]["b"]["salted_by"] == "server"
    clock.ms += 10_000
    proof_of(cem, page, 409)
    assert cem.standing(page)["secret"] is None
    assert cem.standing(page)["seed"] is None
    clock.ms += HOUR_MS
    over = cem.standing(page)
    assert over["commitment"] == commitment
    assert commitment == sha("battlereel/1 secret", over["id"], over["secret"])
    html = bo.get(page)
    assert html.count("(the server drew its random number)") == 1
    assert f'data-check="{id_of(page)}"' in html
    assert f"{API}/{id_of(page)}/proof" in html


@pytest.mark.parametrize("salt", ["1A" * 32, "1a" * 31, "1a" * 33, "x" * 64, "1a" * 31 + "1\n"])
def test_a_salt_that_is_none_is_refused(ann: Person, page: str, salt: str) -> None:
    answer = seal(ann, page, army=LINEUP, salt=salt)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["path"] == "salt"
    assert ann.standing(page)["seats"]["a"]["sealed"] is False


def test_a_seal_that_is_expected_otherwise_is_refused(ann: Person, page: str) -> None:
    """Of another challenge, for example: who notices that before sealing loses nothing."""
    other = ann.challenge("manymarios")
    expected = sealed(ann, other, "a", LINEUP)["seats"]["a"]["seal"]
    answer = seal(ann, page, army=LINEUP, salt=SALTS["a"], seal=expected)
    assert answer.status_code == 422
    (problem,) = answer.get_json()["errors"]
    assert problem["path"] == "seal"
    assert ann.standing(page)["seats"]["a"]["sealed"] is False
    terms = sha("battlereel/1 terms", '{"limits":{},"ruleset":"manymarios","terms":{}}')
    right = sha("battlereel/1 army", id_of(page), terms, "a", SALTS["a"], CANONICAL["a"])
    assert right in problem["message"]
    assert seal(ann, page, army=LINEUP, salt=SALTS["a"], seal=right).status_code == 200


def findings(proof: dict[str, Any], *noted: str) -> dict[str, bool | None]:
    found = proof_check.findings(proof_check.read(json.dumps(proof).encode()), noted)
    return {str(finding.text): finding.holds for finding in found}


def test_a_true_proof_holds_in_every_step(proof: dict[str, Any]) -> None:
    count = len(proof["recording"]) - 1
    assert findings(proof, proof["commitment"]) == {
        f"The hash {proof['commitment']} that you noted is in it.": True,
        "The server's secret is the one whose hash was shown before anybody sealed.": True,
        "Ann's army is the one that was sealed under these terms.": True,
        "Bo's army is the one that was sealed under these terms.": True,
        "The seed of the dice follows from the secret and both fingerprints.": True,
        "The battle that was shown has these armies, these terms and this seed.": True,
        f"Played again, it gives the same {count} events.": True,
    }


ARMY_OF_BO = "Bo's army, salt or terms are not those that were sealed."
SECRET = "The server's secret is not the one whose hash was shown before anybody sealed."
SEED = "The seed of the dice does not follow from the secret and both fingerprints."
TERMS = "The battle that was shown has other terms."


@pytest.mark.parametrize(
    ("path", "value", "failing"),
    [
        ("secret", "0" * 64, {SECRET, SEED}),
        ("commitment", "0" * 64, {SECRET}),
        ("seats.b.salt", "0" * 64, {ARMY_OF_BO}),
        ("seats.b.army", LINEUP, {ARMY_OF_BO, "In the battle shown, Bo has another army."}),
        ("seats.b.seal", "0" * 64, {ARMY_OF_BO, SEED}),
        ("seed", "7", {SEED, "The battle that was shown has another seed."}),
        ("limits", {"units": 3}, {ARMY_OF_BO, ARMY_OF_BO.replace("Bo", "Ann"), SEED}),
        ("seats.a.name", "Eve", {"In the battle shown, Eve is called Ann."}),
        ("recording.3.beat", 99, {"Played again, it differs from event 2 on."}),
    ],
)
def test_a_tampered_proof_fails_and_says_where(
    proof: dict[str, Any], path: str, value: Any, failing: set[str]
) -> None:
    assert findings_with(proof, path, value) == failing
    noted = "ab" * 32
    assert findings(proof, noted)[f"The hash {noted} that you noted is not in it."] is False


def test_a_battle_with_dice_that_somebody_listed_fails(proof: dict[str, Any]) -> None:
    """It plays to the same events, so only the terms tell that nobody agreed on them."""
    chosen = engine.play({**proof["recording"][0]["battle"], "rolls": [1]})
    lines = [json.loads(line) for line in chosen.lines().splitlines()]
    assert findings_with(proof, "recording", lines) == {TERMS}


def findings_with(proof: dict[str, Any], path: str, value: Any) -> set[str]:
    changed = at = json.loads(json.dumps(proof))
    *way, last = path.split(".")
    for key in way:
        at = at[int(key) if key.isdigit() else key]
    at[last] = value
    return {text for text, holds in findings(changed).items() if holds is False}


def test_a_battle_of_other_rules_is_not_played_again(proof: dict[str, Any]) -> None:
    proof["recording"][0]["ruleset_version"] = 999
    (told,) = [text for text, holds in findings(proof).items() if holds is None]
    assert told.startswith("It was not played again: it needs version 999 of the rules of")


def test_events_that_have_got_members_since_are_the_same() -> None:
    """Rolls had no parts then, and afflictions did not say what they took."""
    path = FOLDER / "recordings/warlords/bfd0ed0-heroes.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert proof_check.played_again(rows).holds
    rows[9]["beat"] = 99
    assert proof_check.played_again(rows).holds is False


def test_no_secret_is_logged_before_the_end(
    app: Flask, ann: Person, bo: Person, page: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even where the database fails: its errors would tell the values that were written."""
    caplog.set_level(logging.DEBUG)
    sealed(ann, page, "a", LINEUP)
    seal(bo, page, army=OTHER_LINEUP)
    with app.app_context(), database.session() as db:
        assert db.get_bind().engine.hide_parameters is True
        challenge = store.find(id_of(page))
        assert challenge
        seed = store.seed_of(challenge)
    for hidden in (str(challenge.secret), SALTS["a"], str(seed)):
        assert hidden not in caplog.text


def test_looking_at_the_opponents_link_takes_no_seat(ann: Person, bo: Person, cem: Person) -> None:
    page = ann.challenge("manymarios")
    link = ann.link(page, "join")
    assert "Ann challenges you" in cem.get(link)
    assert ann.client.get(link).location == page
    ann.send(link, name="Me, too")
    assert cem.standing(page)["status"] == "open", "its maker takes no seat"
    bo.join(link)
    html = cem.get(link)
    assert "This seat is taken" in html
    assert f'href="{page}"' in html
    assert "This seat is taken" in cem.send(link, 409, name="Eve").text
    assert 'data-stage="build"' in bo.get(link), "whoever has it goes to it"
    taken = {"player": "b", "name": "Bo", "taken": True, "sealed": False}
    assert cem.standing(page)["seats"]["b"] == {**taken, "seal": None, "salted_by": None}


def test_links_are_secret(ann: Person, bo: Person, cem: Person, page: str) -> None:
    assert "/join/" not in ann.get(page), "the seat is taken"
    assert "/join/" not in bo.get(page)
    assert 'data-stage="build"' in bo.get(ann.link(page, "page"))
    assert ann.link(page, "seat") != bo.link(page, "seat")
    for secret in ("/seat/", "/join/", f"{page}/build"):
        assert secret not in cem.get(page)
    assert cem.send(f"{page}/seal", 403, text="Goomba", army="").status_code == 403
    assert "You have no seat" in cem.get(f"{page}/build", 403)
    assert cem.send(f"{page}/next", 403).status_code == 403


@pytest.mark.parametrize("kind", ["join", "seat"])
def test_a_link_that_was_tampered_with_gives_nothing(ann: Person, cem: Person, kind: str) -> None:
    page, other = ann.challenge("manymarios"), ann.challenge("manymarios")
    link = ann.link(page, kind)
    cem.get(link[:-1], 404)
    assert "has this link" in cem.get(link.replace(id_of(page), id_of(other)), 404)
    swapped = {"join": "seat", "seat": "join"}[kind]
    cem.get(link.replace(f"/{kind}/", f"/{swapped}/"), 404)


def test_expired_challenge_is_closed(ann: Person, bo: Person, clock: StoppedClock) -> None:
    page = ann.challenge("manymarios", hours="1")
    joined = ann.challenge("manymarios", hours="1")
    bo.join(ann.link(joined, "join"))
    ann.seal(joined)
    link = ann.link(page, "join")
    clock.ms += HOUR_MS - 1
    assert "Ann challenges you" in bo.get(link)
    clock.ms += 1
    assert "This challenge has expired" in bo.get(link)
    assert "expired" in bo.send(link, 410, name="Bo").text
    assert "This challenge has expired" in ann.get(page)
    assert ann.standing(page)["status"] == "expired"
    assert "has expired" in bo.seal(joined, status=410).text
    assert bo.standing(joined)["battle"] is None
    assert "Your sealed army" not in ann.get(joined)


def test_a_seat_is_given_only_to_who_says_yes(ann: Person, bo: Person, cem: Person) -> None:
    """A player's own link, sent as an invitation, moves no seat."""
    page = ann.challenge("manymarios")
    link = ann.link(page, "seat")
    assert cem.client.head(link).status_code == 200
    assert "You will play as Ann. The person who gave you this link" in cem.get(link)
    assert cem.standing(page)["you"] is None
    assert cem.take_seat(link).location == page
    assert cem.standing(page)["you"]["side"] == "a"
    for one in (ann, cem):
        assert one.client.get(link).location == page, "it has this seat"
    bo.join(ann.link(page, "join"))
    assert "You play as Bo" in bo.get(link, 409)
    bo.take_seat(link, 409)
    assert bo.standing(page)["you"]["side"] == "b"
    cem.take_seat(bo.link(page, "seat"))
    assert cem.standing(page)["you"]["side"] == "b", "one link replaces another"


def test_seat_taken_wins_over_a_seat_held_by_a_link(ann: Person, bo: Person) -> None:
    """As browsers keep it that followed a link before links asked."""
    page = ann.challenge("manymarios")
    link = ann.link(page, "seat")
    invitation = ann.link(page, "join")
    bo.take_seat(link)
    with bo.client.session_transaction() as session:
        seats = session.pop("seats")
    bo.join(invitation)
    with bo.client.session_transaction() as session:
        session["seats"] = seats
    assert bo.standing(page)["you"]["side"] == "b"


TOURNAMENTS = "/api/v1/tournaments"


def ask(app: Flask, token: str, page: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    return app.test_client().get(f"{API}/{id_of(page)}", headers=headers).get_json()["you"]


def test_old_seat_link_ends_everywhere(app: Flask, ann: Person, cem: Person, page: str) -> None:
    old = ann.link(page, "seat")
    cem.take_seat(old)
    assert cem.standing(page)["you"]["side"] == "a"
    token = ann.standing(page)["you"]["seat"]
    ann.send(f"{page}/renew")
    assert ann.standing(page)["you"]["side"] == "a", "who took the seat keeps it"
    assert cem.standing(page)["you"] is None
    assert ask(app, token, page) is None
    assert cem.client.get(old).status_code == 404
    new = ann.link(page, "seat")
    cem.take_seat(new)
    assert cem.standing(page)["you"]["side"] == "a"
    cem.send(f"{page}/renew")
    assert cem.standing(page)["you"]["side"] == "a", "by the link alone"
    token = ann.standing(page)["you"]["seat"]
    Person(app).send(f"{page}/renew", 403)
    answer = app.test_client().post(f"{API}/{id_of(page)}/renew", json={"link": "seat"})
    assert answer.status_code == 403
    assert ask(app, token, page)["side"] == "a"


def test_the_new_token_is_good_for_the_whole_series_and_the_old_one_for_none_of_it(
    app: Flask, ann: Person, bo: Person, page: str, clock: StoppedClock
) -> None:
    """And stays it when the first game, which all tokens come from, is removed."""
    ann.seal(page)
    bo.seal(page, OTHER_LINEUP)
    clock.ms += HOUR_MS
    following = str(ann.send(f"{page}/next").location)
    old = ann.standing(following)["you"]["seat"]
    address, headers = f"{API}/{id_of(following)}/renew", {"Authorization": f"Bearer {old}"}
    answer = app.test_client().post(address, json={"link": "seat"}, headers=headers)
    assert answer.status_code == 200
    new = ann.standing(following)["you"]["seat"]
    for game, side in ((page, "a"), (following, "b")):
        assert ask(app, old, game) is None
        assert ask(app, new, game)["side"] == side
    assert bo.standing(page)["you"]["side"] == "b", "the other player's links stay"
    with app.app_context(), database.session() as db, db.begin():
        removal.remove(db, *removal.things(db, id_of(page)))
    assert ask(app, old, following) is None
    assert ask(app, new, following)["side"] == "b"
    ann.send(f"{following}/renew")
    assert ask(app, new, following) is None
    assert ask(app, ann.standing(following)["you"]["seat"], following)["side"] == "b"
    assert bo.standing(following)["you"]["side"] == "a"


def test_unused_invitation_is_renewed(ann: Person, bo: Person) -> None:
    page = ann.challenge("manymarios")
    old = ann.link(page, "join")
    replaced = "The link was replaced. The old one no longer works."
    assert ann.confirm(page, "Replace the link") == replaced
    new = ann.link(page, "join")
    assert "was replaced by a new one" in bo.get(old, 404)
    assert "You and Ann each build" in bo.get(new)
    unnamed = ann.challenge("manymarios", name="")
    assert "You and your opponent each build" in bo.get(ann.link(unnamed, "join"))
    bo.join(new)
    assert bo.standing(page)["you"]["side"] == "b"
    address, headers = f"{API}/{id_of(page)}/renew", {"X-CSRFToken": ann.csrf_token()}
    late = ann.client.post(address, json={"link": "invitation"}, headers=headers)
    assert late.status_code == 409


def test_an_army_s_edit_link_is_made_anew(ann: Person) -> None:
    headers = {"X-CSRFToken": ann.csrf_token()}
    body = {"ruleset": "manymarios", "army": LINEUP}
    kept = ann.client.post("/api/v1/armies", json=body, headers=headers).get_json()
    links = kept["links"]
    other = ann.client.application.test_client()
    answer = other.post(links["renew"].removeprefix("http://localhost"), json={})
    assert answer.status_code == 200
    new = answer.get_json()["links"]
    changed = {"army": OTHER_LINEUP, "revision": 1}
    assert other.put(links["update"], json=changed).status_code == 403
    assert other.get(links["edit"]).status_code == 404
    assert other.put(new["update"], json=changed).status_code == 200
    notice = ann.confirm(f"/a/{kept['id']}", "Replace the edit link")
    assert notice == "This is the new edit link. The old one no longer works."
    gone = other.get(new["edit"])
    assert (gone.status_code, "was replaced by a new one" in gone.text) == (404, True)
    assert "without its last letters" in other.get(new["edit"][:-1]).text


def test_a_tournament_s_tokens_are_made_anew_by_the_api(app: Flask) -> None:
    body = {"ruleset": "manymarios", "kind": "ladder", "rounds": 1}
    made = app.test_client().post(TOURNAMENTS, json=body).get_json()
    address, old = f"{TOURNAMENTS}/{made['id']}", made["you"]["edit"]
    seats = [
        app.test_client().post(f"{address}/join", json={"name": name, "army": LINEUP}).json
        for name in ("Ann", "Bo")
    ]
    one, two = (joined["you"]["seat"] for joined in seats)

    def renewed(link: str, status: int = 200, edit: str = "", seat: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {seat}"}
        sent = {"query_string": {"edit": edit}, "json": {"link": link}, "headers": headers}
        answer = app.test_client().post(f"{address}/renew", **sent)
        assert answer.status_code == status, answer.text
        return dict(answer.get_json().get("you") or {})

    renewed("edit", 403, seat=one)
    renewed("seat", 403, edit=old)
    edit, own = renewed("edit", edit=old)["edit"], renewed("seat", seat=one)
    renewed("edit", 403, edit=old)
    renewed("seat", 403, seat=one)
    assert own["number"] == 1
    assert renewed("seat", seat=two)["number"] == 2, "the other's place is untouched"
    begun = app.test_client().post(f"{address}/begin", query_string={"edit": edit})
    assert begun.status_code == 200
    finish(app)
    assert renewed("edit", edit=edit)["edit"] != edit
    assert renewed("seat", seat=own["seat"])["number"] == 1, "a ladder that runs has places"
