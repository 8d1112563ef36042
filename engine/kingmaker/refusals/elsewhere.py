"""Reasons why actions of the set-up, of events, and at any time are impossible now."""

from functools import partial

from engine.core.actions import Pass
from engine.core.errors import Illegal, caught
from engine.kingmaker.board import deaths
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.crown import crown_phase, dukes, hand, houses, playing, regicide
from engine.kingmaker.events import commission, embassy, hospitality, leave_taking, piracy, summons, treachery
from engine.kingmaker.refusals.reasons import Reasons, Tried, at_any_time, because, by_option
from engine.kingmaker.sequence import entering_hands, last_cards, setup
from engine.kingmaker.ships import disembarking
from engine.kingmaker.trade import fleet, trade, transfers


def _at_set_up(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
    if setup.begun(game.state):
        return Illegal("The game has begun; the factions are set up.", "BASE-SET-3")
    return Illegal("You have set up your faction already, or it is not your turn to set it up.", "BASE-SET-3")


def _entrust(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
    if game.option("site_holder") != "noble":
        return Illegal("At this table a place belongs to the whole faction, not to one noble.", "BASE-SIT-1")
    return Illegal(_at_set_up(game, seat, tried).reason, "COV-8.1.1")


def _play(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
    """Return why the cards of a hand cannot be played."""
    nobles, held = forces.nobles_of(game, seat), game.faction(seat).hand
    if not held:
        return Illegal("You hold no Crown card.", "BASE-CRN-2")
    if not nobles:
        return Illegal("None of your nobles can be given one of your cards.", "BASE-CRN-2")
    found = (caught(partial(playing.check_play_onto, game, card, noble)) for card in held for noble in nobles)
    return next(filter(None, found), Illegal("No Crown card of yours can come into play now.", "BASE-CRN-2"))


def _accept(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
    return trade.why_not_accept(game, seat, tried if isinstance(tried, trade.AcceptTrade) else None)


SETTING_UP = (setup.Allocate, setup.Station, setup.Entrust, setup.Ready)
"""The actions before the first turn."""

NO_TRADE = "No trade offer with that number waits for you."
NOT_ENTERED = "Your hand is already known. You enter one only in a game that continues from a position without it."
NOT_CALLED = "No noble of yours is called away now."
NO_VISITORS = "Nobody is sent to a place of yours now."

REASONS: Reasons = {
    Pass: because("There is nothing to pass now.", "BASE-TRN-1"),
    setup.Allocate: _at_set_up,
    setup.Station: _at_set_up,
    setup.Entrust: _entrust,
    setup.Ready: _at_set_up,
    entering_hands.EnterHand: because(NOT_ENTERED, "BASE-SET-2"),
    entering_hands.HaveDealt: because(NOT_ENTERED, "BASE-SET-2"),
    last_cards.PlaceAll: because("The last cards are placed when play is over.", "WBC-VIC.3"),
    deaths.Guard: because("None of your heirs has just lost a noble.", "BASE-DTH-2"),
    crown_phase.Keep: because("No Crown card that you drew waits for your decision.", "BASE-CRN-1"),
    hand.Discard: because("You hold no more cards than you may.", "COV-5.1"),
    houses.GiveUp: because("You need not give up the heirs of a house now.", "COV-8.7.6"),
    # events
    summons.StayWith: because(NOT_CALLED, "BASE-EVT-7"),
    summons.GoAlong: because(NOT_CALLED, "BASE-EVT-7"),
    summons.EndInside: because(NOT_CALLED, "WBC-R08.1"),
    summons.EntrustHeir: because(NOT_CALLED, "WBC-C16"),
    summons.TakeHeir: because("Nobody is offering you an heir.", "WBC-C16"),
    leave_taking.AskForHeir: because(NOT_CALLED, "WBC-C16"),
    leave_taking.PartWithHeir: because("Nobody is asking you for an heir.", "WBC-C16"),
    commission.Commission: because("None of your nobles who are called can send another.", "WBC-OPT-COMMISSION"),
    piracy.SendShips: because("No office of yours is called to bring ships.", "BASE-EVT-8"),
    disembarking.Shelter: because("None of your ships is looking for shelter now.", "BASE-EVT-12"),
    hospitality.Welcome: because(NO_VISITORS, "COV-8.2.5"),
    hospitality.TurnAway: because(NO_VISITORS, "COV-8.2.5"),
    embassy.Travel: because("No King of yours is called to an embassy.", "BASE-EVT-10"),
    treachery.PickCards: because("You have no hand to take cards from now.", "WBC-V01.2"),
    # at any time
    playing.Play: at_any_time(_play),
    regicide.KillHeir: at_any_time(because("You control no heir.", "BASE-CAP-4")),
    dukes.CallDuke: at_any_time(because("No Duke would serve you now.", "WBC-R05.2")),
    trade.OfferTrade: at_any_time(because("You can make no trade offer now.", "BASE-TRD-1")),
    trade.AcceptTrade: at_any_time(_accept),
    trade.DeclineTrade: at_any_time(because(NO_TRADE, "BASE-TRD-1")),
    trade.WithdrawTrade: at_any_time(because("You have no open trade offer.", "BASE-TRD-1")),
    fleet.LendShip: at_any_time(
        by_option(
            "ship_loan",
            {True: ("You have no ship to lend.", "WBC-R02.5")},
            ("No ships are lent at this table.", "BASE-TRD-2"),
        )
    ),
    fleet.RecallShip: at_any_time(because("You have lent no ship that you could call back now.", "WBC-R02.5")),
    transfers.Transfer: at_any_time(
        by_option(
            "card_transfer_reach",
            {
                "same_square_ships_anywhere": ("Your nobles have nothing to pass to each other now.", "WBC-C20.1"),
                "places_and_ships_anywhere": ("Your nobles have nothing to pass to each other now.", "COV-8.7.3"),
            },
            ("Your nobles have nothing to pass to each other now.", "BASE-TRD-2"),
        )
    ),
}
"""The reason for each kind of answer and each any-time action."""
