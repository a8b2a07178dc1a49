"""Facts about the events of a battle in one line: what tests of the rulings check."""

from typing import Any

from tests.battle_log import Log, type_of
from tests.dsl import battle

B_BEGINS = "b begins: "


def check(armies: str, *facts: str) -> None:
    """Fail unless these `question: answer` facts hold for a battle in which a begins (else `b
    begins: `). `1,3 shot_fired attacker ae: a2 8 / a3 7` asks for fields of rounds 1 and 3 (`*` for
    all, `-` for none); further questions are `types`, `end` and `left_a`."""
    log = battle(armies.removeprefix(B_BEGINS), "b" if armies.startswith(B_BEGINS) else "a")
    questions = [fact.partition(": ")[0] for fact in facts]
    assert [f"{question}: {answer(log, question)}" for question in questions] == [*facts]


def answer(log: Log, question: str) -> str:
    rounds, type_, *names = question.split()
    if type_ == "end":
        return f"{log.result.winner} {log.result.reason} {log.result.rounds}"
    if type_.startswith("left"):
        return ", ".join(" ".join(map(str, row)) for row in log.left(type_[-1])) or "-"
    parts = [log] if rounds == "*" else [log.round(int(number)) for number in rounds.split(",")]
    if type_ == "types":
        return " ".join(parts[0].types())
    rows = [
        [" ".join(shown(log, event, name) for name in names) for event in part.all(type_)]
        for part in parts
    ]
    return " / ".join(", ".join(row) or "-" for row in rows)


def shown(log: Log, event: Any, name: str) -> str:
    value = getattr(event, name)
    if name == "cause" and value is not None:
        cause: Any = log.events[value]
        return f"{type_of(cause)}:{cause.attacker}"
    if isinstance(value, tuple):
        return "+".join(getattr(part, "source", part) for part in value) or "-"
    return str(value)


def check_each(question: str, answers: dict[str, str]) -> None:
    """Fail unless the question has these answers, by the armies of each battle."""
    for armies, expected in answers.items():
        check(armies, f"{question}: {expected}")
