"""Leaders and areas as they are printed: what each can do, and what lies round it."""

from PIL import Image

from engine.core.text import counted, join_words
from engine.warriors.board.catalog import LeaderCard
from render.kit import glyphs
from render.kit.lettering import Face, Type, text_width, wrapped, write
from render.kit.page import stacked
from render.kit.palette import FADED_INK, GOLD, INK, PARCHMENT, blend
from render.kit.pen import Box, paste, sprite
from render.kit.theme import DAY
from render.picture import Picture, finish
from render.warriors.board import geography, room, words
from render.warriors.board.base import borders_of, ground, lines, mask
from render.warriors.board.land import label_boxes
from render.warriors.board.page import MARGIN, NOTE, TEXT, Page, band
from render.warriors.board.palette import VELLUM, inks
from render.warriors.board.signs import value
from render.warriors.edition import catalog
from render.wording import within_limit

WIDTH = 900
SHIELD = 240
LINE = 46
FIGURE = Type(Face.BOLD, 110)
LABEL = NOTE

SCENE = 560
SEEN = Box(6, 6, WIDTH - 6, SCENE - 6)
MEANT = blend(VELLUM, GOLD, 0.5)
HERE = Type(Face.CAPITALS, 38)
THERE = Type(Face.CAPITALS, 28, FADED_INK)
BORDERS = {
    "clear": "Clear borders", "river": "By river", "obstructed": "Obstructed borders", "sea": "By sea",
}  # fmt: skip

SPECIALS = {
    "jeanne_darc": "As commander: a die against English bravery, and below or above it one side rolls no dice.",
    "robin_hood": "As commander: battle 1 higher with longbows of his own.",
    "commands_english_longbow": "May lead English longbowmen.",
}
"""What is special about a leader, in a sentence."""

LONGBOW = "Counts as one longbowman in battle."
BURGUNDIAN = "A Burgundian: from two stars on he may lead Burgundian chevaliers."
KING = "May be King."
NATIONS = {"english": "English", "french": "French", "nonaligned": "non-aligned"}


def draw_card(subject: str) -> Picture:
    """Return a leader or an area as printed; KeyError if there is no such card."""
    book = catalog()
    if subject in book.leaders:
        return _leader(book.leaders[subject])
    if subject in book.areas:
        return _area(subject)
    raise KeyError(subject)


# ---------------------------------------------------------------------- leaders


def _leader(card: LeaderCard) -> Picture:
    side = "" if card.nationality == "nonaligned" else card.nationality
    scenario = catalog().scenarios[card.scenario].name
    arms = Page(SHIELD, PARCHMENT, width=WIDTH)
    box = Box(MARGIN, 8, WIDTH - MARGIN, SHIELD - 4)
    arms.panel(box, side)
    for place in range(card.rank):
        arms.sprite(_star(), box.left + 70 + place * 76, box.top + 70)
    arms.text(box.left + 36, box.top + 154, f"{words.stars(card.rank)}, up to {capacity(card)} troops", TEXT)
    arms.text(box.left + 36, box.top + 196, NATIONS[card.nationality], NOTE)
    for x, number, label in ((640, card.bravery, "bravery"), (790, card.battle, "battle")):
        arms.text(x, box.top + 92, str(number), FIGURE, "mm")
        arms.text(x, box.top + 184, label, LABEL, "mm")
    told = leader_lines(card)
    parts = [band(card.name, scenario, width=WIDTH), arms.image(), _lines(told)]
    return finish(stacked(parts), _leader_alt(card, told), inks=inks())


def capacity(card: LeaderCard) -> int:
    """Return how many strength points a leader can lead."""
    return catalog().strength_per_star * card.rank


def leader_lines(card: LeaderCard) -> list[str]:
    """Return what else there is to say of a leader, in sentences."""
    years = words.years(card.scenario, card.entry)
    found = [f"Comes on turn {card.entry} ({years}). Home: {words.area_name(card.home)}."]
    found += [KING] if card.king else []
    found += [LONGBOW] if card.longbow else []
    found += [BURGUNDIAN] if card.burgundian else []
    return [*found, *([SPECIALS[card.special]] if card.special else [])]


