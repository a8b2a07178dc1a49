"""The page "Who beats whom": armies chosen in every way, the table, what it leads to."""

import csv
import io
import json
import re
import zipfile
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

import engine
from tests.sieges import EVEN, units
from tests.stacks import unit
from tests.webapp.page_parts import page_data, post
from webapp.armies.pages.army_lists import pieces

STRONG = {"name": "Strong", "stack": [unit(8, 1)]}
WEAK = {"name": "Weak", "stack": [unit(5, 1)]}  # Strong wins 2 of 3 (tests/odds/stacks.py)
BOTH = f"{json.dumps(STRONG)}\n{json.dumps(WEAK)}"
LINES = "application/x-ndjson"


def compare(client: FlaskClient, **form: Any) -> Any:
    return post(client, "/matchups", **{"ruleset": "warlords", **form})


def compared(client: FlaskClient, other: str = BOTH, **form: Any) -> str:
    answer = compare(client, other=other, **form)
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def cells(text: str) -> list[str]:
    return re.findall(r'name="pair" value="[0-9-]+">([^<]+)<', text)


def document(text: str) -> str:
    return text.split('name="file" value="')[1].split('">')[0]


def test_armies_that_are_pasted(client: FlaskClient) -> None:
    """The stronger one stands first; strong against weak gets 2/3, weak against strong 1/3."""
    assert '"/matchups' in client.get("/odds").text
    text = compared(client, f"{json.dumps(WEAK)}\n\n{json.dumps(STRONG)}")
    assert cells(text) == ["50", "67", "33", "50"]
    assert re.findall(r'heat-name">(\w+)<', text) == ["Strong", "Weak"]
    assert "Always choose Strong" in text
    assert '"win": [[0.5, 0.333' in text
    answer = compare(client, other=BOTH, headers={"Accept": LINES})
    assert answer.mimetype == LINES
    last = json.loads(answer.text.splitlines()[-1])
    assert cells(last["html"]) == ["50", "67", "33", "50"]
    # A battle file brings its first army, and a list all of them; terms are those of the form.
    file = {"ruleset": "warlords", "sides": [{"army": STRONG}, {"army": WEAK}]}
    text = compared(client, json.dumps([file, WEAK]), terrain=["hills"])
    assert re.findall(r'heat-name">(\w+)<', text) == ["Strong", "Weak"]
    assert json.loads(document(text))["field"]["terrain"] == ["hills"]


def test_samples_are_chosen_by_boxes_or_all_by_one_press(client: FlaskClient) -> None:
    page = compare(client, do="samples").text
    boxes = re.findall(r'name="army" value="sample:[a-z0-9-]+"( checked)?', page)
    assert len(boxes) > 10
    assert all(boxes)
    text = compared(client, "", army=["sample:dragon-raid", "sample:silver-order"])
    assert "2 armies, all against all" in text


def test_text_and_links_stand_one_below_the_other() -> None:
    text = "= One\nRats\n= Two\nRats\n\nRats\nhttps://x/a/abcdefgh\nRats\n"
    assert [*pieces(text)] == ["= One\nRats", "= Two\nRats", "Rats", "https://x/a/abcdefgh", "Rats"]


def test_saved_armies_come_by_their_links(client: FlaskClient) -> None:
    body = {"ruleset": "warlords", "army": STRONG}
    id_ = client.post("/api/v1/armies", json=body).get_json()["id"]
    assert "Strong" in compared(client, f"http://localhost/a/{id_}\n{json.dumps(WEAK)}")
    page = unescape(client.get(f"/a/{id_}").text)
    for address in ("/matchups?ruleset=warlords&army=", "/best-order?ruleset=warlords&army_a="):
        assert f"{address}{id_}" in page
        assert f'value="{id_}"' in client.get(f"{address}{id_}").text


def test_a_random_army_is_added_to_what_is_there(client: FlaskClient) -> None:
    page = compare(client, other="= Mine\nWraiths", army=["sample:rat-tide"], do="random").text
    assert re.search(r'value="sample:rat-tide" checked', page)
    entered = unescape(page.split('name="other"')[1].split(">\n", 1)[1].split("</textarea>")[0])
    first, _drawn = pieces(entered)
    assert first == "= Mine\nWraiths"


