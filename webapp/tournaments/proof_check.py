"""Checks of the proof of a tournament with registration, trusting nothing in it (FAIR.md)."""

import json
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from engine import InputError, Text, shown, tournament
from webapp.base.texts import N_
from webapp.challenges import fairness
from webapp.challenges.proof_check import AnyProof, Finding, Hex, Id, either, opened, parsed, same


class ProofEntrant(msgspec.Struct):
    number: int
    name: str
    seal: Hex
    salt: Hex
    army: dict[str, Any]


class Proof(AnyProof):
    """The checked part of the output of `tournaments/views.py`."""

    tournament: Id
    entrants: Annotated[list[ProofEntrant], msgspec.Meta(min_length=2, max_length=256)]
    file: dict[str, Any]


def is_one(data: bytes) -> bool:
    """Whether a file claims to be the proof of a tournament."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "tournament" in found


def read(data: bytes) -> Proof:
    return parsed(data, Proof, N_("is not the proof of a tournament: {error}"))


def findings(proof: Proof, noted: Iterable[str] = ()) -> Iterator[Finding]:
    """Yield the results of all checks; `noted` are hashes written down before."""
    sealed = [one.seal for one in proof.entrants]
    yield from opened(proof.tournament, proof.secret, proof.commitment, sealed, noted)
    agreed = fairness.terms_hash(proof.ruleset, proof.terms, proof.limits)
    for one in proof.entrants:
        made = fairness.entrant_seal_of(proof.tournament, agreed, one.number, one.salt, one.army)
        yield either(
            made == one.seal,
            Text(
                "{name}'s army is the one that was sealed under these terms.", name=shown(one.name)
            ),
            Text(
                "{name}'s army, salt or terms are not those that were sealed.", name=shown(one.name)
            ),
        )
    seals = [one.seal for one in _first(proof)]
    seed = fairness.tournament_seed_of(proof.tournament, agreed, proof.secret, seals)
    yield either(
        str(seed) == proof.seed,
        Text("The seed of the tournament follows from the secret and all seals."),
        Text("The seed of the tournament does not follow from the secret and all seals."),
    )
    yield either(
        _is_of(proof, seed),
        Text("The tournament's file has these armies, these terms, this seed and their lots."),
        Text("The tournament's file has other armies, terms, another seed or other lots."),
    )
    yield _readable(proof.file)


def _first(proof: Proof) -> list[ProofEntrant]:
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


def _is_of(proof: Proof, seed: int) -> bool:
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


def _readable(file: dict[str, Any]) -> Finding:
    try:
        tournament.read(file)
    except InputError as error:
        text = Text("The rules that are installed cannot play it: {error}", error=error)
        return Finding(text, holds=None)
    return Finding(
        Text(
            "All games follow from this file: save its 'file' as tournament.json in a new folder, "
            "and `battlereel tournament` plays them."
        ),
        holds=True,
    )
