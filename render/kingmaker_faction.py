"""One faction: its nobles with all they hold, where they are, its places, ships and votes."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.kingmaker import locations
from engine.kingmaker.catalog import catalog
from engine.kingmaker.views import KingmakerView, NobleView, SeatView
from render import counters
from render.alt import brief, heir_name
from render.heraldry import shield, shield_height
from render.lettering import Face, Type, fitted, line_height, text_width, wrapped, write
from render.palette import ALARM, FADED_INK, INK, LIVERIES, PARCHMENT, blend, livery
from render.picture import Box, Picture, finish, overdraw, paste
from render.wording import player, within_limit

WIDTH = 1200
MARGIN = 28
HEADER = 118
ROW = 120
SHIELD = 78
TEXT_LEFT = MARGIN + SHIELD + 22
STRENGTH_RIGHT = WIDTH - MARGIN
TITLE = Type(Face.BOLD, 42)
LINE = Type(Face.TEXT, 26, FADED_INK)
NAME = Type(Face.BOLD, 31)
HOLDS = Type(Face.TEXT, 25)
PLACE = Type(Face.BOLD, 25, FADED_INK)
STRENGTH = Type(Face.BOLD, 46)


def draw_faction(view: KingmakerView, seat: str, names: Mapping[str, str]) -> Picture:
    """Return what a seat has in play; KeyError if there is no such seat."""
    row = {one.id: one for one in view.seats}[seat]
    nobles = nobles_of(view, seat)
    notes = [line for note in holdings(view, seat) for line in wrapped(note, LINE.face, LINE.size, WIDTH - 2 * MARGIN)]
    image = Image.new("RGB", (WIDTH, HEADER + len(nobles) * ROW + _notes_height(notes)), PARCHMENT)
    _header(image, row, player(names, seat), sum(noble.strength for noble in nobles))
    for place, noble in enumerate(nobles):
        _noble(image, view, noble, HEADER + place * ROW, names)
    for place, line in enumerate(notes):
        write(image, MARGIN, HEADER + len(nobles) * ROW + 26 + place * line_height(LINE.size), line, LINE)
    return finish(image, faction_alt(view, row, names))


def nobles_of(view: KingmakerView, seat: str) -> list[NobleView]:
    """Return a seat's nobles by place, the strongest place first."""
    own = [noble for noble in view.nobles if noble.seat == seat]
    totals = {noble.at: sum(other.strength for other in own if other.at == noble.at) for noble in own}
    return sorted(own, key=lambda noble: (not noble.at, -totals[noble.at], noble.at, -noble.strength, noble.id))


def holdings(view: KingmakerView, seat: str) -> list[str]:
    """Return a seat's places and ships in sentences."""
    book = catalog()
    held = [site for site in view.sites if site.seat == seat]
    words = [f"{book.places[site.id].name}{' (captured)' if site.by == 'capture' else ''}" for site in held]
    ships = [f"{book.ships[ship.id].name} {brief(view, ship.at)}" for ship in view.ships if ship.seat == seat]
    captives = [book.cards[noble.id].name for noble in view.nobles if noble.captor == seat]
    parts = (("Places", words), ("Ships", ships), ("Captives", captives))
    return [f"{title}: {', '.join(things)}." for title, things in parts if things]


def _notes_height(notes: Sequence[str]) -> int:
    return 24 + len(notes) * line_height(LINE.size) + (10 if notes else 0)


def _header(image: Image.Image, seat: SeatView, name: str, strength: int) -> None:
    mark = counters.badge(seat.number, 26)
    paste(image, mark, MARGIN - 8, 48 - mark.height / 2)
    write(image, MARGIN + 78, 38, fitted(name, TITLE.face, TITLE.size, WIDTH - 420), TITLE)
    cards = "card" if seat.hand_size == 1 else "cards"
    facts = f"Commons {seat.commons} · Lords {seat.lords} · {seat.hand_size} {cards} in hand"
    write(image, MARGIN + 78, 80, facts, LINE)
    write(image, STRENGTH_RIGHT, 42, f"{strength} men", TITLE, "rm")
    line = Box(MARGIN, HEADER - 6, WIDTH - MARGIN, HEADER - 2)
    overdraw(image, line.grown(2), lambda pen: pen.rect(line, livery(seat.number).fill))


