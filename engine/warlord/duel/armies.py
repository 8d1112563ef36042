"""The strategic game: each fighter is an army with banners (rules 9.11) [WLT-9.11]."""

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import Step
from engine.core.text import join_words
from engine.warlord.board import names
from engine.warlord.board.catalog import units
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOWHERE, PieceId, Square
from engine.warlord.board.state import WIZARD
from engine.warlord.duel import duel
from engine.warlord.movement import castle, enchanted, movement


class Withdraw(Action, frozen=True):
    """Lead an army that has lost a banner off the battlefield; out of an enchanted forest no square is named."""

    to: Square = NOWHERE


class Stand(Action, frozen=True):
    """Let an army that has lost a banner fight on."""


def count(game: Warlord) -> bool:
    """Take a banner from each army that has been felled; tell whether the battle goes on from the start.

    An army without banners stays felled. The battle starts anew for those who are left.
    """
    if not game.option("strategic"):
        return False
    felled = [f for f, fighter in game.duel.fighters.items() if fighter.felled and game.piece(f).banners > 0]
    rallied = [f for f in felled if lose_banner(game, f)]
    for f in rallied:
        game.duel.fighters[f].felled, game.duel.fighters[f].wounds = False, 0
    if felled and not duel.outcome(game.duel):
        _start_anew(game)
        game.push(*(Withdrawing(f) for f in rallied))
    return bool(felled)


def lose_banner(game: Warlord, army: PieceId) -> bool:
    """Take a banner from an army; tell whether it has any left."""
    piece = game.piece(army)
    piece.banners -= 1
    text = f"{names.piece(game, army)} loses a banner and has {piece.banners} left."
    game.emit("banner", text, about=[army], track=[piece.square], rule="WLT-9.11")
    return piece.banners > 0


def _start_anew(game: Warlord) -> None:
    """Begin the battle anew; with option 1 those who have lost no banner keep their wounds [WLT-9.1]."""
    game.duel.exchange = 1
    for fighter in game.duel.fighters.values():
        fighter.staggered = False
        if not game.option("wounds_retained"):
            fighter.wounds = 0


class Withdrawing(Step):
    """An army that has lost a banner may withdraw before the next sheet (W-12)."""

    army: PieceId

    def proceed(self, game: Warlord) -> bool:
        """Ask only where there is somewhere to go, and somebody to go from."""
        over = duel.outcome(game.duel) or game.duel.fighters[self.army].withdrew
        if over or not refuges(game, self.army) or not game.seat(game.piece(self.army).side):
            game.pop(self)
            return True
        return False

    def requests(self, game: Warlord) -> list[Request]:
        """Ask whether it stands (W-12)."""
        where = [Choice(square, square) for square in refuges(game, self.army)]
        lost = enchanted.holds(game, self.army)
        field = Field("to", "Where to?", lambda _: where, when=lambda _: not lost, places=True)
        offers = (Offer(Withdraw, "Withdraw", (field,), says="Withdraw to {to}"), Offer(Stand, "Stand"))
        left = game.piece(self.army).banners
        prompt = f"{names.piece(game, self.army)} has lost a banner, {left} left. Withdraw, or stand?"
        seat = game.seat(game.piece(self.army).side)
        return [Request(seat, "W-12", prompt, offers, Stand)]

    def act(self, game: Warlord, seat: str, action: Withdraw | Stand) -> None:
        """Withdraw or stand."""
        if isinstance(action, Withdraw):
            to = self._refuge(game, action.to)
            if to:
                start = game.piece(self.army).square
                game.stand(self.army, to)
                game.duel.fighters[self.army].withdrew = True
                led = "" if action.to else "; a die picks the way out of the enchanted forest"
                text = f"{names.piece(game, self.army)} withdraws from {start} to {to}{led}."
                game.emit("moved", text, about=[self.army], track=[start, to], rule="WLT-9.11")
        game.pop(self)

    def _refuge(self, game: Warlord, to: Square) -> Square:
        """Where the army withdraws to; out of an enchanted forest the die says so, and "" lets it stay [WLT-9.12]."""
        found = refuges(game, self.army)
        if enchanted.holds(game, self.army):
            enchanted.check_unnamed(game, self.army, to)
            return enchanted.thrown(game, self.army, lambda square: square in found)
        if to not in found:
            raise Illegal(f"The army can withdraw to {join_words(found)}.", "WLT-9.11")
        return to


def refuges(game: Warlord, army: PieceId) -> list[Square]:
    """Where an army can withdraw to: not out of a Castle."""
    return [] if game.board.castle_of(game.piece(army).square) else movement.adjacent(game, army)


def muster(game: Warlord) -> None:
    """In step 1 each army of the active side in its Castle or on its Green gets a banner back."""
    if not game.option("strategic") or game.active == WIZARD:
        return
    home = [castle.square(game, game.active), *castle.greens(game, game.active)]
    for piece_id in game.pieces_of(game.active):
        piece = game.piece(piece_id)
        if piece.square in home and piece.banners < units()[piece.kind].banners:
            piece.banners += 1
            text = f"{names.piece(game, piece_id)} musters a banner and has {piece.banners}."
            game.emit("banner", text, about=[piece_id], track=[piece.square], rule="WLT-9.11")
