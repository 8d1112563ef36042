"""The Parliament phase: who may call Parliament, when, and what it costs (rules 3.10, 5.1)."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, Request, distinct, pass_offer
from engine.core.chapter import AnyTime, Chapter
from engine.core.errors import Illegal, allows
from engine.core.text import counted
from engine.kingmaker.board import names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import peace, succession
from engine.kingmaker.board.places import place_menu, sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.overseas import refuge
from engine.kingmaker.parliament import (
    awards,
    ballots,
    convening,
    debate,
    debates,
    excuses,
    homecoming,
    illegitimacy,
    meeting,
    must_meet,
    other_business,
    session,
    support,
)
from engine.kingmaker.parliament.session import Session, attending

__all__ = ["CHAPTER", "CallParliament", "ParliamentPhase", "Session", "attending"]


class CallParliament(Action, frozen=True):
    """Call Parliament to a place, spending one Writ for each noble of another faction who must come."""

    place: PlaceId
    nobles: list[str] = []


class ParliamentPhase(KingmakerStep):
    """The active seat may call Parliament (D50) [BASE-PAR-1], unless an event makes one meet [BASE-EVT-16]."""

    def proceed(self, game: Kingmaker) -> bool:
        """Hold a Parliament that must be held; pass by where none can be called."""
        if game.state.turn.must_call:
            game.pop(self)
            must_meet.hold(game)
            return True
        if allows(check_right, game, game.active):
            return False
        game.pop(self)
        _explain(game, game.active)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask whether Parliament is called."""
        seat, number = game.active, most_summons(game, game.active)
        if game.option("attendance") == "compulsory":
            terms = "for a Writ. All nobles must come, and the one whom it summons cannot be excused."
        else:
            price = "a Writ, which compels one noble" if number == 1 else f"Writs (you have {number}); each compels one"
            terms = f"for {price} of another faction to come. Each player chooses who else comes."
        prompt = f"You may call Parliament, {terms}"
        offers = (_call_offer(game, seat), pass_offer("Call no Parliament"))
        return [Request(seat, "D50", prompt, offers, Pass)]

    def act(self, game: Kingmaker, seat: str, action: CallParliament | Pass) -> None:
        """Call Parliament, or go on without."""
        if isinstance(action, CallParliament):
            check_call(game, seat, action)
            game.pop(self)
            caller = caller_noble(game, seat)
            _pay(game, seat, max(1, len(action.nobles)))
            # Count the calls of a King or a Chancellor, where they are limited [COV-7.1.3].
            if game.option("parliament_max_calls") != "none":
                who = _office_of_call(game)
                game.state.calls[who] = game.state.calls.get(who, 0) + 1
            convening.convene(game, seat, action.place, [caller, *action.nobles], _price_rule(game))
        else:
            game.pop(self)


# ---------------------------------------------------------------------- the right to call


def caller_noble(game: Kingmaker, seat: str) -> str:
    """Return the noble who lets a seat call Parliament where he is: the sole King's, or the Chancellor [BASE-PAR-1].

    Raises Illegal if the seat has neither the sole King nor the Chancellor's leave.
    """
    king = succession.sole_king(game)
    if king:
        if succession.seat_of(game, king) != seat:
            reason = f"Only the player who controls {names.heir(game, king)} may call Parliament."
            raise Illegal(reason, "COV-7.1.2" if _chancellors_card(game, seat) else "BASE-PAR-1")
        return game.heir(king).noble
    # The Chancellor calls without a King, by the card just turned or by one kept [COV-7.1.2].
    chancellor = must_meet.chancellor_of(game, seat)
    if game.option("chancellor_card") == "retained":
        if not chancellor or not _chancellors_card(game, seat):
            reason = "Without a sole King only the Chancellor calls Parliament, with the card that lets him."
            raise Illegal(reason, "COV-7.1.2")
    elif not game.state.turn.chancellor_may_call or not chancellor:
        raise Illegal("Without a sole King Parliament is called only by an event card.", "BASE-PAR-1")
    return chancellor


def _chancellors_card(game: Kingmaker, seat: str) -> list[str]:
    return piles.kept(game, seat, "chancellor_may_call")


