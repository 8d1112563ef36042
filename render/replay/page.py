"""The page itself: one file with everything in it, which a browser opens without a server or a network."""

import hashlib
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from engine import RELEASE
from engine.core.actions import MASTER
from engine.core.dice import Draw
from engine.core.record import transcript
from engine.core.text import visible
from engine.games import rules_of
from render.kit.palette import livery
from render.picture_request import PictureRequest
from render.registry import replay_of
from render.replay.boards import Boards
from render.replay.course import PUBLIC, TURN, Eyes, Kept, Moment, Step, Teller, recalled, replayed

HERE = Path(__file__).parent

BUDGET = 7_500_000
"""Bytes of the largest page: Discord lets everybody post and load files of 8 megabytes."""

FEWEST = 1024
"""The most changes after which the board is drawn anew, however large the page becomes: a power of two."""

OWN = "This page shows what only {name} may see. Keep it to yourself while the game goes on."
OPEN = "The game is not over, and this page shows everything that is hidden in it. Keep it to yourself."
RUNNING = "A game to step through, as far as it has come."
SEEN = "It shows what everybody has seen."
ENDED = "A whole game to step through. It is over, and everything is open."
THINNED = "To keep this page below 8 megabytes, its board is redrawn at one change in {step}."


class Subject(msgspec.Struct, kw_only=True):
    """The game that a page is about."""

    rules: str
    """The name of the game that is played."""
    title: str
    game_id: str
    seats: list[str]
    names: dict[str, str]
    commitment: str
    secret: str = ""
    """The secret behind the dice; "" while the game goes on, and then nobody's eyes but the viewer's are shown."""
    words: dict[str, str] = {}
    viewer: str = PUBLIC
    """The seat whose page it is while the game goes on; "" for everybody's."""

    @property
    def eyes(self) -> Eyes:
        """Whose eyes can be chosen, beside everybody's."""
        if self.secret:
            return Eyes((MASTER, *self.seats))
        return Eyes((self.viewer,) if self.viewer else ())


def page_of(record: transcript.Transcript, cache: Path) -> bytes:
    """Return the page of a transcript, as a file in HTML."""
    subject = Subject(
        rules=record.rules,
        title=f"{rules_of(record.rules).title}: game {record.game_id}",
        game_id=record.game_id,
        seats=record.seats,
        names={seat: record.names.get(seat, seat) for seat in record.seats},
        commitment=record.commitment,
        secret=record.secret,
        words=record.words,
    )
    return page(subject, lambda: replayed(record), cache)


def kept_page(subject: Subject, kept: Sequence[Kept], cache: Path) -> bytes:
    """Return the page of a game whose tables were kept, as a file in HTML."""
    return page(subject, lambda: recalled(subject.rules, kept), cache)


def page(subject: Subject, moments: Callable[[], Iterable[Moment]], cache: Path) -> bytes:
    """Return the page of a game; where it would be too large its board is drawn anew at fewer of the changes."""
    step = 1
    while True:
        maker = _Maker(subject, cache, step)
        for moment in moments():
            maker.see(moment)
            if maker.boards.bytes > BUDGET and step < FEWEST:
                break
        else:
            found = maker.written()
            if len(found) <= BUDGET or step == FEWEST:
                return found
        step *= 2


