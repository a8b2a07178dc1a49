import re
from typing import Final

BEHIND: Final = re.compile(r"[^A-Za-z0-9_-]+$")  # punctuation pasted after a link
