"""The debate before a vote, with a minimum time, until the vote is called (rules 5.4.3, 5.5) [COV-7.2.4]."""

from engine.core.actions import MASTER, Action, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.parliament import ballots
from engine.kingmaker.parliament.session import sitting

END = "When all who have votes press this, the vote opens."
"""The hint of the button with which somebody ends the debate for themselves."""


class CallVote(Action, frozen=True):
    """Call the vote on the proposal under debate: the leader alone can do it, or two other players together."""


class EndDebate(Action, frozen=True):
    """Say that one has nothing to add; when all voters have, the vote opens."""


class AllowVote(Action, frozen=True):
    """Note that a proposal has been debated for the table's minimum time."""


class Debate(KingmakerStep):
    """A proposal is debated until its leader, or two others, call the vote (D57) [COV-7.2.4]."""

    leader: str
    """The seat that leads the debate."""

    motion: str
    """The subject of the debate, in words."""

    ripe: bool = False
    """Whether the minimum time is over (D64)."""

    movers: list[str] = []
    """The players other than the leader who want the vote."""

    called: bool = False
    """Whether the vote is called."""

    content: list[str] = []
    """The seats with votes that have nothing to add."""

    def proceed(self, game: Kingmaker) -> bool:
        """Wait until the vote is called."""
        self.ripe = self.ripe or game.option("debate_min") in (0, "none")
        if not self.called:
            return False
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the leader whether the vote is called, once there has been time for debate."""
        least, most = hours(game, "debate_min"), hours(game, "debate_max")
        if not self.ripe:
            offer = Offer(AllowVote, "Allow the vote")
            prompt = f"{ballots.told(self.motion)} The debate is open."
            return [Request(MASTER, "D64", prompt, (offer,), AllowVote, hours=least or None)]
        left = max(most - least, 0.0) if most else None
        prompt = f"{ballots.told(self.motion)} The debate goes on until you call the vote, or two others do."
        return [
            Request(
                self.leader,
                "D57",
                prompt,
                (Offer(CallVote, "Call the vote", remark="All who have votes then vote."),),
                CallVote,
                hours=left,
            )
        ]

    def act(self, game: Kingmaker, seat: str, action: CallVote) -> None:
        """Call the vote."""
        self.called = True
        game.emit("vote_called", f"{{{seat}}} calls the vote.", about=[seat], rule="COV-7.2.4")


def opened(game: Kingmaker, leader: str, motion: str) -> tuple[AnyStep, ...]:
    """Open the debate before a vote, at its `leader`'s call; none if nobody debates (option `parliament_rule`)."""
    if game.option("parliament_rule") != "covault":
        return ()
    text = f"{ballots.told(motion)} Debate it, until {{{leader}}} calls the vote, or two others do."
    game.emit("debate_opens", text, rule="COV-7.2.4")
    return (Debate(leader, motion),)


def hours(game: Kingmaker, setting: str) -> float:
    """Return a time of debate in hours; 0.0 where the table sets none (rules 12.2, RULING 133)."""
    value = game.option(setting)
    return float(value) if isinstance(value, int | float) else 0.0


def motion(game: Kingmaker) -> str:
    """Return what is under debate, in words; "" if nothing is."""
    debate = _debate(game)
    return debate.motion if debate else ""


def _debate(game: Kingmaker) -> Debate | None:
    return game.top if isinstance(game.top, Debate) else None


# ---------------------------------------------------------------------- any-time actions


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer to ask for the vote in a debate that another player leads, and to say that one has nothing to add."""
    debate = _debate(game)
    if debate is None:
        return []
    calls = debate.ripe and seat not in (debate.leader, *debate.movers)
    rests = seat in ballots.voters(sitting(game)) and seat not in debate.content
    return [
        *([Offer(CallVote, "Second the vote" if debate.movers else "Ask for the vote")] if calls else []),
        *([Offer(EndDebate, "I have nothing more to say", remark=END)] if rests else []),
    ]


def move_vote(game: Kingmaker, seat: str, action: CallVote) -> None:
    """Let a player who does not lead ask for the vote; the second one seconds it."""
    debate = _debate_under_way(game)
    if not debate.ripe:
        reason = "The time for debate is not over. Call the vote when it is, or say that you have nothing more to say."
        raise Illegal(reason, "COV-7.2.4")
    if seat in debate.movers:
        raise Illegal("You have asked for the vote; another player must second it.", "COV-7.2.4")
    debate.movers = [*debate.movers, seat]
    debate.called = len(debate.movers) > 1
    text = (
        f"{{{seat}}} seconds: the vote is called."
        if debate.called
        else f"{{{seat}}} asks for the vote; one more player must second it."
    )
    game.emit("vote_called", text, about=[seat], rule="COV-7.2.4")


def end_debate(game: Kingmaker, seat: str, action: EndDebate) -> None:
    """Note that a voting seat has nothing to add; open the vote when nobody has."""
    debate, voters = _debate_under_way(game), ballots.voters(sitting(game))
    if seat not in voters:
        raise Illegal("You have no vote here, so you cannot end the debate.", "COV-7.2.4")
    if seat in debate.content:
        raise Illegal("You have said so already; the vote opens when all voters have.", "COV-7.2.4")
    debate.content = [*debate.content, seat]
    debate.called = all(voter in debate.content for voter in voters)
    text = f"{{{seat}}} has nothing more to say{', and the vote opens' if debate.called else ''}."
    game.emit("vote_called" if debate.called else "debated", text, about=[seat], rule="COV-7.2.4")


def _debate_under_way(game: Kingmaker) -> Debate:
    """Return the debate that is going on; raises Illegal if there is none."""
    debate = _debate(game)
    if debate is None:
        raise Illegal("Nothing is under debate.", "COV-7.2.4")
    return debate


def allow_vote(game: Kingmaker, action: AllowVote) -> None:
    """Let the vote be called: after the minimum time, or earlier if the game master says so."""
    debate = _debate(game)
    if debate is None or debate.ripe:
        raise Illegal("No debate has to go on.", "COV-7.2.4")
    debate.ripe = True
    game.emit("debated", "There has been time for debate. Now the vote may be called.", rule="COV-7.2.4")
