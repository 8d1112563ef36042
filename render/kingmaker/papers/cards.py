"""Cards as pictures: what each Crown and event card looks like and what is written on it."""

from collections.abc import Callable, Iterable, Sequence

import msgspec
from PIL import Image, ImageDraw

from engine.kingmaker.board.catalog import (
    BishopCard,
    Card,
    EventCard,
    MercenaryCard,
    NobleCard,
    OfficeCard,
    ShipCard,
    TitleCard,
    TownCard,
)
from engine.kingmaker.board.ids import PlaceId
from render.kingmaker.edition import catalog, remembered
from render.kingmaker.heraldry.heraldry import shield
from render.kingmaker.map import strongholds
from render.kingmaker.map.toponyms import short_lines
from render.kit import glyphs
from render.kit.lettering import Face, Type, block, fitted, line_height, wrapped, write
from render.kit.palette import (
    FADED_INK,
    GOLD,
    INK,
    PARCHMENT,
    SEA,
    STONE,
    TINCTURES,
    TONES,
    WHITE,
    Colour,
    blend,
    window,
)
from render.kit.pen import SUPERSAMPLE, Box, Pen

WIDTH, HEIGHT = 292, 428
BAND = 40
NAME_TOP = 202
TEXT_WIDTH = WIDTH - 36
KIND = Type(Face.CAPITALS, 24, WHITE)
NAME = Type(Face.BOLD, 30)
FACT = Type(Face.TEXT, 22)
STRENGTH = Type(Face.BOLD, 31)
SHIELD = 116

Art = Callable[[Pen], None]


class Sheet(msgspec.Struct, frozen=True):
    """What a card shows: its kind and that kind's colour, name, strength (0: none) and facts."""

    card: str
    kind: str
    tone: Colour
    name: str
    strength: int
    facts: tuple[str, ...]


USES = {
    "writ": "Kept: calls Parliament, for the player with the sole King",
    "free_move": "Kept: gives a force or a ship a second move",
    "chancellor_may_call": "Kept: the Chancellor may call Parliament while there is no sole King",
    "refuge": "Kept: shelters an heir overseas for a time",
}


def _kind(card: Card) -> str:
    match card:
        case NobleCard():
            return "Noble"
        case TitleCard():
            return "Title"
        case OfficeCard():
            return "Office"
        case BishopCard():
            return "Bishop"
        case MercenaryCard():
            return "Mercenary"
        case TownCard():
            return "Town"
        case ShipCard():
            return "Ship"
        case _:
            return "Pardon"


@remembered
def sheet(card: str) -> Sheet:
    """Return what a Crown or event card shows; KeyError if there is no such card."""
    book = catalog()
    if card in book.events:
        return _event_sheet(book.events[card])
    crown = book.cards[card]
    kind = _kind(crown)
    return Sheet(card, kind, TONES[kind], crown.name, crown.strength, tuple(_facts(crown)))


def described(page: Sheet) -> str:
    """Return a card in words: 'Writ (event; Kept: calls Parliament, …).'"""
    men = [f"{page.strength} men"] if page.strength else []
    return f"{page.name} ({'; '.join([page.kind.lower(), *men, *page.facts])})."


def _event_sheet(event: EventCard) -> Sheet:
    uses = (USES[event.kind],) if event.kind in USES else ()
    return Sheet(event.id, "Event", TONES["Event"], event.title, 0, uses)


def _facts(card: Card) -> Iterable[str]:
    if isinstance(card, NobleCard):
        yield card.title or ("Titled" if card.titled else "Untitled")
    if isinstance(card, OfficeCard | BishopCard) and card.bonus:
        area = catalog().bonus_areas[card.bonus_area].name
        yield f"+{card.bonus} men {area.replace('North', 'north') if area.startswith('North of') else 'in ' + area}"
    if isinstance(card, ShipCard):
        yield f"Carries {card.capacity} men"
        yield f"Home port {_place(card.home_port)}"
    claims = _claims(card)
    if claims:
        yield f"Claims {', '.join(_place(place) for place in claims)}"
    if isinstance(card, OfficeCard) and card.ships:
        yield f"Ships {', '.join(catalog().ships[ship].name for ship in card.ships)}"
    yield from _votes(card)
    called = _called(card.id)
    if called:
        yield f"Called to {', '.join(_place(place) for place in called)}"


def _place(place: PlaceId) -> str:
    return " ".join(short_lines(catalog().places[place].name))


def _claims(card: Card) -> tuple[PlaceId, ...]:
    match card:
        case NobleCard():
            return card.castles
        case BishopCard():
            return (card.see,)
        case TownCard():
            return (card.place,)
        case _:
            return card.controls


def _votes(card: Card) -> Iterable[str]:
    commons = card.commons
    if isinstance(card, TownCard):
        commons = catalog().places[card.place].commons
    houses = ((commons, "Commons"), (card.lords, "Lords"))
    counted = [f"{house} {votes}" for votes, house in houses if votes]
    if counted:
        yield "Votes: " + ", ".join(counted)
    if isinstance(card, OfficeCard) and card.only_without_sole_king:
        yield "(only without a sole King)"


