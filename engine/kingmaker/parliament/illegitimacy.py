"""The motion to declare one of two Kings illegitimate (rules 5.5.1, option `two_kings_vote` = illegitimacy)."""

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request, pass_offer
from engine.core.errors import Illegal, allows
from engine.kingmaker.board import deaths, locations, names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.parliament import awards, ballots, debate, session
from engine.kingmaker.parliament.session import sitting


class Accuse(Action, frozen=True):
    """Move that this King be declared illegitimate."""

    king: str


class Accusations(KingmakerStep):
    """With two Kings, each one's player at Parliament may move against the other, clockwise from the caller (D60)."""

    done: list[str] = []
    """The Kings whose opponents have made the motion or passed."""

    accused: str = ""
    """The King whose legitimacy is debated and then voted on; "" for none."""

    mover: str = ""
    """The noble who has moved it."""

    motion: str = ""
    """The motion in words; "" once the vote has begun."""

    def proceed(self, game: Kingmaker) -> bool:
        """Carry out the result of the vote; end when nobody else may move."""
        if self.accused:
            self._go_on(game)
            return True
        if self._open(game):
            return False
        game.pop(self)
        return True

    def _go_on(self, game: Kingmaker) -> None:
        """Open the vote after the debate, by the heirs that each seat controls then; after the vote carry it out."""
        kings = succession.kings(game)
        if len(kings) < 2 or self.accused not in kings:
            text = "There is no second King any more, so the motion lapses."
            game.emit("motion_lapses", text, about=[self.accused], rule="COV-7.3.1")
            self.accused = self.motion = ""
        elif self.motion:
            motion, self.motion = self.motion, ""
            game.push(ballots.Vote(motion, set_ballots(game, self.accused)))
        else:
            accused, self.accused = self.accused, ""
            if ballots.passed(sitting(game)):
                depose(game, accused)
            else:
                game.push(FailedAccusation(self.mover, _other(game, accused), accused))

    def _open(self, game: Kingmaker) -> tuple[str, str] | None:
        """Return the seat that may move next, and the King whom it may accuse."""
        for seat in game.clockwise(sitting(game).caller):
            for king in accusable(game, seat):
                if king not in self.done:
                    return seat, king
        return None

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the seat that is next."""
        open_ = self._open(game)
        assert open_ is not None
        seat, king = open_
        prompt = (
            f"There are two Kings. Do you move that {names.heir(game, king)} be declared illegitimate? If the vote "
        )
        prompt += "fails, the noble who controls your King loses the King, and his own title and office."
        fields = (Field("king", "Which King?", lambda _: [Choice(king, names.heir(game, king))]),)
        offers = (
            Offer(Accuse, "Declare a King illegitimate", fields, says="Move that {king} is illegitimate"),
            pass_offer("Move nothing"),
        )
        return [Request(seat, "D60", prompt, offers, Pass)]

    def act(self, game: Kingmaker, seat: str, action: Accuse | Pass) -> None:
        """Put the motion to the vote, or go on."""
        if isinstance(action, Pass):
            self.done = [*self.done, *accusable(game, seat)]
            return
        mover = check_accusation(game, seat, action.king)
        if action.king in self.done:
            raise Illegal(f"Parliament has dealt with {names.heir(game, action.king)} already.", "COV-7.3.1")
        self.done, self.accused, self.mover = [*self.done, action.king], action.king, mover
        self.motion = f"{{{seat}}} moves that {names.heir(game, action.king)} be declared illegitimate."
        game.push(*debate.opened(game, sitting(game).caller, self.motion))


# ---------------------------------------------------------------------- the right to move, and fixed ballots


def check_accusation(game: Kingmaker, seat: str, king: str) -> str:
    """Return the noble with whom a seat moves against a King; raises Illegal if it may not [COV-7.3.1]."""
    kings = succession.kings(game)
    if len(kings) < 2 or king not in kings:
        raise Illegal("Choose one of two Kings to move against.", "COV-7.3.1")
    if succession.BEAUFORT in kings:
        name = names.heir(game, succession.BEAUFORT)
        raise Illegal(f"While {name} is one of the Kings, nobody can move that.", "COV-7.3.1")
    mover = game.heir(_other(game, king)).noble
    if mover not in session.attending(game) or game.noble(mover).faction != seat:
        reason = "Only a player whose noble at Parliament controls the other King may move that."
        raise Illegal(reason, "COV-7.3.1")
    return mover


def accusable(game: Kingmaker, seat: str) -> list[str]:
    """Return the Kings whom a seat may accuse by `check_accusation`."""
    return [king for king in succession.kings(game) if allows(check_accusation, game, seat, king)]


def _other(game: Kingmaker, king: str) -> str:
    """Return the other one of two Kings; "" if there is none."""
    return next((other for other in succession.kings(game) if other != king), "")


def set_ballots(game: Kingmaker, accused: str) -> dict[str, str]:
    """Return the fixed ballots of seats with heirs of one house only: they support that house [COV-7.3.2]."""
    house = game.heir(accused).house
    found = {}
    for seat in sitting(game).tallies:
        houses = {game.heir(heir).house for heir in succession.living(game) if succession.seat_of(game, heir) == seat}
        if len(houses) == 1:
            found[seat] = "nay" if house in houses else "aye"
    return found


# ---------------------------------------------------------------------- the result


def depose(game: Kingmaker, king: str) -> None:
    """Make a King an uncrowned heir again, the last of his house except Beaufort [COV-7.3.3]."""
    royal = game.heir(king)
    royal.king, royal.deposed = False, True
    text = f"{names.heir(game, king)} is declared illegitimate: King no more, and last in the line of succession."
    game.emit("deposed", text, about=[king], track=[royal.at], rule="COV-7.3.3")


class HandKing(Action, frozen=True):
    """Name the noble at Parliament who gets the King."""

    noble: str


class FailedAccusation(KingmakerStep, tag="disgrace"):
    """The motion has failed: its mover gives up his King, title and office, perhaps his life [COV-7.3.4, COV-7.3.5].

    His player says who at Parliament gets the King (D60).
    """

    mover: str
    """The noble who has moved."""

    king: str
    """The King whom he controls."""

    accused: str
    """The King against whom he has moved."""

    def proceed(self, game: Kingmaker) -> bool:
        """Punish at once where only one noble could take the King, or none."""
        able = self._able(game)
        if len(able) > 1:
            return False
        self._punish(game, able[0] if able else "")
        return True

    def _able(self, game: Kingmaker) -> list[str]:
        """Return the other nobles at Parliament, the default first: the strongest of the same player, then of all."""
        if self.mover not in game.state.nobles or game.heir(self.king).noble != self.mover:
            return []
        seat = game.noble(self.mover).faction
        others = [noble for noble in forces.guardians(game, session.attending(game)) if noble != self.mover]
        return sorted(others, key=lambda n: (game.noble(n).faction != seat, -forces.strength(game, n, "defence"), n))

    def could_keep(self, game: Kingmaker) -> bool:
        """Whether another noble of the mover's player could take the King."""
        return any(game.noble(noble).faction == game.noble(self.mover).faction for noble in self._able(game))

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the mover's player."""
        able = self._able(game)
        prompt = (
            f"The motion has failed. {names.card(game, self.mover)} must give "
            f"{names.heir(game, self.king)} up. To whom?"
        )
        choices = awards.noble_choices(game, able)
        offer = Offer(HandKing, "Give the King up", (Field("noble", "To whom?", lambda _: choices),))
        return [Request(game.noble(self.mover).faction, "D60", prompt, (offer,), lambda: HandKing(able[0]))]

    def act(self, game: Kingmaker, seat: str, action: HandKing) -> None:
        """Hand the King over."""
        if action.noble not in self._able(game):
            raise Illegal("Choose another noble at Parliament.", "COV-7.3.4")
        self._punish(game, action.noble)

    def _punish(self, game: Kingmaker, receiver: str) -> None:
        game.pop(self)
        if self.mover not in game.state.nobles:
            return
        if receiver:
            royal = game.heir(self.king)
            royal.noble, royal.at = receiver, game.noble(receiver).at
            text = f"{names.heir(game, self.king)} goes from {names.card(game, self.mover)} "
            text += f"to {names.card(game, receiver)} ({{{game.noble(receiver).faction}}})."
            game.emit("heir_passes", text, about=[self.king, receiver], track=[royal.at], rule="COV-7.3.4")
        self._strip(game)
        if game.heir(self.accused).noble in session.attending(game):
            why = "because the motion against a King who sat in Parliament failed"
            deaths.kill_nobles(game, [self.mover], why, "COV-7.3.5")

    def _strip(self, game: Kingmaker) -> None:
        """Send the mover's title and office to the Chancery."""
        person = game.noble(self.mover)
        lost = [card for card in (person.office, person.title) if card]
        for card in lost:
            forces.take_from(game, person, card)
        for card in lost:
            piles.lose(game, card)
        if lost:
            text = f"{names.card(game, self.mover)} loses {names.cards(game, lost)} to the Chancery."
            track = [person.at] if locations.kind(person.at) else []
            game.emit("stripped", text, about=[self.mover, *lost], track=track, rule="COV-7.3.4")
