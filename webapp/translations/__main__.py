"""`make texts`: extract all sentences and update every language's .po file."""

import sys

from webapp.base.paths import TRANSLATIONS
from webapp.translations.extracting import untranslated, update

for path in sorted(TRANSLATIONS.glob("*/LC_MESSAGES/*.po")):
    catalog = update(path)
    missing = len(untranslated(catalog))
    sys.stdout.write(
        f"{path.parents[1].name} {path.stem}: {len(catalog)} sentences, {missing} to translate\n"
    )
