"""The API reference: the OpenAPI description with a curl example of each call."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from flask import Blueprint, current_app, render_template, request

from webapp.guard.limits import PER_MINUTE
from webapp.rest import api
from webapp.site import api_examples

blueprint = Blueprint("api_page", __name__)

METHODS: Final = ("get", "post", "put", "delete")

Call = dict[str, Any]  # an operation of OpenAPI, with what the page says about it
Row = tuple[str, str]  # a member, and what it is


@blueprint.get("/api")
def api_page() -> str:
    """The endpoints of the API by resource."""
    return page(calls())


def page(groups: Mapping[str, Sequence[Call]]) -> str:
    """Return the page with these calls, by resource."""
    tags = api.description(current_app)["tags"]
    descriptions = {tag["name"]: tag.get("description", "") for tag in tags}
    gives = [  # placeholders filled by answers: word, member of the answer, call
        (word, member, f"{example.method} {example.path}")
        for example in api_examples.all_examples()
        for word, member in example.gives.items()
    ]
    return render_template(
        "api.html", groups=groups, descriptions=descriptions, gives=gives, limits=PER_MINUTE
    )


def calls() -> dict[str, list[Call]]:
    """Return all calls by resource."""
    spec = api.description(current_app)
    groups: dict[str, list[Call]] = {tag["name"]: [] for tag in spec["tags"]}
    lines = _lines()
    for path, methods in spec["paths"].items():
        for method in METHODS:
            if operation := methods.get(method):
                call = _call(spec, path, method, lines[method.upper(), path])
                groups[operation["tags"][0]].append(call)
    return groups


def _lines() -> Mapping[tuple[str, str], list[api_examples.Example]]:
    """Return the examples by method and address, as in the OpenAPI description."""
    adapter = current_app.url_map.bind("localhost")
    found = defaultdict(list)
    for example in api_examples.all_examples():
        rule, _ = adapter.match(example.path, example.method, return_rule=True)
        address = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        found[example.method, address].append(example)
    return found


def _call(spec: dict[str, Any], path: str, method: str, used: list[api_examples.Example]) -> Call:
    operation = spec["paths"][path][method]
    answers = operation["responses"]
    done = next(answer for status, answer in sorted(answers.items()) if status.startswith("2"))
    words = api_examples.known(request.url_root)
    return {
        **operation,
        "method": method.upper(),
        "path": path,
        "query": [
            (row["name"], _in_words(row["schema"], row.get("description", "")))
            for row in operation.get("parameters", ())
            if row["in"] == "query"
        ],
        "body": [*_members(spec, _schema(operation.get("requestBody", {})))],
        "answer": [*_members(spec, _schema(done))],
        "statuses": [status for status in sorted(answers) if status.isdigit()],
        "lines": [(example.text, api_examples.filled(example.curl, words)) for example in used],
    }


def _schema(content: Mapping[str, Any]) -> Mapping[str, Any]:
    media = content.get("content", {}).get("application/json", {})
    return cast("dict[str, Any]", media.get("schema", {}))


def _members(spec: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[Row]:
    if reference := schema.get("$ref"):
        schema = spec["components"]["schemas"][reference.rsplit("/", 1)[1]]
    required = schema.get("required", ())
    for name, row in schema.get("properties", {}).items():
        text = _in_words(row, row.get("description", ""))
        yield name, ", ".join(filter(None, (text, "required" if name in required else "")))


def _in_words(schema: Mapping[str, Any], description: str) -> str:
    parts = [description]
    if values := [str(value) for value in schema.get("enum", ()) if value not in ("", None)]:
        parts.append(f"one of {', '.join(values)}")
    if "maximum" in schema:
        parts.append(f"at most {schema['maximum']:,}")
    if schema.get("default") not in (None, "", {}, []):
        parts.append(f"otherwise {str(schema['default']).lower()}")
    return "; ".join(filter(None, parts))