@remembered
def _called(card: str) -> tuple[PlaceId, ...]:
    """Return the places to which events can call a card's noble."""
    calls = [call for event in catalog().events.values() for call in event.calls]
    found = [call.place for call in calls if card in (*call.nobles, *call.titles, *call.offices, *call.bishops)]
    return tuple(dict.fromkeys(found))


def _coronet(pen: Pen) -> None:
    glyphs.crown(pen, 17)


def _office_art(pen: Pen) -> None:
    pen.line([(-20, 24), (20, -18)], INK, 7)
    pen.line([(-20, 24), (20, -18)], GOLD, 4)
    glyphs.crown(pen.at(22, -21), 8)
    pen.circle(-21, 25, 4, GOLD, INK, 1.4)
    glyphs.scroll(pen.at(-4, 0, 0.62), PARCHMENT)


def _ship_art(pen: Pen) -> None:
    glyphs.ship(pen, STONE, TINCTURES["gules"])


def _pardon_art(pen: Pen) -> None:
    glyphs.scroll(pen, PARCHMENT)
    glyphs.crown(pen.at(0, -12), 9)


def _event_art(pen: Pen) -> None:
    glyphs.scroll(pen, PARCHMENT)


def _swords_art(pen: Pen) -> None:
    for x in (-16, 0, 16):
        glyphs.sword(pen.at(x, 0, 0.86))


ARTS: dict[str, Art] = {
    "Title": _coronet,
    "Office": _office_art,
    "Bishop": glyphs.mitre,
    "Mercenary": _swords_art,
    "Ship": _ship_art,
    "Pardon": _pardon_art,
    "Event": _event_art,
}


@remembered
def card_image(card: str) -> Image.Image:
    """Return a card as an RGBA image of 292 by 428 pixels with round corners; do not change it."""
    page = sheet(card)
    large = Image.new("RGBA", (WIDTH * SUPERSAMPLE, HEIGHT * SUPERSAMPLE), (0, 0, 0, 0))
    _frame(Pen(ImageDraw.Draw(large), SUPERSAMPLE), page)
    image = large.reduce(SUPERSAMPLE)
    if page.kind == "Noble":
        image.alpha_composite(shield(card, SHIELD), ((WIDTH - SHIELD) // 2, BAND + 16))
    write(image, WIDTH / 2, BAND / 2 + 3, page.kind, KIND, "mm")
    if page.strength:
        write(image, WIDTH - 40, NAME_TOP - 30, str(page.strength), STRENGTH, "mm")
    _words(image, page)
    return image


def _frame(pen: Pen, page: Sheet) -> None:
    paper = blend(PARCHMENT, WHITE, 0.5)
    ground = SEA if page.kind == "Ship" else window(page.tone)
    pen.rect(Box(0, 0, WIDTH - 1, HEIGHT - 1), INK, radius=18)
    pen.rect(Box(3, 3, WIDTH - 4, HEIGHT - 4), page.tone, radius=15)
    pen.rect(Box(10, BAND + 4, WIDTH - 11, HEIGHT - 11), paper, radius=9)
    pen.rect(Box(18, BAND + 12, WIDTH - 19, NAME_TOP - 6), ground, FADED_INK, 1.5, 6)
    middle = pen.at(WIDTH / 2, (BAND + NAME_TOP) / 2 + 3, 2.05)
    if page.kind == "Town":
        kind = catalog().places[_claims(catalog().cards[page.card])[0]].kind
        strongholds.PLACES[kind](middle.at(0, 0, 1.25), STONE)
    elif page.kind in ARTS:
        ARTS[page.kind](middle)
    if page.strength:
        pen.circle(WIDTH - 40, NAME_TOP - 30, 29, paper, INK, 2.4)
        pen.circle(WIDTH - 40, NAME_TOP - 30, 25, None, page.tone, 2.4)


def _words(image: Image.Image, page: Sheet) -> None:
    lines = wrapped(page.name, NAME.face, NAME.size, TEXT_WIDTH)
    style = NAME if len(lines) < 3 else NAME._replace(size=25)
    lines = wrapped(page.name, style.face, style.size, TEXT_WIDTH)[:3]
    piece = block(tuple(lines), style)
    image.alpha_composite(piece, ((WIDTH - piece.width) // 2, NAME_TOP))
    y = NAME_TOP + piece.height + 4
    for line in _fact_lines(page.facts, int((HEIGHT - 14 - y) // line_height(FACT.size))):
        write(image, WIDTH / 2, y + line_height(FACT.size) / 2, line, FACT, "mm")
        y += line_height(FACT.size)


def _fact_lines(facts: Sequence[str], room: int) -> list[str]:
    """Return the facts in at most `room` lines, cut with an ellipsis where they are more."""
    lines = [line for fact in facts for line in wrapped(fact, FACT.face, FACT.size, TEXT_WIDTH)]
    if len(lines) > room:
        last = f"{lines[room - 1].rstrip(',')}, …"
        lines = [*lines[: room - 1], fitted(last, FACT.face, FACT.size, TEXT_WIDTH)]
    return lines
