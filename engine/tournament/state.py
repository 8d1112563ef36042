"""Where a tournament stands."""

from collections.abc import Iterator

import msgspec

from engine.core.errors import Illegal
from engine.tournament.format import Format
from engine.tournament.log import FINAL
from engine.tournament.results import Result


class Correction(msgspec.Struct, frozen=True):
    """A result that no longer counts, and why."""

    result: Result
    by: str
    reason: str
    rule: str


class Game(msgspec.Struct):
    """A table of a heat."""

    people: list[str]
    """Who holds its seats now, in the order of play; "" is a computer player."""

    began: list[str]
    """Who was seated."""

    stand_ins: list[tuple[str, str]] = []
    """The substitutions, in order: who left and who took over."""

    vacated: dict[str, str] = {}
    """Who has given a seat up, and when, whether somebody has come for him or not."""

    sought: dict[str, str] = {}
    """Since when a substitute is sought for whom; later than it was given up where time could not be used since."""

    result: Result | None = None
    """How it came out."""

    corrections: list[Correction] = []
    """What was thought of it before, the oldest first."""

    @property
    def vacant(self) -> list[str]:
        """Whose seats wait for a substitute."""
        return [] if self.result else [person for person in self.people if person in self.vacated]


class Heat(msgspec.Struct):
    """A heat, or the Final."""

    number: int
    entered: list[str] = []
    """Who means to play."""

    present: list[str] = []
    """Who has checked in, in that order."""

    commitment: str = ""
    """What the secret of its draw hashes to; "" before it is announced."""

    start: str = ""
    """When play begins, as it was announced."""

    opened: str = ""
    """When it was announced."""

    reminded: bool = False
    """Whether those who are missing were asked once more."""

    short: bool = False
    """Whether its grace was over with too few for a table."""

    off: str = ""
    """Why it is not played; "" where it is."""

    secret: str = ""
    """The secret of its draw, in hex; "" before it is closed."""

    games: list[Game] = []
    """Its tables; none before it is closed."""

    idle: list[str] = []
    """Who had checked in and has no seat: a bye, or a game master without an assistant."""

    overridden: str = ""
    """Why its tables are not those of the draw."""

    signed: list[str] = []
    """Which officials vouch for its results as they are now."""

    @property
    def announced(self) -> bool:
        """Whether people can check in, or could."""
        return bool(self.commitment)

    @property
    def closed(self) -> bool:
        """Whether it has been seated, or called off; nobody comes in any more [WBC-T07]."""
        return bool(self.secret) or bool(self.off)

    @property
    def over(self) -> bool:
        """Whether all its games are over."""
        return self.closed and all(game.result for game in self.games)

    @property
    def results_known(self) -> bool:
        """Whether any of its games is over."""
        return any(game.result for game in self.games)

    def results(self) -> Iterator[Result]:
        """Yield how its games came out that are over."""
        return (game.result for game in self.games if game.result)

    def result_of(self, person: str) -> Result | None:
        """Return how the game came out in which a person sat; None if there is none."""
        return next((result for result in self.results() if result.of(person)), None)


class Opinion(msgspec.Struct, frozen=True):
    """What an official thinks of a ruling."""

    official: str
    upheld: bool
    reason: str


class Work(msgspec.Struct, frozen=True):
    """What Herald does at a table where a ruling is undone or put back; once that is begun it is done to its end."""

    by: str
    """Which official has decided that."""

    looked: int
    """The number of the game's last action when that was decided."""

    back_to: int
    """After which action the table stands then."""

    again: bool
    """Whether what came after is done again, as far as that goes."""


