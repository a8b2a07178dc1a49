"""What is too large for the web, and the command that does it nevertheless."""

from engine import Text


def by_command(refusal: str, command: str) -> Text:
    """A refusal, with the command line's way out: the only place where an answer names one."""
    return Text("{refusal}; the command line does it: {command}", refusal=refusal, command=command)
