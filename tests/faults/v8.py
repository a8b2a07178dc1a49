"""Lines of source files that V8 ran, by function, through the source maps of the build."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.faults.lists import ROOT

DIGITS = {
    digit: value
    for value, digit in enumerate(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    )
}
DIST = ROOT / "static/dist"
Lines = dict[str, set[int]]


def _numbers(segment: str) -> list[int]:
    """The numbers of a segment of a source map: Base64 VLQ."""
    numbers, value, shift = [], 0, 0
    for digit in map(DIGITS.__getitem__, segment):
        value |= (digit & 31) << shift
        shift += 5
        if digit < 32:
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            value, shift = 0, 0
    return numbers


class Places:
    """File and line of each offset in a script."""

    def __init__(self, script: str, path: str, source_map: dict[str, Any] | None) -> None:
        starts = [0, *accumulate(len(line) + 1 for line in script.split("\n"))]
        self.offsets: list[int] = starts[:-1]
        self.places = [(path, number) for number in range(1, len(starts))]
        self.sources = [path]
        if source_map is not None:
            folder = ROOT / Path(path).parent
            self.sources = [_named(folder, source) for source in source_map["sources"]]
            self.offsets, self.places = [], []
            self._decode(source_map["mappings"], starts)

    def _decode(self, mappings: str, starts: list[int]) -> None:
        source = line = 0
        for start, segments in zip(starts, mappings.split(";"), strict=False):
            column = 0
            for segment in filter(None, segments.split(",")):
                step, *place = _numbers(segment)
                column += step
                if place:
                    source, line = source + place[0], line + place[1]
                    self.offsets.append(start + column)
                    self.places.append((self.sources[source], line + 1))

    def at(self, offset: int) -> tuple[str, int]:
        return self.places[max(bisect_right(self.offsets, offset) - 1, 0)]

    def covered(self, functions: Iterable[dict[str, Any]]) -> Lines:
        """The lines of functions that were called, without those nested in them that were not."""
        lines: Lines = {source: {0} for source in self.sources}
        ranges = sorted(
            (part for function in functions for part in function["ranges"]),
            key=lambda part: part["startOffset"] - part["endOffset"],
        )
        for part in ranges[1:] if self.offsets else ():  # the first is the whole script
            path, first = self.at(part["startOffset"])
            end, last = self.at(part["endOffset"] - 1)
            if path != end:
                continue
            if part["count"]:
                lines[path].update(range(first, last + 1))
            else:
                lines[path].difference_update(range(first + 1, last))
        return lines


def _named(folder: Path, source: str) -> str:
    path = (folder / source).resolve()
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


@cache
def _places(path: Path) -> Places | None:
    if not path.is_file():
        return None
    name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
    script = path.read_text("utf-8")
    given = path.with_name(f"{path.name}.map")
    return Places(script, name, json.loads(given.read_text("utf-8")) if given.is_file() else None)


def covered(scripts: Iterable[dict[str, Any]]) -> Lines:
    """The lines of all scripts in a report of V8, from a page or from Node.js."""
    lines: Lines = {}
    for script in scripts:
        places = _places(_file(script["url"]))
        for path, found in (places.covered(script["functions"]) if places else {}).items():
            if not path.startswith(("/", "node_modules/")):
                lines.setdefault(path, set()).update(found)
    return lines


def loaded(urls: Iterable[str]) -> Lines:
    """What loaded files of the build were made from."""
    lines: Lines = {}
    for path in map(_file, urls):
        if text := re.fullmatch(r"text-(\w+)\.js", path.name):
            lines[f"webapp/translations/{text[1]}/LC_MESSAGES/messages.po"] = {0}
        elif path.suffix in (".css", ".js") and (places := _places(path)):
            lines |= {source: {0} for source in places.sources}
    return lines


def _file(url: str) -> Path:
    parts = urlsplit(url)
    if parts.scheme == "file":
        return Path(unquote(parts.path))
    return DIST / Path(unquote(parts.path)).name if "/static/" in parts.path else Path("/nowhere")


def of_node(folder: Path, root: Path) -> Lines:
    """The lines that Node.js has noted in a folder (NODE_V8_COVERAGE), of a copy in `root`."""
    texts = (
        file.read_text("utf-8").replace(str(root), str(ROOT)) for file in folder.glob("*.json")
    )
    scripts = [script for text in texts for script in json.loads(text)["result"]]
    return covered(script for script in scripts if script["url"].startswith("file:"))
