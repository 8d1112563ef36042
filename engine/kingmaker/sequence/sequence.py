"""The chapter of the sequence of play (rules 1, 2, 8, 9): set-up, turns, late players and the end of the game."""

from engine.core.chapter import Chapter
from engine.kingmaker.sequence import ending, entering_hands, last_cards, newcomers, setup, turn

CHAPTER = Chapter(
    steps=(
        *(setup.SettingUp, turn.Round, turn.OneTurn, turn.EndOfPhase, turn.EndOfTurn),
        *(newcomers.Redeal, last_cards.LastCards, ending.Reckoning, entering_hands.EnteringHands),
    ),
    actions=(
        *(setup.Allocate, setup.Station, setup.Entrust, setup.Ready, last_cards.PlaceAll),
        *(entering_hands.EnterHand, entering_hands.HaveDealt),
    ),
)
