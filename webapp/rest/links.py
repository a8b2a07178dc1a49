"""OpenAPI links: calls that take the id in an answer."""

import re
from collections.abc import Iterator
from typing import Any, Final

METHODS: Final = ("get", "put", "post", "delete")
# members of answers with ids of other resources
ALSO: Final = {"/challenges": ("/matches", "/battles")}
COMES_OF: Final = ("seal",)  # calls of a challenge whose answers can have them


def add(paths: dict[str, Any], prefix: str) -> None:
    """Add links to the description of every answer with an id."""
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
    """Return the calls below this address, given its id in the answer."""
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
