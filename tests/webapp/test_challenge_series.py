"""Best of N: the score, the next game, rematches."""

import re

import pytest
from flask import Flask

from tests.webapp.challengers import Person, id_of
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp.challenges import series
from webapp.challenges.series import Score, bouts, needed, tally
from webapp.challenges.store import SeriesGame
from webapp.store import removal
from webapp.store.database import session
from webapp.store.models import Challenge

HOUR_MS = 3_600_000
STRONG = {"name": "Strong", "lineup": [{"unit": "toad"}] * 4}
WEAK = {"name": "Weak", "lineup": [{"unit": "goomba"}]}


@pytest.mark.parametrize(("best_of", "wins"), [(1, 1), (3, 2), (5, 3), (7, 4)])
def test_a_series_is_won_by_more_than_half_of_its_games(best_of: int, wins: int) -> None:
    assert needed(best_of) == wins


@pytest.mark.parametrize(
    ("winners", "best_of", "score"),
    [
        ("", 3, Score((0, 0), 0, (0, 0), None)),
        ("a", 3, Score((1, 0), 0, (0, 0), None)),
        ("ab", 3, Score((1, 1), 0, (0, 0), None)),
        ("a-a", 3, Score((2, 0), 1, (1, 0), "a")),
        ("abb", 3, Score((1, 2), 0, (0, 1), "b")),
        ("aab", 3, Score((0, 1), 0, (1, 0), None)),
        ("b", 1, Score((0, 1), 0, (0, 1), "b")),
        ("ba", 1, Score((1, 0), 0, (1, 1), "a")),
        ("b--", 1, Score((0, 0), 2, (0, 1), None)),
        ("ababa", 5, Score((3, 2), 0, (1, 0), "a")),
        ("aaabbb", 5, Score((0, 3), 0, (1, 1), "b")),
    ],
)
def test_points_are_counted_until_a_series_is_won(winners: str, best_of: int, score: Score) -> None:
    """A dash is a draw, which is played again; a game after a decided series begins a new one."""
    named = {"a": "a", "b": "b", "-": None}
    assert tally((named[letter] for letter in winners), best_of) == score  # type: ignore[misc]


def play(page: str, a: Person, b: Person) -> None:
    """Seals a strong army on side a, and a weak one on side b."""
    a.seal(page, STRONG)
    b.seal(page, WEAK)


def test_a_best_of_three_goes_on_until_somebody_has_won_two(
    ann: Person, bo: Person, cem: Person, clock: StoppedClock
) -> None:
    first = ann.challenge("manymarios", best_of="3")
    bo.join(ann.link(first, "join"))
    play(first, ann, bo)
    assert cem.standing(first)["series"]["points"] == {"a": 0, "b": 0}, "it is still on air"
    assert ann.send(f"{first}/next", 409).status_code == 409
    clock.ms += HOUR_MS
    told = cem.standing(first)
    assert told["winner"] == "a"
    assert told["series"]["points"] == {"a": 1, "b": 0}
    assert told["next"] is None
    assert "Next battle" in ann.get(first)

    second = ann.send(f"{first}/next").location
    assert bo.send(f"{first}/next").location == second
    assert cem.standing(first)["next"] == second.rsplit("/", 1)[-1]
    assert "To game 2" in cem.get(first)
    told = cem.standing(second)
    assert told["status"] == "joined", "both have their seats already"
    assert [told["seats"][side]["name"] for side in "ab"] == ["Bo", "Ann"], "sides are swapped"
    assert told["commitment"] != cem.standing(first)["commitment"], "with dice of its own"
    play(second, bo, ann)
    clock.ms += HOUR_MS
    assert cem.standing(second)["series"]["points"] == {"a": 1, "b": 1}
    assert cem.standing(first)["series"]["points"] == {"a": 1, "b": 0}, "as it was then"

    third = bo.send(f"{second}/next").location
    play(third, ann, bo)
    clock.ms += HOUR_MS
    told = cem.standing(third)
    assert told["series"]["points"] == {"a": 2, "b": 1}
    assert told["series"]["winner"] == "a"
    assert "Ann wins the series 2 to 1" in cem.get(third)
    assert "Rematch" in bo.get(third)


def test_a_rematch_swaps_sides_and_counts_on(
    ann: Person, bo: Person, cem: Person, clock: StoppedClock
) -> None:
    first = ann.challenge("manymarios", terms__ap_limit="40", title="Duel", name="")
    bo.join(ann.link(first, "join"))
    play(first, ann, bo)
    clock.ms += HOUR_MS
    second = bo.send(f"{first}/next").location
    assert ann.standing(second)["you"]["side"] == "b"
    assert ann.standing(second)["terms"] == {"ap_limit": 40}
    play(second, bo, ann)
    clock.ms += HOUR_MS
    assert cem.standing(second)["series"]["won"] == {"a": 1, "b": 1}
    assert "<strong>1 : 1</strong>" in cem.get(second)
    battle = cem.client.get(f"/api/v1/battles/{cem.standing(second)['battle']}").get_json()
    assert battle["title"] == "Duel, game 2"


