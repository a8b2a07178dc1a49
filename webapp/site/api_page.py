"""The API reference: the OpenAPI description with a curl example of each call."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flask import Blueprint, current_app, render_template, request

from webapp.guard.limits import PER_MINUTE
from webapp.rest import api
from webapp.site import api_examples

blueprint = Blueprint("api_page", __name__)

METHODS = ("get", "post", "put", "delete")


class Field(NamedTuple):
    name: str
    text: str


class Call(NamedTuple):
    """An endpoint: summary, parameters, response, examples."""

    method: str
    path: str
    summary: str
    text: str
    query: tuple[Field, ...]
    body: tuple[Field, ...]
    answer: tuple[Field, ...]
    statuses: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]

    @property
    def anchor(self) -> str:
        return f"{self.method}-{self.path.strip('/').replace('/', '-')}".lower()


@blueprint.get("/api")
def api_page() -> str:
    """The endpoints of the API by resource."""
    spec = api.description(current_app)
    descriptions = {tag["name"]: tag.get("description", "") for tag in spec["tags"]}
    groups: dict[str, list[Call]] = {tag: [] for tag in descriptions}
    lines = _lines()
    for path, methods in spec["paths"].items():
        for method in METHODS:
            if operation := methods.get(method):
                call = _call(spec, path, method, operation, lines[method.upper(), path])
                groups[operation["tags"][0]].append(call)
    return render_template(
        "api.html", groups=groups, descriptions=descriptions, gives=_gives(), limits=PER_MINUTE
    )


def _lines() -> Mapping[tuple[str, str], list[api_examples.Example]]:
    """Return the examples by method and address, as in the OpenAPI description."""
    adapter = current_app.url_map.bind("localhost")
    found = defaultdict(list)
    for example in api_examples.all_examples():
        rule, _ = adapter.match(example.path, example.method, return_rule=True)
        address = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        found[example.method, address].append(example)
    return found


def _gives() -> list[tuple[str, str, str]]:
    """Return placeholders filled by answers: word, member of the answer, call."""
    return [
        (word, member, f"{example.method} {example.path}")
        for example in api_examples.all_examples()
        for word, member in example.gives.items()
    ]


def _call(
    spec: Mapping[str, Any],
    path: str,
    method: str,
    operation: Mapping[str, Any],
    used: list[api_examples.Example],
) -> Call:
    answers = operation["responses"]
    done = next(answer for status, answer in sorted(answers.items()) if status.startswith("2"))
    words = api_examples.known(request.url_root)
    return Call(
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        text=operation.get("description", ""),
        query=tuple(
            Field(row["name"], _in_words(row["schema"], row.get("description", "")))
            for row in operation.get("parameters", ())
            if row["in"] == "query"
        ),
        body=tuple(_members(spec, _schema(operation.get("requestBody", {})))),
        answer=tuple(_members(spec, _schema(done))),
        statuses=tuple(status for status in sorted(answers) if status.isdigit()),
        lines=tuple((example.text, api_examples.filled(example.curl, words)) for example in used),
    )


def _schema(content: Mapping[str, Any]) -> Mapping[str, Any]:
    schema: dict[str, Any] = (
        content.get("content", {}).get("application/json", {}).get("schema", {})
    )
    return schema


def _members(spec: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[Field]:
    if reference := schema.get("$ref"):
        schema = spec["components"]["schemas"][reference.rsplit("/", 1)[1]]
    required = schema.get("required", ())
    for name, row in schema.get("properties", {}).items():
        text = _in_words(row, row.get("description", ""))
        yield Field(name, ", ".join(filter(None, (text, "required" if name in required else ""))))


def _in_words(schema: Mapping[str, Any], description: str) -> str:
    parts = [description]
    if values := [str(value) for value in schema.get("enum", ()) if value not in ("", None)]:
        parts.append(f"one of {', '.join(values)}")
    if "maximum" in schema:
        parts.append(f"at most {schema['maximum']:,}")
    if schema.get("default") not in (None, "", {}, []):
        parts.append(f"otherwise {str(schema['default']).lower()}")
    return "; ".join(filter(None, parts))
