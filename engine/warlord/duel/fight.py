"""A duel in play: sheets are handed in by direct message, revealed together and fought out (rules 7) [WLT-3.8]."""

from collections.abc import Iterator, Sequence
from functools import partial

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.chapter import AnyTime, Chapter
from engine.core.errors import Illegal
from engine.core.steps import Step
from engine.core.text import counted, join_words
from engine.warlord.board import arms, names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square, chosen
from engine.warlord.board.leaders import beheaded
from engine.warlord.board.state import WIZARD, Duel, Exchange, Fate, Fighter, Fought
from engine.warlord.duel import armies, defaults, duel, odds, sheets

PLACES = ("first", "second", "third", "fourth", "fifth")


NO_SHEET = "No duel waits for your blows and guards."


class HandIn(Action, frozen=True):
    """Hand in the sheet of a fighter: a stroke for each exchange to come."""

    fighter: PieceId
    """The fighter."""

    first: str
    """The stroke of the next exchange, as `sheets.code` writes it."""

    second: str = ""
    """The stroke after it; "" if the block of exchanges has no more."""

    third: str = ""
    """The third stroke, or ""."""

    fourth: str = ""
    """The fourth stroke, or ""."""

    fifth: str = ""
    """The fifth stroke, or ""."""

    @property
    def strokes(self) -> list[str]:
        """The strokes as written, in order."""
        return [getattr(self, place) for place in PLACES]


class UseTables(Action, frozen=True):
    """Leave the exchanges to come to the default tables."""

    fighter: PieceId


class Fight(Step):
    """The duel of the state is fought until one side stands, or nobody [WLT-3.9]."""

    begun: bool = False
    """Whether the first block of exchanges has been opened."""

    def proceed(self, game: Warlord) -> bool:
        """Fight a block of exchanges once all sheets are in."""
        if not self.begun:
            self.begun = True
            _open_block(game)
        if over := duel.outcome(game.duel):
            game.pop(self)
            game.duel.outcome = over
            about, at, told = game.duel.fighters, [game.duel.square], f"duel: {over.replace('_', ' ')}"
            game.emit("duel_over", _ending(game), about=about, track=at, rule="WLT-3.9", outcome=told)
            return True
        if _waited(game):
            return False
        _fight_block(game)
        return True

    def requests(self, game: Warlord) -> list[Request]:
        """Ask every owner for the sheets that are missing, of one fighter after the other (W-07)."""
        seats = dict.fromkeys(game.seat(game.piece(f).side) for f in _waited(game))
        next_ones = {seat: f for seat in seats if (f := waiting(game, seat))}
        return [
            Request(
                seat,
                "W-07",
                f"{state_words(game)} {_asked(game, seat)}",
                tuple(_offers(game, seat)),
                partial(UseTables, f),
                secret=True,
                together=True,
                guessed=True,
                leaflet="duel",
                about=tuple(_without_sheet(game, seat)),
            )
            for seat, f in next_ones.items()
        ]

    def act(self, game: Warlord, seat: str, action: HandIn | UseTables) -> None:
        """Take a sheet."""
        hand_in(game, seat, action)


def begin(game: Warlord, square: Square, fighters: dict[PieceId, Fighter], exchange: int) -> None:
    """Let fighters of two sides meet on a square."""
    first = game.state.duel is None
    game.state.duel = Duel(square, fighters, exchange)
    attackers, defenders = (duel.standing(game.duel, attacks=side) for side in (True, False))
    verb = "fights" if len(attackers) == 1 else "fight"
    met = f"{names.pieces(game, attackers)} {verb} {names.pieces(game, defenders)} on {square}."
    text = " ".join([met, *stake(game), _who_chooses(game)])
    game.emit("duel", text, about=fighters, track=[square], rule="WLT-3.8" if len(fighters) == 2 else "WLT-5.5")
    if first:
        game.emit("how_to_duel", how(game), rule="WLT-3.9")
    game.push(Fight())


