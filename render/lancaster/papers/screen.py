"""What lies behind a screen: gold, squires, voting markers, seals and dishonor, for its owner alone."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted
from engine.lancaster.board import names as words
from engine.lancaster.views import LancasterView, PlayerView
from render.kit import glyphs
from render.kit.lettering import Face, Type
from render.kit.page import stacked
from render.kit.palette import GOLD, INK, PARCHMENT, WHITE, blend
from render.kit.pen import Box
from render.lancaster.board.page import HEADING, MARGIN, NAME, NOTE, TEXT, WIDTH, Page, band
from render.lancaster.board.palette import STEEL, VELLUM, inks
from render.lancaster.board.palette import livery as livery_of
from render.lancaster.board.row import lay
from render.lancaster.board.signs import badge, knight, sign
from render.lancaster.board.words import PRIVILEGES, at_court, houses
from render.lancaster.edition import catalog
from render.lancaster.papers.castles import castle, castle_words
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.wording import player as name_of
from render.wording import within_limit

GOODS: Mapping[str, str] = {
    "gold": "Gold",
    "squires": "Squires",
    "voting_markers": "Votes",
    "seals": "Seals",
    "dishonor": "Dishonor",
}
MODULES: Mapping[str, str] = {"seals": "court", "dishonor": "resentment"}
"""Goods that only a module brings."""

WALL = 116
STACK = 226
ROW = 62
HEAD = 52
NUMBER = Type(Face.BOLD, 72)
SCREEN = Type(Face.CAPITALS, 44, WHITE)


def draw_screen(view: LancasterView, names: Mapping[str, str]) -> Picture:
    """Return what the viewer has behind their screen; NothingToShow if the viewer has no seat."""
    own = next((player for player in view.players if player.id == view.viewer), None)
    if own is None:
        raise NothingToShow("Only a seat has a screen.")
    parts = [
        band("Behind the screen", f"Round {view.round}"),
        _wall(view, names, own),
        _goods(view, own),
        *_secrets(view, own),
        _court(view, own),
        castle(view, houses(view)[own.colour], names),
    ]
    return finish(stacked(parts), screen_alt(view, names, own), inks=inks())


def known(view: LancasterView, player: PlayerView) -> dict[str, int | None]:
    """Return the goods of a player that are in play, None where they are hidden."""
    return {
        good: getattr(player, good) for good in GOODS if good not in MODULES or view.options.get(MODULES[good], False)
    }


def _wall(view: LancasterView, names: Mapping[str, str], own: PlayerView) -> Image.Image:
    """Return the screen itself: a castle wall in the colour of the house."""
    page = Page(WALL, PARCHMENT)
    coat = livery_of(own.colour)
    page.paint.polygon(glyphs.battlements(MARGIN, WIDTH - MARGIN, 12, WALL, 14, 20), coat.fill, INK, 3)
    page.paint.line([(MARGIN, WALL - 4), (WIDTH - MARGIN, WALL - 4)], GOLD, 4)
    page.sprite(badge(own.colour, 60), MARGIN + 56, WALL / 2 + 16)
    page.fixed_text(MARGIN + 98, WALL / 2 + 16, name_of(names, own.id), SCREEN._replace(ink=coat.ink), room=640)
    page.fixed_text(
        WIDTH - MARGIN - 20, WALL / 2 + 16, counted(own.points, "point"), SCREEN._replace(ink=coat.ink), "rm"
    )
    return page.image()


def goods_row(page: Page, goods: Mapping[str, int | None], top: float) -> None:
    """Draw goods side by side with their numbers; a question mark where they are hidden."""
    share = (WIDTH - 2 * MARGIN) / len(goods)
    for place, (good, number) in enumerate(goods.items()):
        left = MARGIN + place * share
        box = Box(left + 4, top, left + share - 4, top + STACK)
        page.pen.rect(box, VELLUM, INK, 2.4, 12)
        page.sprite(sign(good, 84), box.centre[0], box.top + 56)
        page.text(box.centre[0], box.top + 136, "?" if number is None else str(number), NUMBER, "mm")
        page.text(box.centre[0], box.bottom - 28, GOODS[good], NAME, "mm", room=box.width - 8)


def _goods(view: LancasterView, own: PlayerView) -> Image.Image:
    page = Page(STACK + 24, PARCHMENT)
    page.pen.rect(Box(MARGIN, 0, WIDTH - MARGIN, STACK + 20), blend(PARCHMENT, STEEL, 0.3))
    goods_row(page, known(view, own), 10)
    return page.image()


def _secrets(view: LancasterView, own: PlayerView) -> list[Image.Image]:
    """Return the secrets: the first tile that was chosen, and ballots that are not revealed."""
    lines = secrets(view)
    if not lines:
        return []
    page = Page(HEAD + len(lines) * ROW + 6, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2 + 2, "Still secret", HEADING)
    for number, (kind, line) in enumerate(lines):
        box = Box(MARGIN, HEAD + number * ROW, WIDTH - MARGIN, HEAD + (number + 1) * ROW - 6)
        page.panel(box)
        page.sprite(sign(kind, 44), box.left + 36, box.centre[1])
        page.text(box.left + 70, box.centre[1], line, TEXT, room=box.width - 90)
    return [page.image()]


def secrets(view: LancasterView) -> list[tuple[str, str]]:
    """Return what the viewer has decided in secret: a sign and a line for each."""
    found = [("extension", f"First castle tile: {words.tile(catalog(), view.tile)}")] if view.tile else []
    for law, ballot in (view.vote.own if view.vote else {}).items():
        added = words.amount("voting_markers", ballot.markers)
        found.append(("voting_markers", f"{words.law(catalog(), law)}: {ballot.side}, with {added}"))
    return found


def _court(view: LancasterView, own: PlayerView) -> Image.Image:
    """Knights, lord, bishops and privileges that can still be used this round, the ally's below."""
    rows = [(colour, _waiting(view, colour, own)) for colour in (own.colour, own.ally) if colour]
    page = Page(HEAD + len(rows) * ROW + 6, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2 + 2, "Waiting at court", HEADING)
    for number, (colour, found) in enumerate(rows):
        box = Box(MARGIN, HEAD + number * ROW, WIDTH - MARGIN, HEAD + (number + 1) * ROW - 4)
        page.panel(box)
        page.sprite(badge(colour, 52), box.left + 34, box.centre[1])
        lay(page, found, box.left + 76, box.right - 10, box.centre[1], 60)
        if not found:
            page.text(box.left + 76, box.centre[1], "nobody", NOTE)
    return page.image()


