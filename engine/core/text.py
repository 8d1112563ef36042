"""Text for every game: lists in sentences, and user input made safe to show."""

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from unicodedata import category

NAME = 32
"""Characters of a player's name that are kept."""

QUOTED = 40
"""The largest number of characters of a person's input that are quoted."""

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible characters."""

UNSEEN = frozenset(("Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs"))
"""Kinds of signs that control, turn or space the text around them; a space stands for each."""

JOINERS = re.compile("(?<![^\x00-\x7f\\s])[\u200c\u200d\U000e0020-\U000e007f]+|(?<=[\u200c\u200d])[\u200c\u200d]+")
"""Joiners that join nothing: those of emoji and of other scripts stand alone behind a sign that is not ASCII."""

JOINER = re.compile("[\u200c\u200d\U000e0020-\U000e007f]")

STACK = 3
"""Marks above and below a letter that are kept."""

INERT = str.maketrans("{}*`~|[]<>\\", "()∗ˋ∼¦［］‹›＼")
"""Signs that look like those that format words on Discord, or stand for seats in ours, and do neither."""

AT_THE_EDGE = re.compile(r"(?<![^\W_])_|_(?![^\W_])|@(?=everyone|here)|^[#-]")
"""Characters that format words, or mention people, only in these positions."""

HARMLESS = {"_": "＿", "@": "＠", "#": "＃", "-": "–"}


def leading(numbers: Mapping[str, int], counted: Callable[[int], str]) -> str:
    """Say who has the most of something, and how much the others have; "" where nobody has more than another.

    >>> leading({"Ann": 3, "Ben": 5}, lambda number: f"{number} points")
    'Ben leads with 5 points; Ann has 3.'
    >>> leading({"Ann": 3, "Ben": 3}, lambda number: f"{number} points")
    ''
    """
    most = max(numbers.values(), default=0)
    first = [name for name, number in numbers.items() if number == most]
    if len(first) == len(numbers):
        return ""
    others = sorted((name for name in numbers if name not in first), key=lambda name: -numbers[name])
    behind = ", ".join(f"{name} has {numbers[name]}" for name in others)
    return f"{join_words(first)} {'leads' if len(first) == 1 else 'lead'} with {counted(most)}; {behind}."


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: 'Percy', 'Percy and Scrope', 'Percy, Scrope and Roos'; 'nobody' if there are none.

    `last` joins the last of them to the others.
    """
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}" if found else "nobody"


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def counted(number: float, one: str, several: str = "") -> str:
    """Return a number of things in words; the plural is told where it has no mere s.

    >>> counted(1, "card"), counted(3, "card"), counted(2, "entry", "entries")
    ('1 card', '3 cards', '2 entries')
    """
    figure = str(number) if isinstance(number, int) else f"{number:g}"
    return f"{figure} {one if number == 1 else several or f'{one}s'}"


def often(likely: float) -> str:
    """Return a chance in words, to a tenth: 'about 3 times in 10'."""
    tenths = round(10 * likely)
    return "almost always" if tenths >= 10 else f"about {counted(tenths, 'time')} in 10" if tenths else "hardly ever"


def percents(shares: Iterable[float]) -> list[int]:
    """Return shares that add up to 1 as whole numbers that add up to 100: the largest remainders are rounded up.

    >>> percents([1 / 3, 1 / 3, 1 / 3])
    [34, 33, 33]
    """
    exact = [100 * share for share in shares]
    found = [int(number + 1e-9) for number in exact]
    order = sorted(range(len(exact)), key=lambda place: found[place] - exact[place])
    for place in order[: 100 - sum(found)]:
        found[place] += 1
    return found


def clipped(text: str, most: int) -> str:
    """Return a text of at most `most` characters, with an ellipsis where it was cut.

    >>> clipped("Anthony of Woodville", 8)
    'Anthony…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def clipped_to_part(text: str, most: int) -> str:
    """Return a text of at most `most` characters, cut after a part of it if that keeps the greater half.

    >>> clipped_to_part("3 gold now; so far 5 points if England wins", 16)
    '3 gold now …'
    """
    if len(text) <= most:
        return text
    ends = (text.rfind(end, 0, most - 1) for end in ("; ", ", ", " ("))
    found = next((end for end in ends if 2 * end >= most), 0)
    return f"{text[:found]} …" if found else clipped(text, most)


def visible(text: str) -> str:
    r"""Return a text on one line without signs that nobody sees, that turn the text around, or that tower over it.

    >>> visible("Ann\u202e\u200b of  York")
    'Ann of York'
    """
    kept: list[str] = []
    marks = 0
    for sign in text:
        kind = category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if sign in BLANK or (kind in UNSEEN and not JOINER.match(sign)):
            kept.append(" ")
        elif marks <= STACK:
            kept.append(sign)
    return " ".join(JOINERS.sub("", "".join(kept)).split())


def tidy(text: str, most: int = NAME) -> str:
    """Return what a person wrote on one line, visible and inert: it does nothing but be read, wherever it is shown.

    >>> tidy("*Ann* [of York] @everyone")
    '∗Ann∗ ［of York］ ＠everyone'
    """
    inert = visible(text).translate(INERT)
    return clipped(AT_THE_EDGE.sub(lambda sign: HARMLESS[sign[0]], inert), most)


def quoted(text: str) -> str:
    """Return the beginning of a person's input in quotes.

    >>> quoted("York *and all that is near to it*, if it can be had")
    "'York ∗and all that is near to it∗, if i…'"
    """
    return f"'{tidy(text, QUOTED)}'"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is spelled most like a word; "" if none is similar.

    >>> nearest("newcastel", ["newark", "newcastle", "york"])
    'newcastle'
    >>> nearest("newcastel", ["rye"])
    ''
    """
    return next(iter(get_close_matches(word, list(known))), "")
