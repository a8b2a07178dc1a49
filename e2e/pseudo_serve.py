"""`battlereel` with catalogs from another folder, which is the first argument."""

import sys
from pathlib import Path

from webapp.base import paths

# Before anybody else reads it.
paths.TRANSLATIONS = Path(sys.argv.pop(1))

from webapp.base import languages, texts  # noqa: E402
from webapp.cli import main  # noqa: E402

SCRIPT = "/static/dist/text-pseudo.js"
languages.script = lambda: None if texts.language() == texts.ENGLISH else SCRIPT
main()
