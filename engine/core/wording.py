"""How lists are said in sentences, the same in every game."""

from collections.abc import Iterable


def listed(words: Iterable[str]) -> str:
    """Words in a row: 'Percy', 'Percy and Scrope', 'Percy, Scrope and Roos'; 'nobody' if there are none."""
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}" if found else "nobody"