def writs(game: Kingmaker, seat: str) -> list[str]:
    """Return the Writs that a seat has kept."""
    return piles.kept(game, seat, "writ")


def most_summons(game: Kingmaker, seat: str) -> int:
    """Return how many nobles a seat's call can compel: one for each Writ, or just one (option `writs_to_summon`)."""
    return 1 if _one_writ(game) else len(writs(game, seat))


def _one_writ(game: Kingmaker) -> bool:
    return game.option("writs_to_summon") == "exactly_one"


def _price_rule(game: Kingmaker) -> str:
    return "COV-7.1.5" if _one_writ(game) else "BASE-PAR-2"


def _pay(game: Kingmaker, seat: str, number: int) -> None:
    """Spend Writs, and the card that lets the Chancellor call, on the event discard [BASE-EVT-13, COV-7.1.2]."""
    piles.spend(game, seat, "writ", number)
    price = "a Writ" if number == 1 else f"{number} Writs"
    if not succession.sole_king(game) and game.option("chancellor_card") == "retained":
        piles.spend(game, seat, "chancellor_may_call")
        price += " and the Chancellor's card"
    game.emit("writs_spent", f"{{{seat}}} spends {price}.", about=[seat], rule="BASE-EVT-13")


# ---------------------------------------------------------------------- how often


def _office_of_call(game: Kingmaker) -> str:
    """Return the King or the Chancellor whose call it is now."""
    return succession.sole_king(game) or must_meet.chancellor_of(game, game.active)


def check_season(game: Kingmaker) -> None:
    """Raise Illegal during the King's Peace, soon after it, or when the caller has called too often [COV-7.1.3]."""
    rest, most = int(str(game.option("parliament_cooldown_rounds"))), game.option("parliament_max_calls")
    if game.state.peace and (rest or peace.binds(game)):
        raise Illegal("No Parliament can be called while the King's Peace holds.", "COV-7.1.3")
    over = game.state.peace_over
    if over and game.rounds_since(over) < rest:
        raise Illegal(
            f"No Parliament can be called in the {counted(rest, 'round')} after the King's Peace.", "COV-7.1.3"
        )
    who = _office_of_call(game)
    if isinstance(most, int) and game.state.calls.get(who, 0) >= most:
        raise Illegal(f"{names.thing(game, who)} has called Parliament {counted(most, 'time')}; no more.", "COV-7.1.3")


def check_right(game: Kingmaker, seat: str) -> list[PlaceId]:
    """Return the places where a seat may call Parliament now; raise Illegal if there are none (rules 5.1)."""
    noble = caller_noble(game, seat)
    check_season(game)
    if not writs(game, seat):
        raise Illegal("A call costs at least one Writ, and you have none.", _price_rule(game))
    return meeting.calling_places(game, noble)


# ---------------------------------------------------------------------- the call


def check_call(game: Kingmaker, seat: str, action: CallParliament) -> None:
    """Raise Illegal unless the seat may make this call [BASE-PAR-1, 2, 3, 4, COV-7.1.4, COV-7.1.5]."""
    places, targets, most = check_right(game, seat), summonable(game, seat), most_summons(game, seat)
    if action.place not in places:
        noble, rule = (
            names.card(game, caller_noble(game, seat)),
            "COV-7.1.4" if meeting.needs_control(game) else "BASE-PAR-3",
        )
        raise Illegal(f"Parliament meets at a city or town where {noble} is; a castle will not do.", rule)
    for noble in action.nobles:
        _check_target(game, noble, targets)
    if not distinct(action.nobles):
        raise Illegal("Name the nobles whom you summon, each once.", _price_rule(game))
    if len(action.nobles) > most:
        reason = "Your Writ summons exactly one noble." if _one_writ(game) else f"Your Writs are enough for {most}."
        raise Illegal(reason, _price_rule(game))
    if targets and not action.nobles:
        raise Illegal("Your Writ must summon a noble of another faction; name one.", _price_rule(game))


