"""A Parliament in session: attendance, places, and votes (rules 5.2, 5.3, 5.8)."""

from collections.abc import Sequence

import msgspec

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request, distinct
from engine.core.errors import Illegal
from engine.core.game import cached_while_waiting
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.catalog import BishopCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import forces, peace
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.parliament import votes
from engine.kingmaker.ships import convoys


class HouseVotes(msgspec.Struct, frozen=True):
    """A seat's votes in the two Houses, fixed for the session."""

    commons: int
    lords: int


AS_CALLER = "as the caller"
MOST_COMMONS = "with most votes in the Commons"
MOST_LORDS = "with most votes in the Lords"
SENIOR_BISHOP = "with the most senior bishop"

RIGHTS = {
    AS_CALLER: "as the leader of this Parliament",
    MOST_COMMONS: "with the most votes in the Commons",
    MOST_LORDS: "with the most votes in the Lords",
    SENIOR_BISHOP: "with the most senior bishop",
}
"""The sources of the right to propose: the words that states keep, each with the words that players read.

Records of older games are compared with states to the letter, so the kept words must not change.
"""


class Proposer(msgspec.Struct, frozen=True):
    """A seat that may propose once for every card, and what gives it the right."""

    seat: str
    """The seat; "" where two are equal."""

    right: str
    """The source of the right, one of `RIGHTS`."""


class Session(KingmakerStep):
    """A Parliament, from its call to its dismissal; the parts of its business lie above it on the stack."""

    place: PlaceId
    """Where it meets."""

    caller: str
    """The seat that leads it."""

    attending: list[str]
    """The nobles who are known to come; those who are there, once the votes are counted."""

    tallies: dict[str, HouseVotes] = {}
    """The votes of each seat in the two Houses; empty until all have come and the votes are counted."""

    proposers: list[Proposer] = []
    """The proposers in order; a seat is listed once for each right that it has [BASE-PAR-8]."""

    card: str = ""
    """The card that is up for award; "" for none."""

    proposed: str = ""
    """The noble who is proposed for it; "" for nobody."""

    voting: bool = False
    """Whether a vote is under way."""

    ballots: dict[str, str] = {}
    """The ballots of the vote under way, or of the last one, by seat."""

    supported: str = ""
    """The King who is to count as sole King when Parliament ends; "" for none."""

    host: str = ""
    """The noble who called Parliament, if the table lets callers stay there afterwards; "" for none [COV-7.4.4]."""

    excused: list[str] = []
    """The nobles who are excused and stay away."""

    anchored: list[str] = []
    """The ships that stay where they are: during the gathering, and later during the way home."""

    returned: list[str] = []
    """The nobles and ships that have gone home, to be bound by the King's Peace."""

    set_ballots: list[str] = []
    """The seats whose ballot in that vote is set by a rule and cannot be changed [COV-7.3.2]."""

    commons_only: bool = False
    """Whether the Commons alone vote in it."""

    ordained: list[str] = []
    """The bishops given out in this session, if they do not count yet for seniority [COV-7.2.7]."""

    def answered(self) -> list[str]:
        """Return the seats that have given their ballot in the vote under way."""
        return list(self.ballots) if self.voting else []

    def shown_ballots(self, game: Kingmaker) -> dict[str, str]:
        """Return the ballots that everybody may see: none of a secret vote that is under way [BASE-PAR-7]."""
        hidden = self.voting and game.option("ballot_secrecy") == "secret"
        return {} if hidden else dict(self.ballots)

    def proceed(self, game: Kingmaker) -> bool:
        """Dismiss Parliament when all its business is done; the King's Peace begins [BASE-PAR-6, BASE-PAR-10]."""
        game.pop(self)
        if game.option("return_from_parliament") == "stay" and present(game, self):
            game.emit("stay", "All who came stay where Parliament met.", rule="BASE-PAR-11")
        convoys.go_home(game, self)
        peace.begin(game, self.place, self.caller, self.returned)
        if self.supported in game.state.heirs and game.heir(self.supported).king:
            game.state.support = self.supported
            text = f"By Parliament's voice {names.monarch(game, self.supported)} reigns alone."
            game.emit("support", text, about=[self.supported], rule="BASE-PAR-10")
        return True


