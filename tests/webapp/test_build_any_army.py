"""Whatever an army looks like while it is built, or made up: it gets its figures and reasons."""

from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.strategies import JUNK, spoilt
from tests.webapp.army_strategies import OF_RULESETS
from webapp import games
from webapp.armies.builder.checking import inspect
from webapp.armies.builder.draft import Draft
from webapp.armies.builder.placing import place
from webapp.base.form import rows_of

TERMS = st.dictionaries(st.sampled_from(["ap_limit", "field", "options"]), JUNK, max_size=2)


@pytest.mark.parametrize("ruleset", OF_RULESETS)
# Shrinking such documents takes minutes; the army that fails is small enough.
@settings(derandomize=True, max_examples=100, phases=[Phase.generate])
@given(data=st.data())
def test_a_spoilt_army_is_judged_and_shown(ruleset: str, data: Any) -> None:
    army = data.draw(spoilt(OF_RULESETS[ruleset]))
    game = games.game(ruleset)
    form = game.builder.form
    found = inspect(game, army, data.draw(st.just({}) | TERMS), against=data.draw(st.none() | JUNK))
    assert found.valid == (found.battle is not None)
    assert len(found.figures.units) == len(rows_of(form, army))
    assert place(form, found.problems).count == len(found.problems)
    if isinstance(army, dict) and not form.fixed:
        draft = Draft(game, army)
        assert [draft.item_of(row) for row in draft.rows if draft.kind_of(row)].count("") == 0
