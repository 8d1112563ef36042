"""Set-up: pieces on their squares, who begins, and what is chosen in secret (rules 3, 9.10) [WLT-9.10]."""

from sys import intern

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import Step
from engine.core.text import join_words
from engine.warlord.board import arms, names, options
from engine.warlord.board.catalog import armies, units
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOWHERE, PieceId
from engine.warlord.board.state import WIZARD, Kind, Piece, Plan, Turn
from engine.warlord.meetings import victory

NAMES = (
    *("Ashmere", "Blackmoor", "Coldharbour", "Dunwick", "Eastmarch", "Fallowfield", "Greyholt", "Hawkstone"),
    *("Ironford", "Larkhill", "Mereworth", "Northgate", "Oakenshaw", "Ravenscar", "Stonebridge", "Thornbury"),
)
"""Names for Castles; every colour has its own besides."""

FIRST: tuple[Kind, ...] = ("warlord", "lady", "knight", "footman")
"""The pieces that have squares of their own; the first of each kind stands there."""

RESERVE: tuple[Kind, ...] = ("knight", "footman", "sergeant", "bowman", "bishop")
"""The order in which further pieces go to the reserve squares."""


class Arm(Action, frozen=True):
    """Give a fighter a weapon."""

    piece: PieceId
    weapon: str


class NameCastle(Action, frozen=True):
    """Give the Castle a name, which its Bishop carries."""

    name: str


class Ready(Action, frozen=True):
    """End the set-up: the tourney may begin."""


# ---------------------------------------------------------------------- pieces


def sides(game: Warlord) -> dict[str, str]:
    """Return the sides and their seats in the order of turns, from the one that begins, by die; the Wizard is last."""
    wizard = game.option("wizard")
    players = game.state.seats[:-1] if wizard == "player" else game.state.seats
    pairs = list(zip(game.board.seats, players, strict=False))
    first = game.dice.roll(len(pairs), "who moves first") - 1 if game.option("first_player") == "random" else 0
    found = dict(pairs[first:] + pairs[:first])
    match wizard:
        case "player":
            found[WIZARD] = game.state.seats[-1]
        case "automaton":
            found[WIZARD] = ""
    return found


def muster(game: Warlord) -> None:
    """Set up the pieces of every side."""
    for colour in game.colours():
        for kind, number in _army(game).items():
            for place in range(number):
                _stand(game, colour, kind, place, number)
        _fill_reserve(game, colour)
    if WIZARD in game.state.sides:
        home = game.dice.pick(game.board.wizard_start, "where the Wizard begins")
        game.state.wizard_home = home
        game.bring(PieceId(WIZARD), Piece(WIZARD, "wizard", square=home))


def _army(game: Warlord) -> dict[Kind, int]:
    """How many pieces of each kind a colour has."""
    pieces = armies()[str(game.option("army"))].pieces
    extra = {
        "sergeant": game.number("sergeants"),
        "bowman": int(options.has_bowmen(game.state.options)),
        "bishop": int(bool(game.option("bishop"))),
    }
    return {kind: pieces.get(kind, 0) + extra.get(kind, 0) for kind in (*FIRST, *RESERVE[2:])}


def _stand(game: Warlord, colour: str, kind: Kind, place: int, number: int) -> None:
    """Put the first piece of a kind on its own square, the others aside for the reserve."""
    seat = game.board.seats[colour]
    own = {"warlord": seat.warlord, "lady": seat.lady, "knight": seat.knight, "footman": seat.footman}
    square = own[kind] if place == 0 and kind in own else NOWHERE
    piece_id = PieceId(f"{colour}_{kind}_{place + 1}" if number > 1 else f"{colour}_{kind}")
    fights = game.option("strategic") and units()[kind].fighter
    game.bring(piece_id, Piece(colour, kind, square=square, banners=units()[kind].banners if fights else 0))


def _fill_reserve(game: Warlord, colour: str) -> None:
    """Put further pieces on the reserve squares, in their order and then round again."""
    squares = game.board.seats[colour].reserve
    own = [piece_id for piece_id, piece in game.state.pieces.items() if piece.side == colour and not piece.square]
    own.sort(key=lambda piece_id: (RESERVE.index(game.piece(piece_id).kind), piece_id))
    for number, piece_id in enumerate(own):
        game.stand(piece_id, squares[number % len(squares)])


# ---------------------------------------------------------------------- what is chosen in secret


def chooses_weapons(game: Warlord) -> bool:
    """Whether players arm their fighters before the game."""
    return game.option("weapons") in ("chosen", "chosen_and_bowmen")


