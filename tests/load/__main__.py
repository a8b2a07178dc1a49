"""`make load`: what visitors make others wait for, and how long large archives take."""

import sys

from tests.load import archive, bursts, dear, loop, viewers

PARTS = {
    "loop": loop.main,
    "bursts": bursts.main,
    "dear": dear.main,
    "archive": archive.main,
    "viewers": viewers.main,
}

sys.exit(1 if sum(PARTS[name]() for name in sys.argv[1:] or PARTS) else 0)
