"""Why what is not offered is impossible now: a reason for every kind of action, with the most specific rule."""

from collections.abc import Callable

from engine.core.actions import Action, Pass
from engine.core.errors import Illegal, caught
from engine.core.sealed import ParallelSteps
from engine.core.steps import AnyStep
from engine.core.text import join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.common import goods
from engine.lancaster.common.building import Extend, unplaced
from engine.lancaster.common.nobles import Invite
from engine.lancaster.common.upgrading import Upgrade, Upgrading
from engine.lancaster.parliament import measures
from engine.lancaster.parliament.choices import Absolve, Absolving, Buy, Buying, Exchange, Exchanging
from engine.lancaster.parliament.voting import Vote, Voting
from engine.lancaster.placing import knights, lords
from engine.lancaster.placing.favours import TakeFavour
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import Court
from engine.lancaster.placing.placing import Placing
from engine.lancaster.placing.treasury import Claim
from engine.lancaster.rewards import battles, castles, counties
from engine.lancaster.sequence import entering, setup

Tried = Action | None
"""The action that a seat has tried; None if only its kind is known."""

Reason = Callable[[Lancaster, str, Tried], Illegal]
"""Tells why a seat can do nothing of one kind now."""


def objection(game: Lancaster, seat: str, kind: type[Action], action: Tried) -> Illegal | None:
    """Return why a seat can do nothing of a kind now; None for what has no reason of its own."""
    if seat in game.state.gone:
        return Illegal("Your seat is closed; you take no part in this game any more.", "LAN-BASE-08")
    reason = REASONS.get(kind)
    return reason(game, seat, action) if reason else None


def _step(game: Lancaster, seat: str) -> AnyStep | None:
    """Return the step that speaks to a seat: that of its lane where several decide at the same time."""
    top = game.top
    if not isinstance(top, ParallelSteps):
        return top
    lane = top.lanes.get(seat)
    return lane[-1] if lane else None


# ---------------------------------------------------------------------- set-up