def sitting(game: Kingmaker) -> Session:
    """Return the Parliament in session; StopIteration if there is none."""
    return next(step for step in game.state.steps if isinstance(step, Session))


def in_session(game: Kingmaker) -> bool:
    """Whether a Parliament has been called and not yet dismissed."""
    return game.under_way(Session) is not None


@cached_while_waiting
def attending(game: Kingmaker) -> list[str]:
    """Return the nobles at Parliament, in one location as for transfers (RULING 31); none without Parliament."""
    under_way = game.under_way(Session)
    return present(game, under_way) if under_way is not None and under_way.tallies else []


def present(game: Kingmaker, session: Session) -> list[str]:
    """Return the nobles of a session who are still free and in play."""
    return [n for n in session.attending if n in game.state.nobles and not game.noble(n).captor]


def seats_present(game: Kingmaker) -> list[str]:
    """Return the seats with nobles at Parliament, clockwise from the caller."""
    seats = {game.noble(noble).faction for noble in attending(game)}
    return [seat for seat in game.clockwise(sitting(game).caller) if seat in seats]


# ---------------------------------------------------------------------- attendance


class Attend(Action, frozen=True):
    """Say who goes to Parliament beside those who must, and which heirs do not go along."""

    nobles: list[str] = []
    """The nobles who go."""

    leave: list[str] = []
    """The heirs who stay where they are."""


class Attendance(KingmakerStep):
    """Clockwise from the caller each seat says, openly and finally, who comes (D52) [BASE-PAR-4]."""

    seats: list[str]

    def proceed(self, game: Kingmaker) -> bool:
        """Pass over seats that have no choice; when all have said who comes, the nobles go."""
        while self.seats and not has_choice(game, self.seats[0]):
            self.seats = self.seats[1:]
        if self.seats:
            return False
        game.pop(self)
        gather(game, sitting(game))
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the seat whose turn it is."""
        seat, session = self.seats[0], sitting(game)
        bound = names.cards(game, bound_of(game, seat))
        prompt = f"Parliament meets at {names.place(game, session.place)}. {bound} must come. Who else comes?"
        if not bound_of(game, seat):
            prompt = f"Parliament meets at {names.place(game, session.place)}. Which of your nobles come?"
        return [Request(seat, "D52", prompt, (_attend_offer(game, seat),), Attend)]

    def act(self, game: Kingmaker, seat: str, action: Attend) -> None:
        """Note who comes."""
        check_attendance(game, seat, action)
        session = sitting(game)
        session.attending = [*session.attending, *action.nobles]
        for heir in action.leave:
            leave_heir(game, heir, session.attending)
        coming = sorted(
            (forces.words(game, [noble]) for noble in bound_of(game, seat)), key=lambda one: " with " in one
        )
        text = f"{{{seat}}} sends {join_words(coming)} to Parliament."
        game.emit("attend", text, about=action.nobles, rule="BASE-PAR-4")
        self.seats = self.seats[1:]


def bound_of(game: Kingmaker, seat: str) -> list[str]:
    """Return a seat's nobles who are known to come."""
    return [noble for noble in present(game, sitting(game)) if game.noble(noble).faction == seat]


def free_to_come(game: Kingmaker, seat: str) -> list[str]:
    """Return a seat's nobles who may come but need not: neither captive nor under siege, wherever they are."""
    known = sitting(game).attending
    free = [noble for noble in forces.nobles_of(game, seat) if noble not in known]
    return [noble for noble in free if not sites.under_siege(game, game.noble(noble).at)]


def has_choice(game: Kingmaker, seat: str) -> bool:
    """Whether a seat has any choice about its attendance."""
    return bool(free_to_come(game, seat) or may_leave(game, bound_of(game, seat)))


def may_leave(game: Kingmaker, coming: Sequence[str]) -> list[str]:
    """Return the heirs whom nobles may leave behind: on land, or aboard with another noble of the faction."""
    square = game.catalog.places[sitting(game).place].square
    travellers = [n for n in coming if locations.square_of(game.noble(n).at) != square]
    return [
        heir
        for noble in travellers
        for heir in forces.heirs_of(game, noble)
        if heir != noble and (locations.kind(game.noble(noble).at) != "aboard" or stay_behind(game, noble, coming))
    ]