class Ruling(msgspec.Struct):
    """A ruling of the game master that a player has questioned [WBC-T12]."""

    heat: int
    table: int
    text: str
    rule: str
    before: str
    after: str
    asked_by: str
    opinions: list[Opinion] = []
    earlier: list[Opinion] = []
    """What was thought of it before an appeal; who thought so does not judge it again."""

    appeal: str = ""
    """The reason of an appeal; "" if there is none."""

    upheld: bool | None = None
    """What was decided; None while it is open."""

    decided: str = ""
    """When; "" while it is open."""

    version: int = 0
    """The number of the action by which it was ruled, in its game; 0 where it was ruled by word alone."""

    undone_at: int = 0
    """The number of the last action before it was undone; 0 while it is in force."""

    mended: str = ""
    """What was done at the table last (`log.Mending`); "" for nothing yet."""

    by_hand: bool = False
    """Whether an official has undone it by hand."""

    work: Work | None = None
    """What Herald does at the table; None where there is nothing to do."""

    left: str = ""
    """Why the table was left as it is, or what was changed there by hand."""


class Decision(msgspec.Struct, frozen=True):
    """An answer to what the format leaves to the game master: it holds for whom it is about."""

    question: str
    people: list[str]
    """Whom the question was about."""

    answer: str
    by: str
    """Who has answered; "" is Herald."""


class State(msgspec.Struct):
    """A tournament."""

    format: Format
    master: str
    """The game master."""

    assistants: list[str]
    names: dict[str, str]
    """The names of all people."""

    heats: list[Heat]
    """The heats, the first first."""

    final: Heat
    """The Final; unused where there is none."""

    dropped: list[str] = []
    """Who has left the tournament."""

    confirmed: list[str] = []
    """Who will play the Final."""

    declined: list[str] = []
    """Who will not."""

    asked: dict[str, str] = {}
    """Since when each finalist is asked whether he plays the Final."""

    pending: dict[str, str] = {}
    """Since when the game master is asked what the format leaves to him, by the facts of the question; one at most."""

    decided: list[Decision] = []
    """What the game master has answered, the first first."""

    rulings: list[Ruling] = []
    """The rulings that were questioned, the first first."""

    @property
    def officials(self) -> list[str]:
        """The game master and his assistants."""
        return [self.master, *self.assistants]

    @property
    def begun(self) -> bool:
        """Whether the first heat is seated."""
        return any(heat.games for heat in self.heats)

    def answer(self, question: str, people: list[str]) -> str:
        """Return what was answered last to a question about these people; "" where it was not."""
        about = (question, set(people))
        given = [decision.answer for decision in self.decided if (decision.question, set(decision.people)) == about]
        return given[-1] if given else ""

    def heat(self, number: int) -> Heat:
        """Return a heat, or the Final; raises Illegal if there is none of that number."""
        if number == FINAL and self.format.finalists:
            return self.final
        if not 1 <= number <= len(self.heats):
            raise Illegal(f"There is no heat {number}; there are {len(self.heats)}.", "WBC-T01")
        return self.heats[number - 1]

    def game(self, heat: int, table: int) -> Game:
        """Return a table, from 1; raises Illegal if there is none of that number."""
        games = self.heat(heat).games
        if not 1 <= table <= len(games):
            raise Illegal(f"{heat_name(heat)} has no table {table}; it has {len(games)}.")
        return games[table - 1]

    def tables(self) -> Iterator[tuple[int, int, Game]]:
        """Yield all tables, each with the number of its heat and its own."""
        for heat in [*self.heats, self.final]:
            yield from ((heat.number, number, game) for number, game in enumerate(heat.games, start=1))

    def entrants(self) -> list[str]:
        """Return everybody who has been seated, in the order of the seats: the entrants that are recorded."""
        seated = (person for heat in self.heats for game in heat.games for person in game.began)
        later = (came for heat in self.heats for game in heat.games for _, came in game.stand_ins if came)
        return list(dict.fromkeys([*seated, *later]))


def heat_name(number: int) -> str:
    """Return "the Final" or "heat 2"."""
    return "the Final" if number == FINAL else f"heat {number}"


def heat_title(number: int) -> str:
    """Return "The Final" or "Heat 2", for the beginning of a sentence."""
    return titled(heat_name(number))


def titled(words: str) -> str:
    """Return words with a capital at their beginning, and all others as they are."""
    return words[:1].upper() + words[1:]
