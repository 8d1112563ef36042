"""Parliament: both Houses as rows of seats, the card under debate, the ballots once they are shown."""

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate

import msgspec
from PIL import Image

from engine.core.events import name_seats
from engine.core.text import counted
from engine.kingmaker.board.names import monarch
from engine.kingmaker.views import KingmakerView, ParliamentView, SeatView
from render.initials import behind
from render.kingmaker.edition import SHOWN, catalog
from render.kingmaker.heraldry.heraldry import shield, shield_height
from render.kingmaker.map import counters
from render.kit.curves import spread
from render.kit.lettering import Face, Type, fitted, line_height, printable, text_width, wrapped, write
from render.kit.palette import ALARM, AYE, FADED_INK, INK, LIVERIES, PARCHMENT, WHITE, Colour, blend, livery
from render.kit.pen import Box, Pen, Point, overdraw, paste
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.wording import player, within_limit

WIDTH = 1080
MARGIN = 28
HEADER = 112
HOUSES = ("Commons", "Lords")
HOUSE_HEIGHT = 350
RESULT_HEIGHT = 112
HEADS = 50
ROW = 78
ATTENDING = 50
TITLE = Type(Face.CAPITALS, 46)
LINE = Type(Face.TEXT, 35, FADED_INK)
NAME = Type(Face.BOLD, 37)
VOTES = Type(Face.BOLD, 38)
HOUSE = Type(Face.CAPITALS, 36)
RESULT = Type(Face.BOLD, 38)
SMALL = Type(Face.BOLD, 33)
ARMS = 40
BADGE = 27
COLUMNS = (WIDTH - 520, WIDTH - 330)
NAME_LEFT = MARGIN + 80
BALLOTS = {"aye": ("Aye", AYE), "nay": ("Nay", ALARM), "abstain": ("Abstains", FADED_INK)}
ORDER = ("aye", "abstain", "", "nay")
ARCS = 5


class Bench(msgspec.Struct, frozen=True):
    """The votes of one seat in one House, and how it voted ("" while that is secret)."""

    number: int
    votes: int
    ballot: str


def draw_parliament(view: KingmakerView, names: Mapping[str, str]) -> Picture:
    """Return the Parliament in session; NothingToShow if there is none."""
    session = view.parliament
    if session is None:
        raise NothingToShow("No Parliament is in session.")
    debate, chancery = _debate(session, names), _chancery(view)
    top = HEADER + sum(line_height(style.size) for _, style in debate) + 10
    table = top + HOUSE_HEIGHT + RESULT_HEIGHT + HEADS
    foot = table + sum(_row_height(view, session, seat) for seat in view.seats)
    height = foot + 30 + line_height(LINE.size) * len(chancery)
    image = Image.new("RGB", (WIDTH, height), PARCHMENT)
    _header(image, view, session, names)
    _lines(image, HEADER, debate)
    for index, house in enumerate(HOUSES):
        _house(image, house, _benches(view, session, index), _chamber(index, top))
    _outcome(image, session, top + HOUSE_HEIGHT + 30)
    _table(image, view, session, names, table)
    _lines(image, foot + 14, [(line, LINE) for line in chancery])
    return finish(image, parliament_alt(view, names))


def _lines(image: Image.Image, top: float, lines: Sequence[tuple[str, Type]]) -> None:
    """Write lines one below the other, each in its own type."""
    for words, style in lines:
        write(image, MARGIN, top + line_height(style.size) / 2, words, style)
        top += line_height(style.size)


def _chamber(index: int, top: float) -> Box:
    """Return the box of a House: the Commons left, the Lords right."""
    left = MARGIN + index * (WIDTH / 2 - MARGIN + 8)
    return Box(left, top, left + WIDTH / 2 - MARGIN - 8, top + HOUSE_HEIGHT)