def stay_behind(game: Kingmaker, noble: str, coming: Sequence[str]) -> list[str]:
    """Return the other nobles of a noble's faction who are where he is and do not come."""
    person = game.noble(noble)
    return [n for n in forces.nobles_at(game, person.at, person.faction) if n != noble and n not in coming]


def leave_heir(game: Kingmaker, heir: str, coming: Sequence[str]) -> None:
    """Leave an heir behind with the strongest own noble who stays there, or uncontrolled."""
    royal = game.heir(heir)
    royal.noble = forces.guardian(game, stay_behind(game, royal.noble, coming))
    company = f"with {names.card(game, royal.noble)}" if royal.noble else "with nobody to protect them"
    text = f"{names.heir(game, heir)} stays {locations.say(game, royal.at)}, {company}."
    game.emit("heir_left", text, about=[heir], rule="BASE-PAR-4")


def _attend_offer(game: Kingmaker, seat: str) -> Offer:
    def nobles(draft: Draft) -> list[Choice]:
        free = [n for n in free_to_come(game, seat) if n not in draft.get("nobles", [])]
        return [Choice(n, forces.words(game, [n]), locations.say(game, game.noble(n).at)) for n in free]

    def heirs(draft: Draft) -> list[Choice]:
        coming = [*bound_of(game, seat), *draft.get("nobles", [])]
        able = [heir for heir in may_leave(game, coming) if heir not in draft.get("leave", [])]
        return [
            Choice(heir, names.heir(game, heir), f"stays {locations.say(game, game.heir(heir).at)}") for heir in able
        ]

    return Offer(
        Attend,
        "Say who comes",
        (
            Field("nobles", "Who else comes?", nobles, many=True, least=0),
            Field("leave", "Which heirs stay where they are?", heirs, many=True, least=0),
        ),
        says_none="Send nobody else" if bound_of(game, seat) else "Send nobody",
    )


def check_attendance(game: Kingmaker, seat: str, action: Attend) -> None:
    """Raise Illegal unless these nobles of the seat may come and these heirs may be left [BASE-PAR-4]."""
    for noble in action.nobles:
        if noble not in forces.nobles_of(game, seat):
            raise Illegal("Name only free nobles of your own faction.", "BASE-PAR-4")
        if noble in sitting(game).attending:
            raise Illegal(f"{names.card(game, noble)} must come anyway; name only the others.", "BASE-PAR-4")
        if sites.under_siege(game, game.noble(noble).at):
            raise Illegal(f"{names.card(game, noble)} is under siege and cannot come.", "BASE-PAR-4")
    if not distinct(action.nobles) or not distinct(action.leave):
        raise Illegal("Name everybody only once.", "BASE-PAR-4")
    able = may_leave(game, [*bound_of(game, seat), *action.nobles])
    for heir in action.leave:
        if heir not in able:
            raise Illegal(
                "Leave only heirs whose nobles come from elsewhere; at sea an heir needs another noble to stay with.",
                "BASE-PAR-4",
            )


# ---------------------------------------------------------------------- gathering


def gather(game: Kingmaker, session: Session) -> None:
    """Move all who come to the Parliament square at once, and publish the votes [BASE-PAR-4, BASE-PAR-12]."""
    session.attending = present(game, session)
    convoys.fetch(game, session.attending)
    bring(game, session, session.attending)
    open_houses(game, session)


def bring(game: Kingmaker, session: Session, nobles: Sequence[str]) -> None:
    """Move nobles to Parliament, clockwise from the caller, the strongest first."""
    for seat in game.clockwise(session.caller):
        comers = [n for n in nobles if game.noble(n).faction == seat]
        for noble in sorted(comers, key=lambda n: (-forces.strength(game, n, "capacity"), n)):
            _arrive(game, session.place, noble)
    # End the voyages of lost ships whose last passengers have gone to Parliament [BASE-SEA-8].
    for ship, counter in list(game.state.ships.items()):
        if counter.voyage and not forces.nobles_at(game, locations.aboard(ship)):
            counter.voyage = ""
            if game.catalog.ships[ship].owner == "card":
                cards.remove_ship(game, ship)


