"""The counties are evaluated, A to I: the noble, the reward, both for gold, or nothing (rules 8.3)."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request
from engine.core.errors import Illegal, allows
from engine.core.sealed import ParallelSteps
from engine.core.text import capital, join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.board.steps import LancasterStep, OfHouse, OfSeat
from engine.lancaster.common import gains, goods, nobles
from engine.lancaster.common.nobles import Inviting
from engine.lancaster.common.upgrading import Upgrading, recruit
from engine.lancaster.placing import conflicts, counties, privileges
from engine.lancaster.placing.favours import Favour

NOBLE, REWARD, BOTH, NOTHING = "noble", "reward", "both", "nothing"

PLAIN = ("gold", "squires", "voting_markers", "power_points", "extension", "upgrade")
"""Rewards that are gains like any others."""


class Reap(Action, frozen=True):
    """Take from a county the `noble`, the `reward`, `both` for gold, or `nothing`."""

    take: str


class NameStart(Action, frozen=True):
    """Name the start player of the next round."""

    player: str


class March(Action, frozen=True):
    """Move the knight of Dorset to a conflict, with privileges that are not used yet."""

    to: str
    bring: list[str] = []


class Harvest(ParallelSteps):
    """The counties of a round that are still to be evaluated, A to I [LAN-BASE-79].

    Each player decides his own one after the other. Players whose counties do not touch each other decide together.
    """

    answers_itself: ClassVar[bool] = True
    hides_why: ClassVar[bool] = True  # goods behind the screen may close the other ways

    left: list[str] = []

    def refill(self, game: Lancaster) -> None:
        """Open the next county of each player, unless it has to wait for one before it."""
        self.left = [letter for letter in self.left if game.state.counties[letter].house]
        self.lanes = {seat: steps for seat, steps in self.lanes.items() if seat in game.playing()}
        busy = set(self.lanes)
        for letter in list(self.left):
            seat = _owner(game, letter)
            if seat not in busy and self._may_open(game, letter, seat):
                self.left.remove(letter)
                self.lanes = {**self.lanes, seat: [Reaping(letter)]}
            busy.add(seat)

    def _may_open(self, game: Lancaster, letter: str, seat: str) -> bool:
        """Whether a county can be decided before those of others; not while a noble of any county is being chosen."""
        steps = [step for lane in self.lanes.values() for step in lane]
        letters = [*(step.letter for step in steps if isinstance(step, Reaping)), *self.left]
        before = [one for one in letters if one < letter and _owner(game, one) != seat]
        return not any(isinstance(step, Inviting) for step in steps) and _independent(game, letter, before)


def _owner(game: Lancaster, letter: str) -> str:
    """Return the player whose knight, or whose ally's, holds a county; "" once it is cleared."""
    house = game.state.counties[letter].house
    return game.seat_of(house) if house else ""


def _independent(game: Lancaster, letter: str, before: Sequence[str]) -> bool:
    """Whether a county can be decided while others before it are not: neither may take what the other needs (R39)."""
    if not before:
        return True
    if game.option("supply_limits"):
        return False
    kinds = {game.catalog.counties[one].reward.kind for one in (letter, *before)}
    invites = any(game.catalog.favours[tile].kind == "noble" for tile in game.state.favours)
    if "move_to_conflict" in kinds and invites:
        return False
    wanted = sum(_bishops_wanted(game, one) for one in (letter, *before))
    suffice = not game.state.bishops_left or wanted <= game.state.bishops_left
    return not _bishops_wanted(game, letter) or suffice


def _bishops_wanted(game: Lancaster, letter: str) -> int:
    """How many bishops the reward of a county may take: in place of upgrades, also of one from a favour."""
    reward_ = game.catalog.counties[letter].reward
    return {"upgrade": reward_.amount, "move_to_conflict": 1}.get(reward_.kind, 0)


