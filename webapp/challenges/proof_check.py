"""Checks of the proof of a challenge, trusting nothing in it (FAIR.md)."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec

import engine
from engine import SIDES, InputError, RecordingError, SideId, Text, shown
from webapp.base.sides import UNNAMED
from webapp.base.texts import N_
from webapp.challenges import fairness
from webapp.challenges.limits import PROOF_BYTES_MOST

Hex = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Id = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9]{8}\Z")]
P = TypeVar("P")


class ProofSeat(msgspec.Struct):
    name: str
    seal: Hex
    salt: Hex
    army: dict[str, Any]


class ProofSeats(msgspec.Struct):
    a: ProofSeat
    b: ProofSeat


class AnyProof(msgspec.Struct):
    """The members of a challenge's and of a tournament's proof that are checked alike."""

    format: Literal["battlereel/1"]
    ruleset: str
    terms: dict[str, Any]
    limits: dict[str, Any]
    commitment: Hex
    secret: Hex
    seed: Annotated[str, msgspec.Meta(pattern=r"\A[0-9]{1,20}\Z")]


class Proof(AnyProof):
    """The checked part of the output of `challenges/seals.py`."""

    challenge: Id
    seats: ProofSeats
    recording: Annotated[list[dict[str, Any]], msgspec.Meta(min_length=2)]

    def seat(self, side: SideId) -> ProofSeat:
        return self.seats.a if side == "a" else self.seats.b


class Finding(NamedTuple):
    """The result of a check: whether it holds; None if that cannot be decided."""

    text: Text
    holds: bool | None


def read(data: bytes) -> Proof:
    """Parse a proof. Raise InputError for an invalid one."""
    if len(data) > PROOF_BYTES_MOST:
        raise InputError.single("", "is over {most:,} bytes long", most=PROOF_BYTES_MOST)
    return parsed(data, Proof, N_("is not the proof of a challenge: {error}"))


def parsed(data: bytes, type_: type[P], problem: str) -> P:
    try:
        return msgspec.json.decode(data, type=type_)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError.single("", problem, error=error) from None


def findings(proof: Proof, noted: Iterable[str] = ()) -> Iterator[Finding]:
    """Yield the results of all checks; `noted` are hashes written down before."""
    sealed = [proof.seat(side).seal for side in SIDES]
    yield from opened(proof.challenge, proof.secret, proof.commitment, sealed, noted)
    agreed = fairness.terms_hash(proof.ruleset, proof.terms, proof.limits)
    for side in SIDES:
        seat, name = proof.seat(side), shown(proof.seat(side).name)
        made = fairness.seal_of(proof.challenge, agreed, side, seat.salt, seat.army)
        yield either(
            made == seat.seal,
            Text("{name}'s army is the one that was sealed under these terms.", name=name),
            Text("{name}'s army, salt or terms are not those that were sealed.", name=name),
        )
    seals: dict[SideId, str] = {side: proof.seat(side).seal for side in SIDES}
    yield either(
        fairness.seed_of(proof.challenge, agreed, proof.secret, seals) == int(proof.seed),
        Text("The seed of the dice follows from the secret and both seals."),
        Text("The seed of the dice does not follow from the secret and both seals."),
    )
    yield from _fought(proof)
    yield played_again(proof.recording)


def opened(
    id_: str, secret: str, commitment: str, seals: Iterable[str], noted: Iterable[str]
) -> Iterator[Finding]:
    """Check the noted hashes against the proof, and open the one that came first."""
    published = {commitment, *seals}
    for hash_ in noted:
        yield either(
            hash_ in published,
            Text("The hash {hash} that you noted is in it.", hash=shown(hash_, 64)),
            Text("The hash {hash} that you noted is not in it.", hash=shown(hash_, 64)),
        )
    yield either(
        fairness.commitment_of(id_, secret) == commitment,
        Text("The server's secret is the one whose hash was shown before anybody sealed."),
        Text("The server's secret is not the one whose hash was shown before anybody sealed."),
    )


def _fought(proof: Proof) -> Iterator[Finding]:
    """Check that the shown battle is that of these names, armies, terms and dice."""
    battle = _object(proof.recording[0].get("battle"))
    rows = battle.get("sides")
    sides = [_object(row) for row in rows] if isinstance(rows, list) else []
    wrong = [
        Text("In the battle shown, {name} has another army.", name=shown(seat.name))
        for number, seat in enumerate((proof.seats.a, proof.seats.b))
        if len(sides) != len(SIDES) or not same(sides[number].get("army"), seat.army)
    ]
    wrong += [
        Text(
            "In the battle shown, {name} is called {other}.",
            name=shown(seat.name),
            other=shown(str(side.get("name", ""))),
        )
        for seat, side in zip((proof.seats.a, proof.seats.b), sides, strict=False)
        if seat.name != side.get("name", seat.name if seat.name in UNNAMED.values() else None)
    ]
    terms = {key: battle[key] for key in battle.keys() - {"ruleset", "seed", "sides"}}
    if battle.get("ruleset") != proof.ruleset or not same(terms, proof.terms):
        wrong.append(Text("The battle that was shown has other terms."))
    if str(battle.get("seed")) != proof.seed or proof.recording[0].get("seed") != proof.seed:
        wrong.append(Text("The battle that was shown has another seed."))
    if not wrong:
        text = Text("The battle that was shown has these armies, these terms and this seed.")
        yield Finding(text, holds=True)
    yield from (Finding(text, holds=False) for text in wrong)


def played_again(recording: Sequence[dict[str, Any]]) -> Finding:
    """Check that the installed rules play the battle to the same events."""
    header = recording[0]
    ruleset = engine.rulesets().get(str(header.get("ruleset")))
    version = header.get("ruleset_version")
    if ruleset is None or ruleset.version != version:
        text = Text(
            "It was not played again: it needs version {wanted} of the rules of '{ruleset}', and "
            "{found} is installed here.",
            wanted=shown(str(version)),
            ruleset=shown(str(header.get("ruleset"))),
            found=Text("none") if ruleset is None else ruleset.version,
        )
        return Finding(text, holds=None)
    try:
        engine.load_recording("\n".join(map(json.dumps, recording)).encode())
        lines = engine.play(header.get("battle")).lines().splitlines()
    except (InputError, RecordingError) as error:
        return Finding(Text("It cannot be played again: {error}", error=error), holds=False)
    again = [json.loads(line) for line in lines]
    # The header has to be the same; an event may have got members since it was recorded.
    agree = [header == again[0], *map(_agrees, recording[1:], again[1:])]
    if all(agree) and len(again) == len(recording):
        count = len(recording) - 1
        return Finding(
            Text("Played again, it gives the same {count:,} events.", count=count), holds=True
        )
    first = len(agree) if all(agree) else agree.index(False)
    if first == 0:
        return Finding(Text("Played again, it has another catalog or another header."), holds=False)
    text = Text("Played again, it differs from event {number:,} on.", number=first - 1)
    return Finding(text, holds=False)


def either(holds: bool, good: Text, bad: Text) -> Finding:  # noqa: FBT001 - what was found
    return Finding(good if holds else bad, holds=holds)


def _agrees(recorded: Any, again: Any) -> bool:
    """Whether `again` has all that was recorded; later versions may add members to events."""
    if isinstance(recorded, dict) and isinstance(again, dict):
        return all(key in again and _agrees(value, again[key]) for key, value in recorded.items())
    if isinstance(recorded, list) and isinstance(again, list) and len(recorded) == len(again):
        return all(map(_agrees, recorded, again))
    return bool(recorded == again)


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON."""
    try:
        return fairness.canonical(one) == fairness.canonical(other)
    except InputError:
        return False