def _choose_ally(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    if not game.duel:
        return Illegal("Only two players have allies; this table has more.", "LAN-BASE-109")
    if game.player(seat).ally:
        return Illegal(f"Your ally is {game.player(seat).ally} already, and stays so.", "LAN-BASE-109")
    return Illegal("The other player chooses a colour first; wait for them.", "LAN-BASE-109")


def _enter_goods(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    return Illegal("Your goods are known; you enter them only in a game that starts from a position.", "LAN-BASE-02")


def _choose_tile(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    if isinstance(game.top, setup.ChoosingAllies):
        return Illegal("Everybody chooses an ally first; wait for that.", "LAN-BASE-06")
    return Illegal("Your first tile is placed; later ones are rewards.", "LAN-BASE-06")


# ---------------------------------------------------------------------- placing


def _when(game: Lancaster, seat: str) -> str:
    """Why a seat may place nothing at this moment, whatever it is; "" in its turn."""
    turn = game.state.turn
    if turn.phase != "place":
        return "You place knights and lords only in the first phase of a round."
    if turn.seat != seat:
        return f"It is {{{turn.seat}}}'s turn to place."
    if not isinstance(game.top, Placing):
        return "First decide what follows from your last placement."
    return ""


def _place(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    """Return why the space itself cannot be taken: that prevents it in one's own turn, too."""
    return _placement(game, seat, _no_space(game, seat, tried), "LAN-BASE-08")


def _placement(game: Lancaster, seat: str, found: Illegal | None, rule: str) -> Illegal:
    """Join why this is not the moment with why the placement itself is impossible, whose rule tells more.

    Out of the phase nothing is said of the space: all come home before anybody places again.
    """
    when = _when(game, seat)
    if found is None or game.state.turn.phase != "place":
        return Illegal(when or "Place another token.", rule)
    return Illegal(f"{when} Also: {found.reason}" if when else found.reason, found.rule or rule)


def _no_space(game: Lancaster, seat: str, tried: Tried) -> Illegal | None:
    if isinstance(tried, Place):
        return caught(lambda: knights.check_place(game, seat, tried))
    if next(knights.placeable(game, seat), None) is None:
        return Illegal("No space is open to the knights at your court; they stay there.", "LAN-BASE-105")
    return None


def _court(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    return _placement(game, seat, _no_lord(game, seat, tried), "LAN2-COURT-07")


def _no_lord(game: Lancaster, seat: str, tried: Tried) -> Illegal | None:
    if not game.court:
        return Illegal("This table plays without the king's court: the option court is off.", "LAN2-COURT-01")
    if not lords.at_court(game, seat):
        return _all_placed(game, seat)
    return caught(lambda: lords.check_court(game, seat, tried)) if isinstance(tried, Court) else None


def _all_placed(game: Lancaster, seat: str) -> Illegal:
    """No lord of a seat is left at court; one who applies for an office cannot be boosted."""
    at = [game.house(colour).lord for colour in game.houses_of(seat)]
    whose = "Your lord is" if len(at) == 1 else "Your lords are"
    placed = f"{whose} placed already ({join_words(names.spot(game, spot) for spot in at)})"
    if all(spot == spots.TREASURY for spot in at):
        return Illegal(f"{placed}.", "LAN2-COURT-07")
    return Illegal(f"{placed}, and nothing can be added to an application later.", "LAN2-COURT-16")


def _favour(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    if not game.state.favours:
        return Illegal("All favours of the king are taken until the next round.", "LAN-BASE-24")
    return Illegal("You take a favour only when your knight enters a conflict.", "LAN-BASE-24")


def _claim(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    if not game.court:
        return Illegal("This table plays without the treasury: the option court is off.", "LAN2-COURT-01")
    if not any(game.state.treasury.values()):
        return Illegal("The treasury is empty.", "LAN2-COURT-60")
    return Illegal("You claim goods only at the moment when your lord enters the treasury.", "LAN2-COURT-22")


# ---------------------------------------------------------------------- Parliament


def _vote(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    if game.state.turn.phase == "place":
        return Illegal("Parliament votes when all knights and lords are placed.", "LAN-BASE-27")
    return Illegal("No vote is open now.", "LAN-BASE-27")


def _buy(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    step = game.top
    if not isinstance(step, Buying):
        return Illegal("No law lets you pay for anything now.", "LAN-BASE-106")
    law = game.catalog.laws[step.law]
    if seat not in step.seats:
        return Illegal(f"You have answered {names.law(game, step.law)}, or cannot pay for it.", "LAN-BASE-106")
    if not goods.affordable(game, seat, law.effect.cost):
        price = names.amounts(law.effect.cost)
        return Illegal(f"{names.law(game, step.law)} costs {price}, which you do not have.", "LAN-BASE-106")
    return Illegal(f"Laws ask in turn order: {{{step.seats[0]}}} decides before you.", "LAN-BASE-106")


def _exchange(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    step = game.top
    if not isinstance(step, Exchanging):
        return Illegal("You exchange knights only while the law Accolade is applied.", "LAN-BASE-62")
    if seat in step.seats:
        return Illegal(f"Laws ask in turn order: {{{step.seats[0]}}} decides before you.", "LAN-BASE-106")
    if not measures.may_exchange(game, seat):
        reason = "You have no deployed strength-3 knight, or your strength-4 knight is in play already."
        return Illegal(reason, "LAN-BASE-62")
    return Illegal("You have already chosen to keep your strength-3 knight.", "LAN-BASE-106")


def _absolve(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    if not game.resentment:
        return Illegal("This table plays without dishonor: the option resentment is off.", "LAN2-LAW-01")
    if not isinstance(game.top, Absolving):
        return Illegal("You put a marker back only while the law Absolution is applied.", "LAN2-LAW-07")
    if game.player(seat).bishops:
        return Illegal("Absolution is for players without a bishop.", "LAN2-LAW-07")
    if not game.player(seat).dishonor:
        return Illegal("You have no dishonor marker to put back.", "LAN2-LAW-07")
    return Illegal("Absolution asks in turn order: you have answered already, or others come first.", "LAN2-LAW-07")


# ---------------------------------------------------------------------- rewards


def _reap(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    if game.state.turn.phase != "rewards":
        return Illegal("Counties are evaluated after Parliament.", "LAN-BASE-35")
    own = [names.spot(game, spots.county(letter)) for house in game.houses_of(seat) for letter in game.held(house)]
    if not own:
        return Illegal("None of your knights holds a county.", "LAN-BASE-35")
    return Illegal(
        f"Counties are evaluated in the order of their letters; wait for yours: {', '.join(own)}.", "LAN-BASE-79"
    )


def _name_start(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    return Illegal("Only the player who takes Surrey's reward names the start player, at that moment.", "LAN-BASE-37")


def _march(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    return Illegal("Only the knight in Dorset can march, when you take Dorset's reward.", "LAN-BASE-38")


def _muster(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    step = game.top
    if isinstance(step, castles.Castles) and seat in step.uses:
        return Illegal("This castle space upgrades a knight: name him, or pass.", "LAN-BASE-42")
    where = names.spot(game, spots.castle("K6"))
    return Illegal(f"You recruit a knight for squires only when the castles pay, in your {where}.", "LAN-BASE-42")


def _ransom(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    if not game.option("ransom"):
        return Illegal("Knights come home free at this table: the option ransom is off.", "LAN-BASE-94")
    if not isinstance(game.top, battles.Ransoming):
        return Illegal("No conflict is lost for good now, so none of your knights is captured.", "LAN-BASE-48")
    return Illegal("You have no captured knight, or too little gold to ransom one.", "LAN-BASE-48")


# ---------------------------------------------------------------------- what several phases ask for


def _upgrade(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    step = _step(game, seat)
    if isinstance(step, Upgrading) and game.seat_of(step.house) != seat:
        return Illegal(f"{{{game.seat_of(step.house)}}} decides about an upgrade now; wait for yours.", "LAN-BASE-53")
    ways = "a favour of the king, the reward of Warwick, your Tiltyard, or a law"
    return Illegal(f"You cannot upgrade a knight now; you need {ways}.", "LAN-BASE-53")


def _invite(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    if game.state.turn.phase == "rewards":
        return Illegal("Take a county's noble with 'county', when yours is evaluated.", "LAN-BASE-35")
    return Illegal("Only a favour of the king brings you a noble of any county, without winning it.", "LAN-BASE-26")


def _extend(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    if not unplaced(game, seat):
        return Illegal("You have placed all your extension tiles.", "LAN-BASE-55")
    return Illegal("You cannot place an extension tile now; Gloucester's reward or a law lets you.", "LAN-BASE-55")


def _pass(game: Lancaster, seat: str, tried: Tried) -> Illegal:
    step, turn = _step(game, seat), game.state.turn
    if isinstance(step, Placing) and turn.seat == seat:
        return Illegal("You cannot pass while you can place a knight or your lord.", "LAN-BASE-10")
    if isinstance(step, setup.ChoosingTiles | setup.ChoosingAllies):
        return Illegal("You must choose before the first round; you cannot pass.", "LAN-BASE-06")
    if isinstance(step, Voting):
        return Illegal("You cannot abstain; vote yes or no.", "LAN-BASE-27")
    if isinstance(step, counties.Reaping):
        return Illegal("Say 'nothing' if you want neither noble nor reward.", "LAN-BASE-81")
    return Illegal("You have nothing to decline now.", "LAN-BASE-08")


REASONS: dict[type[Action], Reason] = {
    setup.ChooseAlly: _choose_ally,
    setup.ChooseTile: _choose_tile,
    entering.EnterGoods: _enter_goods,
    Place: _place,
    Court: _court,
    TakeFavour: _favour,
    Claim: _claim,
    Vote: _vote,
    Buy: _buy,
    Exchange: _exchange,
    Absolve: _absolve,
    counties.Reap: _reap,
    counties.NameStart: _name_start,
    counties.March: _march,
    castles.Muster: _muster,
    battles.Ransom: _ransom,
    Upgrade: _upgrade,
    Invite: _invite,
    Extend: _extend,
    Pass: _pass,
}
"""The reason for each kind of action."""
