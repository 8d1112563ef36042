"""Upgrades: a knight for the next stronger one of the reserve, or a bishop; and recruits (rules 9.1, 9.2)."""

from collections.abc import Iterator

from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, Request
from engine.core.errors import Illegal
from engine.core.text import capital
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour, Spot
from engine.lancaster.board.steps import OfHouse

BISHOP = "bishop"
"""The choice of a bishop instead of a stronger knight."""

A_BISHOP = "every round your lord can apply with 1 strength more; each of your seals is worth 1 point more at the end"
"""What a bishop is good for [LAN2-COURT-14, LAN2-COURT-57]."""


class Upgrade(Action, frozen=True):
    """Exchange `what`, a knight, for the next stronger one of the reserve; or take a `bishop`."""

    what: str


class Upgrading(OfHouse):
    """A house may upgrade one knight (D06, D11, D20); with `deployed` one that stands outside court."""

    decision: str = "D06"
    deployed: bool = False

    def proceed(self, game: Lancaster) -> bool:
        """Go on by itself where nothing can be raised or taken."""
        if options(game, self.house, deployed=self.deployed):
            return False
        game.pop(self)
        text = capital(f"{names.house(game, self.house)} has nothing to upgrade.")
        game.emit("no_upgrade", text, about=[self.house], rule="LAN-BASE-53")
        return True

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask who leads the house."""
        seat = game.seat_of(self.house)
        ally, placed = game.is_ally(self.house), "placed " if self.deployed else ""
        whose = "your ally's" if ally else "your"
        prompt = f"You may upgrade one of {whose} {placed}knights{names.or_a_bishop(game, self.house)}."
        fields = (upgrade_field(game, self.house, deployed=self.deployed),)
        label = "Upgrade or bishop" if names.or_a_bishop(game, self.house) else "Upgrade"
        neither = "Neither upgrade nor bishop" if names.or_a_bishop(game, self.house) else "Upgrade nothing"
        offers = (Offer(Upgrade, label, fields), Offer(Pass, neither, forgoes=not ally))
        return [Request(seat, self.decision, prompt, offers, lambda: self.usual(game))]

    def usual(self, game: Lancaster) -> Action:
        """Return the default: the weakest knight that can be raised, else a bishop; for an ally nothing (D06, D20)."""
        found = options(game, self.house, deployed=self.deployed)
        own = [what for what in found if what != BISHOP]
        what = own[0] if own else "" if game.is_ally(self.house) else found[0]
        return Upgrade(what) if what else Pass()

    def act(self, game: Lancaster, seat: str, action: Upgrade | Pass) -> None:
        """Upgrade, or leave it."""
        if isinstance(action, Upgrade):
            upgrade(game, self.house, action.what, deployed=self.deployed)
        else:
            game.emit("declined", f"{{{seat}}} upgrades nothing.", about=[seat], rule="LAN-BASE-86")
        game.pop(self)


# ---------------------------------------------------------------------- upgrades


def options(game: Lancaster, house: Colour, *, deployed: bool = False) -> list[str]:
    """Return a house's possible upgrades: a knight of each strength on each spot, weakest first; then a bishop."""
    return [*_raisable(game, house, deployed), *([BISHOP] if game.bishop_to_take(house) else [])]


def _raisable(game: Lancaster, house: Colour, deployed: bool) -> Iterator[str]:
    seen: set[tuple[int, str]] = set()
    for knight_id in game.knights(house):
        knight = game.knight(knight_id)
        if (knight.strength, knight.at) in seen or knight.at == spots.RESERVE:
            continue
        here = spots.deployed(knight.at) or not deployed
        if here and not _applies(game, knight.at) and stronger(game, house, knight.strength):
            seen.add((knight.strength, knight.at))
            yield knight_id


def _applies(game: Lancaster, at: Spot) -> bool:
    """Whether a knight there supports an application that may not be boosted: until all have applied (R13)."""
    return spots.kind(at) == "office" and game.state.turn.phase == "place"


def stronger(game: Lancaster, house: Colour, strength: int) -> str:
    """Return the knight of the reserve that is stronger by 1; "" if there is none [LAN-BASE-53]."""
    found = (k for k in game.knights(house, spots.RESERVE) if game.knight(k).strength == strength + 1)
    return next(found, "")


def place_of(game: Lancaster, knight_id: str) -> str:
    """Return where a knight who may be upgraded stands, in words."""
    at = game.knight(knight_id).at
    return "not placed" if at == spots.COURT else names.spot(game, at)


