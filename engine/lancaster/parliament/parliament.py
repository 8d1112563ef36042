"""Phase 2: three votes, then the three laws in force (rules 7)."""

from engine.core.chapter import Chapter
from engine.core.steps import Step
from engine.lancaster.board import names
from engine.lancaster.board.game import Lancaster
from engine.lancaster.parliament import laws
from engine.lancaster.parliament.choices import Absolve, Absolving, Buy, Buying, Exchange, Exchanging
from engine.lancaster.parliament.laws import Granting
from engine.lancaster.parliament.voting import Vote, Voting


class Parliament(Step):
    """The votes of a round, and the laws that are still to be applied."""

    counted: bool = False
    """Whether the voting markers that are left have been noted, after the third vote."""
    noted: dict[str, int] = {}
    """Voting markers that each player had left then."""
    applied: int = 0
    """Laws that have been applied."""

    def proceed(self, game: Lancaster) -> bool:
        """Open the next vote, apply the next law, or close the session."""
        board = game.state.laws
        if board.proposed:
            together = game.option("vote_windows") == "batch"
            voted_on = list(board.proposed) if together else board.proposed[:1]
            for law in voted_on:
                text = f"Parliament votes on {names.law(game, law)}: {names.law_text(game, law)}"
                game.emit("vote_opens", text, about=[law], rule="LAN-BASE-27")
            game.push(Voting(voted_on))
        elif not self.counted:
            self.noted = {seat: player.voting_markers for seat, player in game.state.players.items()}
            self.counted = True
        elif self.applied < len(board.current):
            self.applied += 1
            laws.apply(game, board.current[self.applied - 1], self.noted)
        else:
            game.pop(self)
            _return_markers(game)
        return True


def _return_markers(game: Lancaster) -> None:
    """Old voting markers go back, those that laws have given stay (rules 7.5) [LAN-BASE-34]."""
    for seat in game.order():
        player = game.player(seat)
        old = player.voting_markers - player.fresh_markers
        player.voting_markers, player.fresh_markers = player.fresh_markers, 0
        if old:
            new = player.voting_markers
            kept = f"; the {'one' if new == 1 else new} from laws {'is' if new == 1 else 'are'} kept" if new else ""
            text = f"{{{seat}}} loses {names.amount('voting_markers', old)} not used in this round's votes{kept}."
            game.emit("returned", text, about=[seat], rule="LAN-BASE-34")
    game.emit("phase_end", "Parliament is over.", rule="LAN-BASE-33")


CHAPTER = Chapter(
    steps=(Parliament, Voting, Granting, Buying, Exchanging, Absolving),
    actions=(Vote, Buy, Exchange, Absolve),
)
