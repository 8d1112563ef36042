"""What a plan may wait for in War Lord Tourney: who stands where, and how a duel would end."""

from collections.abc import Sequence

from engine.core.actions import Choice, Draft, Field, Offer
from engine.core.conditions import Condition, one_of
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.duel import armies, odds
from engine.warlord.movement import movement
from engine.warlord.views import PieceView, WarlordView

PERCENT = {str(percent): f"{percent}%" for percent in (50, 60, 70, 80, 90, 40, 30)}
BANNERS = {str(number): str(number) for number in (1, 2, 3)}


def conditions(game: Warlord, seat: str, offer: Offer) -> Sequence[Condition]:
    """Return what a plan for an offered action may wait for, the likeliest first."""
    found = []
    if offer.action is movement.Move:
        found += [Condition("unopposed", "while no enemy stands there", _unopposed), _of_duel(game)]
    if offer.action in (armies.Stand, armies.Withdraw):
        found.append(_of_banners(game))
    return [*found, _stands(game)]


def _piece(view: WarlordView, piece_id: object) -> PieceView | None:
    return next((piece for piece in view.pieces if piece.id == piece_id), None)


def _unopposed(view: WarlordView, draft: Draft, said: Draft) -> bool:
    own = next((side.id for side in view.sides if side.seat == view.viewer), "")
    return not any(p.square == draft.get("to") and p.side != own and p.status == "board" for p in view.pieces)


def _of_duel(game: Warlord) -> Condition:
    def wins(view: WarlordView, draft: Draft, said: Draft) -> bool:
        mover, square = draft["piece"], draft.get("to", "")
        foes = [piece for piece in game.enemies_at(square, game.piece(mover).side) if game.fighter(piece)]
        if not foes or not game.fighter(mover):
            return False
        return 100 * odds.chances(game, odds.duel_to_come(game, mover, square, foes)).attackers >= int(said["percent"])

    percent = one_of("percent", "How likely?", PERCENT)
    return Condition("wins", "only if its chance to win the duel there is <percent> or more", wins, (percent,))


def _of_banners(game: Warlord) -> Condition:
    def enough(view: WarlordView, draft: Draft, said: Draft) -> bool:
        army = game.top.army if isinstance(game.top, armies.Withdrawing) else ""
        piece = _piece(view, army)
        return piece is not None and piece.banners >= int(said["banners"])

    banners = one_of("banners", "How many banners?", BANNERS)
    return Condition("banners", "while it has <banners> or more banners", enough, (banners,))


def _stands(game: Warlord) -> Condition:
    def stands(view: WarlordView, draft: Draft, said: Draft) -> bool:
        piece = _piece(view, said["who"])
        return piece is not None and piece.status == "board" and piece.square == said["where"]

    pieces = {
        str(piece_id): names.piece(game, piece_id)
        for piece_id in game.state.pieces
        if game.piece(piece_id).status == "board"
    }

    def squares(draft: Draft) -> list[Choice]:
        piece = game.state.pieces.get(draft.get("who", ""))
        now = [piece.square] if piece is not None and piece.square else []
        return [Choice(square, str(square)) for square in dict.fromkeys([*now, *sorted(game.board.lie)])]

    fields = (one_of("who", "Which piece?", pieces), Field("where", "On which square?", squares))
    return Condition("stands", "if <who> stands on <where>", stands, fields)