def test_the_score_stands_where_the_players_stand(
    ann: Person, bo: Person, cem: Person, clock: StoppedClock
) -> None:
    """Ann has won the first game on the left; in the second one she sits on the right."""
    cem.client.set_cookie("spoilers", "1")
    first = ann.challenge("manymarios", best_of="3")
    bo.join(ann.link(first, "join"))
    play(first, ann, bo)
    clock.ms += HOUR_MS
    left = r'<p class="score"><span>{}</span> <strong>{}</strong> <span>{}</span></p>'
    assert left.format("Ann", "1 : 0", "Bo") in cem.get(first)
    second = ann.send(f"{first}/next").location
    text = cem.get(second)
    assert left.format("Bo", "0 : 1", "Ann") in text
    assert re.findall(r'class="seat-name">(\w+)', text) == ["Bo", "Ann"]


def test_a_series_has_one_page_with_all_games_and_who_won(
    ann: Person, bo: Person, cem: Person, clock: StoppedClock
) -> None:
    """Ann wins two games; the rematch, which Bo leads, is another series on the same page."""
    cem.client.set_cookie("spoilers", "1")
    first = ann.challenge("manymarios", best_of="3")
    bo.join(ann.link(first, "join"))
    page = ann.link(first, "series")
    assert page == f"{first}/series"
    assert f'href="{first}">To the game that is on</a>' in cem.get(page)
    games = [first]
    for sides in ((ann, bo), (ann, bo), (bo, ann)):
        a, b = sides if len(games) % 2 else sides[::-1]
        a.seal(games[-1], STRONG if a is sides[0] else WEAK)
        b.seal(games[-1], STRONG if b is sides[0] else WEAK)
        clock.ms += HOUR_MS
        games.append(str(ann.send(f"{games[-1]}/next").location))
    text = cem.get(f"{games[2]}/series")
    assert f"<h1>{'Ann against Bo'}</h1>" in text
    assert re.findall(r"<strong>([\d: ]+)</strong>", text) == ["1 : 0", "0 : 1", "2 : 0"]
    assert re.findall(r"Series \d(?=</h2>)", text) == ["Series 2", "Series 1"]
    assert "Ann wins the series 2 to 0." in text
    battles = [cem.standing(game)["battle"] for game in games[:3]]
    for number, (game, battle) in enumerate(zip(games, battles, strict=False), start=1):
        assert f'<a href="{game}">Game {number}</a>' in text
        assert f'href="/b/{battle}">Watch it again</a>' in text
    assert f'<a href="{games[3]}">Game 4</a>: Bo against Ann' in text
    assert cem.standing(games[2])["links"]["series"].endswith(page)


def test_a_decided_series_keeps_its_games_while_its_rematch_is_played(
    ann: Person, bo: Person, cem: Person, clock: StoppedClock
) -> None:
    """Ann wins 2 to 1; the rematch counts from 0 and is Bo's; nothing of the first one changes."""
    cem.client.set_cookie("spoilers", "1")
    games = [ann.challenge("manymarios", best_of="3")]
    bo.join(ann.link(games[0], "join"))
    page = f"{games[0]}/series"
    points = []
    for winner in (ann, bo, ann, bo, bo):
        on_a, on_b = (ann, bo) if len(games) % 2 else (bo, ann)
        on_a.seal(games[-1], STRONG if on_a is winner else WEAK)
        on_b.seal(games[-1], STRONG if on_b is winner else WEAK)
        clock.ms += HOUR_MS
        told = cem.standing(games[-1])["series"]
        points.append((told["points"]["a"], told["points"]["b"], told["winner"]))
        if len(games) == 3:
            assert "Rematch" in ann.get(games[-1])
            decided = bouts_on(cem.get(page))
        games.append(str(ann.send(f"{games[-1]}/next").location))
    # By player: a is Ann, who sat there in the first game.
    assert points == [(1, 0, None), (1, 1, None), (2, 1, "a"), (0, 1, None), (0, 2, "b")]
    assert len(decided) == 1
    score, sentence, of_it = decided[0]
    assert (score, sentence) == ("2 : 1", "Ann wins the series 2 to 1.")
    assert of_it == games[:3]
    assert bouts_on(cem.get(page)) == [
        ("0 : 0", "", games[5:]),
        ("0 : 2", "Bo wins the series 2 to 0.", games[3:5]),
        decided[0],
    ]
    won = cem.standing(games[4])["series"]["won"]
    assert won == {"a": 1, "b": 1}


