"""What hangs in the gallery: which moment of which game each picture shows."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.core.events import Event


class Seen(NamedTuple):
    """A table after an action: what everybody sees, what has just happened, and since the last map."""

    view: Any
    happened: Sequence[Event]
    since: Sequence[Event]

    def after(self, kind: str) -> bool:
        """Tell whether something of a kind has just happened."""
        return any(event.kind == kind for event in self.happened)


Measure = Callable[[Seen], float]
"""How well a moment suits a plate; 0 is not at all."""


class Plate(NamedTuple):
    """A picture of the gallery, of the best moment of a game.

    `owner` is who sees it, where that is not everybody, `subject`, `layer` and `night` are as in `PictureRequest`.
    """

    name: str
    game: str
    kind: str
    title: str
    words: str
    best: Measure
    owner: Callable[[Seen], str] | None = None
    subject: Callable[[Seen], str] | None = None
    layer: str = ""
    night: bool = False


def early(seen: Seen) -> float:
    return float(seen.after("phase_end") and seen.view.round == 1 and seen.view.phase == "movement")


def crowded(seen: Seen) -> float:
    arrows = sum(event.kind == "moved" for event in seen.since)
    return seen.after("phase_end") * (2 * len(seen.view.nobles) + len(seen.view.sites) + 4 * min(arrows, 4))


def two_kings(seen: Seen) -> float:
    kings = [heir for heir in seen.view.heirs if heir.king and heir.alive]
    return float(seen.after("phase_end") * (len(kings) > 1) * seen.view.round)


def divided(seen: Seen) -> float:
    session = seen.view.parliament
    if not session or not session.ballots:
        return 0
    return len(set(session.ballots.values())) + 0.1 * len(session.attending) + bool(session.card)


def great(kind: str, by_table: bool = False) -> Measure:
    """Return the measure of a combat of a kind: by who fought and who was lost."""

    def measure(seen: Seen) -> float:
        found = [event.report for event in seen.happened if event.report.get("kind") == kind]
        return max((_size(report) for report in found if bool(report.get("roll")) == by_table), default=0)

    return measure


def _size(report: dict[str, Any]) -> float:
    return len(report["attackers"]) + len(report["defenders"]) + 2.0 * len(report.get("fates", {}))


def stormed(seen: Seen) -> float:
    """A great assault on a place with nobles inside."""
    inside = any(event.report.get("kind") == "siege" and event.report["defenders"] for event in seen.happened)
    return inside * great("siege")(seen)


def richest(seen: Seen) -> str:
    return str(max(seen.view.seats, key=lambda seat: seat.hand_size).id)


def full_hand(seen: Seen) -> float:
    hand = max(seat.hand_size for seat in seen.view.seats)
    return hand if hand <= 8 else 0


def greatest(seen: Seen) -> str:
    return str(max(seen.view.seats, key=lambda seat: _spread(seen, seat.id)).id)


def great_lord(seen: Seen) -> float:
    return max(_spread(seen, seat.id) for seat in seen.view.seats)


def _spread(seen: Seen, seat: str) -> float:
    own = [noble for noble in seen.view.nobles if noble.seat == seat and not noble.captor]
    held = sum(len(noble.cards) + 2 * len(noble.heirs) for noble in own)
    return len({noble.at for noble in own}) + held if len(own) <= 6 else 0


def marching(seen: Seen) -> float:
    """The moment at which somebody begins to move with most nobles in play."""
    return (seen.after("phase_end") and seen.view.phase == "movement" and bool(_marchers(seen))) * len(seen.view.nobles)


def marcher(seen: Seen) -> str:
    return _marchers(seen)[0]


def _marchers(seen: Seen) -> list[str]:
    own = [noble for noble in seen.view.nobles if noble.seat == seen.view.active and noble.at.startswith("open:")]
    return [noble.id for noble in sorted(own, key=lambda noble: -noble.strength)]


def long_duel(seen: Seen) -> float:
    return seen.after("duel_over") * len(seen.view.duel.revealed) if seen.view.duel else 0


def melee(seen: Seen) -> float:
    """A turn of a tourney with many moved and fallen pieces."""
    lost = sum(piece.status in ("prison", "slain") for piece in seen.view.pieces)
    fresh = sum(event.kind in ("slain", "captured", "moved") for event in seen.since)
    return seen.after("turn_over") * (2 * fresh + min(lost, 4))


def whole(seen: Seen) -> float:
    return float(bool(seen.view.winners))


# ---------------------------------------------------------------------- Lancaster


def placed(seen: Seen) -> float:
    """The end of a round's placing with most counties held, squires brought and spaces taken in France."""
    held = sum(1 + bool(county.squires) + len(county.privileges) for county in seen.view.counties if county.house)
    fought = sum(bool(space.house) + space.archer for card in seen.view.conflicts for space in card.spaces)
    return float(
        (seen.after("phase_end") and seen.view.phase == "parliament") * (held + fought + 0.1 * seen.view.round)
    )