class _Maker:
    """Makes the page of one game; its board is drawn anew at one change in `every`."""

    def __init__(self, subject: Subject, cache: Path, every: int) -> None:
        self.subject, self.cache, self.every = subject, cache, every
        self.rules, self.parts = rules_of(subject.rules), replay_of(subject.rules)
        self.names = {seat: visible(name) for seat, name in subject.names.items()}
        self.teller = Teller(self.rules, subject.eyes, subject.names)
        self.boards = Boards()
        self.steps: list[Step] = []
        self.draws: list[Draw] = []
        self._shown: list[Any] = []
        self._changes = 0
        self._actions = -1
        self._over = False
        self._late: msgspec.Struct | None = None
        self._draw = self.parts.boards() if self.parts else None

    def see(self, moment: Moment) -> None:
        """Add what can be seen of a moment."""
        view = moment.table.view(PUBLIC)
        moved = self._moved(view)
        self._actions += 1
        self.draws += moment.draws
        self._over = moment.table.result is not None
        step = self.teller.step(moment, view, moved=moved)
        if moved:
            self._drawn(view)
        if step is None:
            return
        step.action = self._actions
        step.board = max(0, len(self.boards.frames) - 1)
        if self.parts:
            score = self.parts.score(view)
            step.score = [score.get(seat, 0) for seat in self.subject.seats]
        self.steps.append(step)

    def _moved(self, view: msgspec.Struct) -> bool:
        """Tell whether the board shows something else than at the moment before."""
        if self.parts is None:
            return False
        fields = [name for name in view.__struct_fields__ if name not in self.parts.unseen]
        now = [getattr(view, name) for name in fields]
        moved = now != self._shown
        self._shown = now
        return moved

    def _drawn(self, view: msgspec.Struct) -> None:
        self._late = view if self._changes % self.every else None
        if self._late is None:
            self._add(view)
        self._changes += 1

    def _add(self, view: msgspec.Struct) -> None:
        assert self._draw is not None
        self.boards.add(self._draw(PictureRequest("map", view, self.names, cache=self.cache)))

    def written(self) -> bytes:
        """Return the page."""
        if self._late is not None:
            self._add(self._late)
            self.steps[-1].board = len(self.boards.frames) - 1
        self.boards.close()
        script = _file("dice.js") + _file("page.js")
        style = _file("page.css")
        parts = {
            "policy": _policy(script, style),
            "title": escape(visible(self.subject.title)),
            "style": style,
            "about": escape(self._about()),
            "warning": self._warning(),
            "release": escape(RELEASE),
            "game": _harmless(msgspec.json.encode(self._game()).decode()),
            "script": script,
        }
        return re.sub("@([a-z]+)@", lambda gap: parts[gap[1]], _file("page.html")).encode()

    def _about(self) -> str:
        said = [ENDED if self._over else RUNNING]
        if not self.subject.eyes.seats:
            said.append(SEEN)
        if self.every > 1:
            said.append(THINNED.format(step=self.every))
        return " ".join(said)

    def _warning(self) -> str:
        viewer = self.subject.viewer
        if self.subject.secret:
            said = "" if self._over else OPEN
        else:
            said = OWN.format(name=self.names.get(viewer, viewer)) if viewer else ""
        return f'<p class="warning" id="own">{escape(said)}</p>' if said else ""

    def _game(self) -> Mapping[str, Any]:
        """Return everything that the script reads."""
        headings = {TURN: "Turns"} if TURN in self.rules.story.log_headings else {}
        return {
            "seats": list(self._seats()),
            "eyes": list(self._eyes()),
            "marks": {**headings, **(self.parts.marks if self.parts else {})},
            "turn": TURN,
            "master": MASTER,
            "measure": self.parts.measure if self.parts else "",
            "steps": self.steps,
            "boards": {
                "width": self.boards.width,
                "height": self.boards.height,
                "sheets": self.boards.sheets,
                "pieces": self.boards.pieces,
                "quiet": sorted(self.boards.quiet),
                "frames": self.boards.frames,
            },
            "proof": self._proof(),
            "seal": self.subject.commitment,
        }

    def _seats(self) -> Iterator[Mapping[str, str]]:
        for number, seat in enumerate(self.subject.seats):
            red, green, blue = livery(number).fill
            yield {"id": seat, "name": self.names.get(seat, seat), "colour": f"#{red:02x}{green:02x}{blue:02x}"}

    def _eyes(self) -> Iterator[Mapping[str, str]]:
        """Return whose eyes can be chosen; those of a page come first that it is made for."""
        everybody = {"id": PUBLIC, "name": "everybody"}
        own = [{"id": seat, "name": self.names.get(seat, seat)} for seat in self.subject.eyes.seats if seat != MASTER]
        if self.subject.secret:
            yield {"id": MASTER, "name": "all: everything"}
            yield from (everybody, *own)
        else:
            yield from (*own, everybody)

    def _proof(self) -> Mapping[str, Any] | None:
        """Return by what the dice can be computed anew; None while the game goes on."""
        subject = self.subject
        if not subject.secret:
            return None
        draws = [(str(draw.sides), str(draw.result), draw.purpose) for draw in self.draws]
        known = {"seal": subject.commitment, "secret": subject.secret, "words": subject.words, "game": subject.game_id}
        return {**known, "draws": draws}


def _file(name: str) -> str:
    return (HERE / name).read_text("utf-8")


def _policy(script: str, style: str) -> str:
    """Return a policy by which nothing runs on the page, and nothing is loaded, but what it was made with."""
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _harmless(json: str) -> str:
    """Return JSON in which nothing ends or begins an element of the page."""
    signs = "<>&\u2028\u2029"
    return json.translate({ord(sign): f"\\u{ord(sign):04x}" for sign in signs})
