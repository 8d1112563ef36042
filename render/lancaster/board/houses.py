"""The houses beside the board: power points, nobles, tiles, and who still waits at court."""

from collections.abc import Mapping

from PIL import Image

from engine.lancaster.views import HouseView, LancasterView, PlayerView
from render.kit.lettering import Face, Type
from render.kit.palette import GOLD, INK, PARCHMENT
from render.kit.pen import Box
from render.kit.theme import DAY, Theme
from render.lancaster.board.france import TOKEN
from render.lancaster.board.page import MARGIN, NAME, NOTE, SMALL, WIDTH, Page
from render.lancaster.board.row import lay
from render.lancaster.board.signs import badge, knight, sign
from render.lancaster.board.words import at_court, house_name, order

ROW = 74
HEAD = 44
POINTS = Type(Face.BOLD, 40)
COLUMNS = {"power_points": 448, "noble": 544, "extension": 634}
"""Where what everybody owns openly stands."""

COURT = 716


def strip(view: LancasterView, names: Mapping[str, str], theme: Theme = DAY) -> Image.Image:
    """Return a row for every house, in table order, allies below their players."""
    page = Page(HEAD + len(view.houses) * ROW + 12, PARCHMENT, theme)
    page.text(COURT, HEAD / 2 + 2, "waiting at court", NOTE)
    for kind, x in COLUMNS.items():
        page.sprite(sign(kind, 40), x, HEAD / 2)
    owners = {player.colour: player for player in view.players}
    for number, house in enumerate(order(view)):
        box = Box(MARGIN, HEAD + number * ROW, WIDTH - MARGIN, HEAD + (number + 1) * ROW - 6)
        _house(page, view, names, house, owners.get(house.id), box)
    return page.image()


def _house(
    page: Page, view: LancasterView, names: Mapping[str, str], house: HouseView, player: PlayerView | None, box: Box
) -> None:
    active = view.seat == house.seat and not house.ally
    page.pen.rect(box, None, INK, 2, 9)
    page.tint(box.grown(-1.5), house.id, 8)
    if active:
        page.paint.rect(box.grown(-2), None, GOLD, 5, 8)
    middle = box.centre[1]
    page.sprite(badge(house.id, 56), box.left + 40, middle)
    wide = (COLUMNS["power_points"] - 64 if player else COURT) - box.left - 90
    page.text(box.left + 78, middle, house_name(view, house.id, names), NAME, room=wide)
    if player:
        page.text(COLUMNS["power_points"], middle, str(player.points), POINTS, "mm")
        page.text(COLUMNS["noble"], middle, str(len(player.nobles)), NAME, "mm")
        page.text(COLUMNS["extension"], middle, str(len(player.tiles)), NAME, "mm")
    if view.start == house.seat and not house.ally:
        page.sprite(sign("choose_start_player", 40), COLUMNS["power_points"] - 56, middle)
    waiting = [knight(house.id, one.strength, TOKEN) for one in at_court(house)]
    if house.lord == "court":
        waiting.append(sign("lord", TOKEN - 6))
    lay(page, waiting, COURT, box.right - 10, middle, TOKEN + 2)
    if not waiting:
        page.text(COURT, middle, "all placed", SMALL)