def at_court(seen: Seen) -> float:
    """Lords on the regal board, with bishops, full treasury and dishonor."""
    applied = sum(2 + office.bishops for office in seen.view.offices if office.applicant)
    return float(bool(applied) * (applied + sum(seen.view.treasury.values()) + len(seen.view.privileges)))


def built(seen: Seen) -> float:
    """Castles with most tiles, while knights stand in them."""
    tiles = sum(len(player.tiles) for player in seen.view.players)
    return float(tiles + sum(knight.at.startswith("castle:") for house in seen.view.houses for knight in house.knights))


def contested(seen: Seen) -> float:
    """A vote with most markers on both sides."""
    votes = [event.report for event in seen.happened if event.kind == "vote_closes"]
    return max((1 + min(vote["yes"], vote["no"]) for vote in votes), default=0)


def won_in_france(seen: Seen) -> float:
    """A battle that England wins, with most spaces taken."""
    fought = [event.report for event in seen.happened if event.kind == "battle"]
    won = [battle for battle in fought if battle["england"] >= battle["france"]]
    return max((sum(2 * space["archer"] + bool(space["house"]) for space in one["spaces"]) for one in won), default=0)


def first_seat(seen: Seen) -> str:
    return str(seen.view.players[0].id)


def ended(seen: Seen) -> float:
    return float(seen.view.phase == "over")


# ---------------------------------------------------------------------- Warriors of God


def set_out(seen: Seen) -> float:
    """The end of the first turn's impulses."""
    return float(seen.after("phase_end") and seen.view.turn == 1 and seen.view.phase == "battles")


def armies_meet(seen: Seen) -> float:
    """The end of impulses with most leaders on the map, and most areas in which both sides stand."""
    both = sum(bool(area.aggressor) for area in seen.view.areas)
    many = sum(len(area.leaders) for area in seen.view.areas)
    return (seen.after("phase_end") and seen.view.phase == "battles") * (many + 2 * both)


def hard_fought(seen: Seen) -> float:
    """A field battle with most rounds, and most leaders who fell or fled."""
    return _fought(seen, "field")


def besieged(seen: Seen) -> float:
    """A siege with most leaders."""
    return _fought(seen, "siege")


def _fought(seen: Seen, kind: str) -> float:
    record = seen.view.record
    if not seen.after("battle_over") or record is None or record.kind != kind:
        return 0
    fates = sum(len(clash.fates) for clash in record.clashes)
    return 2 * len(record.clashes) + 3 * fates + sum(map(len, record.armies.values())) + 2 * len(record.gone)


def rich_in_points(seen: Seen) -> float:
    """The end of deaths with most lines to be scored."""
    return float(seen.view.phase != "over" and seen.after("phase_end") and len(seen.view.points))


def strongest(seen: Seen) -> str:
    """The seat with most leaders on the map."""
    sides = {side.id: side.seat for side in seen.view.sides}
    count = {side: sum(one.where == "map" and one.side == side for one in seen.view.leaders) for side in sides}
    return str(sides[max(count, key=lambda side: count[side])])


def meeting_place(seen: Seen) -> str:
    """The area in which most leaders stand."""
    return str(max(seen.view.areas, key=lambda area: len(area.leaders)).id)


