"""Checks of the proof of a challenge or a tournament, trusting nothing in it (FAIR.md)."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

import engine
from engine import SIDES, InputError, RecordingError, SideId, Text, shown, tournament
from webapp.base.texts import N_, UNNAMED
from webapp.challenges import fairness
from webapp.challenges.limits import PROOF_BYTES_MOST

Hex = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Id = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9]{8}\Z")]


class ProofSeat(msgspec.Struct):
    name: str
    seal: Hex
    salt: Hex
    army: dict[str, Any]


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
    """The checked part of the output of `challenges/outcome.py`."""

    challenge: Id
    seats: Annotated[dict[SideId, ProofSeat], msgspec.Meta(min_length=2)]
    recording: Annotated[list[dict[str, Any]], msgspec.Meta(min_length=2)]


class ProofEntrant(ProofSeat):
    number: int


class TournamentProof(AnyProof):
    """The checked part of the output of `tournaments/views.py`."""

    tournament: Id
    entrants: Annotated[list[ProofEntrant], msgspec.Meta(min_length=2, max_length=256)]
    file: dict[str, Any]


class Finding(NamedTuple):
    """The result of a check: whether it holds; None if that cannot be decided."""

    text: Text
    holds: bool | None


def read(data: bytes) -> Proof | TournamentProof:
    """Parse a proof. Raise InputError for an invalid one."""
    if len(data) > PROOF_BYTES_MOST:
        raise InputError.single("", "is over {most:,} bytes long", most=PROOF_BYTES_MOST)
    type_: type[Proof | TournamentProof] = Proof
    problem = N_("is not the proof of a challenge: {error}")
    try:
        given = msgspec.json.decode(data)
        if isinstance(given, dict) and "tournament" in given:
            type_, problem = TournamentProof, N_("is not the proof of a tournament: {error}")
        return msgspec.convert(given, type_)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError.single("", problem, error=error) from None


def findings(proof: Proof | TournamentProof, noted: Iterable[str] = ()) -> Iterator[Finding]:
    """Yield the results of all checks; `noted` are hashes written down before."""
    agreed = fairness.terms_hash(proof.ruleset, proof.terms, proof.limits)
    if isinstance(proof, TournamentProof):
        id_ = proof.tournament
        of_tournament = [
            (one, fairness.entrant_seal_of(id_, agreed, one.number, one.salt, one.army))
            for one in proof.entrants
        ]
        yield from _sealed(proof, id_, of_tournament, noted)
        yield from _drawn(proof, agreed)
    else:
        of_challenge = [
            (seat, fairness.seal_of(proof.challenge, agreed, side, seat.salt, seat.army))
            for side, seat in sorted(proof.seats.items())
        ]
        yield from _sealed(proof, proof.challenge, of_challenge, noted)
        seals = {side: seat.seal for side, seat in proof.seats.items()}
        yield either(
            fairness.seed_of(proof.challenge, agreed, proof.secret, seals) == int(proof.seed),
            Text("The seed of the dice follows from the secret and both fingerprints."),
            Text("The seed of the dice does not follow from the secret and both fingerprints."),
        )
        yield from _fought(proof)
        yield played_again(proof.recording)


def _sealed(
    proof: AnyProof, id_: str, sealed: Sequence[tuple[ProofSeat, str]], noted: Iterable[str]
) -> Iterator[Finding]:
    """Check the noted hashes, the server's secret, and each seal against that of its army."""
    published = {proof.commitment, *(one.seal for one, _made in sealed)}
    for hash_ in noted:
        yield either(
            hash_ in published,
            Text("The hash {hash} that you noted is in it.", hash=shown(hash_, 64)),
            Text("The hash {hash} that you noted is not in it.", hash=shown(hash_, 64)),
        )
    yield either(
        fairness.commitment_of(id_, proof.secret) == proof.commitment,
        Text("The server's secret is the one whose hash was shown before anybody sealed."),
        Text("The server's secret is not the one whose hash was shown before anybody sealed."),
    )
    for one, made in sealed:
        name = shown(one.name)
        yield either(
            made == one.seal,
            Text("{name}'s army is the one that was sealed under these terms.", name=name),
            Text("{name}'s army, salt or terms are not those that were sealed.", name=name),
        )


