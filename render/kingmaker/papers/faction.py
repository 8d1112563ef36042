"""One faction: its nobles with all they hold, where they are, its places, ships and votes."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from PIL import Image

from engine.core.text import counted
from engine.kingmaker.board import locations
from engine.kingmaker.board.names import heir as heir_name
from engine.kingmaker.views import HeirView, KingmakerView, NobleView, SeatView, SiteView
from render.initials import behind
from render.kingmaker.edition import SHOWN, catalog
from render.kingmaker.heraldry.heraldry import shield, shield_height
from render.kingmaker.map import counters
from render.kingmaker.map.alt import brief
from render.kingmaker.papers import chips
from render.kit.lettering import Face, Type, fitted, text_width, wrapped, write
from render.kit.palette import ALARM, FADED_INK, INK, LIVERIES, PARCHMENT, WHITE, Colour, blend, livery, tint
from render.kit.pen import Box, overdraw, paste
from render.picture import Picture, finish
from render.wording import player, within_limit

WIDTH = 940
MARGIN = 28
HEADER = 118
GROUP = 56
ROW = 100
LINE_HEIGHT = 38
SHIELD = 68
TEXT_LEFT = MARGIN + SHIELD + 26
STRENGTH_RIGHT = WIDTH - MARGIN
TITLE = Type(Face.BOLD, 42)
LINE = Type(Face.TEXT, 30, FADED_INK)
NAME = Type(Face.BOLD, 33)
HOLDS = Type(Face.TEXT, 29)
PLACE = Type(Face.BOLD, 31)
STRENGTH = Type(Face.BOLD, 42)


def draw_faction(view: KingmakerView, seat: str, names: Mapping[str, str]) -> Picture:
    """Return what a seat has in play; KeyError if there is no such seat."""
    row = {one.id: one for one in view.seats}[seat]
    nobles = nobles_of(view, seat)
    groups = [list(group) for _, group in groupby(nobles, key=lambda noble: (noble.at, noble.captor))]
    rows = chips.flow(_chips(view, seat), WIDTH - 2 * MARGIN)
    top = HEADER + len(groups) * GROUP + sum(_row(view, noble) for noble in nobles)
    image = Image.new("RGB", (WIDTH, top + 24 + chips.height(rows)), PARCHMENT)
    _header(image, row, player(names, seat), sum(noble.strength for noble in nobles if not noble.captor))
    y = float(HEADER)
    for group in groups:
        y = _group(image, view, group, y, names)
    chips.draw(image, rows, MARGIN, top + 18)
    return finish(image, faction_alt(view, row, names))


def nobles_of(view: KingmakerView, seat: str) -> list[NobleView]:
    """Return a seat's nobles by place, the strongest place first."""
    own = [noble for noble in view.nobles if noble.seat == seat]
    totals = {noble.at: sum(other.strength for other in own if other.at == noble.at) for noble in own}
    return sorted(
        own,
        key=lambda noble: (bool(noble.captor), noble.captor, -totals[noble.at], noble.at, -noble.strength, noble.id),
    )


def holdings(view: KingmakerView, seat: str) -> list[str]:
    """Return a seat's places and ships in sentences."""
    book = catalog()
    held = [site for site in view.sites if site.seat == seat]
    words = [f"{book.places[site.id].name}{' (captured)' if site.by == 'capture' else ''}" for site in held]
    ships = [f"{book.ships[ship.id].name} {brief(view, ship.at)}" for ship in view.ships if ship.seat == seat]
    captives = [book.cards[noble.id].name for noble in view.nobles if noble.captor == seat]
    parts = (("Places", words), ("Ships", ships), ("Captives", captives))
    return [f"{title}: {', '.join(things)}." for title, things in parts if things]


def _chips(view: KingmakerView, seat: str) -> list[chips.Chip]:
    """Return places, ships and captives of a seat with their signs."""
    book, fill = catalog(), tint(livery(next(row.number for row in view.seats if row.id == seat)).fill)
    held = [_place_chip(site, fill) for site in view.sites if site.seat == seat]
    ships = [ship for ship in view.ships if ship.seat == seat]
    afloat = [chips.Chip(book.ships[ship.id].name, brief(view, ship.at), chips.ship_sign(fill)) for ship in ships]
    captives = [noble.id for noble in view.nobles if noble.captor == seat]
    return [*held, *afloat, *(chips.Chip(book.cards[noble].name, "captive", shield(noble, 32)) for noble in captives)]


def _place_chip(site: SiteView, fill: Colour) -> chips.Chip:
    place = catalog().places[site.id]
    how = "besieged" if site.besieged_by else "captured" if site.by == "capture" else ""
    return chips.Chip(place.name, how, chips.place_sign(place.kind, fill), bool(site.besieged_by))


def _header(image: Image.Image, seat: SeatView, name: str, strength: int) -> None:
    mark = counters.badge(seat.number, 26)
    paste(image, mark, MARGIN - 8, 50 - mark.height / 2)
    write(image, MARGIN + 78, 38, fitted(name, TITLE.face, TITLE.size, WIDTH - 380), TITLE)
    cards = "card" if seat.hand_size == 1 else "cards"
    facts = f"Commons {seat.commons} · Lords {seat.lords} · {seat.hand_size} {cards} in hand"
    write(image, MARGIN + 78, 82, facts, LINE)
    write(image, STRENGTH_RIGHT, 44, f"{strength} men", TITLE, "rm")


