"""A vote on proposed laws: secret ballots with voting markers, revealed together (rules 7.2) [LAN-BASE-27]."""

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.chapter import AnyTime
from engine.core.errors import Illegal
from engine.core.steps import Step
from engine.core.text import join_words
from engine.lancaster.board import names
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Ballot, Side
from engine.lancaster.common import goods

SIDES = {"yes": "Yes", "no": "No"}


class Vote(Action, frozen=True):
    """Vote yes or no on a law, with so many voting markers. It may be changed until all have voted."""

    law: str
    side: str
    markers: str = ""


class Voting(Step):
    """A vote on one law, or on all three where the table votes on them together (option `vote_windows`)."""

    laws: list[str]
    ballots: dict[str, dict[str, Ballot]] = {}
    """What each seat has handed in, by law; secret until all are in."""

    def proceed(self, game: Lancaster) -> bool:
        """Reveal the ballots when every player has voted on every law."""
        if any(self.missing(game, seat) for seat in game.playing()):
            return False
        game.pop(self)
        for law in self.laws:
            _decide(game, law, {seat: self.ballots[seat][law] for seat in game.order()})
        return True

    def missing(self, game: Lancaster, seat: str) -> list[str]:
        """The laws on which a player has not voted yet."""
        return [law for law in self.laws if law not in self.ballots.get(seat, {})]

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask all who have not voted, at the same time (D09)."""
        return [self._request(game, seat) for seat in game.playing() if self.missing(game, seat)]

    def _request(self, game: Lancaster, seat: str) -> Request:
        laws = self.missing(game, seat)
        prompt = f"Parliament votes: {join_words(_words(law) for law in laws)}"
        side = str(game.option("default_ballot"))
        return Request(
            seat,
            "D09",
            prompt,
            (self.offer(game, seat, laws),),
            lambda: Vote(laws[0], side),
            secret=True,
            together=True,
        )

    def offer(self, game: Lancaster, seat: str, laws: list[str]) -> Offer:
        """Offer to vote on some of the laws."""

        def markers(draft: Draft) -> list[Choice]:
            return [Choice(str(number), str(number)) for number in range(self.left(game, seat, draft["law"]) + 1)]

        fields = (
            Field("law", "On which law?", lambda _: [Choice(law, names.law(law)) for law in laws]),
            Field("side", "Yes or no?", lambda _: [Choice(side, label) for side, label in SIDES.items()]),
            Field("markers", "With how many voting markers?", markers),
        )
        return Offer(Vote, "Vote", fields, "a tie approves the law")

    def left(self, game: Lancaster, seat: str, law: str) -> int:
        """The voting markers that a player can still use for a law: those on others are bound."""
        bound = sum(ballot.markers for other, ballot in self.ballots.get(seat, {}).items() if other != law)
        return goods.has(game, seat, "voting_markers") - bound

    def act(self, game: Lancaster, seat: str, action: Vote) -> None:
        """Take a ballot."""
        if action.law not in self.missing(game, seat):
            raise Illegal("Vote on a law that is proposed and on which you have not voted.", "LAN-BASE-27")
        self.take(game, seat, action)
        game.emit("voted", f"{{{seat}}} has voted.", about=[seat], rule="LAN-BASE-93")

    def take(self, game: Lancaster, seat: str, action: Vote) -> None:
        """Keep a ballot, and confirm it to the voter alone."""
        if action.side not in SIDES:
            raise Illegal("Vote yes or no.", "LAN-BASE-27")
        if action.markers and not action.markers.isdecimal():
            raise Illegal("Say how many voting markers as a number.", "LAN-BASE-30")
        number, left = int(action.markers or 0), self.left(game, seat, action.law)
        if number > left:
            have = names.amount("voting_markers", left)
            raise Illegal(f"You have {have} for this vote; use no more.", "LAN-BASE-30")
        side: Side = "yes" if action.side == "yes" else "no"
        self.ballots = {**self.ballots, seat: {**self.ballots.get(seat, {}), action.law: Ballot(side, number)}}
        text = f"Your ballot on {names.law(action.law)}: {side} with {names.amount('voting_markers', number)}."
        game.emit("ballot", text, to=[seat], about=[seat], rule="LAN-BASE-27")


def _words(law: str) -> str:
    from_book = names.law_text(law)
    return f"{names.law(law)} ({from_book.rstrip('.')})"


def weights(ballots: dict[str, Ballot]) -> tuple[int, int]:
    """The votes for and against: each ballot counts 1 and its markers."""
    yes = sum(1 + ballot.markers for ballot in ballots.values() if ballot.side == "yes")
    return yes, sum(1 + ballot.markers for ballot in ballots.values() if ballot.side == "no")


def _decide(game: Lancaster, law: str, ballots: dict[str, Ballot]) -> None:
    """Reveal the ballots, spend the markers, and enact or remove the law (rules 7.3)."""
    for seat, ballot in ballots.items():
        goods.pay(game, seat, {"voting_markers": ballot.markers})
    yes, no = weights(ballots)
    laws = game.state.laws
    laws.proposed.remove(law)
    said = "; ".join(f"{{{seat}}} {ballot.side} +{ballot.markers}" for seat, ballot in ballots.items())
    if yes >= no:
        out = laws.current.pop(0)
        laws.current.append(law)
        outcome = f"approved; {names.law(out)} is no longer in force"
    else:
        outcome = "rejected"
    report = {"law": law, "ballots": {seat: [b.side, b.markers] for seat, b in ballots.items()}, "yes": yes, "no": no}
    text = f"{names.law(law)}: {said}. {yes} to {no}: {outcome}."
    rule = "LAN-BASE-31" if yes >= no else "LAN-BASE-32"
    came = "law approved" if yes >= no else "law rejected"
    game.emit("vote_closes", text, about=[law], rule=rule, report=report, outcome=came)


# ---------------------------------------------------------------------- changing one's mind


def _open(game: Lancaster) -> Voting | None:
    return game.top if isinstance(game.top, Voting) else None


def closed(game: Lancaster) -> Illegal:
    """Why nobody can vote now."""
    if game.state.turn.phase == "place":
        return Illegal("Parliament votes when all knights and lords are placed.", "LAN-BASE-27")
    return Illegal("No vote is open now.", "LAN-BASE-27")


def any_time(game: Lancaster, seat: str) -> list[Offer]:
    """Offer to change a ballot while others have not voted yet [LAN-BASE-93]."""
    vote = _open(game)
    handed_in = list(vote.ballots.get(seat, {})) if vote else []
    return [vote.offer(game, seat, handed_in)] if vote and handed_in else []


def change(game: Lancaster, seat: str, action: Vote) -> None:
    """Replace a ballot that is still secret."""
    vote = _open(game)
    if vote is None:
        raise closed(game)
    if action.law not in vote.ballots.get(seat, {}):
        raise Illegal("There is no open vote in which you have handed in that ballot.", "LAN-BASE-93")
    vote.take(game, seat, action)


AGAIN = AnyTime(any_time, {Vote: change})
