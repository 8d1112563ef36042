"""A conflict that has been fought out: both sides, the ranks and their points, and who has won."""

from collections.abc import Mapping, Sequence

import msgspec
from PIL import Image

from engine.core.events import Event
from engine.core.text import counted
from engine.lancaster.board.catalog import ConflictCard
from engine.lancaster.views import LancasterView, SpaceView
from render.kit import glyphs
from render.kit.lettering import Face, Type
from render.kit.page import stacked
from render.kit.palette import GOLD, INK, PARCHMENT, WHITE
from render.kit.pen import Box, Pen, sprite
from render.lancaster.board.alt import spoken
from render.lancaster.board.page import MARGIN, NAME, NOTE, WIDTH, Page, band
from render.lancaster.board.palette import AZURE, CRIMSON, VELLUM, WAX, inks
from render.lancaster.board.signs import badge, lily, sign
from render.lancaster.board.words import PLACES, house_name, ranks
from render.lancaster.edition import catalog
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.wording import within_limit

SIDES = 190
ROW = 84
VERDICT = 92
SIDE = Type(Face.CAPITALS, 40, WHITE)
TOTAL = Type(Face.BOLD, 92, WHITE)
RESULT = Type(Face.CAPITALS, 46, WHITE)
STRENGTH = Type(Face.BOLD, 46)


class Fought(msgspec.Struct, frozen=True):
    """What is told of a conflict: where it was fought, how strong both sides were, and who stood on its spaces."""

    card: str
    row: str
    england: int
    france: int
    spaces: list[SpaceView]

    @property
    def won(self) -> bool:
        """Whether England has won; it does so on a tie, too [LAN-BASE-43]."""
        return self.england >= self.france

    @property
    def result(self) -> str:
        """How it ended, in a few words."""
        if self.won:
            return "England wins"
        return "France wins the first battle" if self.row == "upper" else "France wins for good"


def draw_battle(view: LancasterView, names: Mapping[str, str], changes: Sequence[Event]) -> Picture:
    """Return the latest conflict that was fought among the changes; NothingToShow if there was none."""
    reports = [change.report for change in changes if change.kind == "battle"]
    if not reports:
        raise NothingToShow("No conflict has been decided yet.")
    fought = msgspec.convert(reports[-1], Fought)
    printed = catalog().conflicts[fought.card]
    parts = [
        band(f"The conflict of {printed.name}", f"Round {view.round}"),
        _sides(fought),
        _spaces(view, names, fought, printed),
        _verdict(fought),
    ]
    return finish(stacked(parts), battle_alt(view, names, fought), inks=inks())


def _sides(fought: Fought) -> Image.Image:
    page = Page(SIDES, PARCHMENT)
    half = WIDTH / 2
    sides = (("England", fought.england, WAX, MARGIN), ("France", fought.france, AZURE, half + 34))
    for name, strength, tone, left in sides:
        box = Box(left, 16, left + half - MARGIN - 34, SIDES - 10)
        page.paint.rect(box, tone, INK, 3, 14)
        page.paint.rect(box.grown(-6), None, GOLD, 2, 10)
        page.fixed_text(box.left + 110, box.centre[1], name, SIDE)
        page.fixed_text(box.right - 28, box.centre[1] - 4, str(strength), TOTAL, "rm")
        page.sprite(lily(80) if name == "France" else _rose(), box.left + 60, box.centre[1])
    page.sprite(sign("swords", 84), half, SIDES / 2)
    return page.image()


def _rose() -> Image.Image:
    """Return the rose of Lancaster on a white field."""

    def draw(pen: Pen) -> None:
        pen.circle(43, 43, 41, WHITE, INK, 2)
        glyphs.rose(pen.at(43, 43), "lancaster", False, 28)

    return sprite(86, 86, draw)


def _spaces(view: LancasterView, names: Mapping[str, str], fought: Fought, printed: ConflictCard) -> Image.Image:
    """Return a row for each space that was taken, the first rank above; what each rank gains where England has won."""
    order = sorted(ranks(fought.spaces).items(), key=lambda pair: pair[1])
    page = Page(max(1, len(order)) * ROW + 12, PARCHMENT)
    for place, rank in order:
        space, top = fought.spaces[place], rank * ROW
        box = Box(MARGIN, top + 5, WIDTH - MARGIN, top + ROW - 3)
        page.pen.rect(box, VELLUM, INK, 2, 10)
        page.tint(box.grown(-1.4), space.house, 9)
        middle = box.centre[1]
        page.text(box.left + 18, middle, PLACES[rank], NAME)
        page.sprite(badge(space.house, 58), box.left + 124, middle)
        page.text(box.left + 170, middle, house_name(view, space.house, names), NAME, room=420)
        page.sprite(sign("archer" if space.archer else "knight", 48), box.left + 640, middle)
        page.text(box.left + 672, middle, str(space.strength), STRENGTH)
        if fought.won:
            ally = any(house.id == space.house and house.ally for house in view.houses)
            page.sprite(sign("power_points", 46), box.right - 116, middle)
            page.text(box.right - 22, middle, "–" if ally else f"+{printed.points[rank]}", STRENGTH, "rm")
    if not order:
        page.text(WIDTH / 2, ROW / 2, "No English knight was there.", NOTE, "mm")
    return page.image()


def _verdict(fought: Fought) -> Image.Image:
    page = Page(VERDICT + 12, PARCHMENT)
    box = Box(MARGIN, 4, WIDTH - MARGIN, VERDICT)
    page.paint.rect(box, CRIMSON if fought.won else AZURE, INK, 3, 14)
    page.paint.rect(box.grown(-6), None, GOLD, 2.4, 10)
    page.fixed_text(*box.centre, fought.result, RESULT, "mm")
    return page.image()


def battle_alt(view: LancasterView, names: Mapping[str, str], fought: Fought) -> str:
    """Return the alternative text of a conflict."""
    printed = catalog().conflicts[fought.card]
    parts = [f"{printed.name}: England has strength {fought.england}, France {fought.france}. {fought.result}."]
    for place, rank in sorted(ranks(fought.spaces).items(), key=lambda pair: pair[1]):
        space = fought.spaces[place]
        archer = " with an archer" if space.archer else ""
        gains = f", {counted(printed.points[rank], 'point')}" if fought.won else ""
        parts.append(
            f"{PLACES[rank]} rank: {spoken(view, space.house, names)}{archer}, strength {space.strength}{gains}."
        )
    return within_limit(parts)
