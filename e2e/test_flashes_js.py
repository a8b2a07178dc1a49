"""Flashes of blows: bright where they are rare, and faint where they would follow quickly."""

from playwright.sync_api import Page

BRIGHT = 0.7
MOST_A_SECOND = 3


def test_less_than_three_bright_flashes_a_second_at_any_speed(modules: Page) -> None:
    lengths = [50, 100, 200, 250, 300, 333, 400, 800, 3000]
    glares = modules.evaluate("(all) => all.map((length) => modules.glareOf(length))", lengths)
    for length, glare in zip(lengths, glares, strict=True):
        if 1000 / length > MOST_A_SECOND:
            assert glare < BRIGHT, length
    assert glares[-1] == 1
    assert glares == sorted(glares)
