"""Links that were pasted together with the text behind them."""

import re
from typing import Final

BEHIND: Final = re.compile(r"[^A-Za-z0-9_-]+$")
"""What a link ends with in a text: a full stop, brackets, asterisks, a space."""
