"""Castles: spaces with the knights and tiles on them, the nobles at the table, and who waits at court."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted
from engine.lancaster.board import spots
from engine.lancaster.board.catalog import CastleSpace
from engine.lancaster.views import HouseView, LancasterView, PlayerView
from render.kit.lettering import Face, Type, text_width, wrapped
from render.kit.page import stacked
from render.kit.palette import INK, PARCHMENT, WHITE
from render.kit.pen import Box
from render.lancaster.board.alt import spoken
from render.lancaster.board.page import FIGURE, MARGIN, NAME, NOTE, SMALL, WIDTH, Page, band
from render.lancaster.board.palette import CRIMSON, GILT, VELLUM, inks
from render.lancaster.board.row import lay
from render.lancaster.board.signs import badge, knight, sign
from render.lancaster.board.words import at_court, house_name, order
from render.lancaster.edition import catalog
from render.picture import Picture, finish
from render.wording import within_limit

HEAD = 62
SPACE = 186
NAMES, NAME_ROW = 74, 33
"""The height of a space's name, in two lines at most, and from one of them to the other."""

TABLE = 62
TOKEN = 52
SIGN = 40
BETWEEN = 8
LETTER = Type(Face.BOLD, 33, WHITE)


def draw_castles(view: LancasterView, names: Mapping[str, str]) -> Picture:
    """Return the castles of all houses, allies below their players."""
    rows = [castle(view, house, names) for house in order(view)]
    return finish(stacked([band("Castles", f"Round {view.round}"), *rows]), castles_alt(view, names), inks=inks())


def castle(view: LancasterView, house: HouseView, names: Mapping[str, str]) -> Image.Image:
    """Return one castle: a header, the spaces, and for a player the table of nobles."""
    player = owner(view, house)
    height = HEAD + SPACE + (TABLE if player else 0) + 12
    page = Page(height + 14, PARCHMENT)
    box = Box(MARGIN, 8, WIDTH - MARGIN, height + 8)
    page.pen.rect(box, None, INK, 2.4, 12)
    page.tint(box.grown(-1.6), house.id, 11)
    _header(page, view, house, names, player, Box(box.left, box.top, box.right, box.top + HEAD))
    spaces = list((catalog().castle if player else catalog().ally_castle).values())
    share = (box.width - 16) / (6 if player else 3)
    for number, space in enumerate(spaces):
        left = box.left + 8 + number * share
        _space(page, house, player, space, Box(left + 3, box.top + HEAD, left + share - 3, box.top + HEAD + SPACE - 6))
    if player:
        _table(page, view, house, player, Box(box.left, box.top + HEAD + SPACE, box.right, box.bottom - 8))
    return page.image()


def owner(view: LancasterView, house: HouseView) -> PlayerView | None:
    """Return the player whose own house it is; None for an ally's."""
    return next((player for player in view.players if player.colour == house.id), None)


def _header(
    page: Page,
    view: LancasterView,
    house: HouseView,
    names: Mapping[str, str],
    player: PlayerView | None,
    box: Box,
) -> None:
    middle = box.centre[1]
    page.sprite(badge(house.id, 52), box.left + 38, middle)
    page.text(box.left + 72, middle, house_name(view, house.id, names), NAME, room=330 if player else 470)
    waiting = [knight(house.id, one.strength, TOKEN) for one in at_court(house)]
    waiting += [sign("lord", 46)] if house.lord == "court" else []
    if player:
        page.sprite(sign("power_points", 42), box.left + 446, middle)
        page.text(box.left + 472, middle, str(player.points), FIGURE)
    page.text(box.left + 560, middle, "court" if waiting else "nobody at court", NOTE)
    lay(page, waiting, box.left + 640, box.right - 12, middle, TOKEN + 2)


