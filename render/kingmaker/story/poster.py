"""The poster of a finished war: who won and why, the last map, the royal blood, the factions, the great deeds."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image

from engine.core.text import counted, join_words
from engine.kingmaker.board import names as words_for
from engine.kingmaker.views import KingmakerView, SeatView
from render.kingmaker.edition import SHOWN
from render.kingmaker.heraldry.heraldry import shield, shield_height
from render.kingmaker.map import counters
from render.kingmaker.map.map import bare_map
from render.kingmaker.story.chart import curves
from render.kingmaker.story.chronicle import (
    Deed,
    Fate,
    battles,
    begun,
    deeds,
    ending,
    fates,
    greatest,
    heir_words,
    men,
    standings,
    view_of,
    votes,
)
from render.kit import glyphs
from render.kit.lettering import Face, Type, fitted, line_height, printable, text_width, wrapped, write
from render.kit.palette import ALARM, FADED_INK, INK, PARCHMENT, WHITE, blend, livery
from render.kit.pen import Box, Pen, overdraw, paste, sprite
from render.picture import Picture, finish
from render.picture_request import Frame
from render.wording import player, within_limit

WIDTH = 1500
MARGIN = 40
BAND = 254
MAP_WIDTH = 720
HEAD = 70
SEAT_ROW = 96
DEED_ROW = 62
MOST_DEEDS = 10
CURVES = 560
VICTOR = Type(Face.CAPITALS, 104)
VICTORS = Type(Face.CAPITALS, 74)
REASON = Type(Face.BOLD, 46)
HEADING = Type(Face.CAPITALS, 46)
NAME = Type(Face.BOLD, 48)
TEXT = Type(Face.TEXT, 46)
FIGURE = Type(Face.BOLD, 48)
RULE = blend(PARCHMENT, INK, 0.3)
COLUMNS = (("Men", 410), ("Votes", 260), ("Fights won", 0))


def draw_poster(story: Sequence[Frame], names: Mapping[str, str], cache: Path | None = None) -> Picture:
    """Return the poster of a game; NothingToShow before it has a course."""
    frames = begun(story)
    view = view_of(frames[-1])
    found = deeds(frames, names)
    told = [line for deed in greatest(found, MOST_DEEDS) for line in _lines(deed)]
    country = _map(view, cache)
    tops = [BAND + 2 * MARGIN]
    tops.append(tops[-1] + HEAD + country.height + MARGIN)
    tops.append(tops[-1] + HEAD + len(view.seats) * SEAT_ROW + MARGIN)
    tops.append(tops[-1] + HEAD + len(told) * DEED_ROW + MARGIN)
    image = Image.new("RGB", (WIDTH, tops[-1] + HEAD + CURVES + 70), PARCHMENT)
    _band(image, view, names, ending(frames, names))
    write(image, MARGIN, tops[0] + 20, f"England in round {view.round}", HEADING)
    image.paste(country, (MARGIN, tops[0] + HEAD))
    _blood(image, view, fates(frames, names), tops[0], country.height)
    _factions(image, view, names, battles(found), tops[1])
    _deeds(image, told, tops[2])
    box = Box(MARGIN, tops[3] + HEAD, WIDTH - MARGIN, tops[3] + HEAD + CURVES)
    curves(image, box, "Men", frames, names, found)
    return finish(image, poster_alt(frames, names))


def _map(view: KingmakerView, cache: Path | None) -> Image.Image:
    large = bare_map(view, cache)
    return large.resize((MAP_WIDTH, round(MAP_WIDTH * large.height / large.width)), Image.Resampling.LANCZOS)


def _title(winners: Sequence[str]) -> str:
    return f"{join_words(winners)} {'win' if len(winners) > 1 else 'wins'}" if winners else "Nobody wins"


def _band(image: Image.Image, view: KingmakerView, names: Mapping[str, str], reason: str) -> None:
    """Draw the band that says who has won: in the winner's colour, dark if several have won together."""
    numbers = [seat.number for seat in view.seats if seat.id in view.winners]
    fill, ink = (INK if numbers else FADED_INK), WHITE
    if len(numbers) == 1:
        fill, ink = livery(numbers[0]).fill, livery(numbers[0]).ink
    box = Box(MARGIN, MARGIN, WIDTH - MARGIN, MARGIN + BAND)
    overdraw(image, box.grown(5), lambda pen: pen.rect(box, fill, INK, 5, 18))
    marks = [counters.badge(number, 44) for number in numbers]
    room = sum(mark.width + 12 for mark in marks)
    style = (VICTOR if len(marks) < 2 else VICTORS)._replace(ink=ink)
    told = _title([player(names, seat) for seat in view.winners])
    title = fitted(told, style.face, style.size, box.width - room - 60)
    width = text_width(title, style.face, style.size)
    left = (WIDTH - room - width) / 2
    for mark in marks:
        paste(image, mark, left, MARGIN + 88 - mark.height / 2)
        left += mark.width + 12
    write(image, left + width / 2, MARGIN + 84, title, style, "mm")
    lines = wrapped(printable(reason), REASON.face, REASON.size, box.width - 60)[:2]
    for place, line in enumerate(lines):
        y = MARGIN + BAND - 66 + (place - (len(lines) - 1) / 2) * line_height(REASON.size)
        write(image, WIDTH / 2, y, line, REASON._replace(ink=ink), "mm")