def test_a_sampled_table_has_intervals(client: FlaskClient) -> None:
    army = json.dumps({"units": units(EVEN)})
    text = compared(client, army, ruleset="siege", bot="random")
    assert "sampled: 1,000 battles for each number" in text
    assert re.search(r'value="0-0">\d\d<small> ± 3</small>', text)


def test_a_cell_leads_to_the_odds_of_its_pair_and_to_a_battle(client: FlaskClient) -> None:
    file = document(compared(client))
    odds = post(client, "/matchups/odds", file=file, pair="0-1")
    assert odds.status_code == 200
    assert re.findall(r"66\.67%|Strong wins", odds.text)[:2] == ["66.67%", "Strong wins"]
    watched = post(client, "/matchups/watch", file=file, pair="1-0")
    assert watched.status_code == 303
    assert re.fullmatch(r"/b/\w{8}\?spoilers=1", watched.location)
    sides = page_data(client.get(watched.location).text)["battle"]["sides"]
    assert [sides[side]["army"] for side in "ab"] == ["Weak", "Strong"]
    lines = post(client, "/matchups/armies", file=file).text.splitlines()
    armies = [engine.read(line).document["sides"][0]["army"]["name"] for line in lines]
    assert armies == ["Strong", "Weak"], "as the command line reads them"
    for address, form in (
        ("odds", {"file": "x", "pair": "0-0"}),
        ("odds", {"file": "{}", "pair": "0-0"}),
        ("odds", {"pair": "0"}),
        ("odds", {"pair": "0-2"}),
        ("watch", {"pair": "a-b"}),
        ("csv", {"file": '{"sides": [3]}'}),
        ("csv", {"file": "[]"}),
        ("xml", {}),
    ):
        answer = post(client, f"/matchups/{address}", **{"file": file, **form})
        assert answer.status_code == 422, (address, form)


def test_csv_with_a_manifest(client: FlaskClient) -> None:
    file = document(compared(client))
    answer = post(client, "/matchups/csv", file=file)
    assert answer.mimetype == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.data)) as packed:
        shares = [*csv.DictReader(io.TextIOWrapper(packed.open("shares.csv"), "utf-8-sig"))]
        manifest = json.loads(packed.read("manifest.json"))
    assert (shares[1]["name_a"], shares[1]["name_b"]) == ("Strong", "Weak")
    assert float(shares[1]["share"]) == pytest.approx(2 / 3)
    assert (manifest["method"], manifest["asked"]["armies"]) == ("exact", 2)
    assert [one["rows"] for one in manifest["files"]] == [2, 4]


WRONG: tuple[tuple[dict[str, str], str], ...] = (
    ({"other": ""}, "Choose two armies or more."),
    ({"other": '{"stack": []}'}, "has 0 units"),
    ({"other": "{"}, "army 1"),
    ({"other": "Nobody"}, "army 1"),
    ({"other": json.dumps(["x"])}, "army 1"),
    ({"other": "http://localhost/a/zzzzzzzz"}, "No army has this link."),
    ({"other": json.dumps([STRONG] * 65)}, "are 65, which is 4,225 pairs"),
    (
        {"other": json.dumps([STRONG] * 301)},
        "so over 90,000 pairs; choose fewer; the command line does it: ",
    ),
    ({"other": "[" * 100_000}, "army 1"),
    ({"army": "sample:nobody"}, "One of the armies is no longer there."),
)


def test_what_is_wrong_is_told(client: FlaskClient) -> None:
    for form, message in WRONG:
        answer = compare(client, **form)
        assert answer.status_code == 422
        assert message in unescape(answer.text)
        if message.startswith("are 65"):
            assert "battlereel matchups - --format csv" in unescape(answer.text)
            lines = post(client, "/matchups/armies", file=document(unescape(answer.text))).text
            assert len(lines.splitlines()) == 65
