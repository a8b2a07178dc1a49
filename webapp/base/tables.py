"""Data tables in files (CSV, JSON Lines, Parquet), streamed, with a manifest written last."""

import csv
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from platform import python_version
from typing import Any, Final, Literal, NamedTuple, TypeAlias

# A seed is a whole number below 2**64, a time is in ms since 1970, UTC.
Kind: TypeAlias = Literal["text", "integer", "seed", "number", "flag", "time"]
Row: TypeAlias = Sequence[Any]

FORMATS: Final = ("csv", "json", "parquet")
ENDINGS: Final = {"csv": "csv", "json": "jsonl", "parquet": "parquet"}
MANIFEST: Final = "manifest.json"
GROUP_ROWS: Final = 5_000  # of Parquet, in memory
# what begins a formula in spreadsheets; the last four are full-width
FORMULA: Final = tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")
DIGITS_MOST: Final = 15  # spreadsheets round longer whole numbers
CSV: Final = (
    "UTF-8 with a byte order mark. A text that a spreadsheet would take for a formula begins with "
    "an apostrophe, and a seed that it would round with a tab; JSON and Parquet have neither"
)
PACKAGES: Final = ("battlereel", "numpy", "numba", "scipy")


class Column(NamedTuple):
    """A column; any cell may be null."""

    name: str
    kind: Kind
    meaning: str


class Table(NamedTuple):
    """A table; its name is that of its file."""

    name: str
    columns: tuple[Column, ...]
    rows: Iterable[Row]


def has_parquet() -> bool:
    """Whether Parquet can be written: it needs the extra `parquet`."""
    return find_spec("pyarrow") is not None


def write(
    folder: Path, tables: Iterable[Table], format_: str, facts: Mapping[str, Any], made_at: datetime
) -> dict[str, Any]:
    """Write the tables and the manifest with these `facts` into the folder; return the manifest."""
    files = [_written(folder, table, format_) for table in tables]
    manifest = {
        **facts,
        "made_at": moment(made_at),
        "versions": {**versions(), "python": python_version()},
        "format": format_,
        **({"csv": CSV} if format_ == "csv" else {}),
        "files": files,
    }
    text = json.dumps(manifest, indent=2, ensure_ascii=False)
    (folder / MANIFEST).write_text(f"{text}\n", encoding="utf-8")
    return manifest


def versions() -> dict[str, str]:
    """Return the installed versions of the packages behind the numbers."""
    found = {}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def moment(at: datetime) -> str:
    """Return a time in UTC in ISO 8601."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _written(folder: Path, table: Table, format_: str) -> dict[str, Any]:
    path = folder / f"{table.name}.{ENDINGS[format_]}"
    count = WRITERS[format_](path, table.columns, table.rows)
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    columns = [dict(zip(("name", "type", "meaning"), column, strict=True)) for column in table[1]]
    return {"file": path.name, "rows": count, "sha256": digest, "columns": columns}


def _plain(columns: Sequence[Column], row: Row) -> Iterator[Any]:
    """Yield the cells as in CSV and JSON."""
    for column, cell in zip(columns, row, strict=True):
        is_time = column.kind == "time" and cell is not None
        yield moment(datetime.fromtimestamp(cell / 1000, UTC)) if is_time else cell


def _harmless(columns: Sequence[Column], row: Row) -> Iterator[Any]:
    """Yield cells that are safe in a spreadsheet: no formula, no seed that it would round."""
    for column, cell in zip(columns, _plain(columns, row), strict=True):
        is_formula = column.kind == "text" and cell is not None and cell.startswith(FORMULA)
        is_long = column.kind == "seed" and cell is not None and len(str(cell)) > DIGITS_MOST
        yield f"'{cell}" if is_formula else f"\t{cell}" if is_long else cell


def _write_csv(path: Path, columns: Sequence[Column], rows: Iterable[Row]) -> int:
    """Write a file and return its number of rows, as do the other writers."""
    count = 0
    # Without the mark, Excel would read UTF-8 as a Western code page.
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(column.name for column in columns)
        for row in rows:
            writer.writerow(_harmless(columns, row))
            count += 1
    return count


def _write_json_lines(path: Path, columns: Sequence[Column], rows: Iterable[Row]) -> int:
    count = 0
    names = [column.name for column in columns]
    with path.open("w", encoding="utf-8", newline="") as stream:
        for row in rows:
            named = dict(zip(names, _plain(columns, row), strict=True))
            stream.write(f"{json.dumps(named, ensure_ascii=False)}\n")
            count += 1
    return count


def _write_parquet(path: Path, columns: Sequence[Column], rows: Iterable[Row]) -> int:
    import pyarrow as pa
    from pyarrow import parquet

    types = {
        "text": pa.string(),
        "integer": pa.int64(),
        "seed": pa.uint64(),
        "number": pa.float64(),
        "flag": pa.bool_(),
        "time": pa.timestamp("ms", tz="UTC"),
    }
    schema = pa.schema([(column.name, types[column.kind]) for column in columns])
    count, left = 0, iter(rows)
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while part := list(islice(left, GROUP_ROWS)):
            cells = [
                pa.array(cells, field.type)
                for cells, field in zip(zip(*part, strict=True), schema, strict=True)
            ]
            writer.write_batch(pa.record_batch(cells, schema=schema))
            count += len(part)
    return count


WRITERS: Final[Mapping[str, Callable[[Path, Sequence[Column], Iterable[Row]], int]]] = {
    "csv": _write_csv,
    "json": _write_json_lines,
    "parquet": _write_parquet,
}
