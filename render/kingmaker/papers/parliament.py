"""Parliament: both Houses as rows of seats, the card under debate, the ballots once they are shown."""

import math
from collections.abc import Mapping, Sequence

import msgspec
from PIL import Image

from engine.core.events import name_seats
from engine.kingmaker.board.names import monarch
from engine.kingmaker.views import KingmakerView, ParliamentView, SeatView
from render.initials import behind
from render.kingmaker.edition import SHOWN, catalog
from render.kingmaker.heraldry.heraldry import shield, shield_height
from render.kingmaker.map import counters
from render.kingmaker.papers import cards
from render.kit import glyphs
from render.kit.lettering import Face, Type, fitted, line_height, printable, text_width, wrapped, write
from render.kit.palette import ALARM, AYE, FADED_INK, INK, LIVERIES, PARCHMENT, WHITE, Colour, blend, livery
from render.kit.pen import Box, Pen, Point, overdraw, paste, sprite
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.wording import player, within_limit

WIDTH = 1260
MARGIN = 28
HEADER = 108
HOUSES = ("Commons", "Lords")
CHAMBER = Box(352, HEADER + 8, WIDTH - MARGIN, HEADER + 312)
CARD_TOP = HEADER + 12
TABLE_TOP = HEADER + cards.HEIGHT + 96
ROW = 68
TITLE = Type(Face.CAPITALS, 44)
LINE = Type(Face.TEXT, 36, FADED_INK)
NAME = Type(Face.BOLD, 37)
VOTES = Type(Face.BOLD, 38)
HOUSE = Type(Face.CAPITALS, 36)
RESULT = Type(Face.BOLD, 38)
SMALL = Type(Face.BOLD, 30)
ARMS = 44
ATTENDING = Box(640, 0, WIDTH - 240, ROW)
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
    below = line_height(LINE.size) * len(_chancery(view))
    height = TABLE_TOP + len(view.seats) * ROW + 34 + round(below)
    image = Image.new("RGB", (WIDTH, height), PARCHMENT)
    _header(image, view, session, names)
    _debate(image, session)
    for index, house in enumerate(HOUSES):
        _house(image, house, _benches(view, session, index), index)
    _outcome(image, session, names)
    _table(image, view, session, names)
    return finish(image, parliament_alt(view, names))


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


def _debate(image: Image.Image, session: ParliamentView) -> None:
    """Draw the card under debate, and below it the noble for whom it is proposed."""
    if not session.card:
        roll = sprite(140, 160, lambda pen: glyphs.scroll(pen.at(70, 80, 2.6), blend(PARCHMENT, WHITE, 0.5)))
        paste(image, roll, MARGIN + (cards.WIDTH - roll.width) / 2, CARD_TOP + 76)
        write(image, MARGIN + cards.WIDTH / 2, CARD_TOP + 270, "No card is", NAME, "mm")
        write(image, MARGIN + cards.WIDTH / 2, CARD_TOP + 312, "under debate", NAME, "mm")
        return
    paste(image, cards.card_image(session.card), MARGIN, CARD_TOP)
    if session.proposed:
        top = CARD_TOP + cards.HEIGHT + 10
        write(image, MARGIN, top + 28, "for", LINE)
        paste(image, shield(session.proposed, 46), MARGIN + 54, top)
        name = fitted(catalog().cards[session.proposed].name, NAME.face, NAME.size, 188)
        write(image, MARGIN + 108, top + 28, name, NAME)


def _house(image: Image.Image, name: str, benches: Sequence[Bench], index: int) -> None:
    """Draw one House as arcs of seats, one for each vote."""
    width = CHAMBER.width / 2
    box = Box(CHAMBER.left + index * width, CHAMBER.top, CHAMBER.left + (index + 1) * width, CHAMBER.bottom)
    middle = box.centre[0], box.bottom - 56
    total = sum(bench.votes for bench in benches)
    spots, radius = _seats(total, box.width / 2 - 12)

    def draw(pen: Pen) -> None:
        pen.rect(box.grown(-6), blend(PARCHMENT, WHITE, 0.5), FADED_INK, 2, 12)
        for (x, y), bench in zip(spots, _bench_of_each(benches), strict=True):
            pen.circle(middle[0] + x, middle[1] + y, radius, livery(bench.number).fill, INK, 1.4)

    overdraw(image, box, draw)
    _bench_badges(image, middle, benches, box.width / 2 - 12, total)
    write(image, middle[0], middle[1] - 12, str(total), VOTES._replace(size=44), "mm")
    write(image, middle[0], box.bottom - 30, name, HOUSE, "mm")


def _bench_of_each(benches: Sequence[Bench]) -> list[Bench]:
    return [bench for bench in benches for _ in range(bench.votes)]


def _seats(count: int, outer: float) -> tuple[list[Point], float]:
    """Return the spots of `count` seats in arcs round the origin, from left to right, and their radius."""
    if not count:
        return [], 1.0
    inner = outer * 0.42
    radii = [inner + (outer - 44 - inner) * arc / (ARCS - 1) for arc in range(ARCS)]
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
    before = 0
    for bench in benches:
        turn = math.pi * (before + bench.votes / 2) / total
        before += bench.votes
        mark = counters.badge(bench.number, 14)
        x, y = middle[0] - (outer - 14) * math.cos(turn), middle[1] - (outer - 14) * math.sin(turn)
        paste(image, mark, x - mark.width / 2, y - mark.height / 2)


