"""Parliament: the laws in force, what is proposed, who has voted, and the ballots once they are revealed."""

from collections.abc import Mapping, Sequence

import msgspec
from PIL import Image

from engine.core.events import Event
from engine.core.text import counted
from engine.lancaster.views import LancasterView
from render.kit.lettering import Face, Type
from render.kit.page import stacked
from render.kit.palette import ALARM, AYE, INK, PARCHMENT, WHITE, Colour
from render.kit.pen import Box
from render.lancaster.board.page import FIGURE, HEADING, MARGIN, NAME, NOTE, SMALL, WIDTH, Page, band
from render.lancaster.board.palette import VELLUM, inks
from render.lancaster.board.signs import badge, sign
from render.lancaster.edition import catalog
from render.lancaster.papers.laws import described, law_card, written
from render.picture import Picture, finish
from render.wording import player, within_limit

GAP = 14
HEAD = 56
VOTER = 60
BANNER = 66
SIDE_HEAD = 56
VERDICT = Type(Face.CAPITALS, 40, WHITE)
SIDES: Mapping[str, tuple[str, Colour]] = {"yes": ("Yes", AYE), "no": ("No", ALARM)}
MOST_MARKERS = 5
"""Voting markers that are drawn one by one; more are counted."""


class Ballots(msgspec.Struct, frozen=True):
    """What a vote has revealed: the ballots by seat, each a side and its markers, and the votes of both sides."""

    law: str
    ballots: dict[str, tuple[str, int]]
    yes: int
    no: int

    @property
    def approved(self) -> bool:
        """Whether the law is in force now; a tie approves it [LAN-BASE-31]."""
        return self.yes >= self.no


def draw_parliament(view: LancasterView, names: Mapping[str, str], changes: Sequence[Event] = ()) -> Picture:
    """Return the laws as they stand, above them the ballots that the changes have revealed."""
    shown = revealed(changes)
    rows = [_revealed(view, names, vote) for vote in shown]
    rows.append(_laws("In force", view.laws.current, note="circled: low numbers are proposed first"))
    if view.laws.proposed:
        open_ = view.vote.laws if view.vote else ()
        rows.append(_laws("Proposed", view.laws.proposed, open_, note="golden: voted on now" if open_ else ""))
    if not shown or view.vote:
        rows.append(_voters(view, names))
    parts = [band("Parliament", f"Round {view.round}"), *rows]
    return finish(stacked(parts), parliament_alt(view, names, shown), inks=inks())


def revealed(changes: Sequence[Event]) -> list[Ballots]:
    """Return the votes that the changes have closed."""
    return [msgspec.convert(change.report, Ballots) for change in changes if change.kind == "vote_closes"]


# ---------------------------------------------------------------------- laws and voters


def _laws(heading: str, laws: Sequence[str], open_: Sequence[str] = (), *, note: str) -> Image.Image:
    columns = max(3, len(laws))
    width = (WIDTH - 2 * MARGIN - GAP * (columns - 1)) / columns
    height = max((written(law, width).height for law in laws), default=60)
    page = Page(HEAD + height + GAP, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2 + 2, heading, HEADING)
    page.text(WIDTH - MARGIN - 4, HEAD / 2 + 4, note, NOTE, "rm")
    for number, law in enumerate(laws):
        left = MARGIN + number * (width + GAP)
        law_card(page, law, Box(left, HEAD, left + width, HEAD + height), open_=law in open_)
    return page.image()


