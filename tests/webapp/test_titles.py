"""What battles are called in the language of whoever reads it."""

import pytest
from flask import Flask
from flask_babel import force_locale

from webapp.pages.titles import title_of
from webapp.store.models import Battle, Challenge


def battle(title: str, a: str = "Ann", b: str = "Bo") -> Battle:
    return Battle(ruleset="manymarios", title=title, name_a=a, army_a="", name_b=b, army_b="")


@pytest.mark.parametrize(
    ("title", "german"),
    [
        ("Ann against Bo", "Ann gegen Bo"),
        ("Ann against Bo, dice chosen", "Ann gegen Bo, Würfel ausgesucht"),
        ("Ann against Bo, game 12", "Ann gegen Bo, Kampf 12"),
        ("Farm cup: Ann against Bo", "Farm cup: Ann gegen Bo"),
        ("Friday night, game 2", "Friday night, Kampf 2"),
        ("Ann against Bob", "Ann against Bob"),
        ("Joann against Bo", "Joann against Bo"),
        ("Friday night, game two", "Friday night, game two"),
    ],
)
def test_ours_are_translated_and_others_stay(app: Flask, title: str, german: str) -> None:
    with app.test_request_context(), force_locale("de"):
        assert title_of(battle(title)) == german
    with app.test_request_context(), force_locale("en"):
        assert title_of(battle(title)) == title


def test_players_of_a_challenge_without_names_are_called_in_the_readers_language(
    app: Flask,
) -> None:
    unnamed = battle("Challenger against Opponent", "Challenger", "Opponent")
    with app.test_request_context(), force_locale("de"):
        assert title_of(unnamed) == "Spieler 1 gegen Spieler 2"


def test_of_sides_without_names(app: Flask) -> None:
    with app.test_request_context(), force_locale("de"):
        assert (
            title_of(battle("Blue against Orange, game 2", "", "")) == "Blau gegen Orange, Kampf 2"
        )


def test_a_further_game_of_a_challenge_is_called_so() -> None:
    """Whoever has given a long title loses its end, not the number."""
    for title in ("", "x" * 160):
        made = Challenge(title=title, number=3).battle_title("Ann against Bo")
        assert made == f"{'x' * 152 if title else 'Ann against Bo'}, game 3"
    assert Challenge(title="", number=1).battle_title("Ann against Bo") == "Ann against Bo"