def _star() -> Image.Image:
    return sprite(72, 72, lambda pen: pen.at(36, 37).polygon(glyphs.star(5, 34, 15), GOLD, INK, 3))


def _lines(told: list[str]) -> Image.Image:
    lines = [line for text in told for line in wrapped(text, TEXT.face, TEXT.size, WIDTH - 2 * MARGIN - 44)]
    page = Page(len(lines) * LINE + 40, PARCHMENT, width=WIDTH)
    page.panel(Box(MARGIN, 6, WIDTH - MARGIN, len(lines) * LINE + 30))
    for row, line in enumerate(lines):
        page.text(MARGIN + 22, 18 + (row + 0.5) * LINE, line, TEXT)
    return page.image()


def _leader_alt(card: LeaderCard, told: list[str]) -> str:
    ratings = f"{words.stars(card.rank)}, bravery {card.bravery}, battle {card.battle}"
    head = f"{card.name}, {NATIONS[card.nationality]}, {ratings}; he leads up to {capacity(card)} troops."
    return within_limit([head, *told])


# ---------------------------------------------------------------------- areas


def _area(area_id: str) -> Picture:
    card = catalog().areas[area_id]
    book = catalog()
    neutral = frozenset(area.id for area in book.areas.values() if area.neutral)
    image = ground(DAY, neutral).copy()
    borders = lines(DAY, borders_of(book.borders))
    shape, corner = mask(area_id)
    image.paste(MEANT, corner, shape)
    image.paste(borders, (0, 0), borders)
    bounds = geography.bounds(area_id)
    x, y = bounds.centre
    left = round(min(max(0, x - WIDTH / 2), geography.WIDTH - WIDTH))
    top = round(min(max(0, y - SCENE / 2), geography.HEIGHT - SCENE))
    scene = image.crop((left, top, left + WIDTH, top + SCENE))
    _names(scene, area_id, left, top)
    worth = f"Value {card.value}" if card.value else "Neutral"
    told = area_lines(area_id)
    return finish(
        stacked([band(card.name, worth, width=WIDTH), scene, _lines(told)]),
        within_limit([f"{card.name}: {worth.lower()}.", *told]),
        inks=inks(),
    )


def _names(scene: Image.Image, leader_id: str, left: int, top: int) -> None:
    """Write the names of the areas that are seen, and the value of the one that is meant."""
    book, boxes = catalog(), label_boxes()
    card = book.areas[leader_id]
    wide = text_width(card.name, HERE.face, HERE.size) + (64 if card.value else 0)
    x, y = room.middle(leader_id)
    own = Box(x - left - wide / 2, y - top - 32, x - left + wide / 2, y - top + 32)
    if card.value:
        paste(scene, value("", card.value, 58), own.left, own.top + 3)
    write(scene, own.right, own.centre[1], card.name, HERE, "rm")
    for area in book.areas.values():
        box = boxes[area.id].moved(-left, -top)
        if area.id != leader_id and SEEN.holds(box) and not box.meets(own):
            write(scene, *box.centre, area.name, THERE, "mm")


def area_lines(area_id: str) -> list[str]:
    """Return what is raised in an area and what lies round it, in sentences."""
    book, card = catalog(), catalog().areas[area_id]
    found = []
    if card.value:
        points = book.score.area_value[card.value - 1]
        strength = counted(card.value, "strength point")
        found.append(f"Scores {counted(points, 'point')} a turn and raises {strength}.")
        raised = [words.plural(kind) for kind, troop in book.troops.items() if troop.native_to(card)]
        found.append(f"Raised here: {join_words(raised)}.")
    hired = book.troops.get(f"mercenary_{area_id}")
    if hired:
        found.append(f"Home of {counted(hired.counter_mix, 'piece')} of the {hired.name}.")
    for kind, what in BORDERS.items():
        near = [
            words.area_name(other) for other in book.near[area_id] if book.borders[frozenset((area_id, other))] == kind
        ]
        if near:
            found.append(f"{what}: {join_words(near)}.")
    return found
