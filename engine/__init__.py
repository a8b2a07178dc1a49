"""Battlereel's engine: combat rules of several games as streams of events.

This module is the whole public API. The engine reads no clock and no environment, and draws random
numbers only from the `Rng` of a battle.

- Battles: `read` a battle file into a `Battle` (`read_once` caches), `play` it, `load_recording`,
  `replay` it state by state, keep only what is `seen_by` a side.
- Chances: the `odds` of a battle, a battle `conditioned` on its result, the `ablation` of each
  bonus, `win_curve` and `luck` of a recording, all limited by a `Budget`; `ends` and `odds_of` for
  sampling in parts. A loaded kernel computes exact chances, otherwise the rules do; `odds_by_rules`
  never uses a kernel.
- Several battles in a row: `survivors` and what is `kept_by` them, units that are `blessed` in
  between, each game's `rule_of` this, and the chances to `reach` each battle.
- Kernels: `outcomes` plays battles in bulk; `warm` loads compiled code.
- Rulesets: the installed `rulesets`, and `broken_rulesets` with the error of each. A `Ruleset`
  consists of `Event`s, of `Stage`s that yield them (with `BEAT` in between), and of functions that
  read armies (`read_sides`) and give `WinChances`, `Rolled` and each `Bonus`. `Recruiting` (for
  most games a `Roster`) prices armies; `Bots` play sides.
- Dice: an `Rng` gives random numbers; `Seeded` is for playing, `Scripted` for tests.
- Input: `decode` JSON, walk it with a `Reader` that collects every `Problem`; `shown` and `unknown`
  quote input. Refused input raises `InputError`, a subclass of `EngineError`; messages are
  translatable `Text`.
- Documents: `protocol_documents` of all events, `events_page` of one ruleset's.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.battle import (
    Header,
    Recording,
    blessed,
    fold,
    from_lines,
    kept_by,
    recording_of,
    rule_of,
    ruleset_of,
    survivors_of,
)
from engine.core.battlefile import read_battle, read_sides, terms_of, with_army
from engine.core.budget import Budget, Means, SpentError, StoppedError, UncompiledError
from engine.core.errors import (
    CatalogError,
    ChanceError,
    EngineError,
    InputError,
    KernelError,
    Problem,
    RecordingError,
    Text,
    shown,
    unknown,
)
from engine.core.events import (
    BEAT,
    PROTOCOL,
    SIDES,
    BattleEnded,
    DiceRolled,
    Event,
    SideId,
    Stage,
    UnknownEvent,
    other_side,
    seen_by,
    side_of,
)
from engine.core.protocol import documents as protocol_documents
from engine.core.protocol import own_page as events_page
from engine.core.reading import BYTES_MOST, NAME_MOST, Reader, decode
from engine.core.rng import Given, Rng, Scripted, Seeded
from engine.core.ruleset import (
    BUDGET_MOST,
    SEED_MOST,
    Aftermath,
    Army,
    Battle,
    Bonus,
    Bots,
    Counts,
    Ends,
    Kernel,
    LineUp,
    Odds,
    Outcomes,
    Recruiting,
    Rolled,
    Roster,
    Ruleset,
    WinChances,
)
from engine.kernels import loading
from engine.kernels.loading import Lack, lack_of
from engine.odds.chances import (
    METHODS,
    ROUGH,
    SAMPLES,
    SAMPLES_MOST,
    BonusValue,
    Method,
    ablation,
    ends,
    odds,
    odds_by_rules,
    odds_of,
    reach,
)
from engine.odds.conditioned import conditioned
from engine.odds.luck import Luck, SideLuck, luck, win_curve
from engine.rulesets import battle_of, broken_rulesets, read_once, rulesets


def read(source: Any) -> Battle:
    """Return the battle in a battle file: JSON text, UTF-8 bytes or a decoded document.

    Raises InputError, which lists every problem with its path and remedy.
    """
    return read_battle(source, rulesets())


def play(source: Any, seed: int | None = None) -> Recording:
    """Return the recording of one battle, from a battle file or a Battle.

    `seed` (0 to 2**64 - 1) replaces the file's own. Raises InputError for a bad file, for rolls and
    changes that do not fit, and when neither gives a seed.
    """
    battle = battle_of(source)
    if seed is not None:
        battle = battle.with_seed(seed)
    return recording_of(battle)


def load_recording(data: bytes) -> Recording:
    """Return the recording in JSON Lines written by `Recording.lines`, of this or an older version.

    Events of an unknown type become UnknownEvents. Raises RecordingError for a line that cannot be
    read, an unknown ruleset, an unknown protocol, and rules newer than those installed.
    """
    return from_lines(data, rulesets())


def replay(recording: Recording) -> Iterator[Any]:
    """Yield the state after each event of a recording: one object, changed in place.

    An event of an unknown type changes nothing. Raises RecordingError for an unknown ruleset, for a
    recording newer than this engine, and for a gap in the events.
    """
    return fold(ruleset_of(recording.header, rulesets()), recording.events)


def survivors(recording: Recording, side: SideId) -> Army | None:
    """Return a side's army for its next battle; None if it lost or has no unit left.

    Raises RecordingError for an unknown ruleset, a gap in the events or a truncated recording.
    """
    return survivors_of(recording, ruleset_of(recording.header, rulesets()), side)


def outcomes(battles: Sequence[Battle], seeds: Sequence[int] | None = None) -> Outcomes:
    """Return the results of battles of one ruleset as arrays: those of `play`, but far faster.

    `seeds`, one per battle, replace the battles' own. The first call compiles or loads the
    ruleset's kernel. Raises ValueError without a battle, KernelError for battles that no kernel
    plays and for battles of several rulesets, InputError for a missing or impossible seed and for
    rolls and changes in a battle file, which kernels do not support.
    """
    if not battles:
        raise ValueError("no battles; give at least one")
    if any(battle.rolls or battle.changes for battle in battles):
        raise InputError.single("rolls", "are for `play`; leave them out to get battles in bulk")
    ruleset = battles[0].ruleset
    others = sorted({battle.ruleset.id for battle in battles} - {ruleset.id})
    if others:
        raise KernelError(f"one ruleset at a time: '{ruleset.id}' first, then '{others[0]}'")
    kernel = ruleset.kernel() if ruleset.kernel is not None else None
    if kernel is None or kernel.outcomes is None:
        raise KernelError(f"no kernel plays the ruleset '{ruleset.id}'; `play` does")
    return kernel.outcomes(battles, seeds)


def warm(*ids: str, in_subprocess: bool = False, compiles: bool = True) -> bool:
    """Compile the kernels of these rulesets, or of all, or load them from the cache.

    Loading takes seconds, compiling up to a minute; calls that need a kernel are fast afterwards.
    `in_subprocess` compiles in another process, so that this one stays responsive; a failure is
    then logged, and the result is False, as it is if `compiles` is False and a kernel is not
    compiled yet. Ids without a kernel or a ruleset are ignored.
    """
    known = rulesets()
    asked = [known[id_] for id_ in known if known[id_].kernel and id_ in (ids or known)]
    if in_subprocess:
        loading.USE_SUBPROCESS.set()
    how = {"in_subprocess": in_subprocess, "compiles": compiles}
    return None not in [loading.load(ruleset, **how) for ruleset in asked]


__all__ = ["BEAT", "BUDGET_MOST", "BYTES_MOST", "METHODS", "NAME_MOST", "PROTOCOL", "SAMPLES"]
__all__ += ["Aftermath", "Army", "Battle", "BattleEnded", "Bonus", "BonusValue", "Bots", "Budget"]
__all__ += ["CatalogError", "ChanceError", "Counts", "DiceRolled", "Ends", "EngineError", "Event"]
__all__ += ["Given", "Header", "InputError", "Kernel", "KernelError", "Lack", "LineUp", "Luck"]
__all__ += ["ROUGH", "Means", "Method", "Odds", "Outcomes", "Problem", "Reader", "Recording"]
__all__ += ["SAMPLES_MOST", "RecordingError", "Recruiting", "Rng", "Rolled", "Roster", "Ruleset"]
__all__ += ["SEED_MOST", "SIDES", "Scripted", "Seeded", "SideId", "SideLuck", "SpentError", "Stage"]
__all__ += ["StoppedError", "Text", "UncompiledError", "UnknownEvent", "WinChances", "ablation"]
__all__ += ["blessed", "broken_rulesets", "conditioned", "decode", "ends", "events_page", "kept_by"]
__all__ += ["lack_of", "load_recording", "luck", "odds", "odds_by_rules", "odds_of", "other_side"]
__all__ += ["outcomes", "play", "protocol_documents", "reach", "read", "read_once", "read_sides"]
__all__ += ["replay", "rule_of", "rulesets", "seen_by", "shown", "side_of", "survivors", "terms_of"]
__all__ += ["unknown", "warm", "win_curve", "with_army"]
