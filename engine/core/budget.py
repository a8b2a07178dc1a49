"""Limits on the work for one request: counted operations, which another thread can stop."""

from contextvars import ContextVar, Token
from typing import Final, Literal, TypeAlias

from engine.core.errors import EngineError, InputError

KERNEL_BATTLE: Final = 50  # operations charged for one battle played by a kernel

Means: TypeAlias = Literal["all", "kernels", "rules"]  # what may play the battles of a sample
UNIT_READ: Final = 5  # operations for each unit read from a battle file: 3 to 7 measured


class StoppedError(EngineError):
    """The work was cancelled."""


class UncompiledError(EngineError):
    """No kernel plays the sample, perhaps because it is loading; the budget excludes the rules."""

    is_loading = False


class SpentError(InputError):
    """The work exceeds the budget; `cost` is its estimated total in operations, if known."""

    cost: int | None = None
    may_shrink = False  # whether it costs less once a kernel is loaded


class Budget:
    """A maximum number of operations for a `with` block; each event of a battle is one.

    A budget belongs to the thread that entered it; another thread may stop it. A nested budget also
    spends from the outer one, and excludes what the outer one does.
    """

    def __init__(self, operations: int, means: Means = "all") -> None:
        self.operations = self.left = operations
        self.means: Means = means
        self.is_stopped = False
        self._tokens: list[Token[Budget | None]] = []
        self._outer: Budget | None = None

    def stop(self) -> None:
        """Make the next operation raise StoppedError."""
        self.is_stopped = True

    def spend(self, operations: int) -> None:
        """Count some work. Raises StoppedError, or SpentError if the budget is exceeded."""
        if self.is_stopped:
            raise StoppedError("the work was cancelled")
        if self._outer is not None:
            self._outer.spend(operations)
        self.left -= operations
        if self.left < 0:
            raise SpentError.single(
                "",
                "takes more than {most:,} events; use fewer samples, a smaller battle or faster "
                "bots",
                most=self.operations,
            )

    def expect(self, operations: int) -> None:
        """Raise SpentError if fewer than about this many operations are left."""
        if self._outer is not None:
            self._outer.expect(operations)
        if operations > self.left:
            cost = self.operations - self.left + operations
            error = SpentError.single(
                "",
                "takes about {cost:,} events, but the limit is {most:,}; use fewer samples, a "
                "smaller battle or faster bots",
                cost=cost,
                most=self.operations,
            )
            error.cost = cost
            raise error

    def __enter__(self) -> "Budget":
        if (outer := _BUDGET.get()) is not self:
            self._outer = outer
            if outer is not None and self.means == "all":
                self.means = outer.means
        self._tokens.append(_BUDGET.set(self))
        return self

    def __exit__(self, *_: object) -> None:
        _BUDGET.reset(self._tokens.pop())


_BUDGET: ContextVar[Budget | None] = ContextVar("budget", default=None)


def budget() -> Budget | None:
    """Return the active budget; None where work is not counted."""
    return _BUDGET.get()
