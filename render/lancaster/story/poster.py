"""The poster of a finished game: who won, what the points are made of, England round by round, and the conflicts."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted
from engine.lancaster.views import LancasterView
from render.kit.lettering import Face, Type, write
from render.kit.page import smaller, stacked
from render.kit.palette import AYE, GOLD, INK, PARCHMENT, WHITE
from render.kit.pen import Box, overdraw, paste
from render.kit.theme import DAY
from render.lancaster.board import geography
from render.lancaster.board.base import base
from render.lancaster.board.page import HEADING, MARGIN, NAME, NOTE, SMALL, WIDTH, Page, band
from render.lancaster.board.palette import VELLUM, inks, livery
from render.lancaster.board.signs import badge, sign
from render.lancaster.board.words import ranks
from render.lancaster.edition import catalog
from render.lancaster.papers.sheet import minus, standings
from render.lancaster.story.chart import curves, sources
from render.lancaster.story.chronicle import Conflict, conflicts, ending, holders, view_of, votes, winners
from render.picture import Picture, finish
from render.picture_request import Frame
from render.story import begun
from render.wording import player, within_limit

VICTORY = 190
HEAD = 60
ROW = 70
VICTOR = Type(Face.CAPITALS, 84)
REASON = Type(Face.BOLD, 34)
COUNTY = Type(Face.CAPITALS, 34)
BADGE = 48
LAW = 62


def draw_poster(story: Sequence[Frame], names: Mapping[str, str]) -> Picture:
    """Return the poster of a game; NothingToShow before it has a course."""
    frames = begun(story)
    view = view_of(frames[-1])
    parts = [band("Lancaster", counted(view.round, "round")), _victory(frames, names)]
    if view.sheet:
        parts.append(sources(view, names))
    parts += [_england(frames), _conflicts(frames), _laws(frames), curves(frames, names)]
    return finish(stacked(parts), poster_alt(frames, names), inks=inks())


def _victory(frames: Sequence[Frame], names: Mapping[str, str]) -> Image.Image:
    """Return the band that says who has won, in the colour of the first winner."""
    won = winners(frames)
    colours = {one.id: one.colour for one in view_of(frames[-1]).players}
    coat = livery(colours[won[0]] if won else "")
    page = Page(VICTORY + 12, PARCHMENT)
    box = Box(MARGIN, 14, WIDTH - MARGIN, VICTORY)
    page.paint.rect(box, coat.fill, INK, 4, 16)
    page.paint.rect(box.grown(-7), None, GOLD, 3, 12)
    title = _title(won, names)
    style = smaller(title, VICTOR, box.width - 240)
    page.fixed_text(box.centre[0], box.top + 68, title, style._replace(ink=coat.ink), "mm", room=box.width - 230)
    if won:
        page.sprite(badge(colours[won[0]], 84), box.left + 70, box.top + 66)
        page.sprite(sign("lord", 84), box.right - 70, box.top + 66)
    reason = ending(frames, names) or "The game was not played to its end."
    page.fixed_text(box.centre[0], box.bottom - 40, reason, REASON._replace(ink=coat.ink), "mm", room=box.width - 40)
    return page.image()


def _title(won: Sequence[str], names: Mapping[str, str]) -> str:
    if not won:
        return "Nobody has won"
    return f"{' and '.join(player(names, seat) for seat in won)} {'wins' if len(won) == 1 else 'win'}"


# ---------------------------------------------------------------------- England round by round


def _england(frames: Sequence[Frame]) -> Image.Image:
    """Return the map with a badge for each round on every county: whose knight stood there when all were placed."""
    head = Page(HEAD, PARCHMENT)
    head.text(MARGIN + 4, HEAD / 2 + 2, "England, round by round", HEADING)
    image = base(DAY).copy()
    rounds = range(1, view_of(frames[-1]).round + 1)
    for county, held in holders(frames).items():
        box = geography.plate(county)
        row = Box(box.left - 2, box.top + 62, box.right + 2, box.top + 124)
        overdraw(image, row, lambda pen, row=row: pen.rect(row.grown(-1), VELLUM, INK, 2, 8))  # type: ignore[misc]
        write(image, box.centre[0], box.top + 32, catalog().counties[county].name, COUNTY, "mm")
        step = row.width / len(rounds)
        for place, number in enumerate(rounds):
            x = row.left + (place + 0.5) * step
            if number in held:
                own = badge(held[number], BADGE)
                paste(image, own, x - own.width / 2, row.centre[1] - own.height / 2)
            else:
                write(image, x, row.centre[1], "–", NOTE, "mm")
    return stacked([head.image(), image])


# ---------------------------------------------------------------------- conflicts and laws


def _conflicts(frames: Sequence[Frame]) -> Image.Image:
    """Return the conflicts that were won or lost for good, two in a row."""
    found = conflicts(frames)
    page = Page(HEAD + max(1, -(-len(found) // 2)) * ROW + 8, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2 + 6, "The war in France", HEADING)
    won = sum(one.fought.won for one in found)
    page.text(WIDTH - MARGIN - 4, HEAD / 2 + 8, f"{won} won, {len(found) - won} lost", NOTE, "rm")
    half = (WIDTH - 2 * MARGIN) / 2
    for number, one in enumerate(found):
        left, top = MARGIN + number % 2 * half, HEAD + number // 2 * ROW
        _conflict(page, one, Box(left + 3, top + 3, left + half - 3, top + ROW - 3))
    if not found:
        page.text(WIDTH / 2, HEAD + ROW / 2, "No conflict was decided.", NOTE, "mm")
    return page.image()


def _conflict(page: Page, one: Conflict, box: Box) -> None:
    """Draw a conflict in a line: who won, its name, both strengths, and whose knights stood there by rank."""
    page.pen.rect(box, VELLUM, INK, 2, 8)
    middle = box.centre[1]
    page.sprite(sign("power_points" if one.fought.won else "lily", 46), box.left + 32, middle)
    name = catalog().conflicts[one.fought.card].name
    page.text(box.left + 62, middle, name, NAME, room=190)
    page.text(box.left + 316, middle, f"{one.fought.england} : {one.fought.france}", NAME, "mm")
    order = sorted(ranks(one.fought.spaces).items(), key=lambda pair: pair[1])
    for place, (space, _) in enumerate(order):
        page.sprite(badge(one.fought.spaces[space].house, BADGE), box.left + 394 + place * 50, middle)


def _laws(frames: Sequence[Frame]) -> Image.Image:
    """Return the votes, and the laws that are in force at the end."""
    view, found = view_of(frames[-1]), votes(frames)
    page = Page(HEAD + LAW + 12, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2 + 6, "Laws in force at the end", HEADING)
    approved = sum(vote.approved for vote in found)
    words = f"{approved} of {len(found)} were approved"
    page.text(WIDTH - MARGIN - 4, HEAD / 2 + 8, words, NOTE, "rm")
    share = (WIDTH - 2 * MARGIN) / max(1, len(view.laws.current))
    for number, law in enumerate(view.laws.current):
        box = Box(MARGIN + number * share + 3, HEAD + 2, MARGIN + (number + 1) * share - 3, HEAD + LAW)
        page.paint.rect(box, AYE, INK, 2, 9)
        title = catalog().laws[law].title
        style = smaller(title, SMALL, box.width - 20)._replace(ink=WHITE)
        page.fixed_text(*box.centre, title, style, "mm", room=box.width - 16)
    return page.image()


# ---------------------------------------------------------------------- in words


def poster_alt(frames: Sequence[Frame], names: Mapping[str, str]) -> str:
    """Return the alternative text of the poster."""
    view = view_of(frames[-1])
    parts = [ending(frames, names) or f"{_title(winners(frames), names)}."]
    points = {one.id: one.points for one in view.players}
    parts.append(f"Points: {', '.join(f'{names.get(s, s)} {minus(points[s])}' for s in standings(view))}.")
    parts += [_held(view, county, held, names) for county, held in holders(frames).items() if held]
    parts += map(fought_words, conflicts(frames))
    laws = ", ".join(catalog().laws[law].title for law in view.laws.current)
    return within_limit([*parts, f"In force at the end: {laws}."])


def _held(view: LancasterView, county: str, held: Mapping[int, str], names: Mapping[str, str]) -> str:
    seats = {house.id: f"{names.get(house.seat, house.seat)}{'’s ally' if house.ally else ''}" for house in view.houses}
    told = ", ".join(f"by {seats[house]} in round {number}" for number, house in held.items())
    return f"{catalog().counties[county].name} was held {told}."


def fought_words(one: Conflict) -> str:
    """Return a conflict in words: "England won at Rouen in round 2, with strength 13 to 9."."""
    name, fought = catalog().conflicts[one.fought.card].name, one.fought
    won = "won" if fought.won else "lost"
    return f"England {won} at {name} in round {one.round}, with strength {fought.england} to {fought.france}."
