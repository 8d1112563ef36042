"""After a duel: the victor slays or captures the felled, or both sides lie there (rules 6.3)."""

from engine.core.actions import Action, Offer, Request
from engine.core.steps import Step
from engine.warlord.board import arms, names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.board.leaders import beheaded
from engine.warlord.board.state import WIZARD, Kind
from engine.warlord.duel import duel
from engine.warlord.meetings import removal, veterans, victory

SUCCESSORS: tuple[Kind, ...] = ("knight", "footman", "sergeant")
"""Who may become Warlord in a slain one's place, beside the Lady."""


class Slay(Action, frozen=True):
    """Slay the felled enemy: one more blow, which cannot be parried."""


class Capture(Action, frozen=True):
    """Spare the felled enemy and take him to the dungeon."""


def after_duel(game: Warlord) -> None:
    """Deal with everybody who took part in the duel that is over."""
    fighters = game.duel.fighters
    felled = sorted(f for f, fighter in fighters.items() if fighter.felled)
    if game.duel.outcome == "double_kill":
        double_kill(game, felled)
        return
    won = game.duel.outcome == "attackers"
    standing = duel.standing(game.duel, attacks=won)
    beaten = [f for f in felled if fighters[f].attacks != won]
    for f in fighters:
        if f not in beaten:
            _rise(game, f)
    veterans.count(game, [f for f, fought in fighters.items() if fought.attacks == won and not fought.withdrew])
    if beaten:
        game.push(Mercy(beaten, standing[0]))


def _rise(game: Warlord, fighter: PieceId) -> None:
    """Let a felled fighter get up, barely, if his side has won; wounds last if they are kept [WLT-5.5, WLT-9.1]."""
    fought = game.duel.fighters[fighter]
    if fought.felled:
        game.emit("rises", f"{names.piece(game, fighter)} gets up again.", about=[fighter], rule="WLT-5.5")
    if game.option("wounds_retained"):
        game.wound(fighter, arms.wounds_to_kill() - 1 if fought.felled else fought.wounds)


class Mercy(Step):
    """The victor decides for each felled enemy [WLT-3.1, WLT-3.10, WLT-3.11]; a Risen shows none [WLT-9.5]."""

    beaten: list[PieceId]
    victor: PieceId

    def proceed(self, game: Warlord) -> bool:
        """Do what needs no decision; whoever has left the game neither decides nor is decided about."""
        self.beaten = [f for f in self.beaten if game.piece(f).status == "board"]
        if not self.beaten or game.piece(self.victor).status != "board":
            game.pop(self)
            return True
        if game.piece(self.victor).risen or game.piece(self.beaten[0]).risen:
            self._decide(game, Slay(), "WLT-9.5")
            return True
        if self._wins_in_any_case(game):
            self._decide(game, _default(game))
            return True
        return False

    def requests(self, game: Warlord) -> list[Request]:
        """Ask for the next felled enemy (W-08)."""
        name = names.piece(game, self.beaten[0])
        offers = (Offer(Capture, f"Capture {name}"), Offer(Slay, f"Slay {name}", forgoes=True))
        best = _default(game)
        seat = game.seat(game.piece(self.victor).side)
        prompt = f"{name} lies at your feet. {self._stake(game)}"
        return [Request(seat, "W-08", prompt, offers, lambda: best)]

    def _others(self, game: Warlord) -> list[PieceId]:
        """Return the enemies beside the felled ones."""
        here = game.enemies_at(game.piece(self.beaten[0]).square, game.piece(self.victor).side)
        return [p for p in here if p not in self.beaten]

    def _stormed(self, game: Warlord) -> str:
        """Return whose Castle is taken, whatever becomes of the felled; "" if none is."""
        owner = game.board.castle_of(game.piece(self.beaten[0]).square)
        taken = owner in game.colours() and owner != game.piece(self.victor).side
        return owner if taken and not any(game.fighter(p) for p in self._others(game)) else ""

    def _wins_in_any_case(self, game: Warlord) -> bool:
        """Tell whether the game is won whatever becomes of the felled, so that there is nothing to ask [WLT-3.6]."""
        side = game.piece(self.victor).side
        if owner := self._stormed(game):
            return victory.storms(game, side, owner) == victory.WON
        loser = beheaded(game, [self.beaten[0]])
        beheads = loser and not _successor_left(game, loser, self.beaten[0])
        return bool(beheads) and victory.wins(game, side, loser) == victory.WON

    def _stake(self, game: Warlord) -> str:
        """Say what becomes of the felled one, and what is decided whatever becomes of him."""
        beaten, side = self.beaten[0], game.piece(self.victor).side
        others = self._others(game)
        defended = any(game.fighter(p) for p in others)
        if owner := self._stormed(game):
            return f"{victory.storms(game, side, owner).capitalize()} in any case: the Castle is taken."
        if loser := beheaded(game, [beaten]):
            wins, whose = victory.wins(game, side, loser), names.side(loser)
            if not _successor_left(game, loser, beaten):
                return f"{wins.capitalize()} in any case: {whose} has neither Warlord nor Lady then."
            slain = "Slay him, and another piece of his side may become Warlord."
            said = [f"{slain} Capture him, and {wins}: {whose} has no Lady left."]
        else:
            said = [_fates(game, beaten, side)]
        if others and not defended:
            said += [f"{names.pieces(game, others)} will be your captive in either case."]
        if game.number("round_limit"):
            said += ["Both are worth the same points."]
        return " ".join(said)

    def act(self, game: Warlord, seat: str, action: Slay | Capture) -> None:
        """Slay or capture."""
        self._decide(game, action)

    def _decide(self, game: Warlord, action: Slay | Capture, rule: str = "") -> None:
        victim, *self.beaten = self.beaten
        if isinstance(action, Slay):
            removal.slay(game, victim, rule or "WLT-3.10")
        else:
            removal.capture(game, victim, game.piece(self.victor).side)