class Reaping(LancasterStep):
    """The owner of the knight in a county chooses (D12, D19)."""

    letter: str
    chosen: bool = False

    def proceed(self, game: Lancaster) -> bool:
        """Wait for the choice; clear the county once everything is done [LAN-BASE-39]."""
        if not self.chosen and self._house(game):
            return False
        game.pop(self)
        counties.leave(game, self.letter)
        return True

    def _house(self, game: Lancaster) -> Colour:
        return Colour(game.state.counties[self.letter].house)

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask who leads the house."""
        house = self._house(game)
        found = possible(game, house, self.letter)
        choices = [Choice(take, capital(_words(game, house, self.letter, take))) for take in found]
        field = Field("take", "Noble or reward?", lambda _: choices)
        prompt = self._offered(game, house)
        usual = (REWARD, NOTHING) if game.is_ally(house) else (NOBLE, REWARD, NOTHING)
        take = next(take for take in usual if take in found)
        decision = "D19" if game.is_ally(house) else "D12"
        return [Request(game.seat_of(house), decision, prompt, (Offer(Reap, "Take", (field,)),), lambda: Reap(take))]

    def _offered(self, game: Lancaster, house: Colour) -> str:
        """Say what a county brings; who can pay for both stays behind the screens."""
        where = names.spot(game, spots.county(self.letter))
        if game.is_ally(house):
            return f"Your ally holds {where}: what does he take?"
        gift = f"the reward ({names.reward(game, self.letter, house)})"
        if not nobles.can_take(game, house, self.letter):
            return f"{where} is yours: take {gift}. You cannot take its noble."
        both = f"both for {names.amount('gold', game.catalog.both_price)}"
        return f"{where} is yours: take {names.noble(game, self.letter)}, {gift}, or {both}."

    def act(self, game: Lancaster, seat: str, action: Reap) -> None:
        """Take what was chosen; the price of both is paid first [LAN-BASE-80]."""
        house = self._house(game)
        check_reap(game, house, self.letter, action.take)
        self.chosen = True
        if action.take == NOTHING:
            text = f"{names.house(game, house)} takes nothing from {names.spot(game, spots.county(self.letter))}."
            game.emit("declined", capital(text), about=[house], rule="LAN-BASE-81")
        if action.take == BOTH:
            goods.pay(game, seat, {"gold": game.catalog.both_price})
            price, where = names.amount("gold", game.catalog.both_price), names.spot(game, spots.county(self.letter))
            text = f"{{{seat}}} pays {price} for both the noble and the reward of {where}."
            game.emit("paid", text, about=[seat], rule="LAN-BASE-35")
        if action.take in (NOBLE, BOTH):
            nobles.take(game, house, self.letter, "LAN-BASE-35")
        if action.take in (REWARD, BOTH):
            reward(game, house, self.letter)


# ---------------------------------------------------------------------- noble or reward


def possible(game: Lancaster, house: Colour, letter: str) -> list[str]:
    """Return the things that can be taken from a county."""
    return [take for take in (NOBLE, REWARD, BOTH, NOTHING) if allows(check_reap, game, house, letter, take)]


def check_reap(game: Lancaster, house: Colour, letter: str, take: str) -> None:
    """Raise Illegal unless this can be taken from a county."""
    if take not in (NOBLE, REWARD, BOTH, NOTHING):
        raise Illegal("Take the noble, the reward, both, or nothing.", "LAN-BASE-35")
    if take in (NOBLE, BOTH):
        nobles.check_noble(game, house, letter, "LAN-BASE-35")
    if take == BOTH and game.is_ally(house):
        raise Illegal("You cannot spend your gold for your ally; take the noble or the reward.", "LAN-BASE-111")
    if take == BOTH:
        goods.check_price(game, game.seat_of(house), {"gold": game.catalog.both_price}, "LAN-BASE-35")
    if take == REWARD and game.is_ally(house) and not game.catalog.counties[letter].ally_can_use:
        raise Illegal("An ally cannot use this reward; choose something else.", "LAN-BASE-117")


def _words(game: Lancaster, house: Colour, letter: str, take: str) -> str:
    match take:
        case "noble":
            out = " (he leaves the game)" if game.is_ally(house) else ""
            return f"{names.noble(game, letter)}{out}"
        case "reward":
            return names.reward(game, letter, house)
        case "both":
            return f"both, for {names.amount('gold', game.catalog.both_price)}"
        case _:
            return "nothing"


def reward(game: Lancaster, house: Colour, letter: str) -> None:
    """Give the reward of a county [LAN-BASE-78]."""
    seat, found = game.seat_of(house), game.catalog.counties[letter].reward
    match found.kind:
        case "recruit":
            recruit(game, house, f"the reward of {names.spot(game, spots.county(letter))}")
        case "move_to_conflict":
            game.push(Marching(house, letter))
        case "choose_start_player":
            game.push(Naming(seat))
        case "upgrade" if game.is_ally(house):
            game.push(Upgrading(house, "D20"))
        case kind if kind in PLAIN:
            why = names.spot(game, spots.county(letter))
            gains.give(game, seat, {kind: found.amount}, why, "LAN-BASE-78")


# ---------------------------------------------------------------------- Surrey


class Naming(OfSeat):
    """The reward of Surrey: who begins the next round (D14) [LAN-BASE-37]."""

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask the player."""
        who = Field("player", "Who starts?", lambda _: [Choice(seat, f"{{{seat}}}") for seat in game.playing()])
        prompt = "Name the start player of the next round."
        offers = (Offer(NameStart, "Name the start player", (who,)),)
        return [Request(self.seat, "D14", prompt, offers, lambda: NameStart(self.seat))]

    def act(self, game: Lancaster, seat: str, action: NameStart) -> None:
        """Note who begins."""
        if action.player not in game.playing():
            raise Illegal("Name a player of this game.", "LAN-BASE-37")
        game.pop(self)
        game.state.turn.named = action.player
        text = f"{{{seat}}} names {{{action.player}}} start player of the next round."
        game.emit("start_named", text, about=[seat, action.player], rule="LAN-BASE-37")


