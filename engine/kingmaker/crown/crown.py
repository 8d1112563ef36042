"""The chapter of the Crown (rules 2.7, 2.8, 6): Coronation and Crown phase, cards in hand, heirs and Dukes."""

from engine.core.chapter import AnyTime, Chapter
from engine.kingmaker.crown import coronation, crown_phase, dukes, hand, houses, playing, regicide

CHAPTER = Chapter(
    steps=(coronation.CoronationPhase, crown_phase.CrownPhase, hand.TooManyCards, houses.GivingUpHouse),
    actions=(coronation.CrownHeir, crown_phase.Keep, hand.Discard, houses.GiveUp),
    any_time=(
        AnyTime(playing.any_time, {playing.Play: playing.play}),
        AnyTime(regicide.any_time, {regicide.KillHeir: regicide.kill_heir}),
        AnyTime(dukes.any_time, {dukes.CallDuke: dukes.call}),
    ),
)