class SettingUp(Step):
    """Each player arms the fighters and names the Castle, in secret; all is revealed together (W-01)."""

    def proceed(self, game: Warlord) -> bool:
        """Begin the tourney once everybody is ready."""
        plans = game.state.plans
        if plans and not all(plan.done for plan in plans.values()):
            return False
        for seat, plan in plans.items():
            self._reveal(game, seat, plan)
        game.state.plans = {}
        game.pop(self)
        side = next(iter(game.state.sides))
        game.state.turn = Turn(side=side, step="entry")
        game.emit("begins", f"{{{game.seat(side)}}} ({names.side(side)}) has the first turn.", about=[side])
        game.emit("how_to_win", victory.how_to_win(game))
        return True

    def _reveal(self, game: Warlord, seat: str, plan: Plan) -> None:
        side = game.side(seat)
        if plan.castle:
            game.state.castles[side] = plan.castle
            game.emit("castle_name", f"{{{seat}}} holds {names.castle(game, side)}.", about=[side], rule="WLT-9.6")
        for piece, weapon in plan.weapons.items():
            game.piece(piece).weapon = intern(weapon)  # The usual one is left out of what is saved by being the same.
        if chooses_weapons(game):
            armed = join_words(
                f"{names.piece(game, piece)}: {arms.weapons()[game.piece(piece).weapon].name}"
                for piece in _fighters(game, seat)
            )
            game.emit("armed", f"Weapons of {{{seat}}}: {armed}.", about=_fighters(game, seat), rule="WLT-9.10")

    def requests(self, game: Warlord) -> list[Request]:
        """Ask every player who is not ready (W-01)."""
        plans = game.state.plans.items()
        return [self._asked(game, seat, plan) for seat, plan in plans if not plan.done]

    def _asked(self, game: Warlord, seat: str, plan: Plan) -> Request:
        prompt, about = _to_choose(game, seat, plan), (plan.castle, *plan.weapons.values())
        return Request(seat, "W-01", prompt, _offers(game, seat), Ready, secret=True, together=True, about=about)

    def act(self, game: Warlord, seat: str, action: Arm | NameCastle | Ready) -> None:
        """Change a plan, or end it."""
        plan = game.state.plans[seat]
        match action:
            case Arm(piece=piece, weapon=weapon):
                _arm(game, seat, piece, weapon)
            case NameCastle(name=name):
                if name not in _castle_names(game, seat):
                    raise Illegal(f"Choose one of these names: {', '.join(_castle_names(game, seat))}.", "WLT-9.6")
                plan.castle = name
                game.emit("plan", f"Your Castle will be called {name}.", to=[seat], rule="WLT-9.6")
            case Ready():
                plan.done = True


def plan(game: Warlord) -> None:
    """Let every player of a colour plan what is chosen in secret, if anything is."""
    named = {colour: _own_name(colour) for colour in game.colours()} if game.option("bishop") else {}
    armed = {colour: _swords(game, game.seat(colour)) for colour in game.colours()} if chooses_weapons(game) else {}
    if named or armed:
        game.state.plans = {
            game.seat(colour): Plan(armed.get(colour, {}), named.get(colour, "")) for colour in game.colours()
        }


def _to_choose(game: Warlord, seat: str, plan: Plan) -> str:
    """Say what a player may choose before the tourney, and what they have if they choose nothing more."""
    swords, own = plan.weapons == _swords(game, seat), plan.castle == _own_name(game.side(seat))
    armed = "arm your fighters (else all have swords)" if swords else "arm your fighters anew"
    named = f"name your Castle (else it is {plan.castle})" if own else f"rename your Castle (now {plan.castle})"
    told = [*([armed] if plan.weapons else []), *([named] if plan.castle else [])]
    return f"Before the tourney you may {join_words(told)}. Then press Ready."


def _swords(game: Warlord, seat: str) -> dict[PieceId, str]:
    return dict.fromkeys(_fighters(game, seat), "sword")


def _own_name(colour: str) -> str:
    return f"Castle {colour.capitalize()}"


def _castle_names(game: Warlord, seat: str) -> list[str]:
    return [_own_name(game.side(seat)), *NAMES]


def _fighters(game: Warlord, seat: str) -> list[PieceId]:
    return [p for p in game.pieces_of(game.side(seat)) if game.fighter(p)]


def _arm(game: Warlord, seat: str, piece: PieceId, weapon: str) -> None:
    if piece not in _fighters(game, seat) or weapon not in arms.weapons():
        known = join_words(found.id for found in arms.weapons().values())
        raise Illegal(f"Name a fighter of yours and a weapon: {known}.", "WLT-9.10")
    game.state.plans[seat].weapons[piece] = weapon
    text = f"{names.piece(game, piece)} will fight with: {arms.weapons()[weapon].name}."
    game.emit("plan", text, to=[seat], about=[piece], rule="WLT-9.10")


DIFFERS = {
    "sword": "even against a sword",
    "axe": "MID wounds twice, but guards one line only",
    "spear": "HIGH is as quick as MID; LOW staggers nobody",
    "shield": "HIGH guards two lines, wounds once",
}
"""In what a weapon differs from a sword."""


def _offers(game: Warlord, seat: str) -> tuple[Offer, ...]:
    who = Field("piece", "Whom?", lambda _: [Choice(p, names.piece(game, p)) for p in _fighters(game, seat)], after=())
    what = Field(
        "weapon",
        "With what?",
        lambda _: [Choice(w.id, w.name, DIFFERS[w.id]) for w in arms.weapons().values()],
        after=(),
    )
    name = Field("name", "Which name?", lambda _: [Choice(name, name) for name in _castle_names(game, seat)])
    armed = [Offer(Arm, "Arm a fighter", (who, what), says="Arm {piece}: {weapon}")] if chooses_weapons(game) else []
    named = (
        [Offer(NameCastle, "Name your Castle", (name,), says="Name your Castle {name}")]
        if game.option("bishop")
        else []
    )
    return (*armed, *named, Offer(Ready, "Ready"))