def _waiting(view: LancasterView, colour: str, own: PlayerView) -> list[Image.Image]:
    house = houses(view)[colour]
    found = [knight(colour, one.strength, 52) for one in at_court(house)]
    found += [sign("lord", 50)] if house.lord == "court" else []
    found += [sign("bishop", 50)] * (bishops(view, own) if colour == own.colour else 0)
    return found + [sign(kind, 50) for kind in ready(view, colour)]


def bishops(view: LancasterView, own: PlayerView) -> int:
    """Return how many bishops of a player support nobody yet."""
    return own.bishops - sum(office.bishops for office in view.offices if office.applicant == own.colour)


def ready(view: LancasterView, colour: str) -> Sequence[str]:
    """Return the privileges that a house can use this round."""
    kept = [piece for piece in view.privileges if piece.house == colour and not piece.at]
    return [piece.kind for piece in kept if piece.granted < view.round]


def _amount(good: str, number: int | None) -> str:
    word = GOODS[good].lower()
    return f"{number} {word.removesuffix('s') if number == 1 else word}"


def screen_alt(view: LancasterView, names: Mapping[str, str], own: PlayerView) -> str:
    """Return the alternative text of a screen."""
    goods = [_amount(good, number) for good, number in known(view, own).items()]
    house = houses(view)[own.colour]
    waiting = [f"a strength-{one.strength} knight" for one in at_court(house)]
    waiting += ["the lord"] if house.lord == "court" else []
    waiting += [counted(bishops(view, own), "bishop")] if bishops(view, own) else []
    waiting += [PRIVILEGES[kind].lower() for kind in ready(view, own.colour)]
    behind = f"{', '.join(goods)}, and {counted(own.points, 'point')}"
    parts = [f"Behind {names.get(own.id, own.id)}'s screen: {behind}."]
    parts += [f"Still secret: {line}." for _, line in secrets(view)]
    parts.append(f"Waiting at court: {', '.join(waiting) or 'nobody'}.")
    return within_limit([*parts, castle_words(view, house, names)])
