"""Style sheets keep to the steps of static/css/tokens."""

import re

import pytest

from tests.repo.files import ROOT, kept
from tests.repo.style_sheets import SHEETS, TOKENS, Rule, rules, sheet

STAGE = re.compile(r"watch/(stage|units|effects)\.css|games/\w+/[\w-]+\.css")
"""Sheets of a stage: sizes follow the unit's (`--size`), the die's or the stage's."""

ON_STAGE = r"|\d+px|24%|(?:(?:min\()?(?:max|clamp)\(\d+px, )?calc\(var\(--(?:size|die|seal)\) .*"
STEPS = {
    "font-size": r"inherit|0|{0}|clamp\({0}, [\d.]+vw, {0}\)".format(r"var\(--text-[\w-]+\)"),
    "border-radius": r"inherit|50%|(?:(?:0|var\(--radius-\w+\)) ?)+",
    "z-index": r"var\(--z-\w+\)",
}
ART = {"font-size": ON_STAGE, "border-radius": ON_STAGE, "z-index": "|[12]000( !important)?"}
SIZE_QUERY = re.compile(r"@media .*(?:width|height)")


def raw(rule: Rule, *, on_stage: bool) -> list[str]:
    """What a rule sets to sizes of its own, and the width or height that it asks for."""
    found = [
        f"{rule.selectors[0]}: {name}: {value}"
        for name, value in rule.sets
        if name in STEPS and not re.fullmatch(STEPS[name] + (ART[name] if on_stage else ""), value)
    ]
    return found + [at for at in rule.selectors if SIZE_QUERY.match(at)]


def test_sizes_are_steps() -> None:
    found = [
        f"{path}: {line}"
        for path in SHEETS
        if TOKENS not in path.parents
        for rule in rules(sheet(path))
        for line in raw(rule, on_stage=STAGE.search(path.as_posix()) is not None)
    ]
    assert found == [], f"take the nearest step of {TOKENS}/steps.css"


@pytest.mark.parametrize(
    "text",
    [
        ".a { font-size: 0.9rem; }",
        ".a { font-size: clamp(1rem, 4vw, 2rem); }",
        ".a { border-radius: 8px; }",
        ".a { border-radius: 0 0 var(--radius-2) 3px; }",
        ".a { z-index: 3; }",
        "@media (max-width: 600px) { .a { top: 0; } }",
        ".a { & .b { @media (--phone) { font-size: 12px; } } }",
    ],
)
def test_a_size_of_its_own_is_found(text: str) -> None:
    assert [line for rule in rules(text) for line in raw(rule, on_stage=False)] != []


def test_what_follows_a_unit_is_art() -> None:
    text = ".a { font-size: max(9px, calc(var(--size) * 0.17)); border-radius: 13px; }"
    assert [line for rule in rules(text) for line in raw(rule, on_stage=True)] == []
    assert len([line for rule in rules(text) for line in raw(rule, on_stage=False)]) == 2


def test_scripts_ask_for_the_same_widths() -> None:
    """One side of a breakpoint is its step, the other a pixel more."""
    steps = sheet(TOKENS / "steps.css")
    known = {int(px) for px in re.findall(r"width\D+(\d+)px", steps)}
    scripts = [path for path in kept("static/js") if path.suffix == ".js"]
    asked = {
        int(px)
        for path in scripts
        for px in re.findall(r"(?:min|max)-width: (\d+)px", (ROOT / path).read_text("utf-8"))
    }
    assert asked <= known | {px + 1 for px in known}


def test_no_class_has_a_name_that_ad_blockers_hide() -> None:
    hidden = r"\.(?:ads?|advert|banner|popup|promo|share|social|sponsor)(?![\w-])"
    found = {str(path): re.findall(hidden, sheet(path)) for path in SHEETS}
    assert {path: names for path, names in found.items() if names} == {}
