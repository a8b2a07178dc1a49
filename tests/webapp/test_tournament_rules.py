"""The page of what counts in a tournament."""

from flask.testing import FlaskClient

from webapp.words.tournament_table import COUNTING, KINDS


def test_there_is_a_page_and_each_kind_says_what_counts(client: FlaskClient) -> None:
    page = client.get("/tournament-rules")
    assert (page.status_code, "Sonneborn-Berger" in page.text) == (200, True)
    assert COUNTING.keys() == KINDS.keys()