def _noble(image: Image.Image, view: KingmakerView, noble: NobleView, top: float, names: Mapping[str, str]) -> None:
    rule = Box(MARGIN, top + ROW - 1, WIDTH - MARGIN, top + ROW)
    overdraw(image, rule.grown(1), lambda pen: pen.rect(rule, blend(PARCHMENT, INK, 0.3)))
    paste(image, shield(noble.id, SHIELD), MARGIN, top + (ROW - shield_height(SHIELD)) / 2)
    room = WIDTH - TEXT_LEFT - 150
    write(image, TEXT_LEFT, top + 26, fitted(title_line(noble), NAME.face, NAME.size, room), NAME)
    where, style = _where(view, noble, names)
    write(image, TEXT_LEFT, top + 60, fitted(where, style.face, style.size, room), style)
    x = _roses(image, view, noble, top + 96)
    things = ", ".join(_things(noble))
    write(image, x, top + 96, fitted(things, HOLDS.face, HOLDS.size, WIDTH - x - 150) if things else "", HOLDS)
    write(image, STRENGTH_RIGHT, top + ROW / 2, str(noble.strength), STRENGTH, "rm")


def title_line(noble: NobleView) -> str:
    """Return name, title and office of a noble: `Holland, Duke of Exeter, Marshal of England`."""
    cards = catalog().cards
    own = catalog().noble(noble.id).title
    words = [cards[noble.id].name, cards[noble.title].name if noble.title else own]
    words.append(cards[noble.office].name if noble.office else "")
    return ", ".join(word for word in words if word)


def _where(view: KingmakerView, noble: NobleView, names: Mapping[str, str]) -> tuple[str, Type]:
    if noble.captor:
        return f"Captive of {player(names, noble.captor)}", PLACE._replace(ink=ALARM)
    words = locations.say(noble.at)
    if locations.kind(noble.at) == "aboard":
        words = brief(view, noble.at)
    if noble.besieged:
        words += ", besieged"
    return words[:1].upper() + words[1:], PLACE._replace(ink=ALARM) if noble.besieged else PLACE


def _roses(image: Image.Image, view: KingmakerView, noble: NobleView, middle: float) -> float:
    """Draw the heirs whom a noble holds, with names; return where the next word may begin."""
    x = float(TEXT_LEFT)
    for heir in view.heirs:
        if heir.noble == noble.id and heir.alive:
            flower = counters.rose(heir.house, heir.king, 12)
            paste(image, flower, x, middle - flower.height / 2 - (4 if heir.king else 0))
            words = f"{heir_name(heir.id)}"
            write(image, x + flower.width + 4, middle, words, PLACE._replace(ink=INK))
            x += flower.width + 18 + text_width(words, PLACE.face, PLACE.size)
    return x


def _things(noble: NobleView) -> list[str]:
    return [catalog().cards[card].name for card in noble.cards]


def faction_alt(view: KingmakerView, seat: SeatView, names: Mapping[str, str]) -> str:
    """Return the alternative text of a faction."""
    votes = f"Commons {seat.commons}, Lords {seat.lords}, {seat.hand_size} in hand"
    parts = [f"{names.get(seat.id, seat.id)} ({LIVERIES[seat.number].letter}): {votes}."]
    for noble in nobles_of(view, seat.id):
        heirs = [heir_name(heir.id) for heir in view.heirs if heir.noble == noble.id and heir.alive]
        holds = ", ".join([*_things(noble), *heirs])
        siege = ", besieged" if noble.besieged else ""
        where = f"{noble.strength} {brief(view, noble.at)}{siege}"
        parts.append(f"{title_line(noble)}: {where}{f'; holds {holds}' if holds else ''}.")
    return within_limit([*parts, *holdings(view, seat.id)] if len(parts) > 1 else [*parts, "No noble in play."])