def _voters(view: LancasterView, names: Mapping[str, str]) -> Image.Image:
    """Every player with their known voting markers, and whether they have voted."""
    page = Page(HEAD + -(-len(view.players) // 2) * VOTER + 40, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2 + 2, "Voters", HEADING)
    page.text(WIDTH - MARGIN - 4, HEAD / 2 + 4, "a tie approves the law", NOTE, "rm")
    half = (WIDTH - 2 * MARGIN) / 2
    for number, one in enumerate(view.players):
        left, top = MARGIN + number % 2 * half, HEAD + number // 2 * VOTER
        box = Box(left + 3, top + 3, left + half - 3, top + VOTER - 3)
        page.pen.rect(box, VELLUM, INK, 1.8, 8)
        page.tint(box.grown(-1.2), one.colour, 7)
        middle = box.centre[1]
        page.sprite(badge(one.colour, 49), box.left + 32, middle)
        page.text(box.left + 62, middle, player(names, one.id), NAME, room=240)
        if one.voting_markers is not None:
            page.sprite(sign("voting_markers", 38), box.left + 336, middle)
            page.text(box.left + 358, middle, str(one.voting_markers), NAME)
        if view.vote:
            done = one.id in view.vote.voted
            page.text(box.right - 12, middle, "voted" if done else "thinks", SMALL, "rm")
    left_ = f"{counted(view.laws.pile, 'law is', 'laws are')} left in the pile"
    page.text(WIDTH / 2, page.height - 20, left_, NOTE, "mm")
    return page.image()


# ---------------------------------------------------------------------- ballots


def _revealed(view: LancasterView, names: Mapping[str, str], vote: Ballots) -> Image.Image:
    """Say who voted for and against a law, with how many markers."""
    sides = {side: [seat for seat, (own, _) in vote.ballots.items() if own == side] for side in SIDES}
    rows = max(1, *(len(seats) for seats in sides.values()))
    page = Page(GAP + BANNER + SIDE_HEAD + rows * VOTER + 18, PARCHMENT)
    box = Box(MARGIN, GAP, WIDTH - MARGIN, page.height - 6)
    page.panel(box)
    head = Box(box.left + 4, box.top + 4, box.right - 4, box.top + BANNER)
    page.paint.rect(head, AYE if vote.approved else ALARM, INK, 1.6, 8)
    verdict = "approved" if vote.approved else "rejected"
    page.fixed_text(head.right - 16, head.centre[1], verdict, VERDICT, "rm")
    page.fixed_text(head.left + 16, head.centre[1], catalog().laws[vote.law].title, VERDICT, room=head.width - 260)
    colours = {one.id: one.colour for one in view.players}
    half = box.width / 2
    for number, (side, (label, ink)) in enumerate(SIDES.items()):
        left, top = box.left + number * half, box.top + BANNER
        votes = vote.yes if side == "yes" else vote.no
        page.text(left + 18, top + SIDE_HEAD / 2, label, HEADING._replace(ink=ink))
        page.text(left + half - 18, top + SIDE_HEAD / 2, str(votes), FIGURE._replace(ink=ink), "rm")
        for row, seat in enumerate(sides[side]):
            y = top + SIDE_HEAD + row * VOTER
            cell = Box(left + 8, y, left + half - 8, y + VOTER - 6)
            _ballot(page, cell, colours[seat], player(names, seat), vote.ballots[seat][1])
    return page.image()


def _ballot(page: Page, box: Box, colour: str, name: str, markers: int) -> None:
    page.pen.rect(box, VELLUM, INK, 1.8, 8)
    page.tint(box.grown(-1.2), colour, 7)
    middle = box.centre[1]
    page.sprite(badge(colour, 49), box.left + 30, middle)
    drawn = markers if markers <= MOST_MARKERS else 1
    wide = drawn * 36 + (54 if markers > MOST_MARKERS else 0)
    page.text(box.left + 60, middle, name, NAME, room=box.width - wide - 80)
    for number in range(drawn):
        page.sprite(sign("voting_markers", 38), box.right - 28 - number * 36, middle)
    if markers > MOST_MARKERS:
        page.text(box.right - 54, middle, f"{markers} ×", NAME, "rm")


# ---------------------------------------------------------------------- in words


def parliament_alt(view: LancasterView, names: Mapping[str, str], votes: Sequence[Ballots]) -> str:
    """Return the alternative text: ballots first, then what is voted on, what is in force, and what comes later."""
    parts = [_told(vote, names) for vote in votes]
    laws = view.vote.laws if view.vote else view.laws.proposed
    if view.vote:
        voted = ", ".join(names.get(seat, seat) for seat in view.vote.voted)
        parts.append(f"Parliament, round {view.round}. A tie approves a law. Voted so far: {voted or 'nobody'}.")
    else:
        parts.append(f"Parliament, round {view.round}.")
    parts += [f"{'Voted on now' if view.vote else 'Proposed'}: {described(law)}" for law in laws]
    parts += [f"In force: {described(law)}" for law in view.laws.current]
    later = [law for law in view.laws.proposed if law not in laws]
    parts += [f"Voted on later: {described(law)}" for law in later]
    known = [
        f"{names.get(one.id, one.id)} {one.voting_markers}" for one in view.players if one.voting_markers is not None
    ]
    return within_limit([*parts, *([f"Voting markers left: {', '.join(known)}."] if known else [])])


def _told(vote: Ballots, names: Mapping[str, str]) -> str:
    verdict = "approved" if vote.approved else "rejected"
    sides = [f"{label}: {_voters_of(vote, side, names)}." for side, (label, _) in SIDES.items()]
    tie = ", and a tie approves a law" if vote.yes == vote.no else ""
    head = f"The law {catalog().laws[vote.law].title} is {verdict}: {vote.yes} votes for it, {vote.no} against{tie}."
    return " ".join([head, *sides])


def _voters_of(vote: Ballots, side: str, names: Mapping[str, str]) -> str:
    """Return who voted for a side, each with the voting markers added."""
    found = [
        names.get(seat, seat) + (f" with {counted(markers, 'voting marker')}" if markers else "")
        for seat, (own, markers) in vote.ballots.items()
        if own == side
    ]
    return ", ".join(found) or "nobody"
