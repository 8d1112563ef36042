"""Where in a TOML file something stands, which its parser does not tell."""

import re
from collections.abc import Iterator

HEADING = re.compile(r"\[\[?([\w.\-\"' \t]+)\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"([\w\-\"']+)\s*=")
SIGN = re.compile(r"[\[\]{}]|(?<![\w\-])([\w\-]+)\s*=")
STRING = re.compile(r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#[^\n]*", re.DOTALL)


class Lines:
    """The lines of keys, and of the entries of `edit`, whether each has a heading or they are a list."""

    def __init__(self, text: str) -> None:
        self._keys: dict[str, int] = {}
        self._edits: list[int] = []
        heading, depth = "", 0
        for number, line in enumerate(_without_strings(text).splitlines(), 1):
            bare = line.strip()
            if depth == 0 and (matched := HEADING.match(bare)):
                heading = matched[1].strip(" \t\"'")
                self._keys.setdefault(heading, number)
                if bare.startswith("[["):
                    self._edits += [number] * (heading == "edit")
                continue
            key = KEY.match(bare) if depth == 0 else None
            name = key[1].strip("\"'") if key else ""
            if name:
                self._keys.setdefault(f"{heading}.{name}".lstrip("."), number)
                listed = name == "edit" and not heading
                inner = f"{name}." if not heading else ""
            for sign, word, level in _signs(bare, depth):
                if sign == "{" and level == 1 and listed:
                    self._edits.append(number)
                if word and level == 1 and inner:
                    self._keys.setdefault(inner + word, number)
            depth += bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")

    def of(self, key: str) -> int:
        """Return the line of a key such as `options.hand_limit`, or that of what it stands in; 0 for none."""
        while key not in self._keys and "." in key:
            key = key.rpartition(".")[0]
        return self._keys.get(key, 0)

    def of_edit(self, place: int) -> int:
        """Return the line on which an entry of `edit` begins."""
        return self._edits[place] if place < len(self._edits) else self.of("edit")


def _without_strings(text: str) -> str:
    """Return the text with its strings and comments blanked out, but for quoted keys, and its lines as they were."""

    def blank(found: re.Match[str]) -> str:
        return '""' + "\n" * found[0].count("\n") if found[0][0] != "#" else ""

    return STRING.sub(blank, text)


def _signs(line: str, depth: int) -> Iterator[tuple[str, str, int]]:
    """Yield every bracket and every key of a line with the depth at which it stands."""
    for found in SIGN.finditer(line):
        if found[1]:
            yield "", found[1], depth
        else:
            yield found[0], "", depth
            depth += 1 if found[0] in "[{" else -1
