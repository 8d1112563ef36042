"""Votes by secret ballot (rules 5.3): asked by direct message, shown together when the vote closes [BASE-PAR-7]."""

import re

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.dealings import Voted
from engine.core.errors import Illegal
from engine.core.events import Event
from engine.core.text import counted
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.parliament.session import Session, sitting

BALLOTS = {"aye": "Aye", "nay": "Nay", "abstain": "Abstain"}


class Ballot(Action, frozen=True, tag="vote"):
    """Vote aye or nay, or abstain. It may be changed until the vote closes."""

    ballot: str


class Vote(KingmakerStep):
    """A vote by every seat with votes (D58). The step that asked for it reads `passed` afterwards."""

    motion: str
    """The subject of the vote, in words."""

    given: dict[str, str] = {}
    """The ballots that a rule sets for their seats, by seat [COV-7.3.2]."""

    commons: bool = False
    """Whether the Commons alone vote, without the Lords."""

    def proceed(self, game: Kingmaker) -> bool:
        """Open the vote; close it when every seat with votes has answered."""
        session = sitting(game)
        if not session.voting:
            given = {seat: ballot for seat, ballot in self.given.items() if seat in voters(session)}
            session.voting, session.ballots, session.set_ballots = True, given, list(given)
            session.commons_only = self.commons
            debated = game.option("parliament_rule") == "covault" and not self.commons
            text = "Parliament votes." if debated else f"Parliament votes on this: {told(self.motion)}"
            game.emit("vote_opens", text, rule="BASE-PAR-7")
            for seat, ballot in given.items():
                text = f"{{{seat}}} must vote {ballot}: this player's heirs demand it."
                game.emit("ballot_set", text, about=[seat], rule="COV-7.3.2")
            return True
        if any(seat not in session.ballots for seat in voters(session)):
            return False
        session.voting = False
        _show(game, session, self.motion)
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask all who have not answered at the same time."""
        session = sitting(game)
        secret = game.option("ballot_secrecy") == "secret"
        return [
            Request(
                seat,
                "D58",
                f"{told(self.motion)} How do you vote?",
                (ballot_offer(session, seat),),
                lambda: Ballot("abstain"),
                secret=secret,
                together=True,
            )
            for seat in voters(session)
            if seat not in session.ballots
        ]

    def act(self, game: Kingmaker, seat: str, action: Ballot) -> None:
        """Take a ballot."""
        check_ballot(action)
        sitting(game).ballots[seat] = action.ballot
        if game.option("ballot_secrecy") == "secret":
            game.emit("voted", f"{{{seat}}} has voted.", about=[seat], rule="BASE-PAR-7")
        _confirm(game, seat, action.ballot)


def voters(session: Session) -> list[str]:
    """Return the seats with at least one vote."""
    return [seat for seat, tally in session.tallies.items() if tally.commons or tally.lords]


def ballot_offer(session: Session, seat: str) -> Offer:
    """Offer the three ballots, with the votes that they count for."""
    tally = session.tallies[seat]
    choices = [Choice(ballot, label) for ballot, label in BALLOTS.items()]
    weight = f"You have {counted(tally.lords, 'vote')} in the Lords and {tally.commons} in the Commons."
    return Offer(Ballot, "Vote", (Field("ballot", "Aye or nay?", lambda _: choices),), weight, reversible=True)


def check_ballot(action: Ballot) -> None:
    """Raise Illegal unless the ballot is one of the three."""
    if action.ballot not in BALLOTS:
        raise Illegal(f"Your ballot can be {', '.join(BALLOTS)}; choose one.", "BASE-PAR-7")


def _confirm(game: Kingmaker, seat: str, ballot: str) -> None:
    """Tell the voter, and with open ballots everybody, how he has voted."""
    secret = game.option("ballot_secrecy") == "secret"
    text = f"Your ballot: {ballot}." if secret else f"{{{seat}}} votes: {ballot}."
    game.emit("ballot", text, to=[seat] if secret else None, about=[seat], rule="BASE-PAR-7")


def _show(game: Kingmaker, session: Session, motion: str) -> None:
    """Show all ballots together, with seat and votes."""
    weights = {seat: f"{tally.commons} Commons, {tally.lords} Lords" for seat, tally in session.tallies.items()}
    lines = [f"{{{seat}}} {ballot} ({weights[seat]})" for seat, ballot in session.ballots.items()]
    outcome = "Passed." if passed(session) else "Not passed."
    houses = "; ".join(f"{name} {ayes} to {nays}" for name, (ayes, nays) in counts(session).items())
    text = f"The votes are counted: {told(motion)}\n" + "\n".join(lines) + f"\n{houses}. {outcome}"
    game.emit("vote_closes", text, rule="BASE-PAR-7")


GIVEN = re.compile(r"^\{(\w+)\} (aye|nay) \(", re.MULTILINE)
"""Matches a ballot in the public words of a closed vote."""

FOR_WHOM = re.compile(r"\{(\w+)\} proposes (?:.+ of \{(\w+)\}|\{(\w+)\}'s noble .+|their own noble .+) as ")
"""Finds a motion that names the player whose noble gains by it, as states keep it and as players read it."""

PROPOSAL = re.compile(r"(\{\w+\}) proposes (.+) of (\{\w+\}) as ")
RECEIVER = re.compile(r" to (.+) of (\{\w+\})\.$")
"""Match the nobles of a motion as `session.in_motion` names them."""


def told(motion: str) -> str:
    """Return a motion as players read it: its nobles with an apostrophe, and a proposer's own noble as that.

    >>> told("{ann} proposes Roos of {ann} as Earl of Essex.")
    '{ann} proposes their own noble Roos as Earl of Essex.'
    >>> told("{ann} would pass Earl of Essex from Roos to Grey of {ben}.")
    "{ann} would pass Earl of Essex from Roos to {ben}'s noble Grey."
    """

    def proposal(found: re.Match[str]) -> str:
        by, noble, owner = found.groups()
        whose = "their own" if owner == by else f"{owner}'s"
        return f"{by} proposes {whose} noble {noble} as "

    return RECEIVER.sub(r" to \2's noble \1.", PROPOSAL.sub(proposal, motion))


def told_of(event: Event) -> Voted | None:
    """Return the vote that an event announces as closed."""
    if event.kind != "vote_closes" or event.seats is not None:
        return None
    said = GIVEN.findall(event.text)
    favours = FOR_WHOM.search(event.text)
    ayes, nays = (frozenset(seat for seat, side in said if side == wanted) for wanted in ("aye", "nay"))
    return Voted(ayes, nays, (favours[2] or favours[3] or favours[1]) if favours else "")


def counts(session: Session) -> dict[str, tuple[int, int]]:
    """Ayes and nays in each House that was asked."""

    def of(ballot: str) -> tuple[int, int]:
        tallies = [session.tallies[seat] for seat, given in session.ballots.items() if given == ballot]
        return sum(tally.commons for tally in tallies), sum(tally.lords for tally in tallies)

    (commons_ayes, lords_ayes), (commons_nays, lords_nays) = of("aye"), of("nay")
    lords = {} if session.commons_only else {"Lords": (lords_ayes, lords_nays)}
    return {"Commons": (commons_ayes, commons_nays), **lords}


def passed(session: Session) -> bool:
    """Whether the last vote has more ayes than nays in each House that was asked; a tie fails [COV-7.2.5]."""
    return all(ayes > nays for ayes, nays in counts(session).values())


# ---------------------------------------------------------------------- changing one's mind


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer to change a ballot while the vote is open."""
    session = game.under_way(Session)
    if session is None or seat not in session.answered() or seat in session.set_ballots:
        return []
    return [ballot_offer(session, seat)]


def change(game: Kingmaker, seat: str, action: Ballot) -> None:
    """Change the ballot of a vote that is still open."""
    if any(isinstance(step, Session) and step.voting and seat in step.set_ballots for step in game.state.steps):
        raise Illegal("Your heirs decide your ballot, so you cannot change it.", "COV-7.3.2")
    if not any_time(game, seat):
        raise Illegal("You have cast no ballot in an open vote.", "BASE-PAR-7")
    check_ballot(action)
    sitting(game).ballots[seat] = action.ballot
    _confirm(game, seat, action.ballot)
