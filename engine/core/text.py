"""Sentences that can be said in another language: a template and the values that stand in it."""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

Find = Callable[[str], str]
"""The template in another language, or itself."""
FindMany = Callable[[str, str, int], str]
"""The template for so many in another language, from those for one and for several."""


class Text(str):
    """An English sentence, and what it was made of.

    key: the template, with placeholders {name}, or {name:,} for a number with separators; by it
    translations are found. others: the template for several, where `values` has a `count`. values:
    what stands in it; one that is a Text itself is said in the other language, too.
    """

    __slots__ = ("key", "others", "values")

    key: str
    others: str | None
    values: Mapping[str, Any]

    def __new__(cls, key: str, /, **values: Any) -> "Text":
        """The sentence; `Text("costs {cost} AP", cost=5)`. A Text stays itself."""
        if isinstance(key, Text) and not values:
            return key
        return cls._made(key, None, values)

    @classmethod
    def counted(cls, one: str, others: str, /, count: int, **values: Any) -> "Text":
        """The sentence for one or for several; both may hold {count}."""
        return cls._made(one, others, {"count": count, **values})

    def shortened(self, english: str) -> "Text":
        """The same sentence, its English cut to this."""
        text = super().__new__(Text, english)
        text.key, text.others, text.values = self.key, self.others, self.values
        return text

    @classmethod
    def _made(cls, key: str, others: str | None, values: Mapping[str, Any]) -> "Text":
        template = key if others is None or values["count"] == 1 else others
        text = super().__new__(cls, template.format(**values) if values else template)
        text.key, text.others, text.values = key, others, values
        return text

    def translated(self, find: Find, find_many: FindMany, writer: Formatter) -> str:
        """The sentence in the language of these functions; `writer` puts the values into it."""
        if self.others is None:
            template = find(self.key)
        else:
            template = find_many(self.key, self.others, self.values["count"])
        if not self.values:
            return template
        values = {
            name: value.translated(find, find_many, writer) if isinstance(value, Text) else value
            for name, value in self.values.items()
        }
        return writer.format(template, **values)
