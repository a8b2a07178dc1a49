"""Clock of matches."""

from typing import Final

from webapp.base.form import Field, Option
from webapp.base.texts import N_

CLOCK_S: Final = 180
CLOCK_S_LEAST: Final = 10
CLOCK_S_MOST: Final = 86_400
LEAD_IN_MS: Final = 10_000  # from both seals to the first round's clock
SHOW_MS: Final = 8_000  # time to watch a round before the next clock starts

SUGGESTED: Final = (
    *(N_("30 seconds"), N_("1 minute"), N_("3 minutes")),
    *(N_("10 minutes"), N_("1 hour"), N_("1 day")),
)
FIELD: Final = Field(  # the time per round that players agree on
    *("clock_s", N_("Time for a round"), "span", N_("10 seconds to 1 day; blank: 3 minutes")),
    options=tuple(Option(text, text) for text in SUGGESTED),
    least=CLOCK_S_LEAST,
    most=CLOCK_S_MOST,
    default=CLOCK_S,
)