def _fought(proof: Proof) -> Iterator[Finding]:
    battle = _object(proof.recording[0].get("battle"))
    rows = battle.get("sides")
    sides = [_object(row) for row in rows] if isinstance(rows, list) else []
    seats = [proof.seats[side] for side in SIDES]
    wrong = [
        Text("In the battle shown, {name} has another army.", name=shown(seat.name))
        for number, seat in enumerate(seats)
        if len(sides) != len(SIDES) or not same(sides[number].get("army"), seat.army)
    ]
    wrong += [
        Text(
            "In the battle shown, {name} is called {other}.",
            name=shown(seat.name),
            other=shown(str(side.get("name", ""))),
        )
        for seat, side in zip(seats, sides, strict=False)
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
        text = Text("Played again, it gives the same {count:,} events.", count=len(recording) - 1)
        return Finding(text, holds=True)
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


def _drawn(proof: TournamentProof, agreed: str) -> Iterator[Finding]:
    seals = [one.seal for one in _first(proof)]
    seed = fairness.tournament_seed_of(proof.tournament, agreed, proof.secret, seals)
    yield either(
        str(seed) == proof.seed,
        Text("The seed of the tournament follows from the secret and all fingerprints."),
        Text("The seed of the tournament does not follow from the secret and all fingerprints."),
    )
    yield either(
        _is_of(proof, seed),
        Text("The tournament's file has these armies, these terms, this seed and their lots."),
        Text("The tournament's file has other armies, terms, another seed or other lots."),
    )
    try:
        tournament.read(proof.file)
    except InputError as error:
        text = Text("The rules that are installed cannot play it: {error}", error=error)
        yield Finding(text, holds=None)
    else:
        text = Text(
            "All games follow from this file: save its 'file' as tournament.json in a new folder, "
            "and `battlereel tournament` plays them."
        )
        yield Finding(text, holds=True)


def _first(proof: TournamentProof) -> list[ProofEntrant]:
    """Return the initial entrants in the order of registration; all, unless it is a ladder."""
    came = sorted(proof.entrants, key=lambda one: one.number)
    if proof.terms.get("kind") != tournament.LADDER:
        return came
    sides = proof.file.get("entrants")
    began = {
        one.get("name")
        for one in (sides if isinstance(sides, list) else [])
        if isinstance(one, dict) and _begins(one.get(tournament.ROUNDS))
    }
    return [one for one in came if one.name in began]


def _begins(rounds: Any) -> bool:
    """Whether an entrant with these rounds played in a ladder's first round."""
    match rounds:
        case None | [[1, _], *_]:
            return True
    return False


def _is_of(proof: TournamentProof, seed: int) -> bool:
    """Whether the file has these entrants by lot, then later entrants by registration."""
    side = proof.terms.get("side")
    if not isinstance(side, dict):
        return False
    first = _first(proof)
    drawn = sorted(first, key=lambda one: fairness.lot_of(proof.tournament, seed, one.seal))
    last = sorted((one for one in proof.entrants if one not in first), key=lambda one: one.number)
    expected = {key: value for key, value in proof.terms.items() if key != "side"} | {
        "entrants": [{**side, "name": one.name, "army": one.army} for one in (*drawn, *last)]
    }
    file = {key: value for key, value in proof.file.items() if key not in ("name", "seed")}
    if expected.get("kind") == tournament.LADDER:
        if any(one.number < early.number for one in last for early in first):
            return False
        # These grow: the requested rounds, and who plays in which.
        rows = file.get("entrants")
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            return False
        file["entrants"] = [tournament.side_of(row) for row in rows]
        expected.pop("rounds", None)
        file.pop("rounds", None)
    elif all(isinstance(one.get("rounds"), int) for one in (expected, file)):
        # No more rounds than the entrants allow.
        count = len(drawn)
        expected["rounds"] = min(expected["rounds"], max(1, count - 1 + count % 2))
    # RFC 8785 cannot represent numbers as large as a seed.
    return proof.file.get("seed") == seed and same(file, expected)
