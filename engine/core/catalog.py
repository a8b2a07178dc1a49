"""Catalogs: data files that are validated when they are loaded."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from engine.core.errors import CatalogError, unknown

T = TypeVar("T")


def load(path: Path, row_type: type[T]) -> T:
    """Return the file's content as `row_type`. Raises CatalogError, naming the row by its id."""
    content = b""
    try:
        content = path.read_bytes()
        return msgspec.json.decode(content, type=row_type)
    except (OSError, msgspec.MsgspecError) as error:
        message = str(error)
        # Replace the row's index by its id: `$[goomba].ap`.
        place = re.search(r"\$\[(\d+)\]", message)
        row = json.loads(content)[int(place[1])] if place else None
        if place is not None and isinstance(row, dict) and "id" in row:
            message = message.replace(place[0], f"$[{row['id']}]")
        raise CatalogError(f"{path.name}: {message}") from None


def load_rows(path: Path, row_type: Any) -> dict[str, Any]:
    """Return the file's rows of this type by id. Raises CatalogError, also for a duplicate id."""
    rows = load(path, tuple[row_type, ...])
    refuse_duplicates(path.name, (row.id for row in rows))
    return {row.id: row for row in rows}


def refuse_duplicates(where: str, ids: Iterable[str]) -> None:
    """Raise CatalogError naming every duplicate id."""
    twice = sorted(id_ for id_, count in Counter(ids).items() if count > 1)
    if twice:
        raise CatalogError(f"{where}: given more than once: {', '.join(twice)}")


def refuse_dangling(where: str, kind: str, given: Iterable[str], valid: Iterable[str]) -> None:
    """Raise CatalogError naming the first reference to an unknown id."""
    known = frozenset(valid)
    for reference in given:
        if reference not in known:
            raise CatalogError(f"{where}: {unknown(kind, reference, known)}")


def content_hash(folder: Path) -> str:
    """Return the SHA-256 of a folder's JSON files in hexadecimal; white space does not count."""
    content: dict[str, Any] = {
        path.name: json.loads(path.read_bytes()) for path in sorted(folder.glob("*.json"))
    }
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
