"""Best of N: the score, the next game, rematches, the page of a series; and preview cards."""

import re
from html import unescape

import pytest
from flask import Flask

from tests.webapp.challengers import Person, id_of
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp.cards import PreviewCard
from webapp.challenges import series, store, views
from webapp.challenges.limits import GAMES_MOST
from webapp.challenges.pages import context
from webapp.challenges.series import Score, tally
from webapp.guard import limits
from webapp.store import removal
from webapp.store.database import session
from webapp.store.models import Challenge

HOUR_MS = 3_600_000
STRONG = {"name": "Strong", "lineup": [{"unit": "toad"}] * 4}
WEAK = {"name": "Weak", "lineup": [{"unit": "goomba"}]}
NAMED = {"a": "a", "b": "b", "-": None}  # a draw is played again


@pytest.mark.parametrize(
    ("winners", "best_of", "score"),
    [
        ("", 3, Score((0, 0), 0, (0, 0), None)),
        ("ab", 3, Score((1, 1), 0, (0, 0), None)),
        ("a-a", 3, Score((2, 0), 1, (1, 0), "a")),
        ("abb", 3, Score((1, 2), 0, (0, 1), "b")),
        ("aab", 3, Score((0, 1), 0, (1, 0), None)),
        ("ba", 1, Score((1, 0), 0, (1, 1), "a")),
        ("b--", 1, Score((0, 0), 2, (0, 1), None)),
        ("ababa", 5, Score((3, 2), 0, (1, 0), "a")),
        ("aaabbb", 5, Score((0, 3), 0, (1, 1), "b")),
        ("aaa", 7, Score((3, 0), 0, (0, 0), None)),
        ("aaaa", 7, Score((4, 0), 0, (1, 0), "a")),
    ],
)
def test_points_are_counted_until_a_series_is_won(winners: str, best_of: int, score: Score) -> None:
    assert tally((NAMED[letter] for letter in winners), best_of) == score  # type: ignore[misc]


class Series:
    def __init__(self, ann: Person, bo: Person, clock: StoppedClock) -> None:
        self.ann, self.bo, self.clock = ann, bo, clock
        self.games: list[str] = []

    def begin(self, **fields: str) -> str:
        self.games = [self.ann.challenge("manymarios", **fields)]
        self.bo.join(self.ann.link(self.games[0], "join"))
        return self.games[0]

    def air(self, winner: Person) -> None:
        people = (self.ann, self.bo) if len(self.games) % 2 else (self.bo, self.ann)
        for person in people:
            person.seal(self.games[-1], STRONG if person is winner else WEAK)

    def play(self, winner: Person) -> None:
        self.air(winner)
        self.clock.ms += HOUR_MS

    def next(self, asker: Person) -> str:
        self.games.append(str(asker.send(f"{self.games[-1]}/next").location))
        return self.games[-1]


@pytest.fixture
def duel(ann: Person, bo: Person, clock: StoppedClock) -> Series:
    return Series(ann, bo, clock)


def bouts_on(text: str) -> list[tuple[str, str, list[str]]]:
    """Each best of N on a series' page, the newest first: its score, who won it, its games."""
    found = []
    for part in text.split('<h2 id="bout-')[1:]:
        (score,) = re.findall(r"<strong>(\d+ : \d+)</strong>", part)
        (sentence,) = re.findall(r"\w+ wins the series \d to \d\.", part) or [""]
        found.append((score, sentence, re.findall(r'<a href="(/c/\w+)">Game \d+</a>', part)))
    return found