def _default(game: Warlord) -> Slay | Capture:
    """Return what becomes of the felled if the victor does not say."""
    return Slay() if game.option("default_after_win") == "slay" else Capture()


def _successor_left(game: Warlord, side: str, beaten: PieceId) -> bool:
    """Tell whether a side has another piece on the board that could become Warlord [WLT-6.1]."""
    return any(game.piece(p).kind in SUCCESSORS for p in game.pieces_of(side) if p != beaten)


def _fates(game: Warlord, beaten: PieceId, side: str) -> str:
    """Say what becomes of a felled piece that is slain, and of one that is captured, and what that gains a side."""
    raised = "; the Wizard may raise him" if WIZARD in game.playing() else ""
    if game.piece(beaten).kind == "warlord":
        wins = victory.wins(game, side, game.piece(beaten).side)
        return (
            f"Slay him, and he is gone for good; another piece of his side may become Warlord{raised}. Capture him, "
            f"and nobody does: {wins} once his Lady is slain or captured too, unless she first frees him at your Green."
        )
    differs = raised or len(game.colours()) > victory.TWO or game.number("round_limit")
    safer = "" if differs else " Slaying is safer."
    return (
        f"Slay him, and he is gone for good{raised}. Capture him, and he is held in your dungeon until a piece of his "
        f"side comes to your Green and frees him.{safer}{_at_a_deadline(game)}"
    )


def _at_a_deadline(game: Warlord) -> str:
    """Say why nobody is slain by silence: this can still be undone (R-WLT-31)."""
    return " Without your word I slay nobody." if isinstance(_default(game), Capture) else ""


# ---------------------------------------------------------------------- double kills


def double_kill(game: Warlord, felled: list[PieceId]) -> None:
    """Nobody stands: everybody felled is slain, or lies stricken, or goes to the others' dungeon [WLT-9.3, WLT-9.4]."""
    if any(game.piece(f).risen for f in felled):
        for f in felled:
            removal.slay(game, f, "WLT-9.5")
    elif game.option("double_kill_healed") or game.option("double_kill_slain"):
        for f in felled:
            game.strike(f)
        text = f"{names.pieces(game, felled)} lie stricken on {game.duel.square}."
        game.emit("stricken", text, about=felled, track=[game.duel.square], rule=game.stricken_rule)
    elif game.option("double_kill_base") == "both_captured":
        holders = {f: _captor(game, f) for f in felled}
        for f, holder in holders.items():
            removal.capture(game, f, holder, "WLT-9.3")
    else:
        for f in felled:
            removal.slay(game, f, "WLT-9.3")


def _captor(game: Warlord, fighter: PieceId) -> str:
    """Return the side that a fighter of a double kill has fought."""
    attacks = game.duel.fighters[fighter].attacks
    return next(game.piece(f).side for f, foe in sorted(game.duel.fighters.items()) if foe.attacks != attacks)