def _check_target(game: Kingmaker, noble: str, targets: Sequence[str]) -> None:
    if noble in targets:
        return
    if noble in game.state.nobles and sites.under_siege(game, game.noble(noble).at):
        rule = "COV-7.1.5" if _one_writ(game) else "BASE-PAR-4"
        raise Illegal(f"{names.card(game, noble)} is under siege and cannot be summoned.", rule)
    if noble in game.state.nobles and refuge.sheltered(game, noble):
        raise Illegal(f"{names.card(game, noble)} is in refuge, where no Writ reaches him.", "WBC-V03.8")
    raise Illegal("Summon only free nobles in play of other factions.", _price_rule(game))


def _explain(game: Kingmaker, seat: str) -> None:
    """Tell a seat with a Writ and the King or the Chancellor why it cannot call Parliament."""
    own_king = any(succession.seat_of(game, king) == seat for king in succession.kings(game))
    hopeful = own_king or game.state.turn.chancellor_may_call or _chancellors_card(game, seat)
    if not writs(game, seat) or not hopeful:
        return
    try:
        check_right(game, seat)
    except Illegal as refusal:
        text = f"You cannot call Parliament. {refusal.reason}"
        game.emit("no_parliament", text, to=[seat], about=[seat], rule=refusal.rule)


def summonable(game: Kingmaker, seat: str) -> list[str]:
    """Return the nobles of other factions who can be compelled: not captive, under siege or in refuge [BASE-PAR-4]."""
    free = [noble for noble, one in game.state.nobles.items() if one.faction != seat and not one.captor]
    in_reach = [noble for noble in free if not sites.under_siege(game, game.noble(noble).at)]
    return [noble for noble in in_reach if not refuge.sheltered(game, noble)]


def _whom(most: int) -> str:
    return "Whom does your Writ summon?" if most == 1 else f"Whom do you summon? Each costs a Writ; you have {most}."


def _call_offer(game: Kingmaker, seat: str) -> Offer:
    targets, most = summonable(game, seat), most_summons(game, seat)

    def nobles(draft: Draft) -> list[Choice]:
        picks = draft.get("nobles", [])
        rest = [noble for noble in targets if noble not in picks] if len(picks) < most else []
        return awards.noble_choices(game, rest)

    places = [place_menu.of_place(game, seat, place) for place in check_right(game, seat)]
    fields = (
        Field("place", "Where does Parliament meet?", lambda _: places, places=True),
        Field("nobles", _whom(most), nobles, many=True, least=1 if targets else 0),
    )
    return Offer(CallParliament, "Call Parliament", fields)


# ---------------------------------------------------------------------- the chapter

CHAPTER = Chapter(
    steps=(
        *(ParliamentPhase, must_meet.PlaceOfParliament, session.Session, session.Attendance),
        *(excuses.Excuses, excuses.Revocations, excuses.ShipsMayPutIn, excuses.AllGather, excuses.PuttingIn),
        *(awards.AwardAnswer, awards.CallerGivesOut, awards.Agenda, awards.Award),
        *(debates.RoundWithoutVote, debates.RoundWithVotes, debate.Debate, ballots.Vote),
        *(illegitimacy.Accusations, illegitimacy.FailedAccusation, support.SupportMotions),
        *(other_business.OtherBusiness, other_business.PassingOn, other_business.ShipsComeBack),
        homecoming.Homecoming,
    ),
    actions=(
        *(CallParliament, must_meet.ChoosePlace, session.Attend, excuses.Excuse, excuses.Revoke, excuses.PutIn),
        *(awards.AcceptAward, awards.DeclineAward, awards.Assign, awards.OrderBusiness, awards.Propose),
        *(illegitimacy.Accuse, illegitimacy.HandKing, support.MoveSupport),
        *(other_business.PassOn, other_business.RaiseShips, other_business.Consent, other_business.Refusal),
        *(homecoming.ReturnHome, homecoming.KeepShip, homecoming.Depart),
    ),
    any_time=(
        AnyTime(ballots.any_time, {ballots.Ballot: ballots.change}),
        AnyTime(debate.any_time, {debate.CallVote: debate.move_vote, debate.EndDebate: debate.end_debate}),
    ),
)
