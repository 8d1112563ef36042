"""The chapter of the sequence of play (rules 3, 5, 8): set-up, the turn, prisoners, succession, and draws."""

from engine.core.actions import Pass
from engine.core.chapter import AnyTime, Chapter
from engine.warlord.sequence import draws, freeing, recall, setup, succession, turn

CHAPTER = Chapter(
    steps=(
        *(setup.SettingUp, turn.Tourney, turn.OneTurn, turn.EndOfTurn, turn.Movement),
        *(recall.Receive, freeing.Freeing, succession.Succession),
    ),
    actions=(
        *(setup.Arm, setup.NameCastle, setup.Ready, Pass, freeing.Free),
        *turn.MOVES,
        *(succession.Promote, succession.Decline, succession.LadyReturns, succession.Surrender, succession.LadyTrades),
    ),
    any_time=(AnyTime(draws.any_time, {draws.OfferDraw: draws.offer_draw, draws.Resign: draws.resign}),),
)
