"""OpenAPI links: which calls take the id that an answer gives, so that programs find their way."""

import re
from collections.abc import Iterator
from typing import Any, Final

METHODS: Final = ("get", "put", "post", "delete")
ALSO: Final = {"/challenges": ("/matches", "/battles")}
"""Of what else an answer gives the id, as `battle`: where a challenge has led to."""
COMES_OF: Final = ("seal",)
"""Calls of one challenge that may have led somewhere."""


def add(paths: dict[str, Any], prefix: str) -> None:
    """Adds links to the description of every answer that makes or shows something with an id."""
    for path, operations in paths.items():
        root, _, rest = path.removeprefix(prefix).partition("/{id_}")
        for method in METHODS:
            answers = operations.get(method, {}).get("responses", {})
            if "201" in answers:
                answers["201"]["links"] = dict(_to(paths, prefix + root, "id"))
            if "200" in answers and rest.strip("/") in COMES_OF:
                for other in ALSO.get(root, ()):
                    found = dict(_to(paths, prefix + other, "battle"))
                    answers["200"].setdefault("links", {}).update(found)


def _to(paths: dict[str, Any], root: str, member: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The calls of something below this address, given its id as a member of the answer."""
    for path, operations in paths.items():
        if not path.startswith(f"{root}/{{id_}}"):
            continue
        for method in METHODS:
            if method in operations:
                escaped = path.replace("~", "~0").replace("/", "~1")
                name = f"{method}{path.removeprefix(root)}".replace("/{id_}", "")
                name = re.sub(r"\W+", "_", name).strip("_")
                yield (
                    f"{root.rpartition('/')[2]}_{name}",
                    {
                        "operationRef": f"#/paths/{escaped}/{method}",
                        "parameters": {"path.id_": f"$response.body#/{member}"},
                    },
                )