def _group(
    image: Image.Image, view: KingmakerView, nobles: Sequence[NobleView], top: float, names: Mapping[str, str]
) -> float:
    """Draw those who stand together, under where they are and all their men; return where the next begin."""
    first = nobles[0]
    number = next(row.number for row in view.seats if row.id == first.seat)
    band = Box(MARGIN, top, WIDTH - MARGIN, top + GROUP - 8)
    alarm = bool(first.captor) or first.besieged
    fill, ink = (ALARM, WHITE) if alarm else (livery(number).fill, livery(number).ink)
    overdraw(image, band.grown(1), lambda pen: pen.rect(band, fill, radius=8))
    style = PLACE._replace(ink=ink)
    words = fitted(_where(view, first, names), style.face, style.size, WIDTH - 2 * MARGIN - 220)
    write(image, MARGIN + 16, band.centre[1], words, style)
    write(image, STRENGTH_RIGHT - 16, band.centre[1], f"{sum(n.strength for n in nobles)} men", style, "rm")
    y = top + GROUP
    for noble in nobles:
        _noble(image, view, noble, y, last=noble is nobles[-1])
        y += _row(view, noble)
    return y


def _held(view: KingmakerView, noble: NobleView) -> list[str]:
    """Return the cards of a noble in lines that fit."""
    things = ", ".join(catalog().cards[card].name for card in noble.cards)
    return wrapped(things, HOLDS.face, HOLDS.size, WIDTH - TEXT_LEFT - 120)


def _row(view: KingmakerView, noble: NobleView) -> int:
    """Return the height of a noble's row."""
    lines = len(_title(noble)) + len(_held(view, noble)) + bool(_heirs(view, noble))
    return max(ROW, 20 + LINE_HEIGHT * lines)


def _title(noble: NobleView) -> list[str]:
    """Return name, title and office of a noble in lines that fit."""
    return wrapped(title_line(noble), NAME.face, NAME.size, WIDTH - TEXT_LEFT - 120)


def _heirs(view: KingmakerView, noble: NobleView) -> list[HeirView]:
    return [heir for heir in view.heirs if heir.noble == noble.id and heir.alive]


def _noble(image: Image.Image, view: KingmakerView, noble: NobleView, top: float, *, last: bool) -> None:
    height, titles, held, heirs = _row(view, noble), _title(noble), _held(view, noble), _heirs(view, noble)
    if not last:
        rule = Box(MARGIN, top + height - 1, WIDTH - MARGIN, top + height)
        overdraw(image, rule.grown(1), lambda pen: pen.rect(rule, blend(PARCHMENT, INK, 0.3)))
    paste(image, shield(noble.id, SHIELD), MARGIN + 8, top + (ROW - shield_height(SHIELD)) / 2)
    y = top + (height - LINE_HEIGHT * (len(titles) + len(held) + bool(heirs) - 1)) / 2
    for line in titles:
        write(image, TEXT_LEFT, y, line, NAME)
        y += LINE_HEIGHT
    if heirs:
        _roses(image, heirs, y + 3)
        y += LINE_HEIGHT
    for line in held:
        write(image, TEXT_LEFT, y, line, HOLDS)
        y += LINE_HEIGHT
    write(image, STRENGTH_RIGHT - 16, top + ROW / 2, str(noble.strength), STRENGTH, "rm")


def title_line(noble: NobleView) -> str:
    """Return name, title and office of a noble: `Holland, Duke of Exeter, Marshal of England`."""
    cards = catalog().cards
    own = catalog().noble(noble.id).title
    words = [cards[noble.id].name, cards[noble.title].name if noble.title else own]
    words.append(cards[noble.office].name if noble.office else "")
    return ", ".join(word for word in words if word)


def _where(view: KingmakerView, noble: NobleView, names: Mapping[str, str]) -> str:
    if noble.captor:
        return f"Captive of {player(names, noble.captor)}"
    words = brief(view, noble.at) if locations.kind(noble.at) == "aboard" else locations.say(SHOWN, noble.at)
    return f"{words[:1].upper()}{words[1:]}{', besieged' if noble.besieged else ''}"


def _roses(image: Image.Image, heirs: Sequence[HeirView], middle: float) -> None:
    """Draw the heirs whom a noble holds, with names."""
    x = float(TEXT_LEFT)
    for heir in heirs:
        flower, words = counters.rose(heir.house, heir.king, 12), heir_name(SHOWN, heir.id)
        paste(image, flower, x, middle - flower.height / 2 - (4 if heir.king else 0))
        write(image, x + flower.width + 4, middle, words, PLACE)
        x += flower.width + 24 + text_width(words, PLACE.face, PLACE.size)


def _things(noble: NobleView) -> list[str]:
    return [catalog().cards[card].name for card in noble.cards]


def faction_alt(view: KingmakerView, seat: SeatView, names: Mapping[str, str]) -> str:
    """Return the alternative text of a faction."""
    votes = f"{counted(seat.commons, 'vote')} in the Commons, {seat.lords} in the Lords"
    votes += f", and {counted(seat.hand_size, 'card')} in hand"
    parts = [f"{names.get(seat.id, seat.id)}{behind(seat.number, LIVERIES[seat.number].letter)} has {votes}."]
    for noble in nobles_of(view, seat.id):
        heirs = [heir_name(SHOWN, heir.id) for heir in view.heirs if heir.noble == noble.id and heir.alive]
        holds = ", ".join([*_things(noble), *heirs])
        siege = ", besieged" if noble.besieged else ""
        captive = "" if noble.at else ","
        where = f"{noble.strength} men{captive} {brief(view, noble.at)}{siege}"
        parts.append(f"{title_line(noble)}: {where}{f'; holds {holds}' if holds else ''}.")
    return within_limit([*parts, *holdings(view, seat.id)] if len(parts) > 1 else [*parts, "No noble in play."])
