"""Parliaments that an event makes meet, including the People's Parliament (rules 3.10, 5.9)."""

import msgspec

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.text import counted, join_words
from engine.kingmaker.board import names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.places import place_menu
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.parliament import convening, meeting


def at_once(game: Kingmaker) -> bool:
    """Whether such a Parliament is a People's Parliament (option `must_call_timing`)."""
    return game.option("must_call_timing") == "at_once"


def rule(game: Kingmaker) -> str:
    """Return the rule by which Parliament must meet."""
    return "COV-7.1.13" if at_once(game) else "BASE-EVT-16"


def chancellor_of(game: Kingmaker, seat: str) -> str:
    """Return a seat's noble who is Chancellor of England; "" if it has none."""
    noble = forces.holder(game, forces.CHANCELLOR)
    return noble if noble in forces.nobles_of(game, seat) else ""


def leader(game: Kingmaker) -> str:
    """Return the leader of such a Parliament: the Chancellor's player or the drawer (option `must_call_leader`)."""
    if game.option("must_call_leader") == "drawer":
        return game.active
    return next((seat for seat in game.clockwise() if chancellor_of(game, seat)), game.active)


# ---------------------------------------------------------------------- the event card


def summon(game: Kingmaker) -> None:
    """Have a Parliament held in this turn, if there is no sole King [BASE-EVT-16, COV-7.1.13]."""
    why = _needless(game)
    if why:
        game.emit("no_effect", f"{why}, so no Parliament is needed.", rule=rule(game))
        return
    game.state.turn.must_call = True
    if at_once(game):
        text = f"A People's Parliament meets now, led by {{{leader(game)}}}; nobody moves or fights this turn."
    else:
        why = (
            "because their noble is the Chancellor"
            if chancellor_of(game, leader(game))
            else "because they drew the card"
        )
        text = (
            "A Parliament meets in this turn's Parliament phase. Nobody has to spend a Writ, the card that calls one. "
        )
        text += f"{{{leader(game)}}} leads it {why}."
    game.emit("must_call", text, about=[leader(game)], rule=rule(game))


def _needless(game: Kingmaker) -> str:
    """Return in words why no Parliament has to meet; "" if one has to."""
    if succession.sole_king(game):
        return "There is a sole King"
    if at_once(game) and game.state.peace:
        return "The King's Peace holds"
    # The rounds are counted with that of the King's Peace.
    over, rounds = game.state.peace_over, int(str(game.option("parliament_cooldown_rounds")))
    if at_once(game) and over is not None and game.rounds_since(over) + 1 < rounds:
        return f"A Parliament has met in the last {counted(rounds, 'round') if rounds > 1 else 'round'}"
    return ""


def skips(game: Kingmaker, phase: str) -> bool:
    """Whether a People's Parliament takes the place of a phase of this turn [COV-7.1.13]."""
    return game.state.turn.must_call and at_once(game) and phase in ("movement", "combat")


def meets_without_nobles(game: Kingmaker, phase: str) -> bool:
    """Whether a seat without nobles has a Parliament phase all the same: it has drawn the card [COV-7.1.13]."""
    return game.state.turn.must_call and at_once(game) and phase == "parliament"


# ---------------------------------------------------------------------- where it meets


class Meeting(msgspec.Struct, frozen=True):
    """A place where Parliament may meet."""

    place: PlaceId
    """The place."""

    noble: str = ""
    """The leader's noble who is there or goes there; "" if there is none."""


class ChoosePlace(Action, frozen=True):
    """Choose the place where Parliament meets, and the noble who goes there if several could."""

    place: PlaceId
    """The place."""

    noble: str = ""
    """The noble; "" where there is no choice."""