def counts(session: ParliamentView) -> dict[str, tuple[int, int]]:
    """Return ayes and nays by House; noughts while the ballots are secret."""
    return {
        house: (
            sum(session.votes[seat][index] for seat, ballot in session.ballots.items() if ballot == "aye"),
            sum(session.votes[seat][index] for seat, ballot in session.ballots.items() if ballot == "nay"),
        )
        for index, house in enumerate(HOUSES)
    }


def passed(session: ParliamentView) -> bool:
    """Tell whether the shown vote has more ayes than nays in both Houses [BASE-PAR-7]."""
    return all(ayes > nays for ayes, nays in counts(session).values())


def _benches(view: KingmakerView, session: ParliamentView, index: int) -> list[Bench]:
    """Return the benches of a House from left to right: ayes, those not counted, nays; else in table order."""
    benches = [
        Bench(seat.number, session.votes[seat.id][index], session.ballots.get(seat.id, ""))
        for seat in view.seats
        if seat.id in session.votes and session.votes[seat.id][index]
    ]
    return sorted(benches, key=lambda bench: (ORDER.index(bench.ballot), bench.number))


def _header(image: Image.Image, view: KingmakerView, session: ParliamentView, names: Mapping[str, str]) -> None:
    place = catalog().places[session.place].name
    write(image, MARGIN, 40, fitted(f"Parliament at {place}", TITLE.face, TITLE.size, WIDTH - 330), TITLE)
    king = monarch(SHOWN, view.sole_king) if view.sole_king else "no sole King"
    called = f"called by {player(names, session.caller)} · {king} · round {view.round}"
    write(image, MARGIN, 86, fitted(called, LINE.face, LINE.size, WIDTH - 2 * MARGIN), LINE)


def _debate(session: ParliamentView, names: Mapping[str, str]) -> list[tuple[str, Type]]:
    """Return what is under debate in lines: the card and for whom, and the motion in two lines at most."""
    book, motion = catalog(), printable(name_seats(session.debated, names))
    card = book.cards[session.card].name if session.card else ""
    whom = f" for {book.cards[session.proposed].name}" if card and session.proposed else ""
    told = [(f"{card}{whom}", NAME)] if card else []
    if motion:
        told += [
            (line, LINE) for line in wrapped(f"Under debate: {motion}", LINE.face, LINE.size, WIDTH - 2 * MARGIN)[:2]
        ]
    return told or [("No card is under debate", NAME)]


def _house(image: Image.Image, name: str, benches: Sequence[Bench], box: Box) -> None:
    """Draw one House as arcs of seats, one for each vote."""
    outer = box.width / 2 - 14
    middle = box.centre[0], box.bottom - 62
    total = sum(bench.votes for bench in benches)
    spots, radius = _seats(total, outer)

    def draw(pen: Pen) -> None:
        pen.rect(box, blend(PARCHMENT, WHITE, 0.5), FADED_INK, 2, 12)
        for (x, y), bench in zip(spots, _bench_of_each(benches), strict=True):
            pen.circle(middle[0] + x, middle[1] + y, radius, livery(bench.number).fill, INK, 1.4)

    overdraw(image, box.grown(3), draw)
    _bench_badges(image, middle, benches, outer, total)
    write(image, middle[0], middle[1] - 12, str(total), VOTES._replace(size=44), "mm")
    write(image, middle[0], box.bottom - 32, name, HOUSE, "mm")


def _bench_of_each(benches: Sequence[Bench]) -> list[Bench]:
    return [bench for bench in benches for _ in range(bench.votes)]


def _seats(count: int, outer: float) -> tuple[list[Point], float]:
    """Return the spots of `count` seats in arcs round the origin, from left to right, and their radius."""
    if not count:
        return [], 1.0
    inner = outer * 0.36
    radii = [inner + (outer - 2.6 * BADGE - inner) * arc / (ARCS - 1) for arc in range(ARCS)]
    shares = [round(count * radius / sum(radii)) for radius in radii]
    shares[-1] += count - sum(shares)
    spots = [
        (math.pi * (place + 0.5) / share, radius)
        for radius, share in zip(radii, shares, strict=True)
        for place in range(share)
    ]
    size = min(9.0, *(math.pi * radius / max(1, share) * 0.44 for radius, share in zip(radii, shares, strict=True)))
    return [(-radius * math.cos(turn), -radius * math.sin(turn)) for turn, radius in sorted(spots)], size


