"""Sound: on by one press and remembered, and heard only while a battle is watched."""

from typing import Any

from playwright.sync_api import expect

from e2e.played import sample_page
from e2e.viewer_page import ViewerPage


def test_sound_and_its_volume_are_remembered(still_viewer: ViewerPage) -> None:
    viewer = still_viewer.open(sample_page("first-steps"), at=0)
    sound, volume = viewer.control("sound"), viewer.control("volume")
    expect(volume).to_be_hidden()
    sound.click()
    expect(sound).to_have_accessible_name("Sound off (m)")
    volume.fill("0.25")
    viewer.page.reload()
    expect(sound).to_have_accessible_name("Sound off (m)")
    expect(volume).to_have_value("0.25")
    sound.click()
    viewer.page.reload()
    expect(sound).to_have_accessible_name("Sound on (m)")
    expect(volume).to_be_hidden()


LISTEN = """() => {
  window.started = [];
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...rest) {
    started.push({ loop: this.loop, seconds: this.buffer.duration });
    return start.apply(this, rest);
  };
}"""


def test_effects_sound_while_it_plays_and_none_while_it_is_sought(viewer: ViewerPage) -> None:
    effects: Any = "() => started.filter(({ loop }) => !loop).length"
    viewer.page.add_init_script(f"({LISTEN})()")
    viewer.open(sample_page("first-steps"), at=0)
    viewer.pause()
    viewer.control("sound").click()
    expect(viewer.control("volume")).to_be_visible()
    for ms in (5000, 9000, 6000, 12_000):
        viewer.seek_ms(ms)
    assert viewer.page.evaluate(effects) == 0
    viewer.seek_ms(4000)
    viewer.play()
    viewer.page.wait_for_function("() => started.some(({ loop }) => !loop)")
    assert viewer.page.evaluate("() => started.filter(({ loop }) => loop).length") == 1