def test_best_of_three_and_its_rematch(duel: Series, ann: Person, bo: Person, cem: Person) -> None:
    """Ann wins 2 to 1; the rematch counts from 0 and is Bo's; nothing of the first one changes."""
    cem.client.set_cookie("spoilers", "1")
    first = duel.begin(best_of="3", terms__ap_limit="40", title="Duel")
    page = f"{first}/series"
    assert ann.link(first, "series") == page
    assert f'href="{first}">To the current game</a>' in cem.get(page)
    points, decided = [], []
    score = r'<p class="score"><span>{}</span> <strong>{}</strong> <span>{}</span></p>'
    for winner in (ann, bo, ann, bo, bo):
        duel.air(winner)
        game = duel.games[-1]
        before = cem.standing(game)["series"]["points"]
        assert ann.send(f"{game}/next", 409).status_code == 409, "it is still on air"
        duel.clock.ms += HOUR_MS
        told = cem.standing(game)
        assert told["series"]["points"] != before
        assert told["next"] is None
        points.append((*told["series"]["points"].values(), told["series"]["winner"]))
        if len(duel.games) == 3:
            assert "Ann wins the series 2 to 1" in cem.get(game)
            assert "Rematch" in bo.get(game)
            decided = bouts_on(cem.get(page))
        else:
            assert ("Play game" in ann.get(game)) is (len(duel.games) < 5)
        if len(duel.games) == 1:
            assert score.format("Ann", "1 : 0", "Bo") in cem.get(game)
        following = duel.next(ann)
        if len(duel.games) == 2:
            assert score.format("Bo", "0 : 1", "Ann") in cem.get(following)
        assert bo.send(f"{game}/next").location == following
        assert cem.standing(game)["next"] == id_of(following)
        assert f"To game {len(duel.games)}" in cem.get(game)
    # By player: a is Ann, who sat there in the first game.
    assert points == [(1, 0, None), (1, 1, None), (2, 1, "a"), (0, 1, None), (0, 2, "b")]
    assert cem.standing(first)["series"]["points"] == {"a": 1, "b": 0}, "as it was then"
    games = duel.games
    assert decided == [("2 : 1", "Ann wins the series 2 to 1.", games[:3])]
    assert bouts_on(cem.get(page)) == [
        ("0 : 0", "", games[5:]),
        ("0 : 2", "Bo wins the series 2 to 0.", games[3:5]),
        decided[0],
    ]
    assert cem.standing(games[4])["series"]["won"] == {"a": 1, "b": 1}

    second = cem.standing(games[1])
    assert [second["seats"][side]["name"] for side in "ab"] == ["Bo", "Ann"], "sides are swapped"
    assert second["commitment"] != cem.standing(first)["commitment"], "with dice of its own"
    assert second["terms"] == {"ap_limit": 40}
    assert second["links"]["series"].endswith(page)
    battle = cem.client.get(f"/api/v1/battles/{second['battle']}").get_json()
    assert battle["title"] == "Duel, game 2"
    assert f'href="/b/{second["battle"]}">Watch it again</a>' in cem.get(page)


def test_series_page_hides_results(duel: Series, ann: Person, cem: Person) -> None:
    spoilers = re.compile(r"<details.*?</details>", re.S)
    first = duel.begin(best_of="3")
    duel.play(ann)
    duel.next(ann)
    duel.air(duel.bo)
    text = cem.get(f"{first}/series")
    assert "1 : 0" in text
    assert not re.search("1 : 0|has won|Game 2</a>", spoilers.sub("", text))
    cem.get("/c/bcdfghjk/series", 404)
    duel.clock.ms += HOUR_MS
    duel.next(ann)
    duel.play(ann)
    rematch = duel.next(ann)
    text = cem.get(f"{first}/series")
    assert f'href="{rematch}">To the current game</a>' in text
    assert "Series 2</h2>" in text
    shown = re.sub(r"<details.*</details>", "", text[: text.index("link-title")], flags=re.S)
    assert not re.search("Series [12]|Game [24]", shown)