def _bench_badges(image: Image.Image, middle: Point, benches: Sequence[Bench], outer: float, total: int) -> None:
    """Put each faction's badge outside the middle of its benches."""
    ends = list(accumulate(bench.votes for bench in benches))
    turns = [math.pi * (end - bench.votes / 2) / total for end, bench in zip(ends, benches, strict=True)]
    reach = outer - BADGE
    gap = min(2.5 * BADGE / reach, math.pi / max(1, len(turns)))
    for bench, turn in zip(benches, spread(turns, gap, 0, math.pi), strict=True):
        mark = counters.badge(bench.number, BADGE)
        x, y = middle[0] - reach * math.cos(turn), middle[1] - reach * math.sin(turn)
        paste(image, mark, x - mark.width / 2, y - mark.height / 2)


def _outcome(image: Image.Image, session: ParliamentView, y: float) -> None:
    """Write ayes and nays under each House, and whether the motion has passed; else how many have answered."""
    if not session.ballots:
        voters = sum(1 for votes in session.votes.values() if any(votes))
        words = f"{len(session.answered)} of {voters} seats have voted" if session.card else "No vote is open"
        write(image, WIDTH / 2, y + 14, words, RESULT._replace(ink=FADED_INK), "mm")
        return
    for index, (ayes, nays) in enumerate(counts(session).values()):
        x = _chamber(index, 0).centre[0]
        write(image, x - 22, y, f"{ayes} ayes", RESULT._replace(ink=AYE), "rm")
        write(image, x, y, "–", RESULT, "mm")
        write(image, x + 22, y, f"{nays} nays", RESULT._replace(ink=ALARM), "lm")
    verdict, ink = ("Passed in both Houses", AYE) if passed(session) else ("Not passed", ALARM)
    write(image, WIDTH / 2, y + 52, verdict, TITLE._replace(ink=ink), "mm")


def _table(
    image: Image.Image, view: KingmakerView, session: ParliamentView, names: Mapping[str, str], top: float
) -> None:
    for house, x in zip(HOUSES, COLUMNS, strict=True):
        write(image, x, top - 24, house, LINE, "mm")
    write(image, WIDTH - MARGIN, top - 24, "Vote", LINE, "rm")
    for seat in view.seats:
        _row(image, view, session, seat, player(names, seat.id), top)
        top += _row_height(view, session, seat)


def _chancery(view: KingmakerView) -> list[str]:
    """Return the contents of the Chancery, line by line."""
    held = ", ".join(catalog().cards[card].name for card in view.chancery or [])
    return wrapped(f"Chancery: {held or 'empty'}", LINE.face, LINE.size, WIDTH - 2 * MARGIN)


def _here(view: KingmakerView, session: ParliamentView, seat: SeatView) -> list[str]:
    """Return a seat's nobles who attend."""
    return [noble.id for noble in view.nobles if noble.seat == seat.id and noble.id in session.attending]


def _row_height(view: KingmakerView, session: ParliamentView, seat: SeatView) -> int:
    return ROW + (ATTENDING if _here(view, session, seat) else 0)


def _row(
    image: Image.Image, view: KingmakerView, session: ParliamentView, seat: SeatView, name: str, top: float
) -> None:
    middle = top + ROW / 2
    line = Box(MARGIN, top, WIDTH - MARGIN, top + 1)
    overdraw(image, line.grown(1), lambda pen: pen.rect(line, blend(PARCHMENT, INK, 0.35)))
    mark = counters.badge(seat.number, BADGE)
    paste(image, mark, MARGIN + 30 - mark.width / 2, middle - mark.height / 2)
    write(image, NAME_LEFT, middle, fitted(name, NAME.face, NAME.size, COLUMNS[0] - 60 - NAME_LEFT), NAME)
    for x, votes in zip(COLUMNS, session.votes.get(seat.id, [0, 0]), strict=True):
        write(image, x, middle, str(votes), VOTES, "mm")
    _attending(image, _here(view, session, seat), top + ROW + ATTENDING / 2 - 8)
    words, ink = _answer(session, seat.id)
    write(image, WIDTH - MARGIN, middle, words, NAME._replace(ink=ink), "rm")