def stake(game: Warlord) -> Iterator[str]:
    """Yield what a duel decides beside the lives of its fighters: a Castle, the game, those who stand by."""
    square = game.duel.square
    sides = [duel.standing(game.duel, attacks=attacks) for attacks in (True, False)]
    for own, foes in (sides, sides[::-1]):
        if not own or not foes:
            continue
        side, wins = game.piece(own[0]).side, f"If {names.pieces(game, own)} {'wins' if len(own) == 1 else 'win'}"
        mates = [p for p in game.friends_at(square, game.piece(foes[0]).side) if p not in foes]
        if any(game.fighter(p) for p in mates):
            continue
        owner = game.board.castle_of(square)
        if owner in game.colours() and not game.friends(owner, side):
            then = "the Wizard wins the game" if side == WIZARD else f"{names.side(owner)} is beaten"
            yield f"{wins}, {names.castle(game, owner)} is taken and {then}."
        elif loser := beheaded(game, mates):
            yield f"{wins}, {names.side(loser)} is beaten."
        elif side != WIZARD and (loser := beheaded(game, [*foes, *mates])):  # Risen slay whomever they fell.
            caught = "captures him" if len(foes) == 1 else "captures them"
            yield f"{wins} and {caught}, {names.side(loser)} is beaten."
        elif any(game.piece(p).kind == WIZARD for p in mates):
            yield f"{wins}, the Wizard is slain, and with him all Risen."
        elif mates:
            yield f"{wins}, {names.pieces(game, mates)} {'is' if len(mates) == 1 else 'are'} captured."


HEAL = "Wounds heal after the duel."
"""What becomes of wounds in the base game."""


def how(game: Warlord) -> str:
    """Return how duels work at this table, told with the first one of a game."""
    size = game.number("sheet_size")
    ahead = f"You choose {size} exchanges ahead; they" if size > 1 else "Blows and guards"
    swords = " With a sword:" if game.option("weapons") in ("chosen", "chosen_and_bowmen") else ""
    weary = game.number("weary_from")
    last = "Wounds last until he is at home or with his Lady." if game.option("wounds_retained") else HEAL
    equal = "With the same weapon all fighters are equally strong." if swords else "All fighters are equally strong."
    return f"""In each exchange of a duel, every fighter strikes one blow and has a guard. There are three lines: \
high, mid and low. A blow on a guarded line is parried and does nothing; any other lands. {ahead} \
are shown once both players have chosen in secret.{swords}
- HIGH fells at once and is the slowest. You guard any one line.
- MID wounds. You guard mid and one other line.
- LOW wounds and is the quickest; whoever it hits staggers: in the next exchange they guard but cannot strike. You \
guard any one line.
A quicker blow that lands stops a slower one; equally quick blows do not stop each other. Three wounds fell a fighter; \
from the {weary}th exchange on, any blow that lands fells. {last} {equal}
Alone against two, you strike only one of them, but guard any two lines, whatever your blow. The winner slays or \
captures whoever is felled (I do not ask if the game is won anyway); those who fell each other \
{odds.double_kill(game)}. *My options* has more: *How duels \
work*."""


BY_CHANCE = "I roll dice for {}, close to the best play; nobody can foresee it"
"""What is said of leaving the exchanges to the default tables."""

# ---------------------------------------------------------------------- handing in


def _standing(game: Warlord) -> list[PieceId]:
    return [f for attacks in (True, False) for f in duel.standing(game.duel, attacks=attacks)]


def _waited(game: Warlord) -> list[PieceId]:
    """Return the fighters whose sheets are missing."""
    fighters = game.duel.fighters
    return [f for f in _standing(game) if not fighters[f].sheet and not fighters[f].tables]


def waiting(game: Warlord, seat: str) -> PieceId | None:
    """Return the first fighter of a seat whose sheet is missing."""
    return next((f for f in _waited(game) if game.seat(game.piece(f).side) == seat), None)


def _asked(game: Warlord, seat: str) -> str:
    """Say what the duel decides most, and for whom a seat chooses: all of its fighters whose sheets are missing."""
    who = names.pieces(game, _without_sheet(game, seat))
    return " ".join([*[*stake(game)][:1], f"Choose blows and guards for {who}."])


def _without_sheet(game: Warlord, seat: str) -> list[PieceId]:
    return [f for f in _waited(game) if game.seat(game.piece(f).side) == seat]


def _who_chooses(game: Warlord) -> str:
    """Say which players choose now, and for which exchanges."""
    seats = dict.fromkeys(game.seat(game.piece(f).side) for f in _standing(game))
    who = [f"{{{seat}}}" for seat in seats if seat]
    chooses = "chooses" if len(who) == 1 else "choose"
    return f"{join_words(who)} secretly {chooses} blows and guards for {_exchanges(game)}."


def _own(game: Warlord, seat: str) -> list[PieceId]:
    """Return the standing fighters of a seat in a duel that waits for sheets."""
    if not isinstance(game.top, Fight):
        return []
    return [f for f in _standing(game) if game.seat(game.piece(f).side) == seat]


