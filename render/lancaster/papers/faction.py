"""One player: the goods that are known, the castles, and where every knight of the house stands."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted
from engine.lancaster.board import names as words
from engine.lancaster.board import spots
from engine.lancaster.views import HouseView, KnightView, LancasterView
from render.kit.page import stacked
from render.kit.palette import PARCHMENT
from render.kit.pen import Box
from render.lancaster.board.page import HEADING, MARGIN, TEXT, WIDTH, Page, band
from render.lancaster.board.palette import inks
from render.lancaster.board.row import lay
from render.lancaster.board.signs import badge, knight, sign
from render.lancaster.board.words import houses
from render.lancaster.edition import catalog
from render.lancaster.papers.castles import castle, castle_words
from render.lancaster.papers.screen import GOODS, STACK, goods_row, known
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.wording import player as name_of
from render.wording import within_limit

HEAD = 54
ROW = 66
TOKEN = 52
TEXT_LEFT = 330


def draw_faction(view: LancasterView, seat: str, names: Mapping[str, str]) -> Picture:
    """Return what is known of a player; NothingToShow if nobody has the seat."""
    own = next((player for player in view.players if player.id == seat), None)
    if own is None:
        raise NothingToShow("Name a player of this game.")
    led = [houses(view)[colour] for colour in (own.colour, own.ally) if colour]
    goods = Page(STACK + 20, PARCHMENT)
    goods_row(goods, known(view, own), 14)
    parts = [band(f"The house of {name_of(names, seat)}", counted(own.points, "point")), goods.image()]
    for house in led:
        parts += [castle(view, house, names), _knights(view, house)]
    return finish(stacked(parts), faction_alt(view, seat, names), inks=inks())


def places(view: LancasterView, house: HouseView) -> dict[str, list[KnightView]]:
    """Return the knights of a house by where they stand, in words; those in its castle are seen there."""
    found: dict[str, list[KnightView]] = {}
    for one in sorted(house.knights, key=lambda one: one.at == spots.RESERVE):
        if spots.kind(one.at) not in ("castle", "court"):
            found.setdefault(words.spot(catalog(), one.at), []).append(one)
    return found


def _knights(view: LancasterView, house: HouseView) -> Image.Image:
    """Return a row for every place with knights, the lord, and the offices that the house holds."""
    rows = [(at, [knight(house.id, one.strength, TOKEN) for one in own]) for at, own in places(view, house).items()]
    rows += [(f"Lord: {lord(house)}", [sign("lord", TOKEN)])] if house.lord not in ("", "court") else []
    held = [catalog().offices[office.id].name for office in view.offices if office.holder == house.id]
    rows += [(name, [badge(house.id, TOKEN)]) for name in held]
    page = Page(HEAD + max(1, len(rows)) * ROW + 6, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2, "Elsewhere", HEADING)
    for number, (where, found) in enumerate(rows):
        box = Box(MARGIN, HEAD + number * ROW, WIDTH - MARGIN, HEAD + (number + 1) * ROW - 6)
        page.panel(box)
        lay(page, found, box.left + 12, box.left + TEXT_LEFT - 12, box.centre[1], TOKEN + 2)
        page.text(box.left + TEXT_LEFT, box.centre[1], where[:1].upper() + where[1:], TEXT)
    if not rows:
        page.text(MARGIN + 12, HEAD + ROW / 2, "nobody", TEXT)
    return page.image()


def lord(house: HouseView) -> str:
    """Return where the lord of a house is, in words."""
    return words.spot(catalog(), house.lord)


def faction_alt(view: LancasterView, seat: str, names: Mapping[str, str]) -> str:
    """Return the alternative text of what is known of a player."""
    own = next(player for player in view.players if player.id == seat)
    goods = [f"{GOODS[good].lower()} {_shown(number)}" for good, number in known(view, own).items()]
    parts = [f"{names.get(seat, seat)}: {counted(own.points, 'point')}; {', '.join(goods)}."]
    for house in (houses(view)[colour] for colour in (own.colour, own.ally) if colour):
        parts.append(castle_words(view, house, names))
        stand = [f"{at} {_strengths(found)}" for at, found in places(view, house).items()]
        parts += [f"Knights by place, each with the strength: {'; '.join(stand)}."] if stand else []
        parts += [f"The lord is at: {lord(house)}."] if house.lord not in ("", "court") else []
    return within_limit(parts)


def _shown(number: int | None) -> str:
    return "hidden" if number is None else str(number)


def _strengths(knights: Sequence[KnightView]) -> str:
    return ", ".join(str(one.strength) for one in knights)
