"""Translatable sentences: a template and its values."""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

Find = Callable[[str], str]  # returns the template in another language, or itself
FindMany = Callable[[str, str, int], str]  # finds a plural's template in another language


class Text(str):
    """An English sentence with its template and values."""

    __slots__ = ("key", "others", "values")

    # the template, with placeholders {name}, or {name:,} for a number with separators; translations
    # are looked up by it
    key: str
    others: str | None  # the plural template, if `values` has a `count`
    values: Mapping[str, Any]  # of the placeholders; a Text among them is translated as well

    def __new__(cls, key: str, /, **values: Any) -> "Text":
        """Return the sentence; `Text("costs {cost} AP", cost=5)`. A Text is returned unchanged."""
        if isinstance(key, Text) and not values:
            return key
        return cls._made(key, None, values)

    @classmethod
    def counted(cls, one: str, others: str, /, count: int, **values: Any) -> "Text":
        """Return the sentence for one or for several; both may hold {count}."""
        return cls._made(one, others, {"count": count, **values})

    def shortened(self, english: str) -> "Text":
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
        """Return the sentence in another language; `writer` formats the values."""
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