class PlaceOfParliament(KingmakerStep):
    """The leader of a Parliament that must be held chooses among equally good places (D51) [BASE-EVT-16]."""

    leader: str
    """The seat that leads it."""

    meetings: list[Meeting]
    """The places among which it chooses, with the nobles who could go there."""

    def proceed(self, game: Kingmaker) -> bool:
        """Meet at once where there is only one place; without its leader no Parliament meets."""
        if game.faction(self.leader).gone:
            game.pop(self)
        elif len(self.meetings) > 1:
            return False
        else:
            self._meet(game, self.meetings[0])
        return True

    def _meet(self, game: Kingmaker, meeting: Meeting) -> None:
        game.pop(self)
        compelled = [meeting.noble] if meeting.noble else []
        convening.convene(game, self.leader, meeting.place, compelled, rule(game), all_come=at_once(game))

    def _nobles(self, place: PlaceId) -> list[str]:
        return [meeting.noble for meeting in self.meetings if meeting.place == place]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the leader."""
        places = [place_menu.of_place(game, self.leader, p) for p in dict.fromkeys(m.place for m in self.meetings)]

        def nobles(draft: Draft) -> list[Choice]:
            return [Choice(noble, names.card(game, noble)) for noble in self._nobles(draft["place"])]

        def several(draft: Draft) -> bool:
            return len(self._nobles(draft["place"])) > 1

        fields = (
            Field("place", "Where?", lambda _: places, places=True),
            Field("noble", "Which noble of yours must be there?", nobles, when=several),
        )
        prompt = "Parliament must be held, and you lead it. Where does it meet?"
        offer = Offer(ChoosePlace, "Choose the place", fields, says="Meet at {place}; {noble} must be there")
        return [Request(self.leader, "D51", prompt, (offer,), self._default)]

    def _default(self) -> ChoosePlace:
        place = min(meeting.place for meeting in self.meetings)
        nobles = self._nobles(place)
        return ChoosePlace(place, min(nobles) if len(nobles) > 1 else "")

    def act(self, game: Kingmaker, seat: str, action: ChoosePlace) -> None:
        """Meet there."""
        nobles = self._nobles(action.place)
        if not nobles:
            words = join_words(
                names.place(game, one) for one in dict.fromkeys(meeting.place for meeting in self.meetings)
            )
            raise Illegal(f"This Parliament can meet at {words}; choose one of them.", rule(game))
        if (action.noble or len(nobles) > 1) and (action.noble not in nobles or len(nobles) == 1):
            reason = f"Name one of {names.cards(game, nobles)}." if len(nobles) > 1 else "Name the place only."
            raise Illegal(reason, rule(game))
        self._meet(game, Meeting(action.place, action.noble or nobles[0]))


def hold(game: Kingmaker) -> None:
    """Hold the Parliament of the event card; it lapses if there is a sole King by now."""
    first = leader(game)
    if at_once(game):
        for besieged in list(game.state.sieges):
            sieges.lift(game, besieged, "the People's Parliament calls everybody", "COV-7.1.13", spared=True)
        game.push(PlaceOfParliament(first, _of_the_people(game, first)))
    elif succession.sole_king(game):
        game.emit("no_effect", "There is a sole King by now, so no Parliament is needed.", rule="BASE-EVT-16")
    else:
        # It meets where the Chancellor is, else nearest to the leader's strongest noble [BASE-EVT-16].
        chancellor = chancellor_of(game, first)
        there = meeting.towns_of(game, chancellor) if chancellor else []
        meetings = [Meeting(place, chancellor) for place in there]
        game.push(PlaceOfParliament(first, meetings or [Meeting(town) for town in meeting.nearest_towns(game, first)]))


def _of_the_people(game: Kingmaker, seat: str) -> list[Meeting]:
    """Return the places of the drawer's nobles; else the nearest to one; else London (RULING 32) [COV-7.1.13]."""
    nobles = sorted(forces.nobles_of(game, seat))
    there = [(place, noble) for noble in nobles for place in meeting.towns_of(game, noble)]
    suitable = [Meeting(place, noble) for place, noble in there if meeting.suits(game, place, seat)]
    return suitable or [Meeting(*way) for way in meeting.shortest_ways(game, seat)] or [Meeting(PlaceId("london"))]
