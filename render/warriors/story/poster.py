"""The poster of a game: who won, the lead, who held what turn by turn, the greatest battles, and who fell."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted
from engine.warriors.board.state import SIDES, Record, Side
from render.kit.lettering import Face, Type, wrapped
from render.kit.page import smaller, stacked
from render.kit.palette import GOLD, INK, PARCHMENT, STONE
from render.kit.pen import Box, Pen, overdraw
from render.kit.theme import DAY
from render.picture import Picture, finish
from render.picture_request import Frame
from render.story import begun
from render.warriors.board.land import empty_map, fill, label_boxes, write_label
from render.warriors.board.page import HEADING, MARGIN, NAME, NOTE, SMALL, TEXT, WIDTH, Page, band
from render.warriors.board.palette import COATS, inks
from render.warriors.board.signs import sign
from render.warriors.board.words import area_name, named, short, who
from render.warriors.edition import catalog
from render.warriors.papers.battle_words import won_assault
from render.warriors.story.chart import lead_curve, table
from render.warriors.story.chronicle import battles, ending, fallen, greatness, holders, tallies, view_of, winner
from render.wording import within_limit

VICTORY = 200
HEAD = 62
ROW = 70
MOST = 8
"""Battles that are told of."""

VICTOR = Type(Face.CAPITALS, 84)
REASON = Type(Face.BOLD, 40)
STRIP = (132, 22)
"""Width and height of the strip of an area: who held it, turn by turn."""

APART = 12
"""How far strips keep from one another, in pixels."""

LINE = 44


def draw_poster(story: Sequence[Frame], names: Mapping[str, str]) -> Picture:
    """Return the poster of a game; NothingToShow before it has a course."""
    frames = begun(story)
    view = view_of(frames[-1])
    parts = [band(catalog().scenarios[view.scenario].name, counted(view.turn, "turn")), _victory(frames, names)]
    parts += [lead_curve(frames), _map(frames), _battles(frames), _fallen(frames)]
    if tallies(frames):
        parts.append(table(frames, names))
    return finish(stacked(parts), poster_alt(frames, names), inks=inks())


def _victory(frames: Sequence[Frame], names: Mapping[str, str]) -> Image.Image:
    """Return the band that says who has won, in the colours of his side."""
    side = winner(frames)
    coat = COATS[side]
    page = Page(VICTORY + 12, PARCHMENT)
    box = Box(MARGIN, 12, WIDTH - MARGIN, VICTORY)
    page.paint.rect(box, coat.fill, INK, 4, 16)
    page.paint.rect(box.grown(-7), None, GOLD, 3, 12)
    title = victor(frames, names)
    page.fixed_text(*_up(box, 68), title, smaller(title, VICTOR, box.width - 260)._replace(ink=coat.ink), "mm",
                room=box.width - 250)  # fmt: skip
    if side:
        for x in (box.left + 74, box.right - 74):
            page.sprite(sign(side, 88), x, box.top + 66)
    reason = ending(frames, names) or "The game was not played to its end."
    style = smaller(reason, REASON, box.width - 50)._replace(ink=coat.ink)
    page.fixed_text(*_up(box, box.height - 42), reason, style, "mm", room=box.width - 40)
    return page.image()


def _up(box: Box, down: float) -> tuple[float, float]:
    return box.centre[0], box.top + down


def victor(frames: Sequence[Frame], names: Mapping[str, str]) -> str:
    """Return who has won: "Ann wins"."""
    view, side = view_of(frames[-1]), winner(frames)
    if not side:
        return "Nobody has won"
    return f"{who(view, side, names) or COATS[side].name} wins"


# ---------------------------------------------------------------------- who held what


def _map(frames: Sequence[Frame]) -> Image.Image:
    """Return the map with a strip on each area: a cell for each turn in the colour of who controlled it at its end."""
    head = Page(HEAD, PARCHMENT)
    head.text(MARGIN + 4, HEAD / 2 + 2, "Who held what, turn by turn", HEADING)
    view = view_of(frames[-1])
    land, lines = empty_map(DAY)
    image = land.copy()
    for area in view.areas:
        if area.control:
            fill(image, area.id, area.control)
    image.paste(lines, (0, 0), lines)
    for area in view.areas:
        if area.value:
            write_label(image, view, area)
    found = holders(frames)
    for strip_id, row in strips().items():
        _strip(image, view.turns, found.get(strip_id, []), row)
    return stacked([head.image(), image])


def strips() -> Mapping[str, Box]:
    """Return where the strip of each area lies: below its name, or above it where another name or strip is near."""
    free = {area.id: _free(area.id) for area in catalog().areas.values() if area.value}
    found: dict[str, Box] = {}
    for area in sorted(free, key=lambda area: len(free[area])):
        apart = [box.grown(APART) for box in found.values()]
        clear = (row for row in free[area] if not any(row.meets(box) for box in apart))
        found[area] = next(clear, free[area][0])
    return found


def _free(area: str) -> list[Box]:
    """Return the places for a strip beside the name of an area that are clear of other names."""
    names, (width, height) = label_boxes(), STRIP
    own, others = names[area], [box for other, box in names.items() if other != area]
    left = own.centre[0] - width / 2
    rows = [Box(left, top, left + width, top + height) for top in (own.bottom, own.top - height)]
    return [row for row in rows if not any(row.meets(box) for box in others)] or rows[:1]


def _strip(image: Image.Image, turns: int, held: Sequence[str], row: Box) -> None:
    """Draw a cell for each turn: its upper half is red where the English controlled the area, its lower half blue."""
    step = row.width / turns

    def draw(pen: Pen) -> None:
        pen.rect(row, STONE, INK, 2)
        for place, side in enumerate(held):
            if side:
                left = row.left + place * step
                down = row.top if side == "english" else row.centre[1]
                pen.rect(Box(left, down, left + step, down + row.height / 2), COATS[side].fill)
        pen.rect(row, None, INK, 2)

    overdraw(image, row.grown(2), draw)


# ---------------------------------------------------------------------- battles


def _battles(frames: Sequence[Frame]) -> Image.Image:
    every = battles(frames)
    found = sorted(sorted(every, key=greatness, reverse=True)[:MOST], key=lambda one: one.turn)
    page = Page(HEAD + max(1, len(found)) * ROW + 8, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2 + 2, "The greatest battles", HEADING)
    won = {side: sum(one.holds == side for one in every) for side in SIDES}
    tally = f"of {len(every)}, the English won {won['english']}, the French {won['french']}"
    page.text(WIDTH - MARGIN - 4, HEAD / 2 + 4, tally, NOTE, "rm")
    for row, fought in enumerate(found):
        top = HEAD + row * ROW
        _battle(page, fought, Box(MARGIN, top + 3, WIDTH - MARGIN, top + ROW - 3))
    if not found:
        page.text(WIDTH / 2, HEAD + ROW / 2, "No battle was fought.", NOTE, "mm")
    return page.image()


def _battle(page: Page, fought: Record, box: Box) -> None:
    """Draw a battle in a line: who won, when and where, who commanded, and whom the loser lost."""
    page.panel(box)
    middle = box.centre[1]
    page.sprite(sign(fought.holds, 46), box.left + 36, middle)
    page.text(box.left + 72, middle, str(fought.turn), NOTE)
    page.text(box.left + 116, middle, area_name(fought.area), NAME, room=212)
    chiefs = " – ".join(short(fought.commanders[side]) for side in SIDES if side in fought.commanders)
    page.text(box.left + 334, middle, chiefs, SMALL, room=356)
    page.text(box.right - 18, middle, outcome(fought), TEXT, "rm", room=446)


def outcome(fought: Record) -> str:
    """Return what a battle has cost, in few words."""
    fates = [f"{short(fate.leader)} {fate.fate}" for clash in fought.clashes for fate in clash.fates]
    if fates or fought.taken:
        return ", ".join([*fates, *(f"{short(leader_id)} captured" for leader_id in fought.taken)])
    if fought.kind == "siege":
        return "the walls fell" if fought.clashes and won_assault(fought.clashes[0]) else "the walls held"
    if fought.retreating:
        return f"the {COATS[fought.retreating].name} retreated"
    return f"{counted(len(fought.clashes), 'round')}"


def _fallen(frames: Sequence[Frame]) -> Image.Image:
    found = fallen(frames)
    told = ", ".join(f"{named(leader)} ({turn})" for turn, leader in found) or "nobody"
    lines = wrapped(told, TEXT.face, TEXT.size, WIDTH - 2 * MARGIN - 20)
    page = Page(HEAD + len(lines) * LINE + 12, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2 + 2, "Killed in battle", HEADING)
    for row, line in enumerate(lines):
        page.text(MARGIN + 10, HEAD + (row + 0.5) * LINE, line, TEXT)
    return page.image()


# ---------------------------------------------------------------------- in words


def poster_alt(frames: Sequence[Frame], names: Mapping[str, str]) -> str:
    """Return the alternative text of the poster."""
    parts = [f"{victor(frames, names)}. {ending(frames, names)}".strip()]
    every = battles(frames)
    won = {side: sum(one.holds == side for one in every) for side in SIDES}
    parts.append(f"{counted(len(every), 'battle')}: the English won {won['english']}, the French {won['french']}.")
    last: dict[Side, list[str]] = {side: [] for side in SIDES}
    for area, held in holders(frames).items():
        for side in SIDES:
            if held[-1] == side:
                last[side].append(area_name(area))
    parts += [f"At the end the {COATS[side].name} control {', '.join(last[side]) or 'nothing'}." for side in SIDES]
    for fought in sorted(every, key=greatness, reverse=True)[:MOST]:
        parts.append(f"{area_name(fought.area)}, turn {fought.turn}: {outcome(fought)}.")
    return within_limit(parts)
