"""The Plantagenet cards (rules 6.5): men of a royal guard, or Dukes who follow the senior heir of their house."""

from engine.kingmaker.board.catalog import HOUSES, House
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import succession
from engine.kingmaker.board.state import Bar


def card_of(house: House) -> str:
    """Return the Plantagenet card of a house."""
    return f"plantagenet_{house}"


def house_of(card: str) -> House:
    """Return the house of a Plantagenet card."""
    return next(house for house in HOUSES if card == card_of(house))


def guards(game: Kingmaker, noble: str) -> list[str]:
    """Return the royal guards of a noble: one for each crowned King whom he controls [COV-5.6]."""
    if game.option("plantagenet") != "royal_guard":
        return []
    royals = game.state.heirs.values()
    return [card_of(royal.house) for royal in royals if royal.king and royal.alive and royal.noble == noble]


def guard_men(game: Kingmaker, noble: str) -> int:
    """Men of a noble's royal guards."""
    found = guards(game, noble)
    return sum(game.catalog.cards[card].strength for card in found) if found else 0


def master(game: Kingmaker, duke: str) -> str:
    """Return the seat that a Duke follows: the one that controls the senior heir of his house; "" for none."""
    heir = succession.senior(game, house_of(duke))
    return succession.seat_of(game, heir) if heir else ""


def may_hold_royalty(game: Kingmaker, noble: str) -> bool:
    """Whether a noble may have heirs and bishops; a Duke never may [WBC-R05.1]."""
    return not game.catalog.noble(noble).plantagenet


# ---------------------------------------------------------------------- a Duke who was killed


def bar(game: Kingmaker, duke: str) -> None:
    """Keep a killed Duke out of play until the present senior heir has died or changed hands [WBC-R05.2]."""
    heir = succession.senior(game, house_of(duke))
    if heir:
        game.state.barred[duke] = Bar(heir, succession.seat_of(game, heir))


def lift_bars(game: Kingmaker) -> None:
    """Let killed Dukes return whose senior heir of that time has died or changed hands [WBC-R05.2]."""
    for duke, barred in list(game.state.barred.items()):
        seat = succession.seat_of(game, barred.heir)
        if not game.heir(barred.heir).alive or seat not in ("", barred.seat):
            del game.state.barred[duke]