def _offers(game: Warlord, seat: str) -> list[Offer]:
    waited = _waited(game)
    own = sorted(_own(game, seat), key=lambda f: f not in waited)
    size = game.number("sheet_size")
    left = [f for f in own if not game.duel.fighters[f].tables]
    who, whose = (_whose(game, found) for found in (own, left))

    def strokes(number: int, draft: Draft) -> list[Choice]:
        fighter = chosen(draft, "fighter")
        return sheets.choices(game, fighter, first=number == 0) if fighter in own else []

    places = []
    for number, place in enumerate(PLACES[:size]):
        ahead = f" (you choose {_block(game, '-')})" if size > 1 else ""
        asked = f"Exchange {game.duel.exchange + number}{ahead}: blow, guard?"
        places.append(Field(place, asked, partial(strokes, number), after=("fighter",)))
    said = "; then ".join(f"{{{place}}}" for place in PLACES[:size])
    chance = BY_CHANCE.format(_exchanges(game))
    label, by_chance, now = "Choose blows and guards", "Blows by chance", ""
    if own and not any(f in waited for f in own):
        label, by_chance, now = "Change blows and guards", "Change to blows by chance", _chosen(game, own)
    says = f"{by_chance}, {_block(game)}: {{fighter}}"
    tables = Offer(UseTables, by_chance, (whose,), now or chance, reversible=True, says=says)
    return [
        Offer(HandIn, label, (who, *places), now, reversible=True, says=f"For {{fighter}}: {said}"),
        *([tables] if left else []),
    ]


def _whose(game: Warlord, found: Sequence[PieceId]) -> Field:
    """Ask for one of some fighters."""
    return Field("fighter", "For which fighter?", lambda _: [Choice(f, names.piece(game, f)) for f in found])


def _chosen(game: Warlord, own: Sequence[PieceId]) -> str:
    """Say what a seat has chosen and may still change."""
    fighters = game.duel.fighters
    told = [
        f"{names.piece(game, f)}: {sheets.told(game, f, fighters[f].sheet) if fighters[f].sheet else 'by chance'}"
        for f in own
    ]
    return f"chosen now for {'; '.join(told)}"


def _block(game: Warlord, to: str = " to ") -> str:
    """Return the exchanges that are chosen now: '4', '4 to 6'."""
    first, size = game.duel.exchange, game.number("sheet_size")
    return f"{first}{to}{first + size - 1}" if size > 1 else f"{first}"


def _exchanges(game: Warlord) -> str:
    """Return the exchanges that are chosen now, in words: 'exchange 4', 'exchanges 4 to 6'."""
    return f"{'exchanges' if game.number('sheet_size') > 1 else 'exchange'} {_block(game)}"


def any_time(game: Warlord, seat: str) -> list[Offer]:
    """Return the offer to change a sheet until all sheets are in."""
    return _offers(game, seat) if _own(game, seat) else []


def hand_in(game: Warlord, seat: str, action: HandIn | UseTables) -> None:
    """Take a sheet, or another in its place; raises Illegal."""
    own = _own(game, seat)
    if not own:
        raise Illegal(NO_SHEET, "WLT-3.8")
    if action.fighter not in own:
        raise Illegal("Name a fighter of yours who stands in the duel.", "WLT-3.8")
    fighter = game.duel.fighters[action.fighter]
    fighter.sheet = sheets.read(game, action.fighter, action.strokes) if isinstance(action, HandIn) else []
    fighter.tables = isinstance(action, UseTables)
    name = names.piece(game, action.fighter)
    if fighter.tables:
        are = "are" if game.number("sheet_size") > 1 else "is"
        text = f"{name}'s {_exchanges(game)} {are} left to chance, on the tables under *How duels work*."
    else:
        text = f"{name}, {_exchanges(game)}: {sheets.told(game, action.fighter, fighter.sheet)}."
    game.emit("sheet", f"{text}{_still(game, seat)}", to=[seat], about=[action.fighter], rule="WLT-3.8")


def _still(game: Warlord, seat: str) -> str:
    """Say for whose choice a duel still waits, until when a seat may change its own; "" if the duel goes on now."""
    others = dict.fromkeys(game.seat(game.piece(f).side) for f in _waited(game))
    others.pop(seat, None)
    who = join_words(f"{{{other}}}" for other in others)
    return f" Until {who} {'has' if len(others) == 1 else 'have'} chosen, too, you may change it." if others else ""


# ---------------------------------------------------------------------- fighting


def _open_block(game: Warlord) -> None:
    """Clear the sheets; who has no seat leaves the exchanges to the tables."""
    for f, fighter in game.duel.fighters.items():
        fighter.sheet = []
        fighter.tables = not game.seat(game.piece(f).side)


