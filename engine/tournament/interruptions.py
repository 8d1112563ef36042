"""Time that nobody could use: what waits in a tournament waits so much longer."""

from datetime import datetime, timedelta

from engine.tournament import log
from engine.tournament.state import State


def interrupt(state: State, entry: log.Interrupted) -> None:
    """Let every wait go on with the time that it had left.

    That is a check-in, a seat on offer, an appeal, a question to the game master, and one to the finalists.

    A moment that is still to come, such as an announced start, stays where it was.
    """
    now = datetime.fromisoformat(entry.time)
    before = now - timedelta(seconds=entry.seconds)

    def put_off(moment: str) -> str:
        if not moment:
            return ""
        began = datetime.fromisoformat(moment)
        if began > max(before, now):
            return moment
        gone = max(before - began, timedelta(0))
        return (now - gone).isoformat(timespec="seconds")

    for heat in [*state.heats, state.final]:
        if heat.announced and not heat.closed:
            heat.start = put_off(heat.start)
        for game in heat.games:
            game.sought = {person: put_off(moment) for person, moment in game.sought.items()}
    state.pending = {facts: put_off(moment) for facts, moment in state.pending.items()}
    state.asked = {person: put_off(moment) for person, moment in state.asked.items()}
    for ruling in state.rulings:
        ruling.decided = put_off(ruling.decided)