def _space(page: Page, house: HouseView, player: PlayerView | None, space: CastleSpace, box: Box) -> None:
    """Draw a space: its name, what it pays, and the knight or the tile on it."""
    tile = next((tile_id for tile_id, one in catalog().tiles.items() if one.space == space.id), "")
    built = player is not None and tile in player.tiles
    page.pen.rect(box, GILT if built else VELLUM, INK, 2, 8)
    lines = wrapped(space.name, SMALL.face, SMALL.size, box.width - 6)
    for row, line in enumerate(lines):
        page.text(box.centre[0], box.top + NAMES / 2 + (row - (len(lines) - 1) / 2) * NAME_ROW, line, SMALL, "mm")
    _pays(page, space, box)
    here = [one for one in house.knights if one.at == spots.castle(space.id)]
    found = [knight(house.id, one.strength, TOKEN) for one in here]
    if built:
        found.insert(0, sign("extension", 58))
    x, y = box.centre[0], box.bottom - 34
    for number, one in enumerate(found):
        page.sprite(one, x + (number - (len(found) - 1) / 2) * (TOKEN + 8), y)
    if not found:
        page.text(x, y, "free", NOTE, "mm")


def _pays(page: Page, space: CastleSpace, box: Box) -> None:
    """Draw what a space pays as signs: goods, or an action and what it costs."""
    parts = [(good, str(number)) for good, number in space.gain.items()]
    if space.action:
        parts = [*((good, f"–{number}") for good, number in space.cost.items()), (space.action, "")]
    widths = [text_width(number, NAME.face, NAME.size) + SIGN + 2 for _, number in parts]
    x, y = box.centre[0] - (sum(widths) + BETWEEN * (len(parts) - 1)) / 2, box.top + NAMES + 22
    for (kind, number), width in zip(parts, widths, strict=True):
        page.text(x, y, number, NAME)
        page.sprite(sign(kind, SIGN), x + width - SIGN / 2, y)
        x += width + BETWEEN


def _table(page: Page, view: LancasterView, house: HouseView, player: PlayerView, box: Box) -> None:
    """Draw the seats of the nobles, one for each county; and bishops and privileges."""
    middle, x = box.centre[1] - 4, box.left + 18.0
    page.sprite(sign("noble", 46), x + 20, middle)
    x += 66
    for letter in catalog().counties:
        seated = player.nobles.count(letter)
        if seated:
            page.paint.circle(x, middle, 22, CRIMSON, INK, 2.4)
            page.fixed_text(x, middle, letter, LETTER, "mm")
        else:
            page.pen.circle(x, middle, 21, VELLUM, INK, 1.2)
            page.text(x, middle, letter, NOTE, "mm")
        x += 52
    own = [piece.kind for piece in view.privileges if piece.house == house.id and not piece.at]
    more = [sign("bishop", 46)] * player.bishops + [sign(kind, 46) for kind in own]
    lay(page, more, x + 6, box.right - 150, middle, 48)
    page.sprite(sign("extension", 44), box.right - 118, middle)
    page.text(box.right - 90, middle, f"{len(player.tiles)} of {len(catalog().castle)}", SMALL)


# ---------------------------------------------------------------------- in words


def castles_alt(view: LancasterView, names: Mapping[str, str]) -> str:
    """Return the alternative text of all castles."""
    return within_limit([f"Castles, round {view.round}.", *(castle_words(view, one, names) for one in order(view))])


def castle_words(view: LancasterView, house: HouseView, names: Mapping[str, str]) -> str:
    """Return a castle in words: its tiles, the knights on its spaces, the nobles."""
    player = owner(view, house)
    book = catalog().castle | catalog().ally_castle
    placed = [
        f"a strength-{one.strength} knight in {book[spots.name(one.at)].name}"
        for one in house.knights
        if spots.kind(one.at) == "castle"
    ]
    facts = [f"{spoken(view, house.id, names)}: {', '.join(placed) or 'no knight in the castle'}"]
    if player:
        facts.append(_tiles(player.tiles))
        letters = [catalog().counties[letter].name for letter in player.nobles]
        named = f" ({', '.join(letters)})" if letters else ""
        facts.append(f"{counted(len(letters), 'noble')}{named}")
        facts += [counted(player.bishops, "bishop")] if player.bishops else []
    return f"{'; '.join(facts)}."


def _tiles(tiles: Sequence[str]) -> str:
    book = catalog()
    return (
        f"castle tiles: {', '.join(book.castle[book.tiles[tile].space].name for tile in tiles)}"
        if tiles
        else "no castle tile"
    )