def open_houses(game: Kingmaker, session: Session) -> None:
    """Count and publish the votes of this session [BASE-PAR-12, COV-7.2.1]."""
    session.tallies = {
        seat: HouseVotes(votes.commons(game, seat), votes.lords(game, seat, session.attending))
        for seat in game.clockwise(session.caller)
    }
    session.proposers = proposers(game, session)
    rows = [f"{{{seat}}} {t.commons} Commons, {t.lords} Lords" for seat, t in session.tallies.items()]
    text = (
        f"Parliament is open at {names.place(game, session.place)}. Votes (in the Commons for all that a player "
        f"holds, in the Lords only for nobles who are here): {'; '.join(rows)}."
    )
    game.emit("votes", text, about=[session.place], rule="BASE-PAR-12")


def _arrive(game: Kingmaker, place: PlaceId, noble: str) -> None:
    """Put a noble inside the place if it is friendly to him and has room, else in the open in its square."""
    person = game.noble(noble)
    inside, before = locations.inside(place), person.at
    if before == inside:
        return
    enters = sites.may_enter(game, place, person.faction, [noble])
    after = inside if enters else locations.open_in(game.catalog.places[place].square)
    if after == before:
        return
    forces.place_at(game, noble, after)
    text = f"{forces.owned(game, noble)} comes to Parliament {locations.say(game, after)}."
    game.emit("moved", text, about=[noble], track=[before, after], rule="BASE-PAR-4")


def in_motion(game: Kingmaker, noble: str) -> str:
    """Name a noble and their player as motions do: states keep these words, and `ballots.FOR_WHOM` reads them."""
    return f"{names.card(game, noble)} of {{{game.noble(noble).faction}}}"


def proposers(game: Kingmaker, session: Session) -> list[Proposer]:
    """Return the seats that may propose, or lead a round, in order; a tie for a right leaves it out (RULING 70)."""
    commons = {seat: tally.commons for seat, tally in session.tallies.items()}
    lords = {seat: tally.lords for seat, tally in session.tallies.items()}
    caller = Proposer(session.caller, AS_CALLER)
    most_commons = Proposer(leader_of(commons), MOST_COMMONS)
    if game.option("parliament_rule") == "covault":
        return [caller, most_commons, senior_clergy(game, session)]
    most_lords = Proposer(leader_of(lords), MOST_LORDS)
    bishops = ((bishop.seniority, seat) for bishop, seat in clergy(game, session.attending))
    senior = Proposer(min(bishops, default=(0, ""))[1], SENIOR_BISHOP)
    return [proposer for proposer in (caller, most_commons, most_lords, senior) if proposer.seat]


def leader_of(count: dict[str, int]) -> str:
    """Return the seat with most votes; "" if two tie, or nobody has any."""
    most = max(count.values())
    first = [seat for seat, number in count.items() if number == most and number]
    return first[0] if len(first) == 1 else ""


def clergy(game: Kingmaker, nobles: Sequence[str]) -> list[tuple[BishopCard, str]]:
    """Return the bishops with nobles, and their seats."""
    people, cards = [game.noble(noble) for noble in nobles], game.catalog.cards
    held = [(cards[card], person.faction) for person in people for card in person.cards]
    return [(printed, seat) for printed, seat in held if isinstance(printed, BishopCard)]


def senior_clergy(game: Kingmaker, session: Session) -> Proposer:
    """Return the seat at Parliament with the bishop of most votes in the Lords; "" if there is none or two tie.

    The bishops given out in this session do not count [COV-7.2.7].
    """
    here = clergy(game, present(game, session))
    there = [(bishop, seat) for bishop, seat in here if bishop.id not in session.ordained]
    most = max((bishop.lords for bishop, _ in there), default=0)
    seats = {seat for bishop, seat in there if bishop.lords == most}
    return Proposer(seats.pop() if len(seats) == 1 else "", SENIOR_BISHOP)
