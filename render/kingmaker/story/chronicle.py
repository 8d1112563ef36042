"""What a game of Kingmaker was like, read from the frames of its story: strengths, votes, deeds and fates."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

import msgspec

from engine.core.events import Event, name_seats
from engine.kingmaker.board import names as words_for
from engine.kingmaker.combat.report import Combat
from engine.kingmaker.views import KingmakerView, SeatView
from render import story
from render.kingmaker.edition import SHOWN, catalog
from render.kingmaker.papers import battle_words
from render.picture_request import Frame


class Deed(NamedTuple):
    """Something worth remembering: when, in words, how much it weighs, and for whom it counts ("" nobody)."""

    frame: int
    round: int
    text: str
    weight: int
    seat: str
    kind: str


class Fate(NamedTuple):
    """What became of an heir: "king", "dead", "free" or "held"; `text` says it in a few words."""

    heir: str
    house: str
    state: str
    text: str


def view_of(frame: Frame) -> KingmakerView:
    """Return the view of a frame."""
    return cast(KingmakerView, frame.view)


def men(view: KingmakerView, seat: str) -> int:
    """Return the men of a seat's nobles who are free."""
    return sum(noble.strength for noble in view.nobles if noble.seat == seat and not noble.captor)


def votes(view: KingmakerView, seat: str) -> int:
    """Return a seat's votes in both Houses together."""
    return next((row.commons + row.lords for row in view.seats if row.id == seat), 0)


def begun(frames: Sequence[Frame]) -> list[Frame]:
    """Return the frames since the factions were set up; NothingToShow before there are two."""
    return story.begun([frame for frame in frames if view_of(frame).phase != "setup"])


def series(frames: Sequence[Frame], measure: Callable[[KingmakerView, str], int]) -> dict[str, list[int]]:
    """Return a figure of every seat at every frame; who came later has noughts before."""
    return {row.id: [measure(view_of(frame), row.id) for frame in frames] for row in view_of(frames[-1]).seats}


def round_starts(frames: Sequence[Frame]) -> dict[int, int]:
    """Return the first frame of every round."""
    return story.starts(frames, lambda frame: view_of(frame).round)


# ---------------------------------------------------------------------- deeds


def deeds(frames: Sequence[Frame], names: Mapping[str, str]) -> list[Deed]:
    """Return the deeds of a game in order."""
    found: list[Deed] = []
    for place, frame in enumerate(frames):
        before = view_of(frames[max(0, place - 1)])
        for change in frame.changes:
            deed = _deed(place, before.round, change, names)
            if deed:
                found.append(deed)
    return found


def _deed(place: int, number: int, change: Event, names: Mapping[str, str]) -> Deed | None:
    text = name_seats(change.text, names)
    match change.kind:
        case "crowned":
            return Deed(place, number, text, 90, "", change.kind)
        case "died" if any(person in catalog().royals for person in change.subjects):
            return Deed(place, number, text, 30, "", "died")
        case "fought" if change.report:
            return _battle(place, number, msgspec.convert(change.report, Combat), names)
        case "left":
            return Deed(place, number, text, 60, "", "left")
        case "victory":
            return Deed(place, number, text, 100, "", "victory")
        case _:
            return None


def _battle(place: int, number: int, combat: Combat, names: Mapping[str, str]) -> Deed | None:
    """Return a fight as a deed; the more nobles it took and the more it cost, the greater."""
    if not combat.winner:
        return None
    size = len(combat.attackers) + len(combat.defenders)
    text = (
        f"{battle_words.title(combat)}: {battle_words.result(combat, names)}. {' '.join(battle_words.fallen(combat))}"
    )
    return Deed(place, number, text.strip(), 4 * size + 10 * len(combat.fates), combat.winner, "fought")


def greatest(found: Sequence[Deed], most: int) -> list[Deed]:
    """Return the weightiest deeds, in order of time; not the end, which has a place of its own."""
    ranked = sorted((deed for deed in found if deed.kind != "victory"), key=lambda deed: (-deed.weight, deed.frame))
    return sorted(ranked[:most], key=lambda deed: deed.frame)


def battles(found: Sequence[Deed]) -> dict[str, int]:
    """Return how many fights each seat has won."""
    won: dict[str, int] = {}
    for deed in found:
        if deed.kind == "fought":
            won[deed.seat] = won.get(deed.seat, 0) + 1
    return won


# ---------------------------------------------------------------------- the end


def ending(frames: Sequence[Frame], names: Mapping[str, str]) -> str:
    """Return why the game ended, "" while it goes on."""
    said = [change.text for change in frames[-1].changes if change.kind == "victory"]
    return name_seats(said[-1], names) if said else ""


def standings(view: KingmakerView) -> list[SeatView]:
    """Return the seats, who has won first, then by men and votes; those who have left last."""
    return sorted(
        view.seats,
        key=lambda row: (
            row.id not in view.winners,
            row.eliminated,
            -men(view, row.id),
            -votes(view, row.id),
            row.number,
        ),
    )


def fates(frames: Sequence[Frame], names: Mapping[str, str]) -> list[Fate]:
    """Return what became of every heir, house by house in the order of succession."""
    died = {person: deed for deed, person in _deaths(frames, names)}
    return [_fate(view_of(frames[-1]), heir.id, died, names) for heir in view_of(frames[-1]).heirs]


def _deaths(frames: Sequence[Frame], names: Mapping[str, str]) -> list[tuple[tuple[int, str], str]]:
    return [
        ((view_of(frames[max(0, place - 1)]).round, name_seats(change.text, names)), person)
        for place, frame in enumerate(frames)
        for change in frame.changes
        if change.kind == "died"
        for person in change.subjects
    ]


def _fate(view: KingmakerView, heir: str, died: Mapping[str, tuple[int, str]], names: Mapping[str, str]) -> Fate:
    royal = next(one for one in view.heirs if one.id == heir)
    if not royal.alive:
        number, text = died.get(heir, (0, ""))
        how = text.partition(": ")[2].rstrip(".") or "dead"
        return Fate(heir, royal.house, "dead", f"round {number}: {how}" if number else how)
    who = names.get(royal.seat, royal.seat) if royal.seat else ""
    if royal.king:
        return Fate(heir, royal.house, "king", f"King, with {who}" if who else "King")
    return Fate(heir, royal.house, "held" if who else "free", f"with {who}" if who else "under nobody")


def heir_words(fate: Fate) -> str:
    """Return an heir's fate in a sentence."""
    return f"{words_for.heir(SHOWN, fate.heir)}: {fate.text}."
