"""The regal board: the three offices, the treasury, the privileges and bishops, the dishonor track and the tower."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted
from engine.lancaster.board import names as words
from engine.lancaster.board import spots
from engine.lancaster.views import LancasterView, OfficeView, PrivilegeView
from render.kit.lettering import Face, Type, line_height, wrapped
from render.kit.page import stacked
from render.kit.palette import ALARM, INK, PARCHMENT, WHITE
from render.kit.pen import Box
from render.lancaster.board.alt import spoken
from render.lancaster.board.page import FIGURE, HEADING, MARGIN, NAME, NOTE, SMALL, TEXT, WIDTH, Page, band
from render.lancaster.board.palette import CRIMSON, SHADE, STEEL, VELLUM, inks
from render.lancaster.board.row import lay
from render.lancaster.board.signs import badge, dot, knight, sign
from render.lancaster.board.words import PRIVILEGES, house_name, standing
from render.lancaster.edition import catalog
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.wording import within_limit

GAP = 14
HEAD = 56
OFFICE = 474
OFFICE_HEAD = 84
LINE = 50
ROW = 64
SPACE = 128
CELL = 96
TITLE = Type(Face.CAPITALS, 34, WHITE)
LABEL = Type(Face.ITALIC, 33, INK)
TOTAL = Type(Face.BOLD, 50)
TOKEN = 50


def draw_court(view: LancasterView, names: Mapping[str, str]) -> Picture:
    """Return the regal board as far as its modules are in play; NothingToShow if none is."""
    parts: list[Image.Image] = []
    if view.options.get("court"):
        parts += [_offices(view, names), _treasury(view), _privileges(view, names)]
    if view.options.get("resentment"):
        parts += [_tower(view), _track(view)]
    if not parts:
        raise NothingToShow("This table plays without the King's Court and without the King's Resentment.")
    return finish(
        stacked([band("The King's Court", f"Round {view.round}"), *parts]), court_alt(view, names), inks=inks()
    )


# ---------------------------------------------------------------------- offices


def _offices(view: LancasterView, names: Mapping[str, str]) -> Image.Image:
    page = Page(OFFICE + 2 * GAP, PARCHMENT)
    width = (WIDTH - 2 * MARGIN - GAP * (len(view.offices) - 1)) / max(1, len(view.offices))
    for number, office in enumerate(view.offices):
        left = MARGIN + number * (width + GAP)
        _office(page, view, names, office, Box(left, GAP, left + width, GAP + OFFICE))
    return page.image()


def _office(page: Page, view: LancasterView, names: Mapping[str, str], office: OfficeView, box: Box) -> None:
    printed = catalog().offices[office.id]
    page.pen.rect(box, VELLUM, INK, 2.4, 12)
    head = Box(box.left + 4, box.top + 4, box.right - 4, box.top + OFFICE_HEAD)
    page.paint.rect(head, CRIMSON, INK, 1.6, 8)
    lines = wrapped(printed.name, TITLE.face, TITLE.size, head.width - 20)
    for number, line in enumerate(lines):
        y = head.centre[1] + (number - (len(lines) - 1) / 2) * line_height(TITLE.size)
        page.fixed_text(box.centre[0], y, line, TITLE, "mm")
    y = head.bottom + LINE / 2 + 4
    _goods(page, box, y, "Tribute", [(good, amount) for good, amount in printed.tribute.items()])
    last = view.round == catalog().rounds
    seals, privilege = (printed.seals_round5, printed.privilege_round5) if last else (printed.seals, printed.privilege)
    gives = [*([("seals", seals)] if seals else []), *([(privilege, 1)] if privilege else [])]
    _goods(page, box, y + LINE, "Gives", gives)
    y += 2 * LINE
    page.text(box.left + 14, y, "Held by", LABEL)
    y += LINE - 4
    if office.holder:
        _who(page, view, names, office.holder, Box(box.left + 10, y - 26, box.right - 10, y + 26))
    else:
        page.text(box.centre[0], y, "nobody", NOTE, "mm")
    page.text(box.left + 14, y + LINE, "Applies", LABEL)
    _applicant(page, view, names, office, Box(box.left + 8, y + 74, box.right - 8, box.bottom - 8))


def _goods(page: Page, box: Box, y: float, label: str, goods: Sequence[tuple[str, int]]) -> None:
    page.text(box.left + 14, y, label, LABEL)
    x = box.right - 16
    for kind, amount in reversed(goods):
        page.sprite(sign(kind, 42), x - 21, y)
        x -= 44
        if kind not in PRIVILEGES:
            x -= page.text(x, y, str(amount), NAME, "rm") + 8
    if not goods:
        page.text(x, y, "nothing now", NOTE, "rm")


def _who(page: Page, view: LancasterView, names: Mapping[str, str], house: str, box: Box) -> None:
    page.pen.rect(box, None, INK, 1.8, 8)
    page.tint(box.grown(-1.2), house, 7)
    page.sprite(badge(house, 49), box.left + 28, box.centre[1])
    page.text(box.left + 56, box.centre[1], house_name(view, house, names), SMALL, room=box.width - 62)


def _applicant(page: Page, view: LancasterView, names: Mapping[str, str], office: OfficeView, box: Box) -> None:
    """Draw the lord who applies, with all his supporters and their total."""
    page.pen.rect(box, PARCHMENT, INK, 1.6, 8)
    if not office.applicant:
        page.text(*box.centre, "nobody", NOTE, "mm")
        return
    _who(page, view, names, office.applicant, Box(box.left + 5, box.top + 5, box.right - 5, box.top + 55))
    at = spots.office(office.id)
    found = [sign("lord", TOKEN), *(knight(office.applicant, one.strength, TOKEN) for one in standing(view, at))]
    found += [sign("bishop", TOKEN)] * office.bishops
    found += [sign(piece.kind, TOKEN) for piece in view.privileges if piece.at == at]
    lay(page, found, box.left + 6, box.right - 78, box.bottom - 38, TOKEN + 2)
    page.text(box.right - 10, box.bottom - 38, f"={office.total}", TOTAL, "rm")


# ---------------------------------------------------------------------- treasury, privileges, bishops


def _treasury(view: LancasterView) -> Image.Image:
    page = Page(HEAD + ROW + GAP, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2, "The treasury", HEADING)
    page.text(WIDTH - MARGIN - 4, HEAD / 2 + 2, "a lord there takes all of one kind", NOTE, "rm")
    box = Box(MARGIN, HEAD, WIDTH - MARGIN, HEAD + ROW)
    page.panel(box)
    for number, good in enumerate(("voting_markers", "squires", "gold")):
        x = box.left + 30 + number * 200
        page.sprite(sign(good, 50), x + 20, box.centre[1])
        page.text(x + 54, box.centre[1], str(view.treasury.get(good, 0)), FIGURE)
    lords = [badge(house.id, TOKEN) for house in view.houses if house.lord == "treasury"]
    page.sprite(sign("lord", 46), box.left + 670, box.centre[1])
    lay(page, lords, box.left + 704, box.right - 10, box.centre[1], TOKEN + 2)
    if not lords:
        page.text(box.left + 704, box.centre[1], "no lord there", NOTE)
    return page.image()


def _privileges(view: LancasterView, names: Mapping[str, str]) -> Image.Image:
    """Return a row for each privilege: how many are left, and who has the others where."""
    page = Page(HEAD + (len(PRIVILEGES) + 1) * ROW + 6, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2, "Privileges and bishops", HEADING)
    page.text(WIDTH - MARGIN - 4, HEAD / 2 + 2, f"{view.supply.get('seals', 0)} seals left", NOTE, "rm")
    for number, kind in enumerate(PRIVILEGES):
        box = Box(MARGIN, HEAD + number * ROW, WIDTH - MARGIN, HEAD + (number + 1) * ROW - 6)
        page.panel(box)
        out = [piece for piece in view.privileges if piece.kind == kind]
        middle = box.centre[1]
        page.sprite(sign(kind, 50), box.left + 36, middle)
        page.text(box.left + 70, middle, f"{PRIVILEGES[kind]}: {view.supply.get(kind, 0)} left", NAME)
        x = box.left + 396.0
        share = (box.right - x) / max(1, len(out))
        for piece in out:
            page.sprite(badge(piece.house, 49), x + 24, middle)
            page.text(x + 54, middle, _stays(view, piece), TEXT, room=share - 56)
            x += share
        if not out:
            page.text(x, middle, "nobody has one", NOTE)
    box = Box(MARGIN, HEAD + len(PRIVILEGES) * ROW, WIDTH - MARGIN, HEAD + (len(PRIVILEGES) + 1) * ROW - 6)
    page.panel(box)
    page.sprite(sign("bishop", 54), box.left + 36, box.centre[1])
    page.text(box.left + 70, box.centre[1], f"Bishops: {view.bishops_left} left", NAME)
    x = box.left + 396.0
    for player in view.players:
        page.sprite(badge(player.colour, 49), x + 24, box.centre[1])
        page.text(x + 54, box.centre[1], str(player.bishops), NAME)
        x += 116
    return page.image()


def _stays(view: LancasterView, piece: PrivilegeView) -> str:
    """Where a privilege was placed; while it is kept, when it can be used."""
    if piece.at:
        return words.spot(catalog(), piece.at)
    return "ready" if piece.granted < view.round else "next round"


# ---------------------------------------------------------------------- tower and dishonor


def _tower(view: LancasterView) -> Image.Image:
    """Return the tower: who is inside, and how much room is left."""
    room = catalog().tower_room
    page = Page(HEAD + CELL + GAP, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2, "The tower", HEADING)
    left = f"{view.tower} of {room} taken; a knight takes a marker away per strength"
    page.text(WIDTH - MARGIN - 4, HEAD / 2 + 2, left, NOTE, "rm")
    box = Box(MARGIN, HEAD, WIDTH - MARGIN, HEAD + CELL)
    page.panel(box)
    page.sprite(sign("extension", 74), box.left + 48, box.centre[1])
    inside = [("", view.neutral_knight)] if view.neutral_knight else []
    inside += [(house.id, one.strength) for house in view.houses for one in house.knights if one.at == spots.TOWER]
    share, x = (box.width - 110) / room, box.left + 100.0
    for house, strength in inside:
        part = Box(x, box.top + 10, x + strength * share - 4, box.bottom - 10)
        page.pen.rect(part, STEEL, INK, 2, 8)
        if house:
            page.tint(part.grown(-1.4), house, 7)
        page.sprite(knight(house, strength, 60), *part.centre)
        x += strength * share
    for number in range(room - view.tower):
        part = Box(x + number * share, box.top + 10, x + (number + 1) * share - 4, box.bottom - 10)
        page.pen.rect(part, PARCHMENT, INK, 1.2, 8)
    return page.image()


def _track(view: LancasterView) -> Image.Image:
    """Return the dishonor track with the markers that are left on it; the space that counts is red."""
    spaces = catalog().track
    page = Page(HEAD + SPACE + GAP, PARCHMENT)
    counts = counting(view)
    page.text(MARGIN + 4, HEAD / 2, "Dishonor", HEADING)
    page.text(WIDTH - MARGIN - 4, HEAD / 2 + 2, f"{penalty(view)}; {_boxed(view)}", NOTE, "rm")
    width = (WIDTH - 2 * MARGIN - GAP * (len(spaces) - 1)) / len(spaces)
    for number, space in enumerate(spaces):
        left = MARGIN + number * (width + GAP)
        box = Box(left, HEAD, left + width, HEAD + SPACE)
        page.pen.rect(box, VELLUM, INK, 2, 10)
        if number == counts:
            page.paint.rect(box.grown(2), None, ALARM, 6, 12)
        page.text(box.left + 14, box.top + 34, f"−{space.larger}", FIGURE)
        page.text(box.right - 14, box.top + 36, f"−{space.smaller}", NAME, "rm")
        markers = view.track[number] if number < len(view.track) else 0
        lay(page, [dot(SHADE, 34)] * markers, box.left + 14, box.right - 12, box.bottom - 34, 36)
        if not markers:
            page.text(box.centre[0], box.bottom - 34, "empty", NOTE, "mm")
    return page.image()


def counting(view: LancasterView) -> int:
    """Return the place of the rightmost empty space of the track, -1 if there is none."""
    return max((place for place, markers in enumerate(view.track) if not markers), default=-1)


def _boxed(view: LancasterView) -> str:
    return f"{view.supply.get('dishonor', 0)} in the box"


def penalty(view: LancasterView) -> str:
    """Return what the most dishonorable would lose now."""
    place = counting(view)
    if place < 0:
        return "a point per marker"
    space = catalog().track[place]
    if len(view.players) == 2:
        return f"most lose {space.larger} now"
    return f"most lose {space.larger} now, the next {space.smaller}"


# ---------------------------------------------------------------------- in words


def _penalty_told(view: LancasterView) -> str:
    """Return what dishonor would cost now, in a sentence."""
    place = counting(view)
    if place < 0:
        return "Everybody would lose a point for each dishonor marker."
    space = catalog().track[place]
    told = f"Whoever has most dishonor would lose {counted(space.larger, 'more point')} now"
    return f"{told}." if len(view.players) == 2 else f"{told}, the next {space.smaller}."


def court_alt(view: LancasterView, names: Mapping[str, str]) -> str:
    """Return the alternative text of the regal board."""
    parts = [f"The King's Court, round {view.round}."]
    parts += [_office_words(view, office, names) for office in view.offices]
    if view.options.get("court"):
        lords = [spoken(view, house.id, names) for house in view.houses if house.lord == "treasury"]
        there = f" Lords there: {', '.join(lords)}." if lords else ""
        parts.append(f"Treasury: {words.amounts(view.treasury)}.{there}")
        parts += [_privilege_words(view, names), f"Bishops left: {view.bishops_left}."]
        parts.append(f"Seals left: {view.supply.get('seals', 0)}.")
    if view.options.get("resentment"):
        parts.append(f"Tower: {view.tower} of {catalog().tower_room} taken{_inside(view, names)}.")
        spaces = ", ".join(map(str, view.track))
        parts.append(f"Markers on the spaces of the dishonor track, from the left: {spaces}. {_penalty_told(view)}")
        parts.append(f"Dishonor markers in the box: {view.supply.get('dishonor', 0)}.")
    return within_limit(parts)


def _office_words(view: LancasterView, office: OfficeView, names: Mapping[str, str]) -> str:
    name = catalog().offices[office.id].name
    holder = spoken(view, office.holder, names) if office.holder else "nobody"
    applies = (
        f"{spoken(view, office.applicant, names)} applies with strength {office.total}"
        if office.applicant
        else "nobody applies"
    )
    return f"{name}: {holder} holds the office; {applies}."


def _privilege_words(view: LancasterView, names: Mapping[str, str]) -> str:
    found = [
        f"{spoken(view, piece.house, names)} {PRIVILEGES[piece.kind].lower()}"
        f"{f' at {words.spot(catalog(), piece.at)}' if piece.at else ''}"
        for piece in view.privileges
    ]
    return f"Privileges: {', '.join(found) or 'nobody has one'}."


def _inside(view: LancasterView, names: Mapping[str, str]) -> str:
    own = [
        f"{spoken(view, house.id, names)} {one.strength}"
        for house in view.houses
        for one in house.knights
        if one.at == spots.TOWER
    ]
    neutral = [f"a neutral strength-{view.neutral_knight} knight"] if view.neutral_knight else []
    return f" by {', '.join([*neutral, *own])}" if own or neutral else ""
