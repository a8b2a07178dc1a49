"""The strong bot's network can be trained anew, from a few matches here."""

import numpy as np
import pytest

from engine.players.siege.kernel import training
from engine.players.siege.kernel.planning import net_of, weights
from engine.players.siege.kernel.training import RULES, learn

pytestmark = pytest.mark.long  # compiled anew each time


@pytest.fixture(autouse=True)
def few_armies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "ARMIES", 200)


def test_what_is_learned_has_the_form_of_what_the_bot_judges_by() -> None:
    found = learn(turns=1, matches=3, steps=4).whole()
    assert found.keys() == weights().keys()
    for name, part in weights().items():
        assert np.shape(found[name]) == np.shape(part), name
    net, own = net_of(RULES, found), net_of(RULES, weights())
    assert [part.shape for part in net] == [part.shape for part in own]
    assert (net.units != own.units).any()