def test_series_without_first_game(
    app: Flask, duel: Series, ann: Person, cem: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a series has an end."""
    first = duel.begin()
    duel.play(ann)
    second = duel.next(ann)
    assert GAMES_MOST == 100
    monkeypatch.setattr(series, "GAMES_MOST", 2)
    duel.play(ann)
    assert "Make a new challenge" in ann.send(f"{second}/next", 409).text
    for game, status in ((first, 200), (second, 404)):
        with app.app_context(), session() as db, db.begin():
            removal.remove(db, db.get_one(Challenge, id_of(game)))
        answer = cem.client.get(f"{second}/series", follow_redirects=True)
        assert answer.status_code == status
        assert (f'<a href="{second}">Game 2</a>' in answer.text) is (status == 200)


def test_links_of_a_series(duel: Series, ann: Person, bo: Person, cem: Person) -> None:
    first = duel.begin()
    link = ann.link(first, "seat")
    duel.air(ann)
    battle = f"/b/{cem.standing(first)['battle']}"
    for person, may in ((ann, True), (bo, True), (cem, False)):
        extras = {extra["kind"]: extra for extra in page_data(person.get(battle))["extras"]}
        assert extras["challenge"]["url"] == first
        assert ("csrf_token" in extras["challenge"]) is may
    duel.clock.ms += HOUR_MS
    second = duel.next(bo)
    cem.take_seat(link)  # Ann, in another browser
    assert cem.standing(second)["you"]["side"] == "b"


PNG = b"\x89PNG\r\n\x1a\n"


def card_of(app: Flask, page: str) -> PreviewCard:
    with app.test_request_context():
        challenge = store.find(id_of(page))
        assert challenge
        return context.describe(views.public(challenge))


def sides(card: PreviewCard) -> list[tuple[str, str]]:
    return [(side.name, side.note) for side in card.sides]


def meta_tags(person: Person, address: str) -> dict[str, str]:
    pairs = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)"', person.get(address))
    return {name: unescape(value) for name, value in pairs}


def test_card_in_each_state(app: Flask, ann: Person, bo: Person, clock: StoppedClock) -> None:
    page = ann.challenge("manymarios", best_of="3", terms__ap_limit="40")
    card = card_of(app, page)
    assert (card.title, card.headline) == ("Ann's challenge", "Who accepts?")
    assert (card.ruleset, card.detail) == ("Many Marios 0", "best of 3 · AP limit: 40")
    assert sides(card) == [("Ann", "builds in secret"), ("No player yet", "the seat is free")]

    bo.join(ann.link(page, "join"))
    bo.seal(page, WEAK)
    card = card_of(app, page)
    assert (card.title, card.headline) == ("Ann challenges Bo", "Armies are built in secret")
    assert sides(card) == [("Ann", "builds in secret"), ("Bo", "has sealed an army")]

    ann.seal(page, STRONG)
    assert card_of(app, page).headline == "It begins in a moment"
    clock.ms += 11_000
    card = card_of(app, page)
    assert (card.headline, card.phase) == ("● On air", "on_air")

    clock.ms += HOUR_MS
    card = card_of(app, page)
    assert (card.headline, card.phase) == ("Who wins?", "over")
    assert card.detail == "best of 3 · AP limit: 40"
    assert sides(card) == [("Ann", "has sealed an army"), ("Bo", "has sealed an army")]
    for query in ("", "?spoilers=1"):
        tags = meta_tags(bo, f"{page}{query}")
        for name in ("description", "og:description", "og:image:alt"):
            assert "Who wins?" in tags[name]
            assert not re.search("wins |won|1 : 0", tags[name])
    card = card_of(app, str(ann.send(f"{page}/next").location))
    assert [side.name for side in card.sides] == ["Bo", "Ann"]

    late = ann.challenge("manymarios", title="Friday night")
    clock.ms += 24 * HOUR_MS
    card = card_of(app, late)
    assert (card.title, card.headline) == ("Friday night", "This challenge has expired")
    assert sides(card) == [("Ann", "did not seal"), ("No player yet", "the seat is free")]


def test_chat_programs_are_told_that_one_is_challenged(ann: Person, cem: Person) -> None:
    page = ann.challenge("manymarios", best_of="3")
    link = ann.link(page, "join")
    tags = meta_tags(cem, link)
    assert tags["og:title"] == "Ann challenges you"
    assert tags["og:description"] == (
        "Many Marios 0, best of 3: accept, build in secret, seal, and watch together."
    )
    assert tags["twitter:card"] == "summary_large_image"
    assert link.rsplit("/", 1)[-1] not in tags["og:image"], "who sees the picture takes no seat"
    shown = meta_tags(cem, page)
    assert shown["og:title"] == "Ann's challenge"
    assert shown["og:image"] == tags["og:image"]
    assert shown["og:image:alt"] == "Ann's challenge · Who accepts? · best of 3"


def test_picture_has_the_size_that_is_asked_for(app: Flask, ann: Person) -> None:
    page = ann.challenge("manymarios", name="<script>&'\"", title="T" * 100)
    assert "<script>&" not in ann.get(page)
    picture = ann.client.get(f"{page}/card.png").data
    assert picture.startswith(PNG)
    assert picture[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)
    link = ann.standing(page)["links"]["card"]
    assert link == f"http://localhost{page}/card.png"
    assert ann.client.get(f"{link}?w=300").data[16:20] == (300).to_bytes(4)
    assert ann.client.get(f"{link}?w=7").status_code == 422
    ann.get("/c/nothing/card.png", 404)
    with app.test_request_context(link):
        assert limits.kind() == "heavy"
