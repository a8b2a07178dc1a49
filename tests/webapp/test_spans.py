"""Spans of time are read as people write them, and told as they say them."""

from tests.webapp.challengers import Person
from webapp.base import durations

READ = {
    "90": 90,
    "90 s": 90,
    "3min": 180,
    " 3 Minutes ": 180,
    "1:30": 90,
    "1 h 30 min": 5_400,
    "1 hour, 1 minute, 1 second": 3_661,
    "1 day": 86_400,
    "2d": 172_800,
    **dict.fromkeys(("", "ten", "-1", "3 fortnights", "1:75", "min", "3 min or so", "1.5 h")),
    **dict.fromkeys(("\u0663 min", "1 h 30")),
}
"""Seconds by text; None for what is no span."""


WORDS = {
    1: "1 second",
    10: "10 seconds",
    90: "1 minute 30 seconds",
    180: "3 minutes",
    3_661: "1 hour 1 minute 1 second",
    86_400: "1 day",
}


def test_spans_are_read_as_people_write_them_and_told_in_words_that_are_read_back() -> None:
    assert {text: durations.seconds(text) for text in READ} == READ
    assert {seconds: durations.in_words(seconds) for seconds in WORDS} == WORDS
    assert {durations.seconds(words): words for words in WORDS.values()} == WORDS


def test_the_terms_of_a_match_tell_its_clock_in_words(ann: Person) -> None:
    page = ann.challenge("siege", limits__clock_s="10 min")
    assert ann.standing(page)["limits"] == {"clock_s": 600}
    assert "<dd>10 minutes</dd>" in ann.get(page)
    assert "<dd>3 minutes</dd>" in ann.get(ann.challenge("siege")), "unless it is set"