def bouts_on(text: str) -> list[tuple[str, str, list[str]]]:
    """Each best of N on a series' page, the newest first: its score, who won it, its games."""
    found = []
    for part in text.split('<h2 id="bout-')[1:]:
        (score,) = re.findall(r"<strong>(\d+ : \d+)</strong>", part)
        (sentence,) = re.findall(r"\w+ wins the series \d to \d\.", part) or [""]
        found.append((score, sentence, re.findall(r'<a href="(/c/\w+)">Game \d+</a>', part)))
    return found


def test_the_series_page_hides_results_and_how_many_games_they_took(
    ann: Person, bo: Person, cem: Person, clock: StoppedClock
) -> None:
    first = ann.challenge("manymarios", best_of="3")
    bo.join(ann.link(first, "join"))
    play(first, ann, bo)
    clock.ms += HOUR_MS
    second = str(ann.send(f"{first}/next").location)
    play(second, bo, ann)
    text = cem.get(f"{first}/series")
    open_ = re.sub(r"<details.*?</details>", "", text, flags=re.S)
    assert "1 : 0" in text
    for told in ("1 : 0", "has won", "Game 2</a>"):
        assert told not in open_
    assert cem.client.get("/c/bcdfghjk/series").status_code == 404
    clock.ms += HOUR_MS
    third = str(ann.send(f"{second}/next").location)
    play(third, ann, bo)
    clock.ms += HOUR_MS
    rematch = str(ann.send(f"{third}/next").location)
    text = cem.get(f"{first}/series")
    assert f'href="{rematch}">To the game that is on</a>' in text
    open_ = re.sub(r"<details.*</details>", "", text[: text.index("link-title")], flags=re.S)
    assert "Series 2</h2>" in text
    for told in ("Series 1", "Series 2", "Game 2", "Game 4"):
        assert told not in open_


def test_the_series_page_stays_when_its_first_game_is_removed(
    app: Flask, ann: Person, bo: Person, cem: Person, clock: StoppedClock
) -> None:
    first = ann.challenge("manymarios")
    bo.join(ann.link(first, "join"))
    play(first, ann, bo)
    clock.ms += HOUR_MS
    second = str(ann.send(f"{first}/next").location)
    with app.app_context(), session() as db, db.begin():
        removal.remove(db, db.get_one(Challenge, id_of(first)))
    text = cem.get(f"{second}/series")
    assert f'<a href="{second}">Game 2</a>' in text
    with app.app_context(), session() as db, db.begin():
        removal.remove(db, db.get_one(Challenge, id_of(second)))
    assert cem.client.get(f"{first}/series").status_code == 404


@pytest.mark.parametrize(
    ("winners", "best_of", "lengths"),
    [("", 3, []), ("ab", 3, [2]), ("aa", 3, [2]), ("aab", 3, [2, 1]), ("aba-", 1, [1, 1, 1, 1])],
)
def test_a_game_after_a_decided_series_begins_another(
    winners: str, best_of: int, lengths: list[int], app: Flask
) -> None:
    named = {"a": "a", "b": "b", "-": None}
    row = {"id": "x", "swapped": False, "ends_at_ms": 0}
    games = [
        SeriesGame(number=n, winner=named[won], **row)  # type: ignore[arg-type]
        for n, won in enumerate(winners, start=1)
    ]
    with app.app_context():
        assert [len(bout.games) for bout in bouts(games, best_of)] == lengths


def test_a_seats_link_is_good_for_every_game(
    ann: Person, bo: Person, cem: Person, clock: StoppedClock
) -> None:
    first = ann.challenge("manymarios")
    bo.join(ann.link(first, "join"))
    link = ann.link(first, "seat")
    play(first, ann, bo)
    clock.ms += HOUR_MS
    second = bo.send(f"{first}/next").location
    cem.get(link)  # Ann, in another browser
    assert cem.standing(second)["you"]["side"] == "b"


def test_the_battle_offers_the_next_game_to_players_only(
    ann: Person, bo: Person, cem: Person, clock: StoppedClock
) -> None:
    first = ann.challenge("manymarios")
    bo.join(ann.link(first, "join"))
    play(first, ann, bo)
    battle = f"/b/{cem.standing(first)['battle']}"
    for person, may in ((ann, True), (bo, True), (cem, False)):
        extras = {extra["kind"]: extra for extra in page_data(person.get(battle))["extras"]}
        extra = extras["challenge"]
        assert extra["url"] == first
        assert ("csrf_token" in extra) is may


def test_a_series_has_an_end(
    ann: Person, bo: Person, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look reads all games of a series: with 100 at most it costs no more and no more."""
    assert series.GAMES_MOST == 100
    monkeypatch.setattr(series, "GAMES_MOST", 2)
    page = ann.challenge("manymarios")
    bo.join(ann.link(page, "join"))
    play(page, ann, bo)
    clock.ms += HOUR_MS
    second = str(ann.send(f"{page}/next").location)
    assert ann.send(f"{page}/next").location == second, "the one that there is"
    play(second, bo, ann)
    clock.ms += HOUR_MS
    assert "Make a new challenge" in ann.send(f"{second}/next", 409).text