# ---------------------------------------------------------------------- Dorset


class Marching(OfHouse):
    """The reward of Dorset: the knight may move to a conflict (D13) [LAN-BASE-38]."""

    letter: str

    def proceed(self, game: Lancaster) -> bool:
        """Go on by itself where no conflict has room for him."""
        if self._targets(game, ()):
            return False
        game.pop(self)
        return True

    def _targets(self, game: Lancaster, bring: Sequence[str]) -> list[str]:
        return [
            card for card in game.state.conflicts if allows(conflicts.check_conflict, game, self.house, card, bring)
        ]

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask who leads the house."""
        where = Field(
            "to",
            "Which conflict?",
            lambda _: [
                Choice(card, names.spot(game, f"conflict:{card}"), conflicts.balance(game, card))
                for card in self._targets(game, ())
            ],
            places=True,
        )
        along = Field(
            "bring",
            "With which privilege?",
            lambda draft: self._privileges(game, draft["to"], draft.get("bring", ())),
            many=True,
            least=0,
            when=lambda draft: bool(self._privileges(game, draft["to"], ())),
        )
        offers = (Offer(March, "Send the knight", (where, along)), Offer(Pass, "Send nobody", forgoes=True))
        prompt = f"You may send the knight in {names.spot(game, spots.county(self.letter))} to a conflict."
        return [Request(game.seat_of(self.house), "D13", prompt, offers, Pass)]

    def _privileges(self, game: Lancaster, card: str, picked: Sequence[str]) -> list[Choice]:
        kinds = [kind for kind in dict.fromkeys(privileges.kinds(game, self.house)) if kind not in picked]
        return [
            Choice(kind, names.privilege(game, kind))
            for kind in kinds
            if allows(conflicts.check_conflict, game, self.house, card, [*picked, kind])
        ]

    def act(self, game: Lancaster, seat: str, action: March | Pass) -> None:
        """Move the knight, and the Tudor knight who stands with him; a favour comes with it (R25)."""
        if isinstance(action, Pass):
            game.pop(self)
            game.emit("declined", f"{{{seat}}} lets the knight go home.", about=[seat], rule="LAN-BASE-38")
            return
        conflicts.check_conflict(game, self.house, action.to, action.bring)
        game.pop(self)
        tudors = [p for p in game.privileges_at(spots.county(self.letter)) if p.kind == "tudor_knight"]
        knight = game.knights_at(spots.county(self.letter))[0]
        conflicts.enter(game, self.house, knight, action.to, action.bring)
        for piece in tudors:
            piece.at = game.knight(knight).at
        counties.leave(game, self.letter)
        along = f" with {join_words([names.PRIVILEGES[kind] for kind in action.bring])}" if action.bring else ""
        where = names.spot(game, f"conflict:{action.to}")
        come_from = names.spot(game, spots.county(self.letter))
        text = f"{names.house(game, self.house)} sends the knight{along} from {come_from} to {where}."
        about = [self.house, action.to]
        track = [spots.county(self.letter), f"conflict:{action.to}"]
        game.emit("placed", capital(text), about=about, track=track, rule="LAN-BASE-38")
        if game.option("favour_on_dorset_move"):
            game.push(Favour(self.house))
