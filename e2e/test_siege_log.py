"""The log of a siege."""

from playwright.sync_api import expect

from e2e.played import Played, sample_page
from e2e.viewer_page import ViewerPage


def test_every_line_of_the_log_stands_under_its_own_round(still_viewer: ViewerPage) -> None:
    """Also those of quiet rounds that are shown as one."""
    played = Played.sample("forty-rounds", "siege")
    cues = played.show.schedule.cues
    begun = played.seqs("round_started")
    assert len({cues[seq] for seq in begun}) < len(begun)
    still_viewer.open(sample_page("forty-rounds", "siege"), at=len(played.events) - 1)
    rounds = still_viewer.page.locator(".log-round")
    expect(rounds).to_have_count(len(begun) + 1)
    read = "(lines) => lines.map((line) => Number(line.dataset.seq))"
    for number, each in enumerate(rounds.all()):
        each.scroll_into_view_if_needed()
        if number:
            expect(each.locator("h2")).to_have_text(f"Round {number}")
        expect(each.locator("li").first).to_be_attached()
        seqs = each.locator("li[data-seq]").evaluate_all(read)
        assert {played.snapshots[seq + 1]["round"] for seq in seqs} == {number}