PLATES = (
    Plate("early", "seven_seats", "map", "The first marches", "Round 1 of a game of seven.", early),
    Plate("war", "seven_seats", "map", "The whole country at war", "Arrows show what has moved.", crowded),
    Plate("kings", "seven_seats", "map", "Two Kings", "Both houses have crowned one of their own.", two_kings),
    Plate("night", "tournament", "map", "By night", "`/game map dark:True`.", crowded, night=True),
    Plate("held", "seven_seats", "map", "Who holds what", "`/game map layer:ownership`.", crowded, layer="ownership"),
    Plate(
        "reach", "seven_seats", "map", "How far a noble can march", "`/game map at:… layer:reach`.", marching,
        subject=marcher, layer="reach",
    ),
    Plate("battle", "seven_seats", "battle", "A battle", "Posted when it is over.", great("battle")),
    Plate("table", "house_rules", "battle", "A battle by the table", "One roll decides.", great("battle", True)),
    Plate("assault", "tournament", "battle", "An assault", "Everybody inside shares the fate of the place.", stormed),
    Plate("sea", "", "where", "A siege from the sea", "Percy's ship lies before Dover: a part of the map.", whole),
    Plate("parliament", "house_rules", "parliament", "Parliament", "Ballots are shown together.", divided),
    Plate("hand", "seven_seats", "hand", "A hand", "By direct message, for its owner alone.", full_hand, richest),
    Plate(
        "faction", "seven_seats", "faction", "A faction", "Men by place, and all that they hold.", great_lord,
        subject=greatest,
    ),
    Plate("poster", "seven_seats", "poster", "The poster of the end", "Posted when a game is over.", whole),
    Plate("chart", "tournament", "chart", "The course of the war", "Men and votes of all.", whole),
    Plate("film", "house_rules", "war", "The whole war", "The map, turn by turn.", whole),
    Plate("tourney", "tourney", "map", "A War Lord Tourney", "The board after a move.", melee),
    Plate("duel", "tourney", "duel", "A duel", "Blow by blow, once both players have chosen.", long_duel),
    Plate("henry", "king_henry", "map", "Lancaster", "The board when all are placed.", placed),
    Plate("henry-night", "king_henry", "map", "Lancaster by night", "`/game map dark:True`.", placed, night=True),
    Plate(
        "expel", "king_henry", "map", "What it takes to come to a county", "`/game map layer:expel`.", placed,
        layer="expel",
    ),
    Plate("law", "king_henry", "parliament", "A vote on a law", "Ballots are shown together.", contested),
    Plate("court", "king_henry", "court", "The king's court", "Lords, offices, treasury, tower, dishonor.", at_court),
    Plate("castles", "king_henry", "castles", "The castles", "Spaces, knights and tiles of all.", built),
    Plate("screen", "king_henry", "hand", "Behind a screen", "`/hand`, for its owner alone.", placed, first_seat),
    Plate("house", "king_henry", "faction", "A house", "Where its knights stand.", placed, subject=first_seat),
    Plate("france", "king_henry", "battle", "A conflict with France", "Ranks by strength.", won_in_france),
    Plate("score", "king_henry", "score", "The score sheet", "Points by line; in brackets how they come about.", ended),
    Plate("lancaster-poster", "king_henry", "poster", "The poster of Lancaster", "Posted at the end.", ended),
    Plate("lancaster-chart", "king_henry", "chart", "The course of five rounds", "Power points of all.", ended),
    Plate("lancaster-film", "king_henry", "story", "The whole of Lancaster", "The board, phase by phase.", ended),
    Plate("first-marches", "hundred_years", "map", "The Hundred Years War", "After the first impulses.", set_out),
    Plate("armies", "hundred_years", "map", "Armies meet", "Armies that have moved are gold.", armies_meet),
    Plate("lion", "lion_in_winter", "map", "The Lion in Winter", "The other scenario.", armies_meet),
    Plate("lion-night", "lion_in_winter", "map", "England by night", "`/game map dark:True`.", armies_meet, night=True),
    Plate(
        "round-area", "hundred_years", "where", "Round an area", "A part of the map: `/where`.", armies_meet,
        subject=meeting_place,
    ),
    Plate("field", "hundred_years", "battle", "A field battle", "Dice, hits and fates by rounds.", hard_fought),
    Plate("siege", "lion_in_winter", "battle", "A siege", "The die must show more than the siege number.", besieged),
    Plate(
        "side", "hundred_years", "faction", "A side", "Its areas, its leaders, and who is lost.", armies_meet,
        subject=strongest,
    ),
    Plate("points", "lion_in_winter", "score", "The score explained", "As the map stands.", rich_in_points),
    Plate("warriors-poster", "hundred_years", "poster", "The poster of the war", "Posted at the end.", ended),
    Plate("warriors-chart", "lion_in_winter", "chart", "The course of the score", "The lead, turn by turn.", ended),
    Plate("warriors-film", "lion_in_winter", "story", "A hundred and twenty years", "Two pictures a turn.", ended),
    Plate(
        "standings", "heats", "standings", "The standings of a tournament",
        "`/tournament standings`: who plays the Final, and what the others lack, ten people a picture.", whole,
    ),
    Plate("champion", "heats", "champion", "A champion", "Announced when the last results are signed.", whole),
)  # fmt: skip
