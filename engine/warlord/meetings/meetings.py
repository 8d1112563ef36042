"""When pieces meet: roses, captures and duels, square by square (rules 6) [WLT-5.4, WLT-7.4]."""

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.chapter import Chapter
from engine.core.errors import Illegal
from engine.core.game import only_looks
from engine.core.steps import Step
from engine.core.text import join_words
from engine.warlord.board import names
from engine.warlord.board.board import place
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import Square
from engine.warlord.meetings import aftermath, bowmen, meeting, roses, stricken


class Meet(Action, frozen=True):
    """Resolve the meeting on a square next."""

    square: Square


class Meetings(Step):
    """Step 4: all meetings of the turn, one after the other, in the order of whose turn it is [WLT-5.4, WLT-7.4]."""

    def proceed(self, game: Warlord) -> bool:
        """Go on to the next meeting; the last one, or the only one, needs no decision."""
        found = contested(game)
        if len(found) > 1:
            return False
        if found:
            game.push(meeting.Meeting(found[0]))
        else:
            game.pop(self)
        return True

    def requests(self, game: Warlord) -> list[Request]:
        """Ask which meeting comes first (W-06)."""
        found = contested(game)
        field = Field("square", "Which one?", lambda _: [_contest(game, square) for square in found], places=True)
        prompt = f"There are meetings on {join_words(found)}. Which comes first?"
        return [
            meeting.order_request(
                game, prompt, Offer(Meet, "Resolve a meeting", (field,), says="Begin with {square}"), Meet(found[0])
            )
        ]

    def act(self, game: Warlord, seat: str, action: Meet) -> None:
        """Begin a meeting."""
        if action.square not in contested(game):
            raise Illegal("Name a square on which pieces of two sides stand.", "WLT-5.4")
        game.push(meeting.Meeting(action.square))


@only_looks
def _contest(game: Warlord, square: Square) -> Choice:
    """Return a square with those who meet there."""
    return Choice(square, square, names.pieces(game, game.at(square)))


def contested(game: Warlord) -> list[Square]:
    """Return the squares with able pieces of the active side and of enemies, and enemy Castles that are entered."""
    own = {game.piece(p).square for p in game.pieces_of(game.active) if not game.piece(p).stricken}
    met = [square for square in own if meeting.at_odds(game, square) or _taken(game, square)]
    return sorted(met, key=place)


def _taken(game: Warlord, square: Square) -> bool:
    """Whether the active side stands in an enemy Castle that is still held against it."""
    owner = game.board.castle_of(square)
    return bool(owner) and owner in game.colours() and not game.friends(owner, game.active)


CHAPTER = Chapter(
    steps=(
        *(Meetings, meeting.Meeting, bowmen.Shot, roses.Choosing, aftermath.Mercy),
        *(stricken.Tending, stricken.Executing, stricken.MakingRoom),
    ),
    actions=(
        *(Meet, meeting.Match, bowmen.ChooseLine, bowmen.RollLine, roses.TakeCaptive),
        *(aftermath.Slay, aftermath.Capture, stricken.Finish, stricken.Heal, stricken.StepAside),
    ),
)
