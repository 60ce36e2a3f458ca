"""Sentences by key, and their plural forms, in one language."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Language:
    """What can be said in one language.

    ``templates`` are sentences by key, with gaps in braces; ``words`` stand for themselves among
    the values. A template that holds ``one|many`` has a form for each kind of number: ``plural``
    says which one the value ``count`` takes, as an expression in ``n`` in gettext's notation. Keys
    in ``same_as`` have the sentence of another one.
    """

    templates: Mapping[str, str]
    words: Mapping[str, str] = field(default_factory=dict)
    plural: str = "n != 1"
    same_as: Mapping[str, str] = field(default_factory=dict)

    def below(self, prefix: str) -> Mapping[str, str]:
        """The sentences whose keys begin so, by the rest of their keys."""
        begun = (key for key in self.templates if key.startswith(prefix))
        return {key.removeprefix(prefix): self.templates[key] for key in begun}

    def fill(self, key: str, values: Mapping[str, object]) -> str:
        """The sentence of a key with its gaps filled. Raises KeyError where there is none."""
        forms = self.templates[self.same_as.get(key, key)].split("|")
        count = values.get("count")
        if len(forms) > 1:
            number = count if isinstance(count, int) else 0
            forms = forms[min(form_of(self.plural)(number), len(forms) - 1) :]
        return forms[0].format_map(values) if values else forms[0]


_forms: dict[str, Callable[[int], int]] = {}


def form_of(plural: str) -> Callable[[int], int]:
    """Which form a number takes, from gettext's expression (``n > 1``). Raises ValueError."""
    if plural not in _forms:
        _forms[plural] = gettext.c2py(plural)
    return _forms[plural]
