"""A vote on proposed laws: secret ballots with voting markers, revealed together (rules 7.2) [LAN-BASE-27]."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.dealings import Voted
from engine.core.errors import Illegal
from engine.core.events import Event
from engine.core.sealed import SimultaneousStep
from engine.core.text import counted, join_words
from engine.lancaster.board import names
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Ballot, Side
from engine.lancaster.common import goods
from engine.lancaster.parliament.laws import compared, for_player

SIDES = {"yes": "Yes", "no": "No"}

SPENT = "Each voting marker is 1 vote more. Those on ballots are spent, whatever comes of the vote."

SECRET = "Secret until all have voted."

LAST = "You vote last: it is final."
"""What is said to the last voter, who closes the vote with a ballot on its last law."""

CHANGED = "You have voted. You can vote otherwise until everybody has."


class Vote(Action, frozen=True):
    """Vote yes or no on a law, with a number of voting markers. It may be changed until all have voted."""

    law: str
    side: str
    markers: str = ""


class Voting(SimultaneousStep):
    """A vote on one law, or on all three where the table votes on them together (option `vote_windows`)."""

    laws: list[str]
    ballots: dict[str, dict[str, Ballot]] = {}
    """The ballots of each seat, by law; secret until all are in."""

    def proceed(self, game: Lancaster) -> bool:
        """Wait for the last ballot; begin anew where the game master has exchanged a law meanwhile."""
        if all(law in game.state.laws.proposed for law in self.laws):
            return super().proceed(game)
        game.pop(self)
        game.emit("vote_begins_anew", "A law was exchanged, so Parliament votes again.", rule="LAN-BASE-27")
        return True

    def close(self, game: Lancaster) -> None:
        """Reveal the ballots when every player has voted on every law."""
        for law in self.laws:
            _decide(game, law, {seat: self.ballots[seat][law] for seat in game.order()})

    def missing(self, game: Lancaster, seat: str) -> list[str]:
        """Return the laws on which a player has not voted yet."""
        return [law for law in self.laws if law not in self.ballots.get(seat, {})]

    def waiting(self, game: Lancaster) -> list[str]:
        """Return the players who have not voted on every law."""
        return [seat for seat in game.playing() if self.missing(game, seat)]

    def ask(self, game: Lancaster, seat: str) -> Request:
        """Ask for a ballot (D09)."""
        laws = self.missing(game, seat) or self.laws
        on = join_words(names.law(game, law) for law in laws)
        prompt = f"Parliament votes on {on}.{self._replaced(game)}"
        side = str(game.option("default_ballot"))
        offers = (self.offer(game, seat, laws),)
        return Request(seat, "D09", prompt, offers, lambda: Vote(laws[0], side, "0"), secret=True, guessed=True)

    def read_out(self, game: Lancaster, seat: str) -> str:
        """Return what the laws say on which a player has not voted, and those that they would replace."""
        laws = self.missing(game, seat)
        old = [law for law in game.state.laws.current[: len(laws)] if laws]
        have = [self._kept(game, self.left(game, seat, laws[0]))] if laws else []
        read = [f"**{names.law(game, law)}**: {_worth(game, seat, law)}" for law in laws]
        going = "If it passes, {} goes" if len(laws) == 1 else "In force now, {}"
        read += [f"{going.format(names.law(game, law))}: {_worth(game, seat, law)}" for law in old]
        last = [LAST] if len(laws) == 1 and self.waiting(game) == [seat] else []
        return "\n".join(line.rstrip() for line in (*read, " ".join([*have, _others_have(game, seat)]), *last))

    def _kept(self, game: Lancaster, left: int) -> str:
        """Say how many voting markers a player has, and for which votes: those that they keep are lost [LAN-BASE-34].

        The laws voted on later are only named: read out, they would push the No off the first page of a phone.
        """
        later = [names.law(game, law) for law in game.state.laws.proposed if law not in self.laws]
        if not left:
            return "You have no voting marker."
        votes = join_words(["this vote" if len(self.laws) == 1 else "these votes", *later])
        return f"Yours: {counted(left, 'marker')} for {votes}, then lost."

    def _replaced(self, game: Lancaster) -> str:
        """Say which laws go if several that are voted on are approved: the oldest in force [LAN-BASE-31].

        Of one law the advice says that, with what both do.
        """
        first = names.law(game, game.state.laws.current[0])
        each = f" Each approved law replaces the oldest in force, first {first}." if len(self.laws) > 1 else ""
        return f"{each} A tie means yes. {SECRET}"

    def changeable_answers(self, game: Lancaster, seat: str) -> list[Offer]:
        """Let a ballot be changed while others have not voted yet [LAN-BASE-93]."""
        handed_in = list(self.ballots.get(seat, {}))
        return [self.offer(game, seat, handed_in, "Change your vote", CHANGED)] if handed_in else []

    def offer(self, game: Lancaster, seat: str, laws: list[str], label: str = "Vote", remark: str = SPENT) -> Offer:
        """Offer to vote on some of the laws."""

        def markers(draft: Draft) -> list[Choice]:
            left = self.left(game, seat, draft["law"])
            return [Choice(str(number), _with(number)) for number in range(left + 1)]

        fields = (
            Field("law", "On which law?", lambda _: [Choice(law, names.law(game, law)) for law in laws]),
            Field("side", "Yes or no?", lambda _: [Choice(side, label) for side, label in SIDES.items()], after=()),
            Field("markers", "With how many voting markers?", markers, means=names.number_said, after=("law",)),
        )
        said = "Vote {side} on {law}, with {markers}"
        return Offer(Vote, label, fields, remark, reversible=True, otherwise="Vote with markers", says=said)

    def left(self, game: Lancaster, seat: str, law: str) -> int:
        """Return the voting markers that a player can still use for a law: those on others are bound."""
        bound = sum(ballot.markers for other, ballot in self.ballots.get(seat, {}).items() if other != law)
        return goods.has(game, seat, "voting_markers") - bound

    def act(self, game: Lancaster, seat: str, action: Vote) -> None:
        """Take a ballot, or another one in its place; it is confirmed to the voter alone."""
        if action.law not in self.laws:
            on = join_words(names.law(game, law) for law in self.laws)
            raise Illegal(f"Parliament votes on {on} now; vote on that.", "LAN-BASE-27")
        anew = action.law in self.ballots.get(seat, {})
        self._take(game, seat, action)
        if not anew:
            on = f" on {names.law(game, self.laws[0])}" if len(self.laws) == 1 else ""
            game.emit("voted", f"{{{seat}}} has voted{on}.", about=[seat], rule="LAN-BASE-93")

    def _take(self, game: Lancaster, seat: str, action: Vote) -> None:
        if action.side not in SIDES:
            raise Illegal("Vote yes or no.", "LAN-BASE-27")
        if action.markers and not action.markers.isdecimal():
            raise Illegal("Write the number of voting markers in digits.", "LAN-BASE-30")
        number, left = int(action.markers or 0), self.left(game, seat, action.law)
        if number > left:
            have = names.amount("voting_markers", left)
            raise Illegal(f"You have {have} for this vote; use no more.", "LAN-BASE-30")
        side: Side = "yes" if action.side == "yes" else "no"
        self.ballots = {**self.ballots, seat: {**self.ballots.get(seat, {}), action.law: Ballot(side, number)}}
        text = f"Your ballot on {names.law(game, action.law)}: {side} with {names.amount('voting_markers', number)}."
        text += "" if self.missing(game, seat) else _may_change(self.waiting(game))
        game.emit("ballot", text, to=[seat], about=[seat], rule="LAN-BASE-27")


def _may_change(waiting: Sequence[str]) -> str:
    """Say who is still to vote, and that a ballot may be changed until then; "" once everybody has voted."""
    if not waiting:
        return ""
    have = "has" if len(waiting) == 1 else "have"
    return f" You can change it in *My options* until {join_words(f'{{{seat}}}' for seat in waiting)} {have} voted."


def _others_have(game: Lancaster, seat: str) -> str:
    """Say how many voting markers the others have, if everybody may see that."""
    if game.screens and game.option("hide_voting_markers"):
        return ""
    others = {other: goods.has(game, other, "voting_markers") for other in game.order() if other != seat}
    return f"Others: {', '.join(f'{{{other}}} {number}' for other, number in others.items())}."


def _worth(game: Lancaster, seat: str, law: str) -> str:
    """Return what a law says, and what that means to a player."""
    said = names.law_text(game, law), for_player(game, seat, law), compared(game, seat, law)
    return " ".join(filter(None, said))


def _with(number: int) -> str:
    return names.amount("voting_markers", number) if number else "no voting marker"


def weights(ballots: dict[str, Ballot]) -> tuple[int, int]:
    """Return the votes for and against: each ballot counts 1 and its markers."""
    yes = sum(1 + ballot.markers for ballot in ballots.values() if ballot.side == "yes")
    return yes, sum(1 + ballot.markers for ballot in ballots.values() if ballot.side == "no")


def told_of(event: Event) -> Voted | None:
    """Return the vote whose end an event announces to everybody; a law names no seat."""
    if event.kind != "vote_closes" or event.seats is not None:
        return None
    said: Mapping[str, Sequence[Any]] = event.report.get("ballots", {})
    yes, no = (frozenset(seat for seat, ballot in said.items() if ballot[0] == side) for side in ("yes", "no"))
    return Voted(yes, no)


def _told(seat: str, ballot: Ballot) -> str:
    """Return a ballot in words: '{ann} yes with 1 voting marker'."""
    markers = names.amount("voting_markers", ballot.markers)
    return f"{{{seat}}} {ballot.side}{f' with {markers}' if ballot.markers else ''}"


def _decide(game: Lancaster, law: str, ballots: dict[str, Ballot]) -> None:
    """Reveal the ballots, spend the markers, and enact or remove the law (rules 7.3)."""
    for seat, ballot in ballots.items():
        goods.pay(game, seat, {"voting_markers": ballot.markers})
    yes, no = weights(ballots)
    laws = game.state.laws
    laws.proposed.remove(law)
    said = ", ".join(_told(seat, ballot) for seat, ballot in ballots.items())
    if yes >= no:
        out = laws.current.pop(0)
        laws.current.append(law)
        tie = " (a tie approves)" if yes == no else ""
        outcome = f"approved, {yes} yes to {no} no{tie}, and replaces {names.law(game, out)}"
    else:
        outcome = f"rejected, {yes} yes to {no} no"
    report = {"law": law, "ballots": {seat: [b.side, b.markers] for seat, b in ballots.items()}, "yes": yes, "no": no}
    text = f"{names.law(game, law)} is {outcome}. {said}."
    rule = "LAN-BASE-31" if yes >= no else "LAN-BASE-32"
    came = "law approved" if yes >= no else "law rejected"
    game.emit("vote_closes", text, about=[law], rule=rule, report=report, outcome=came)
