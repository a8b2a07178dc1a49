import re
from typing import Final

SYMBOL: Final = re.compile(r'(?s)<symbol\b[^>]*?\bid="([\w-]+)".*?</symbol>')


def symbols_in(svg: str) -> dict[str, str]:
    """Return the symbols in an SVG file, by name."""
    return {found[1]: found[0] for found in SYMBOL.finditer(svg)}
