"""The conditions of every attack: a force that may fight, and one that may be fought (rules 4.2.1)."""

from collections.abc import Callable, Iterable, Sequence

from engine.core.actions import Choice, Field, Listing, Offer
from engine.core.errors import Illegal, allows
from engine.core.game import cached_while_waiting
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId, Location, SquareId
from engine.kingmaker.board.people import force_ids, forces, peace, vacillating
from engine.kingmaker.board.places import sites
from engine.kingmaker.overseas import refuge

ASK = "ask"
"""The answer of who wants to be asked again before the card is drawn."""


def card_fields(game: Kingmaker) -> tuple[Field, ...]:
    """Return the question whether the card is drawn at once where nothing changes any more (option `fight_on`)."""
    if not game.option("fight_on"):
        return ()
    choice = Choice(
        ASK,
        "Ask me again before the card: I may call it off",
        "else it is drawn once all have chosen sides, if the men of both are as now",
    )
    return (
        Field(
            "card",
            "Shall I ask you again before the card, once nobody else can join?",
            lambda _: [choice],
            least=0,
        ),
    )


def otherwise(offer: Offer, others: str) -> str:
    """Name the form of an attack beside its usual answers: `others`, or how else to make the only attack there is."""
    if not any(field.name == "card" for field in offer.fields):
        return others
    with_which, whom = offer.fields[:2]
    targets = sum(len(whom.choices({with_which.name: force.value})) for force in with_which.choices({}))
    return others if targets > 1 else "Attack, but ask me again before the card"


def check_card(game: Kingmaker, card: str) -> None:
    """Raise Illegal for an unknown answer to that question."""
    if card and not (card == ASK and game.option("fight_on")):
        raise Illegal("Leave it empty to fight on if nothing changes, or choose 'ask'.", "BASE-CMB-1")


def check_own_force(game: Kingmaker, seat: str, force: ForceId, grounds: Sequence[Location] = ()) -> list[str]:
    """Return the nobles of a force that may attack now, from the open or one of these `grounds` [BASE-CMB-1]."""
    nobles = force_ids.members(game, force)
    if force_ids.seat_of(force) != seat or not nobles:
        raise Illegal("Choose one of your own forces on the map.", "BASE-CMB-1")
    at = force_ids.at_of(force)
    if locations.kind(at) == "inside" and sites.under_siege(game, at):
        raise Illegal(lambda: f"From inside a besieged place {names.cards(game, nobles)} can only sally.", "BASE-SGE-8")
    if locations.kind(at) not in ("open", "area") and at not in grounds:
        raise Illegal(
            lambda: f"Only a force in the open can attack, not {names.cards(game, nobles)} {locations.say(game, at)}.",
            "BASE-CMB-1",
        )
    check_fresh(game, nobles)
    peace.check_square(game, square_of(game, at))
    refuge.check_combat(game, square_of(game, at))
    return nobles


def square_of(game: Kingmaker, at: Location) -> SquareId:
    """Return the square of a location; that of the port for who is aboard."""
    return locations.square_of(game.shore(at))


def fresh(game: Kingmaker, nobles: Iterable[str]) -> list[str]:
    """Return those of these nobles who can attack in this phase: they have not fought and do not vacillate."""
    idle = game.state.turn.vacillating
    return [noble for noble in nobles if not game.noble(noble).fought and noble != idle]


def check_fresh(game: Kingmaker, nobles: Sequence[str]) -> None:
    """Raise Illegal unless all these nobles can attack in this phase, and not only newcomers [WBC-C20.3]."""
    vacillating.check_steady(game, nobles, "attack")
    if all(forces.is_newcomer(game, noble) for noble in nobles):
        raise Illegal(
            lambda: (
                f"{names.cards(game, nobles)} came from another player this turn and cannot fight before your next one."
            ),
            "WBC-C20.3",
        )
    tired = [noble for noble in nobles if game.noble(noble).fought]
    if tired:
        raise Illegal(lambda: f"{names.cards(game, tired)} cannot attack again in this phase.", once_rule(game))


def once_rule(game: Kingmaker) -> str:
    """Return the rule that nobody attacks twice in a phase, and who is not attacked again (option `defend_once`)."""
    return "COV-1.8" if game.option("defend_once") else "BASE-CMB-1"


def check_not_attacked(game: Kingmaker, nobles: Sequence[str]) -> None:
    again = [noble for noble in nobles if noble in game.state.turn.attacked]
    if again:
        raise Illegal(
            lambda: f"{names.cards(game, again)} cannot be attacked again in this phase.",
            once_rule(game),
        )


def own_forces(game: Kingmaker, seat: str, targets: Callable[[ForceId], Sequence[Choice]]) -> Sequence[Choice]:
    """Choices among the forces of a seat in the open that have something to attack."""
    return own_choices(game, [force for force in _ready(game, seat) if targets(force)])


@cached_while_waiting
def _ready(game: Kingmaker, seat: str) -> list[ForceId]:
    """Return the forces of a seat in the open that may attack now."""
    outside = [n for n in forces.nobles_of(game, seat) if locations.kind(game.noble(n).at) in ("open", "area")]
    mine = dict.fromkeys(force_ids.force_id(game, noble) for noble in outside)
    return [force for force in mine if allows(check_own_force, game, seat, force)]


def own_choices(game: Kingmaker, able: Sequence[ForceId]) -> Sequence[Choice]:
    """Return one's own forces to choose from."""
    return Listing(able, lambda force: own_choice(game, ForceId(force)))


def own_choice(game: Kingmaker, force: ForceId) -> Choice:
    men = forces.total(game, force_ids.members(game, force), "attack")
    return Choice(force, force_ids.say(game, force), f"{men} men {locations.say(game, force_ids.at_of(force))}")