def _attending(image: Image.Image, here: Sequence[str], middle: float) -> None:
    """Draw the shields of nobles who attend, with their names if there is room for all."""
    names = {noble: catalog().cards[noble].name for noble in here}
    widths = {noble: ARMS + 26 + text_width(name, SMALL.face, SMALL.size) for noble, name in names.items()}
    room = WIDTH - MARGIN - NAME_LEFT
    named = sum(widths.values()) <= room
    x, step = float(NAME_LEFT), min(ARMS + 5, room / max(1, len(here)))
    for noble in here:
        paste(image, shield(noble, ARMS), x, middle - shield_height(ARMS) / 2)
        if named:
            write(image, x + ARMS + 6, middle, names[noble], SMALL)
        x += widths[noble] if named else step


def _answer(session: ParliamentView, seat: str) -> tuple[str, Colour]:
    """Return what may be said of a seat's ballot."""
    if seat in session.ballots:
        return BALLOTS[session.ballots[seat]]
    if not any(session.votes.get(seat, [])):
        return "no votes", FADED_INK
    if not session.card:
        return "", INK
    return ("has voted", INK) if seat in session.answered else ("deliberates", FADED_INK)


def parliament_alt(view: KingmakerView, names: Mapping[str, str]) -> str:
    """Return the alternative text of a Parliament; NothingToShow if there is none."""
    session = view.parliament
    if session is None:
        raise NothingToShow("No Parliament is in session.")
    book = catalog()
    parts = [f"Parliament at {book.places[session.place].name}, called by {names.get(session.caller, session.caller)}."]
    if session.card:
        for_whom = f" for {book.cards[session.proposed].name}" if session.proposed else ""
        parts.append(f"Under debate: {book.cards[session.card].name}{for_whom}.")
    if session.debated:
        parts.append(f"Under debate: {name_seats(session.debated, names)}")
    if not parts[1:]:
        parts.append("Nothing is under debate.")
    if session.ballots:
        said = ", ".join(f"{house} {ayes} ayes to {nays} nays" for house, (ayes, nays) in counts(session).items())
        parts.append(f"{'It is passed' if passed(session) else 'It is not passed'}: {said}.")
    elif session.card:
        parts.append("To pass, it needs more ayes than nays in both Houses.")
    king = f"{monarch(SHOWN, view.sole_king)} is the sole King" if view.sole_king else "There is no sole King"
    parts.append(f"It is round {view.round}. {king}.")
    parts += [_seat_words(view, session, seat, names) for seat in view.seats]
    if view.chancery:
        parts.append(f"In the Chancery: {', '.join(book.cards[card].name for card in view.chancery)}.")
    return within_limit(parts)


def _seat_words(view: KingmakerView, session: ParliamentView, seat: SeatView, names: Mapping[str, str]) -> str:
    commons, lords = session.votes.get(seat.id, [0, 0])
    who = [catalog().cards[noble.id].name for noble in view.nobles if noble.seat == seat.id]
    here = [name for name in who if name in {catalog().cards[noble].name for noble in session.attending}]
    badge = behind(seat.number, LIVERIES[seat.number].letter)
    words = f"{names.get(seat.id, seat.id)}{badge}: {counted(commons, 'vote')} in the Commons, {lords} in the Lords"
    words += f", with {', '.join(here)}" if here else ""
    ballot = session.ballots.get(seat.id, "")
    answer = f"votes {ballot}" if ballot in ("aye", "nay") else _answer(session, seat.id)[0].lower()
    return f"{words}; {answer}." if answer else f"{words}."