def _fight_block(game: Warlord) -> None:
    """Fight the exchanges of the sheets in order, until the duel or a battle is over (option 11)."""
    fight = game.duel
    for number in range(game.number("sheet_size")):
        standing = _standing(game)
        rolled = defaults.strokes(game, [f for f in standing if fight.fighters[f].tables])
        planned = {f: fight.fighters[f].sheet[number] for f in standing if not fight.fighters[f].tables} | rolled
        fitted = {f: duel.fitted(fight, game.state.pieces, f, stroke) for f, stroke in planned.items()}
        exchange = duel.resolve(fight, game.state.pieces, fitted, weary=defaults.weary(game))
        weapons = {game.piece(f).weapon for f in fitted}
        rule = "WLT-3.9" if weapons == {"sword"} else "WLT-9.10"
        game.emit("exchange", words(game, exchange), about=fight.fighters, track=[fight.square], rule=rule)
        if armies.count(game) or duel.outcome(fight):
            break
    if not duel.outcome(fight):
        text = f"The duel goes on.{_weary(game)} {_who_chooses(game)}"
        game.emit("block", text, about=fight.fighters, track=[fight.square], rule="WLT-3.8")
    _open_block(game)


# ---------------------------------------------------------------------- in words

FATES: dict[Fate, str] = {
    "landed": "which hits",
    "parried": "which is parried",
    "spoiled": "which is stopped by a quicker blow",
    "late": "which comes too late",
    "none": "",
}


def words(game: Warlord, exchange: Exchange) -> str:
    """Return an exchange in words."""
    told = [_did(game, fought) for fought in exchange.fought]
    stood = [_stands(game, fought) for fought in exchange.fought]
    return f"Exchange {exchange.number}: {'; '.join(told)}. {'; '.join(stood)}."


def _did(game: Warlord, fought: Fought) -> str:
    name, stroke = names.piece(game, fought.fighter), fought.stroke
    guard = sheets.lines(stroke.guard)
    if stroke.blow == "none":
        return f"{name} is staggered, guards {guard} and strikes no blow"
    fighters = game.duel.fighters
    several = sum(other.attacks != fighters[fought.fighter].attacks for other in fighters.values()) > 1
    at = f" at {names.piece(game, stroke.target)}" if several else ""
    return f"{name} guards {guard} and strikes {sheets.blow(stroke)}{at}, {FATES[fought.fate]}"


def _stands(game: Warlord, fought: Fought) -> str:
    name = names.piece(game, fought.fighter)
    if fought.felled:
        return f"{name} is felled"
    hurt = f"has {wounds(fought.wounds)}" if fought.wounds else "is unhurt"
    return f"{name} {hurt}" + (" and is staggered" if fought.staggered else "")


def wounds(number: int) -> str:
    """Return a number of wounds in words."""
    return {0: "unhurt", 1: "one wound", arms.wounds_to_kill() - 1: "two wounds"}.get(number, f"{number} wounds")


def state_words(game: Warlord) -> str:
    """How a running duel stands, in words."""
    fight = game.duel
    sides = []
    for attacks in (True, False):
        standing = duel.standing(fight, attacks=attacks)
        sides.append(join_words(f"{names.piece(game, f)} ({_condition(game, f)})" for f in standing))
    return f"Duel on {fight.square}, exchange {fight.exchange}: {sides[0]} against {sides[1]}.{_weary(game)}"


def _weary(game: Warlord) -> str:
    return " Weary arms: every blow that lands fells." if defaults.weary(game) else ""


def _condition(game: Warlord, f: PieceId) -> str:
    fighter, piece = game.duel.fighters[f], game.piece(f)
    parts = [
        wounds(fighter.wounds),
        "staggered" if fighter.staggered else "",
        arms.weapons()[piece.weapon].name if piece.weapon != "sword" else "",
        "high ground" if fighter.high_ground else "",
        f"{counted(piece.banners, 'banner')}" if game.option("strategic") else "",
    ]
    return ", ".join(part for part in parts if part)


def _ending(game: Warlord) -> str:
    match game.duel.outcome:
        case "double_kill":
            return "A double kill: nobody is left standing."
        case "parted":
            return "The armies part."
        case side:
            winners = duel.standing(game.duel, attacks=side == "attackers")
            return f"{names.pieces(game, winners)} {'has' if len(winners) == 1 else 'have'} won the duel."


CHAPTER = Chapter(
    steps=(Fight, armies.Withdrawing),
    actions=(armies.Withdraw, armies.Stand),
    any_time=(AnyTime(any_time, {HandIn: hand_in, UseTables: hand_in}),),
)
