"""The project's style sheets, taken apart into rules."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.repo.files import ROOT, kept

TOKENS = Path("static/css/tokens")
SHEETS = [path for path in kept("static/css", "static/js/games") if path.suffix == ".css"]

STAGE = ("film", "signs", "stage", "units", "effects", "overlay")  # sheets of a stage, in any game
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_PIECE = re.compile(r"\s*([^{};]*)([{};])")
_COMMA = re.compile(r",(?![^(]*\))")
_ASIDE = re.compile(r":(?:not|has)\((?:[^()]|\([^()]*\))*\)")
_BETWEEN = re.compile(r"\s*[>+~]\s*|\s+(?![^(]*\))")
_CLASS = re.compile(r"\.([\w-]+)")


@dataclass(frozen=True)
class Rule:
    """One rule: what it is in (`@media …`, or the rule around it), its selectors, what it sets."""

    around: tuple[str, ...]
    selectors: tuple[str, ...]
    sets: tuple[tuple[str, str], ...]

    def classes(self) -> set[str]:
        """All classes that its selectors name."""
        return {name for selector in self.selectors for name in _CLASS.findall(selector)}

    def own_classes(self) -> set[str]:
        """The classes that it styles wherever they are: those of selectors with one part."""
        if any(not outer.startswith("@") for outer in self.around):
            return set()
        parts = [_BETWEEN.split(_ASIDE.sub("", selector)) for selector in self.selectors]
        first = [_CLASS.findall(part[0])[:1] for part in parts if len(part) == 1]
        return {name for names in first for name in names}


def is_on_stage(path: Path) -> bool:
    """Whether a sheet styles what scripts draw on a stage, a game's own units among it."""
    return path.parents[1].name == "games" or (path.parent.name == "watch" and path.stem in STAGE)


def sheet(path: Path) -> str:
    """The text of a style sheet without comments."""
    return _COMMENT.sub("", (ROOT / path).read_text("utf-8"))


def rules(text: str) -> Iterator[Rule]:
    """All rules of a style sheet without comments, at-rules with a block among them."""
    around: list[str] = []
    sets: list[list[tuple[str, str]]] = [[]]
    for piece, end in _PIECE.findall(text):
        words = " ".join(piece.split())
        if words and end != "{":
            name, _, value = words.partition(": ")
            sets[-1].append((name, value))
        if end == "{":
            around.append(words)
            sets.append([])
        elif end == "}":
            prelude = around.pop()
            selectors = tuple(part.strip() for part in _COMMA.split(prelude))
            yield Rule(tuple(around), selectors, tuple(sets.pop()))
