"""Royal death: two dice take an heir (rules 3.18)."""

from engine.kingmaker.board import deaths, names
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker

KIND = "royal_death"


def royal_death(game: Kingmaker, card: EventCard) -> None:
    """Carry the card out in the Event phase, and put it away."""
    _put_away(game, card.id, strike(game))


def drawn_in_combat(game: Kingmaker, card: str) -> None:
    """Let a card of royal death on the discard strike in combat too, until it has killed (RULING 19) [WBC-V06.4]."""
    if game.catalog.events[card].kind != KIND or not game.option("royal_death_in_combat"):
        return
    game.state.event_discard.remove(card)
    _put_away(game, card, strike(game))


def strike(game: Kingmaker) -> str:
    """Roll for the heir who dies; return him, or "" if he was dead already [WBC-V06.1, WBC-V06.2, WBC-V06.3]."""
    roll = game.dice.roll(6, "royal death, first die") + game.dice.roll(6, "royal death, second die")
    heir = next(row.royal for row in game.catalog.royal_deaths if row.roll == roll)
    royal = game.state.heirs.get(heir)
    if royal is None or not royal.alive:
        text = f"Royal death: the dice show {roll} for {names.heir(game, heir)}, who is not in play. Nobody dies."
        game.emit("no_effect", text, about=[heir], rule="WBC-V06.2")
        return ""
    deaths.kill_heir(game, heir, f"struck by the card Royal death (roll {roll})", "WBC-V06.1")
    return heir


def _put_away(game: Kingmaker, card: str, heir: str) -> None:
    """Remove the card from the game if it has killed; else set it aside for the next shuffle [WBC-V06.4]."""
    if heir:
        game.state.removed.append(card)
        text = f"The card {names.event(game, card)} has killed an heir and leaves the game."
    else:
        game.state.event_aside.append(card)
        text = f"{names.event(game, card)} is set aside until the event cards are shuffled again."
    game.emit("set_aside", text, about=[card], rule="WBC-V06.4")
