"""What is in doubt of the original's numbers, on the page of the rules."""

from html import unescape

from flask.testing import FlaskClient

import engine
from webapp.games.warlords.doubts import plain_doubt


def test_every_doubt_is_told_in_words_that_people_understand(client: FlaskClient) -> None:
    html = unescape(client.get("/rules/warlords").text)
    shelves = engine.rulesets()["warlords"].catalog().values()
    rows = [row for shelf in shelves if isinstance(shelf, dict) for row in shelf.values()]
    doubts = {doubt for row in rows for doubt in row.get("uncertain", ())}
    assert doubts
    assert [doubt for doubt in doubts if plain_doubt(doubt) not in html] == []
    for jargon in ("LOW CONFIDENCE", "Java class", "copy-paste"):
        assert jargon not in html
