"""The choices that are open at any time: resign, or agree on a draw (W-13) [WLT-7.6]."""

from engine.core.actions import Action, Offer, Proposal, Start
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.warlord.board.game import Warlord

DULL = 20
"""The quiet rounds after which a game is dull: computer players lose all caution, and an agreed draw counts as such."""


class OfferDraw(Action, frozen=True):
    """Offer a draw, or accept the one that is offered."""


class Resign(Action, frozen=True):
    """Give the game up."""


def _players(game: Warlord) -> list[str]:
    """Return the seats that are still in the game."""
    return [game.seat(side) for side in game.playing() if game.seat(side)]


def any_time(game: Warlord, seat: str) -> list[Offer]:
    """Offer a draw, and to resign."""
    if seat not in _players(game):
        return []
    found = [Offer(Resign, "Resign the game", drastic=True, seldom=True)]
    if seat not in game.state.draw_offers:
        open_ = bool(game.state.draw_offers)
        label = "Accept the draw" if open_ else "Offer a draw"
        found.insert(0, Offer(OfferDraw, label, answers=open_, seldom=not open_))
    return found


def proposals(game: Warlord, seat: str) -> list[Proposal]:
    """Return the draw that others have offered to a seat that is still in the game."""
    by = [other for other in game.state.draw_offers if other != seat]
    if not by or seat not in _players(game) or seat in game.state.draw_offers:
        return []
    who = join_words(f"{{{other}}}" for other in by)
    words = f"{who} {'offers' if len(by) == 1 else 'offer'} a draw."
    effect = "The game is drawn once everybody accepts; the offer stands until the next turn of whoever made it."
    accept = Start("draw", "Accept the draw", OfferDraw, {})
    return [Proposal(f"draw-{'-'.join(by)}", "the draw", words, effect, (accept,), by=by[0] if len(by) == 1 else "")]


def _check_player(game: Warlord, seat: str) -> None:
    if seat not in _players(game):
        raise Illegal("You are out of the game.", "WLT-9.9")


def offer_draw(game: Warlord, seat: str, action: OfferDraw) -> None:
    """Offer a draw, which is one when everybody has offered it; raises Illegal."""
    _check_player(game, seat)
    if seat in game.state.draw_offers:
        raise Illegal("You have offered a draw already; it stands until your next turn.", "WLT-7.6")
    game.state.draw_offers.append(seat)
    game.emit("draw_offered", f"{{{seat}}} offers a draw.", about=[seat], rule="WLT-7.6")
    if set(_players(game)) <= set(game.state.draw_offers):
        when = f"after {DULL} quiet rounds or more" if game.state.quiet >= DULL else "in a lively game"
        game.finish([], "The players have agreed on a draw.", "WLT-7.6", outcome=f"draw agreed: {when}")


def resign(game: Warlord, seat: str, action: Resign) -> None:
    """Give the game up; raises Illegal."""
    _check_player(game, seat)
    game.emit("resigned", f"{{{seat}}} resigns.", about=[seat], rule="WLT-7.6")
    game.state.yielded.append(game.side(seat))