def upgrade_field(game: Lancaster, house: Colour, *, deployed: bool = False) -> Field:
    """Return the question about the knight to upgrade, or a bishop."""

    def choice(what: str) -> Choice:
        if what == BISHOP and game.is_ally(house):
            return Choice(what, "put a bishop into the box")
        if what == BISHOP:
            return Choice(what, "a bishop", A_BISHOP)
        strength = game.knight(what).strength
        return Choice(what, f"a strength-{strength} knight to {strength + 1} ({place_of(game, what)})")

    def choices(_: Draft) -> list[Choice]:
        return [choice(what) for what in options(game, house, deployed=deployed)]

    return Field("what", "Which one?", choices)


def check_upgrade(game: Lancaster, house: Colour, what: str, *, deployed: bool = False) -> None:
    """Raise Illegal unless a house can raise that knight, or take that bishop."""
    if what == BISHOP:
        _check_bishop(game, house)
        return
    knight = game.state.knights.get(what)
    if knight is None or knight.house != house or knight.at == spots.RESERVE:
        raise Illegal("Name one of your own knights in play.", "LAN-BASE-53")
    if deployed and not spots.deployed(knight.at):
        raise Illegal("Only a deployed knight can be upgraded here; that one is at court.", "LAN-BASE-59")
    if _applies(game, knight.at):
        why = "He supports your lord, whose total is fixed once he applies; choose another knight."
        raise Illegal(why, "LAN2-COURT-16")
    if not stronger(game, house, knight.strength):
        wanted = f"no strength-{knight.strength + 1} knight is left in your reserve"
        reason = f"A strength-{knight.strength} knight cannot be upgraded: {wanted}; choose another."
        raise Illegal(reason, "LAN-BASE-53")


def _check_bishop(game: Lancaster, house: Colour) -> None:
    if not game.court:
        raise Illegal("There are no bishops in this game; name a knight.", "LAN2-COURT-53")
    if not game.state.bishops_left:
        raise Illegal("All bishops have been taken; name a knight.", "LAN2-COURT-54")
    if not game.bishop_to_take(house):
        raise Illegal(f"You have {game.catalog.most_bishops} bishops already; name a knight.", "LAN2-COURT-55")


def upgrade(game: Lancaster, house: Colour, what: str, *, deployed: bool = False) -> None:
    """Raise a knight on the spot, or take a bishop."""
    check_upgrade(game, house, what, deployed=deployed)
    if what == BISHOP:
        _take_bishop(game, house)
        return
    strength = game.knight(what).strength
    exchange(game, what, stronger(game, house, strength))
    text = f"{names.house(game, house)} upgrades a knight from strength {strength} to {strength + 1}."
    game.emit("upgraded", capital(text), about=[house], rule="LAN-BASE-53")


def exchange(game: Lancaster, weaker: str, better: str) -> None:
    """Let a knight of the reserve take the place of another, who goes to the reserve."""
    one, other = game.knight(weaker), game.knight(better)
    one.at, other.at = other.at, one.at


def _take_bishop(game: Lancaster, house: Colour) -> None:
    game.state.bishops_left -= 1
    if game.is_ally(house):
        game.state.bishops_removed += 1
        text = f"{names.house(game, house)} puts a bishop back into the box."
        game.emit("bishop", capital(text), about=[house], rule="LAN2-2P-09")
        return
    seat = game.seat_of(house)
    game.player(seat).bishops += 1
    game.emit("bishop", f"{{{seat}}} takes a bishop.", about=[seat], rule="LAN2-COURT-53")


# ---------------------------------------------------------------------- recruits


def recruit(game: Lancaster, house: Colour, why: str = "") -> None:
    """Bring a strength-1 knight from the reserve to court, if there is one; say `why` [LAN-BASE-54]."""
    found = next((k for k in game.knights(house, spots.RESERVE) if game.knight(k).strength == 1), "")
    who = names.house(game, house)
    if not found:
        text = f"{who} recruits nobody: all strength-1 knights are in play."
        game.emit("no_recruit", capital(text), about=[house], rule="LAN-BASE-54")
        return
    game.knight(found).at = spots.COURT
    text = f"{who} recruits a strength-1 knight{f' ({why})' if why else ''}."
    game.emit("recruited", capital(text), about=[house], rule="LAN-BASE-54")


def recruits(game: Lancaster, house: Colour) -> bool:
    """Tell whether a house has a strength-1 knight left to recruit."""
    return any(game.knight(k).strength == 1 for k in game.knights(house, spots.RESERVE))
