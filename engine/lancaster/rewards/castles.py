"""The castles pay, space by space, for tiles and for knights (rules 8.4)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.core.actions import Action, Offer, Pass, Request
from engine.core.sealed import SimultaneousStep
from engine.core.steps import AnyStep, Step
from engine.core.text import join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.catalog import CastleSpace
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.common import building, goods
from engine.lancaster.common.upgrading import (
    BISHOP,
    Upgrade,
    Upgrading,
    check_upgrade,
    options,
    recruit,
    recruits,
    upgrade,
    upgrade_field,
)


class Muster(Action, frozen=True):
    """Pay the squires of a castle space and recruit a knight."""


class Castles(SimultaneousStep):
    """The castle spaces on which players may pay for an upgrade or a recruit, all at the same time (D15).

    `uses` are those that a player has not decided yet, in the order K1 to K6. A player who wants a bishop while those
    before him in turn order may still take the last one waits in `wishes` (R56).
    """

    answers_itself: ClassVar[bool] = True
    hides_why: ClassVar[bool] = True  # goods behind the screen may close the other ways

    uses: dict[str, list[str]] = {}
    wishes: list[str] = []

    def proceed(self, game: Lancaster) -> bool:
        """Grant what is waited for; leave out what cannot be paid or used; close when all have decided."""
        self._grant_wishes(game)
        self.uses = {seat: left for seat in game.playing() if (left := self._open(game, seat))}
        return super().proceed(game)

    def _open(self, game: Lancaster, seat: str) -> list[str]:
        """Return the uses left to a player, those that he can pay for and that do something; all while he waits."""
        left, own, castle = self.uses.get(seat, []), game.own(seat), game.catalog.castle
        if seat in self.wishes:
            return left
        does = {"upgrade": bool(options(game, own)), "recruit": recruits(game, own)}
        return [s for s in left if does[castle[s].action] and goods.affordable(game, seat, castle[s].cost)]

    def _grant_wishes(self, game: Lancaster) -> None:
        """Let a player who waits for a bishop take him once nobody before them can; ask latecomers again."""
        for seat in [seat for seat in game.order() if seat in self.wishes]:
            if self._rivals(game, seat):
                return
            self.wishes.remove(seat)
            if game.state.bishops_left:
                self._pay(game, seat)
                upgrade(game, game.own(seat), BISHOP)

    def _rivals(self, game: Lancaster, seat: str) -> bool:
        """Whether those before a player in turn order can still take the bishops that he might get."""
        before = game.order()[: game.order().index(seat)]
        undecided = [space for other in before for space in self.uses.get(other, [])]
        open_uses = sum(game.catalog.castle[space].action == "upgrade" for space in undecided)
        return 0 < game.state.bishops_left <= open_uses

    def waiting(self, game: Lancaster) -> list[str]:
        """Return all players who have something to decide."""
        return [seat for seat in self.uses if seat not in self.wishes]

    def ask(self, game: Lancaster, seat: str) -> Request:
        """Ask for the next use of a space."""
        space = self.uses[seat][0]
        found = game.catalog.castle[space]
        price = names.amounts(found.cost)
        fields = (upgrade_field(game, game.own(seat)),) if found.action == "upgrade" else ()
        kind: type[Action] = Upgrade if found.action == "upgrade" else Muster
        offers = (
            Offer(kind, f"Pay {price}", fields, says=f"Pay {price} for {{what}}" * bool(fields)),
            Offer(Pass, "Pay nothing"),
        )
        prompt = f"The {found.name} in your castle: {names.pays(game, space, game.own(seat))}?"
        return Request(seat, "D15", prompt, offers, Pass)

    def act(self, game: Lancaster, seat: str, action: Upgrade | Muster | Pass) -> None:
        """Pay and receive, or leave it."""
        match action:
            case Pass():
                game.emit("declined", f"{{{seat}}} pays nothing.", about=[seat], rule="LAN-BASE-42")
                self._next(seat)
            case Upgrade(what=what):
                check_upgrade(game, game.own(seat), what)
                if what == BISHOP and self._rivals(game, seat):
                    self.wishes = [*self.wishes, seat]
                    text = f"{{{seat}}} would take a bishop, if one is left by then."
                    game.emit("waits", text, about=[seat], rule="LAN2-COURT-75")
                    return
                self._pay(game, seat)
                upgrade(game, game.own(seat), what)
            case Muster():
                self._pay(game, seat)
                recruit(game, game.own(seat))

    def _pay(self, game: Lancaster, seat: str) -> None:
        space = game.catalog.castle[self.uses[seat][0]]
        goods.pay(game, seat, space.cost)
        text = f"{{{seat}}} pays {names.amounts(space.cost)} for the {space.name}."
        game.emit("paid", text, about=[seat], rule="LAN-BASE-42")
        self._next(seat)

    def _next(self, seat: str) -> None:
        self.uses = {**self.uses, seat: self.uses[seat][1:]}


# ---------------------------------------------------------------------- all castles


def evaluate(game: Lancaster) -> None:
    """Pay what needs no choice, then let players and allies choose; at the end all go home."""
    gains = any(space.gain for seat in game.order() for space in _paying(game, seat))
    text = "Castles bring in goods." if gains else "No castle brings in goods this round."
    game.emit("castles", f"{text}{_for_squires(game)}", rule="LAN-BASE-82")
    for seat in game.order():
        for space in _paying(game, seat):
            if space.gain:
                goods.gain(game, seat, space.gain, "LAN-BASE-83", f"the {space.name} in their castle")
    uses = {seat: [space.id for space in _paying(game, seat) if space.action] for seat in game.order()}
    allied = [step for seat in game.order() for step in _allied(game, seat)]
    game.push(Castles(uses), *allied, CastlesOver())


def _for_squires(game: Lancaster) -> str:
    """Say whose own castles do something for squires: whether somebody has enough of them nobody is told."""
    users: dict[str, list[str]] = {}
    for seat in game.order():
        for space in _paying(game, seat):
            if space.action:
                users.setdefault(space.name, []).append(f"{{{seat}}}")
    does = [f"{space} ({join_words(dict.fromkeys(seats))})" for space, seats in users.items()]
    return f" With enough squires, owners may use their own {join_words(does)}." if does else ""


def _paying(game: Lancaster, seat: str) -> Iterator[CastleSpace]:
    """Yield the spaces of a castle in order, once for a tile and once for a knight [LAN-BASE-40, LAN-BASE-82]."""
    own = game.own(seat)
    for space in game.catalog.castle.values():
        if building.covered(game, own, space.id):
            yield space
        if game.knights(own, spots.castle(space.id)):
            yield space


def _allied(game: Lancaster, seat: str) -> Iterator[AnyStep]:
    """Yield the steps of an ally's castle, which is free of charge [LAN-BASE-113]."""
    if not game.player(seat).ally:
        return
    ally = Colour(game.player(seat).ally)
    for space in game.catalog.ally_castle.values():
        if game.knights(ally, spots.castle(space.id)):
            yield Upgrading(ally, "D20") if space.action == "upgrade" else AllyRecruits(ally)


class AllyRecruits(Step):
    """A knight on the ally's space L2 recruits another."""

    house: Colour

    def proceed(self, game: Lancaster) -> bool:
        """Recruit."""
        game.pop(self)
        recruit(game, self.house)
        return True


class CastlesOver(Step):
    """The end of the castles: knights go home, each noble gives a voting marker [LAN-BASE-84, LAN-BASE-41]."""

    def proceed(self, game: Lancaster) -> bool:
        """Send the knights to court and give the markers."""
        game.pop(self)
        for knight in game.state.knights.values():
            if spots.kind(knight.at) == "castle":
                knight.at = spots.COURT
        for seat in game.order():
            if number := len(game.player(seat).nobles):
                goods.gain(game, seat, {"voting_markers": number}, "LAN-BASE-41", "their nobles, 1 for each")
        return True