def _outcome(image: Image.Image, session: ParliamentView, names: Mapping[str, str]) -> None:
    """Write ayes and nays under each House, and whether the motion has passed; else how many have answered."""
    width, y = CHAMBER.width / 2, CHAMBER.bottom + 26
    if not session.ballots:
        voters = sum(1 for votes in session.votes.values() if any(votes))
        words = f"{len(session.answered)} of {voters} seats have voted" if session.card else "No vote is open"
        write(image, CHAMBER.centre[0], y + 14, words, RESULT._replace(ink=FADED_INK), "mm")
        _debated(image, printable(name_seats(session.debated, names)), y + 58)
        return
    _debated(image, printable(name_seats(session.debated, names)), y + 98)
    for index, (ayes, nays) in enumerate(counts(session).values()):
        x = CHAMBER.left + (index + 0.5) * width
        write(image, x - 22, y, f"{ayes} ayes", RESULT._replace(ink=AYE), "rm")
        write(image, x, y, "–", RESULT, "mm")
        write(image, x + 22, y, f"{nays} nays", RESULT._replace(ink=ALARM), "lm")
    verdict, ink = ("Passed in both Houses", AYE) if passed(session) else ("Not passed", ALARM)
    write(image, CHAMBER.centre[0], y + 52, verdict, TITLE._replace(ink=ink), "mm")


def _debated(image: Image.Image, motion: str, top: float) -> None:
    """Write what is under debate below the Houses, in two lines at most."""
    words = f"Under debate: {motion}" if motion else ""
    for place, line in enumerate(wrapped(words, LINE.face, LINE.size, CHAMBER.width)[:2]):
        write(image, CHAMBER.centre[0], top + place * line_height(LINE.size), line, LINE, "mm")


def _table(image: Image.Image, view: KingmakerView, session: ParliamentView, names: Mapping[str, str]) -> None:
    for index, house in enumerate(HOUSES):
        write(image, 430 + index * 130, TABLE_TOP - 22, house, LINE, "mm")
    write(image, 640, TABLE_TOP - 22, "Attending", LINE)
    write(image, WIDTH - MARGIN, TABLE_TOP - 22, "Vote", LINE, "rm")
    for row, seat in enumerate(view.seats):
        _row(image, view, session, seat, player(names, seat.id), TABLE_TOP + row * ROW)
    for place, line in enumerate(_chancery(view)):
        top = TABLE_TOP + len(view.seats) * ROW + 16 + line_height(LINE.size) * (place + 0.5)
        write(image, MARGIN, top, line, LINE)


def _chancery(view: KingmakerView) -> list[str]:
    """Return the contents of the Chancery, line by line."""
    held = ", ".join(catalog().cards[card].name for card in view.chancery or [])
    return wrapped(f"Chancery: {held or 'empty'}", LINE.face, LINE.size, WIDTH - 2 * MARGIN)


def _row(
    image: Image.Image, view: KingmakerView, session: ParliamentView, seat: SeatView, name: str, top: float
) -> None:
    middle = top + ROW / 2
    line = Box(MARGIN, top, WIDTH - MARGIN, top + 1)
    overdraw(image, line.grown(1), lambda pen: pen.rect(line, blend(PARCHMENT, INK, 0.35)))
    mark = counters.badge(seat.number, 19)
    paste(image, mark, MARGIN, middle - mark.height / 2)
    write(image, MARGIN + 62, middle, fitted(name, NAME.face, NAME.size, 262), NAME)
    for index, votes in enumerate(session.votes.get(seat.id, [0, 0])):
        write(image, 430 + index * 130, middle, str(votes), VOTES, "mm")
    _attending(image, [noble.id for noble in view.nobles if noble.seat == seat.id], session, middle)
    words, ink = _answer(session, seat.id)
    write(image, WIDTH - MARGIN, middle, words, NAME._replace(ink=ink), "rm")


def _attending(image: Image.Image, nobles: Sequence[str], session: ParliamentView, middle: float) -> None:
    """Draw the shields of a seat's nobles who attend, with their names if there is room for all."""
    here = [noble for noble in nobles if noble in session.attending]
    names = {noble: catalog().cards[noble].name for noble in here}
    widths = {noble: ARMS + 18 + text_width(name, SMALL.face, SMALL.size) for noble, name in names.items()}
    named = sum(widths.values()) <= ATTENDING.width
    x, step = ATTENDING.left, min(ARMS + 5, ATTENDING.width / max(1, len(here)))
    for noble in here:
        paste(image, shield(noble, ARMS), x, middle - shield_height(ARMS) / 2)
        if named:
            write(image, x + ARMS + 4, middle, names[noble], SMALL)
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
    if session.ballots:
        said = ", ".join(f"{house} {ayes} ayes to {nays} nays" for house, (ayes, nays) in counts(session).items())
        parts.append(f"{'Passed' if passed(session) else 'Not passed'}: {said}.")
    parts += [_seat_words(view, session, seat, names) for seat in view.seats]
    if view.chancery:
        parts.append(f"Chancery: {', '.join(book.cards[card].name for card in view.chancery)}.")
    return within_limit(parts)


def _seat_words(view: KingmakerView, session: ParliamentView, seat: SeatView, names: Mapping[str, str]) -> str:
    commons, lords = session.votes.get(seat.id, [0, 0])
    who = [catalog().cards[noble.id].name for noble in view.nobles if noble.seat == seat.id]
    here = [name for name in who if name in {catalog().cards[noble].name for noble in session.attending}]
    badge = behind(seat.number, LIVERIES[seat.number].letter)
    words = f"{names.get(seat.id, seat.id)}{badge}: Commons {commons}, Lords {lords}"
    words += f", with {', '.join(here)}" if here else ""
    answer = _answer(session, seat.id)[0]
    return f"{words}, {answer.lower()}." if answer else f"{words}."