def _blood(image: Image.Image, view: KingmakerView, lines: Sequence[Fate], top: float, height: float) -> None:
    """List the royal heirs with what became of each; a cross on the rose is a death."""
    left = MARGIN + MAP_WIDTH + 36
    write(image, left, top + 20, "The royal blood", HEADING)
    row = height / max(1, len(lines))
    for place, fate in enumerate(lines):
        middle = top + HEAD + (place + 0.5) * row
        flower = counters.rose(fate.house, fate.state == "king", 24)
        paste(image, flower, left + 34 - flower.width / 2, middle - flower.height / 2 - 8)
        if fate.state == "dead":
            cross = sprite(64, 64, lambda pen: glyphs.crossed_out(pen.at(32, 32), 25, 25))
            paste(image, cross, left + 34 - 32, middle - 32 - 8)
        x, room = left + 84, WIDTH - MARGIN - left - 84
        told = wrapped(printable(fate.text), TEXT.face, TEXT.size, room)[:2]
        y = middle - (len(told) * line_height(TEXT.size)) / 2
        write(image, x, y, fitted(words_for.heir(SHOWN, fate.heir), NAME.face, NAME.size, room), NAME)
        for line_number, line in enumerate(told):
            style = TEXT._replace(ink=ALARM if fate.state == "dead" else FADED_INK)
            write(image, x, y + 50 + line_number * line_height(TEXT.size), line, style)


def _factions(
    image: Image.Image, view: KingmakerView, names: Mapping[str, str], won: Mapping[str, int], top: float
) -> None:
    write(image, MARGIN, top + 20, "The factions", HEADING)
    for title, before in COLUMNS:
        write(image, WIDTH - MARGIN - before, top + 24, title, TEXT._replace(ink=FADED_INK), "rm")
    for place, seat in enumerate(standings(view)):
        _faction(image, view, names, seat, won.get(seat.id, 0), top + HEAD + place * SEAT_ROW)


def _faction(
    image: Image.Image, view: KingmakerView, names: Mapping[str, str], seat: SeatView, won: int, top: float
) -> None:
    middle = top + SEAT_ROW / 2
    rule = Box(MARGIN, top, WIDTH - MARGIN, top + 1.4)
    overdraw(image, rule.grown(1), lambda pen: pen.rect(rule, RULE))
    mark = counters.badge(seat.number, 32)
    paste(image, mark, MARGIN + 36 - mark.width / 2, middle - mark.height / 2)
    write(image, MARGIN + 84, middle, fitted(player(names, seat.id), NAME.face, NAME.size, 360), NAME)
    figures = (men(view, seat.id), votes(view, seat.id), won)
    for (_, before), figure in zip(COLUMNS, figures, strict=True):
        write(image, WIDTH - MARGIN - before, middle, str(figure), FIGURE, "rm")
    own = [noble.id for noble in view.nobles if noble.seat == seat.id and not noble.captor]
    x, step = MARGIN + 460.0, min(48.0, 380 / max(1, len(own)))
    for noble in own:
        paste(image, shield(noble, 40), x, middle - shield_height(40) / 2)
        x += step
    if seat.eliminated:
        write(image, x, middle, "has left the game", TEXT._replace(ink=FADED_INK))


def _lines(deed: Deed) -> list[tuple[str, str, str]]:
    """Return a deed in lines that fit: the mark and the round stand before the first one only."""
    room = WIDTH - 2 * MARGIN - 250
    lines = wrapped(printable(deed.text), TEXT.face, TEXT.size, room)[:2]
    return [(deed.kind if not place else "", f"Round {deed.round}", line) for place, line in enumerate(lines)]


def _deeds(image: Image.Image, told: Sequence[tuple[str, str, str]], top: float) -> None:
    write(image, MARGIN, top + 20, "Deeds to be remembered", HEADING)
    for place, (kind, when, line) in enumerate(told):
        middle = top + HEAD + (place + 0.5) * DEED_ROW
        if kind:
            _mark(image, MARGIN + 18, middle, kind)
            write(image, MARGIN + 50, middle, when, TEXT._replace(ink=FADED_INK))
        write(image, MARGIN + 250, middle, line, TEXT)


def _mark(image: Image.Image, x: float, y: float, kind: str) -> None:
    """Draw the mark of a deed: a crown, a cross or swords."""

    def draw(pen: Pen) -> None:
        match kind:
            case "crowned":
                glyphs.crown(pen.at(20, 20), 13)
            case "fought":
                glyphs.crossed_swords(pen.at(20, 20, 0.95))
            case _:
                glyphs.death_cross(pen.at(20, 20))

    paste(image, sprite(40, 40, draw), x - 20, y - 20)


def poster_alt(frames: Sequence[Frame], names: Mapping[str, str]) -> str:
    """Return the alternative text of the poster."""
    view = view_of(frames[-1])
    title = _title([names.get(seat, seat) for seat in view.winners])
    head = f"{title} in round {view.round}. {ending(frames, names)}".strip()
    rows = [
        f"{names.get(seat.id, seat.id)} has {men(view, seat.id)} men and {counted(votes(view, seat.id), 'vote')}."
        for seat in standings(view)
    ]
    great = [f"Round {deed.round}: {deed.text}" for deed in greatest(deeds(frames, names), MOST_DEEDS)]
    return within_limit([head, *rows, *map(heir_words, fates(frames, names)), *great])
