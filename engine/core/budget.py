"""How much work may be done for a question: counted, and stopped when nobody asks any more."""

from contextvars import ContextVar, Token
from typing import Final

from engine.core.errors import EngineError, InputError
from engine.core.text import Text

KERNEL_BATTLE: Final = 50
"""What a battle costs that a kernel plays: events of the rules that take as long."""

UNIT_READ: Final = 5
"""The same for each unit of a battle file that is read: 3 to 7, by the game."""


class StoppedError(EngineError):
    """Whoever asked for some work has stopped it."""


class SpentError(InputError):
    """More work was asked for than the budget allows.

    `cost` is the estimate of all of it in operations, where there is one.
    """

    cost: int | None = None


class Budget:
    """So many operations at most, one for each event of every battle that is played within.

    It holds in a `with` block, and for the thread that is in it. Another thread may stop it. Where
    one is within another, what is spent is spent from both.
    """

    def __init__(self, operations: int) -> None:
        self.operations = self.left = operations
        self.is_stopped = False
        self._tokens: list[Token[Budget | None]] = []
        self._outer: Budget | None = None

    def stop(self) -> None:
        """Ends the work at its next operation."""
        self.is_stopped = True

    def spend(self, operations: int) -> None:
        """Counts some work. Raises StoppedError, or SpentError if it is too much."""
        if self.is_stopped:
            raise StoppedError("nobody waits for it")
        if self._outer is not None:
            self._outer.spend(operations)
        self.left -= operations
        if self.left < 0:
            raise SpentError.single(
                "",
                Text(
                    "takes over {most:,} events; ask for fewer samples or a smaller battle",
                    most=self.operations,
                ),
            )

    def expect(self, operations: int) -> None:
        """Refuse work of about this many operations before it begins.

        Raises SpentError if fewer are left.
        """
        if self._outer is not None:
            self._outer.expect(operations)
        if operations > self.left:
            cost = self.operations - self.left + operations
            error = SpentError.single(
                "",
                Text(
                    "takes about {cost:,} events, and at most {most:,} are played for one "
                    "question; ask for fewer samples or a smaller battle",
                    cost=cost,
                    most=self.operations,
                ),
            )
            error.cost = cost
            raise error

    def __enter__(self) -> "Budget":
        if (outer := _BUDGET.get()) is not self:
            self._outer = outer
        self._tokens.append(_BUDGET.set(self))
        return self

    def __exit__(self, *_: object) -> None:
        _BUDGET.reset(self._tokens.pop())


_BUDGET: ContextVar[Budget | None] = ContextVar("budget", default=None)


def budget() -> Budget | None:
    """The budget that holds here; None where work is not counted."""
    return _BUDGET.get()
