"""Combat: odds and their forecast, garrisons, ways home, the King's Peace, and what is offered is what is accepted."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from engine.core.actions import MASTER, Action, Offer
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.drafts import admits, at_random, build, fill
from engine.core.editing.edits import Drop
from engine.core.errors import Illegal
from engine.core.table import Table
from engine.kingmaker.board import locations, sieges
from engine.kingmaker.board.catalog import EventCard, MercenaryCard, NobleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId, Location, PlaceId, SquareId
from engine.kingmaker.board.people import force_ids, forces
from engine.kingmaker.board.places import sites, way_home
from engine.kingmaker.board.state import Ship, Siege
from engine.kingmaker.combat import (
    ambush,
    assassins,
    assault,
    battle,
    battle_table,
    besieging,
    captives,
    combat,
    muster,
    muster_end,
    odds,
    pardon,
    raising_sieges,
    retreat,
    sallies,
    vacillation_in_battle,
)
from engine.kingmaker.prospects import prospects
from engine.kingmaker.rules import RULES
from tests.harness.rows import rows
from tests.kingmaker import boards
from tests.kingmaker.boards import game_of

DURHAM = "open:durham"
ANN, BEN = f"ann|{DURHAM}|0", f"ben|{DURHAM}|0"


@pytest.fixture
def game() -> Kingmaker:
    return boards.empty()


# ---------------------------------------------------------------------- odds


@pytest.mark.rule("BASE-CMB-5")
@rows(
    "larger, smaller, wanted",
    [
        (120, 85, "5:4"),
        (410, 280, "5:4"),
        (420, 280, "3:2"),
        (86, 85, "majority"),
        (106, 85, "majority"),
        (125, 100, "5:4"),
        (149, 100, "5:4"),
        (150, 100, "3:2"),
        (199, 100, "3:2"),
        (200, 100, "2:1"),
        (300, 100, "3:1"),
        (399, 100, "3:1"),
        (400, 100, "4:1"),
        (9000, 10, "4:1"),
        (10, 0, "4:1"),
        (85, 85, ""),
    ],
)
def test_odds_favour_the_smaller_side(larger: int, smaller: int, wanted: str) -> None:
    assert odds.column(larger, smaller) == odds.column(smaller, larger) == wanted


@pytest.mark.rule("BASE-CMB-6", "BASE-CMB-9")
def test_a_card_at_or_below_the_odds_gives_the_victory() -> None:
    order = ["majority", "5:4", "3:2", "2:1", "3:1", "4:1"]
    assert [card for card in order if odds.reaches("3:2", card)] == ["majority", "5:4", "3:2"]
    assert not any(odds.reaches("", card) for card in order)
    assert not odds.reaches("4:1", "bad_weather")


# ---------------------------------------------------------------------- the forecast


def _battle_of_durham(game: Kingmaker) -> Table:
    boards.put(game, "percy", "ann", Location(DURHAM))
    boards.put(game, "scrope", "ann", Location(DURHAM))
    boards.put(game, "stanley", "ben", Location(DURHAM))
    boards.put(game, "talbot", "ben", DURHAM)
    boards.put(game, "roos", "ann", Location("open:wells"))
    boards.put(game, "hastings", "cat", Location("open:wells"))
    return boards.begin(game, "combat")


def test_a_forecast_is_what_the_cards_bring_one_by_one(game: Kingmaker) -> None:
    table = _battle_of_durham(game)
    weighed = odds.preview(game, ["percy", "scrope"], ["stanley", "talbot"])
    table.act("ann", combat.Attack(ForceId(ANN), ForceId(BEN)))
    announced = table.snapshot()
    fought = [_fought(announced, card.id) for card in odds.possible_cards(game)]
    assert weighed.cards == len(fought) == 66
    assert weighed.attack_wins + weighed.hollow == sum(outcome["won"] for outcome in fought)
    both = [outcome for outcome in fought if outcome["percy"] and outcome["scrope"]]
    assert weighed.hollow == sum(outcome["won"] for outcome in both)
    assert weighed.bad_weather == sum(outcome["weather"] for outcome in fought)
    assert weighed.defence_wins == 0
    assert weighed.attack_wins + weighed.hollow + weighed.indecisive + weighed.bad_weather == weighed.cards
    for noble in ("percy", "scrope", "stanley", "talbot"):
        assert weighed.deaths.get(noble, 0) == sum(outcome[noble] for outcome in fought)


def _fought(announced: bytes, card: str) -> dict[str, bool]:
    table = Table.restore(RULES, announced, bytes(32))
    table.stack({"events": [card]})
    kinds = {event.kind: event.text for event in table.act("ann", muster_end.Draw()).events}
    dead = {noble: noble not in table.game.state.nobles for noble in ("percy", "scrope", "stanley", "talbot")}
    return {
        "won": "defeat" in kinds.get("battle", "") and "cannot" not in kinds["battle"],
        "weather": "bad_weather" in kinds,
    } | dead


def test_a_forecast_knows_what_everybody_knows_and_no_more(game: Kingmaker) -> None:
    _battle_of_durham(game)
    before = odds.preview(game, ["percy"], ["stanley"])
    Random(1).shuffle(game.state.event_deck)
    game.state.event_discard, game.state.event_deck = game.state.event_deck[:20], game.state.event_deck[20:]
    game.faction("ben").hand.append(game.state.crown_deck.pop())
    top = game.state.event_discard[-1]
    after = odds.preview(game, ["percy"], ["stanley"])
    assert {card.id for card in odds.possible_cards(game)} == {c.id for c in _deck(game)} - {top}
    assert after.cards == before.cards - 1
    hidden_below = list(reversed(game.state.event_discard[:-1]))
    game.state.event_discard = [*hidden_below, top]
    assert odds.preview(game, ["percy"], ["stanley"]) == after


def _deck(game: Kingmaker) -> list[EventCard]:
    return [card for card in game.catalog.events.values() if card.copies["base"]]


def test_a_retained_card_cannot_be_turned_and_an_empty_deck_brings_the_discard_back(game: Kingmaker) -> None:
    boards.retain(game, "cat", "writ_1")
    assert "writ_1" not in {card.id for card in odds.possible_cards(game)}
    game.state.event_discard, game.state.event_deck = game.state.event_deck, []
    assert len(odds.possible_cards(game)) == 65


def test_the_forecast_of_a_siege_counts_every_fair_card(game: Kingmaker) -> None:
    boards.put(game, "percy", "ann", Location("open:skipton"))
    boards.put(game, "grey", "ann", Location("open:skipton"))
    boards.put(game, "clifford", "ben", "inside:skipton")
    weighed = odds.siege_preview(game, ["percy", "grey"], PlaceId("skipton"))
    assert (weighed.attack, weighed.defence, weighed.cards) == (120, 110, 66)
    assert (weighed.attack_wins, weighed.bad_weather, weighed.indecisive) == (58, 8, 0)
    assert "the attack succeeds 88%" in odds.words(game, weighed)


def test_a_victory_that_the_only_attacker_does_not_outlive_is_no_success(game: Kingmaker) -> None:
    boards.put(game, "percy", "ann", DURHAM)
    boards.put(game, "scrope", "ben", DURHAM)
    weighed = odds.preview(game, ["percy"], ["scrope"], steady=True)
    assert weighed.hollow == weighed.deaths["percy"] > 0
    told = odds.words(game, weighed)
    assert "; Percy wins but dies 9%; bad weather " in told
    assert "Could die: Scrope " in told, "his own death is told already"
    boards.put(game, "percy", "ann", Location("open:skipton"))
    told = odds.siege_words(game, ["percy"], PlaceId("skipton"))
    assert "the place falls 79%; Percy dies (the place holds out) 9%; " in told and "Could die" not in told


def test_attackers_who_are_too_few_for_a_place_cannot_die_before_it(game: Kingmaker) -> None:
    boards.put(game, "grey", "ann", Location("open:skipton"))
    boards.put(game, "clifford", "ben", "inside:skipton")
    weighed = odds.siege_preview(game, ["grey"], PlaceId("skipton"))
    assert (weighed.attack_wins, weighed.indecisive, weighed.deaths) == (0, 0, {})
    told = odds.siege_words(game, ["grey"], PlaceId("skipton"))
    assert told == "20 men against 110: too few, so the attack is wasted unless others join it."


def test_the_forecast_of_a_hopeless_attack_says_so_and_whose_the_majority_is(game: Kingmaker) -> None:
    boards.put(game, "stanley", "ann", DURHAM)
    boards.put(game, "mowbray", "ben", DURHAM)
    boards.put(game, "clifford", "ben", DURHAM)
    told = odds.words(game, odds.preview(game, ["stanley"], ["mowbray", "clifford"], steady=True))
    assert told.startswith(
        "50 men against 60 (counts as a majority for the defence): the attack cannot succeed; the defence wins "
    )
    assert " Could die: " in told
    boards.put(game, "neville", "ann", DURHAM)
    told = odds.words(game, odds.preview(game, ["stanley", "neville"], ["mowbray", "clifford"], steady=True))
    assert told.startswith("100 men against 60 (counts as 3:2): the attack succeeds ")


def test_the_forecast_of_an_ambush_counts_first_victims_only(game: Kingmaker) -> None:
    boards.put(game, "berkeley", "ann", DURHAM)
    boards.put(game, "percy", "ben", Location(DURHAM))
    boards.put(game, "fitzalan", "ben", DURHAM)
    weighed = ambush.preview(game, ["berkeley"], ["percy", "fitzalan"])
    listed = [[n for n in card.nobles_killed if n in ("percy", "fitzalan")] for card in _deck(game)]
    assert weighed.deaths == {n: sum(row[:1] == [n] for row in listed) for n in weighed.deaths}
    assert (weighed.defence_wins, weighed.bad_weather) == (58, 8)


# ---------------------------------------------------------------------- sieges


@pytest.mark.rule("BASE-SGE-9")
@rows(
    "place, men",
    [("london", 300), ("coventry", 200), ("windsor", 200), ("skipton", 100), ("cardigan", 0), ("rye", 0)],
)
def test_garrisons(place: PlaceId, men: int) -> None:
    assert sieges.required(boards.empty(), place) == men


@pytest.mark.rule("BASE-SGE-9", "BASE-SIT-5")
def test_an_open_town_has_a_garrison_while_somebody_is_inside(game: Kingmaker) -> None:
    boards.put(game, "neville", "ben", "inside:cardigan")
    assert sieges.required(game, PlaceId("cardigan")) == 250


@pytest.mark.rule("BASE-SGE-7")
def test_a_siege_ends_when_its_place_becomes_the_besiegers_by_a_card(game: Kingmaker) -> None:
    boards.put(game, "percy", "ann", Location("open:lincoln"), "marshal_of_england")
    game.state.sieges[PlaceId("lincoln")] = Siege("ann")
    boards.put(game, "roos", "ann", Location("open:wells"), "bishop_of_lincoln")
    sieges.raise_failed(game)
    assert not game.state.sieges


@pytest.mark.rule("BASE-PAR-6")
def test_nobody_fights_where_the_kings_peace_holds(game: Kingmaker) -> None:
    boards.put(game, "percy", "ann", Location(DURHAM), "marshal_of_england")
    boards.put(game, "stanley", "ben", Location(DURHAM))
    boards.put(game, "roos", "ann", Location("open:wells"))
    boards.put(game, "hastings", "cat", Location("open:wells"))
    game.state.peace[SquareId("durham")] = "ben"
    table = boards.begin(game, "combat")
    assert boards.refusal(table.act, "ann", combat.Attack(ForceId(ANN), ForceId(BEN))) == "BASE-PAR-6"
    with pytest.raises(Illegal, match="King's Peace"):
        besieging.check_siege(game, "ann", ForceId(ANN), PlaceId("durham"))


@pytest.mark.rule("BASE-AMB-1")
def test_an_ambush_is_refused_where_the_option_is_off(game: Kingmaker) -> None:
    boards.put(game, "clifford", "ann", DURHAM)
    boards.put(game, "percy", "ben", Location(DURHAM))
    assert boards.refusal(combat.check_ambush, game, "ann", ANN, BEN) == "BASE-AMB-1"


# ---------------------------------------------------------------------- ways home


@pytest.mark.rule("BASE-CAP-5", "BASE-PAR-11")
def test_nobles_go_home_to_any_fit_castle(game: Kingmaker) -> None:
    boards.put(game, "percy", "ann", Location("open:london"))
    assert way_home.home_places(game, "percy") == [
        "inside:alnwick",
        "inside:cockermouth",
        "inside:prudhoe",
        "inside:wressle",
    ]
    sites.capture(game, PlaceId("alnwick"), "ben")
    game.state.sieges[PlaceId("prudhoe")] = Siege("ben")
    assert way_home.home_places(game, "percy") == ["inside:cockermouth", "inside:wressle"]


def test_without_a_friendly_castle_they_go_to_the_nearest_fortress_or_beside_home(game: Kingmaker) -> None:
    boards.put(game, "clifford", "ann", Location("open:london"))
    for castle in ("skipton", "appleby"):
        sites.capture(game, PlaceId(castle), "ben")
    assert way_home.home_places(game, "clifford") == ["open:skipton", "open:appleby"]
    for place in ("york", "dover"):
        sites.capture(game, PlaceId(place), "ann")
    assert way_home.home_places(game, "clifford") == ["inside:york"]


def test_a_friendly_castle_that_is_besieged_leaves_the_open_beside_it(game: Kingmaker) -> None:
    boards.put(game, "clifford", "ann", Location("open:london"))
    sites.capture(game, PlaceId("appleby"), "ben")
    game.state.sieges[PlaceId("skipton")] = Siege("ben")
    assert way_home.home_places(game, "clifford") == ["open:skipton", "open:appleby"]


# ---------------------------------------------------------------------- crowded squares, random players

MINE = (*combat.CHAPTER.actions, captives.Release, raising_sieges.RaiseSiege)
HOME = {
    module.__name__
    for module in (
        *(assassins, assault, battle, battle_table, besieging, captives, combat, muster_end, muster, pardon),
        *(retreat, sallies),
    )
}
SEATS = boards.SEATS


WAYS_TO_FIGHT: tuple[dict[str, object], ...] = (
    {"ambush": "classic", "fight_on": True},
    {
        "ambush": "wbc",
        "ambush_draw_forfeit": True,
        "crown_deck_set": "advanced",
        "event_deck_set": "wbc_variant",
        "heir_combat_death": "two_dice_2",
        "kings_pardon": "on",
        "nobles_killed_table": "on_card",
        "town_card_men": "twenty_bristol_thirty",
        "traded_card_in_combat": "allocatable_no_strength",
    },
    boards.BY_TABLE,
    boards.BY_CHOICE,
)


def crowded(seed: int, options: dict[str, object]) -> Table:
    """A besieged castle with friends and enemies before it, and a hand here and there."""
    chance = Random(seed)
    game = boards.empty(options)
    kinds = ("noble_castle", "open_town", "royal_castle", "town")
    by_sea = sieges.from_aboard(game)
    able = [p for p in game.catalog.places.values() if p.kind in kinds and p.mainland and (p.port or not by_sea)]
    place = chance.choice(able)
    outside, inside = locations.open_in(place.square), locations.inside(place.id)
    owner, besieger = chance.sample(SEATS, 2)
    people = [c.id for c in game.catalog.cards.values() if isinstance(c, NobleCard) and c.copies["base"]]
    chance.shuffle(people)
    if place.fortress:
        sites.capture(game, place.id, owner)
    for _ in range(chance.randint(1, 3)):
        boards.put(game, people.pop(), owner, inside)
    if place.fortress and options.get("passage_permission") == "garrison_alliance":
        boards.put(game, people.pop(), chance.choice(SEATS), inside)
    if by_sea:
        game.state.ships["le_trinity"] = Ship(locations.port(place.id))
        boards.put(game, people.pop(), besieger, locations.aboard("le_trinity"), "le_trinity")
    _besiege(game, place.id, besieger, people)
    for noble in people[: chance.randint(0, 7)]:
        boards.put(game, noble, chance.choice(SEATS), outside)
        game.noble(noble).force = chance.choice([0, 0, 1])
    for heir in game.state.heirs:
        boards.guard(game, heir, chance.choice(sorted(game.state.nobles)))
    for seat in chance.sample(SEATS, chance.randint(0, 3)):
        game.faction(seat).hand.append(game.state.crown_deck.pop())
    if options.get("kings_pardon") == "on":
        for seat, card in zip(chance.sample(SEATS, 2), ("kings_pardon", "kings_pardon_2"), strict=True):
            boards.hold(game, seat, card)
    if place.fortress and chance.random() < 0.7:
        game.state.sieges[place.id] = Siege(besieger, turn=chance.randint(1, 3))
    return boards.begin(game, "combat", chance.choice([owner, besieger, *SEATS]))


def _besiege(game: Kingmaker, place: PlaceId, besieger: str, people: list[str]) -> None:
    """Send men before a place until they are enough to besiege it."""
    troops = [
        card.id for card in game.catalog.cards.values() if isinstance(card, MercenaryCard) and card.copies["base"]
    ]
    at = sieges.outside(game, place)
    while forces.total(game, forces.nobles_at(game, at, besieger), "attack") < sieges.required(game, place):
        boards.put(game, people.pop(), besieger, at, *[troops.pop() for _ in range(2) if troops])


def _words(game: Kingmaker) -> dict[str, list[str]]:
    """Values that a field of a combat action might have, sensible and not."""
    nobles = [*game.state.nobles, "nobody", ""]
    held = [card for person in game.state.nobles.values() for card in person.cards]
    free = [noble for noble in game.state.nobles if not game.noble(noble).captor]
    all_forces = [*dict.fromkeys(force_ids.force_id(game, noble) for noble in free), "", "ann|", "x|y|z"]
    squares = {locations.square_of(game.noble(noble).at) for noble in free} - {""}
    places = [place for square in squares for place in game.catalog.squares[square].places]
    return {
        "force": all_forces,
        "target": all_forces,
        "relief": all_forces,
        "site": [*places, "london", "nowhere"],
        "noble": nobles,
        "nobles": nobles,
        "side": ["attack", "defence", "neither"],
        "card": ["", "ask", "whatever"],
        "heirs": [*game.state.heirs, "nobody"],
        "thing": [*nobles, *game.state.heirs, *held],
        "to": [*nobles, *SEATS],
        "victim": [*nobles, *game.state.heirs],
        "at": [person.at for person in game.state.nobles.values()],
    }


def _near(chance: Random, game: Kingmaker, offer: Offer) -> Action | None:
    """An action that an offer builds, with one field changed at random."""
    draft = fill(offer, at_random(chance))
    fields = offer.action.__struct_fields__
    if draft is None:
        return None
    action = build(offer, draft)
    if not fields or chance.random() < 0.3:
        return action
    field = chance.choice(fields)
    old, words = getattr(action, field), _words(game)[field]
    some = [*old, chance.choice(words)] if isinstance(old, list) else chance.choice(words)
    return msgspec.structs.replace(action, **{field: some})


def _tries(chance: Random, table: Table) -> Iterator[tuple[str, Action, bool]]:
    for seat in table.seats:
        offers = [offer for offer in table.offers(seat) if offer.action in MINE]
        for offer in offers * 3:
            if action := _near(chance, game_of(table), offer):
                yield seat, action, any(admits(offer, action) for offer in offers)


def _accepted(snapshot: bytes, seat: str, action: Action) -> bool:
    try:
        Table.restore(RULES, snapshot, bytes(32)).act(seat, action)
    except Illegal:
        return False
    return True


@rows("options", WAYS_TO_FIGHT)
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(2, 12))])
def test_what_is_offered_is_accepted_and_nothing_else(seed: int, options: dict[str, object]) -> None:
    chance, table = Random(seed), crowded(seed, options)
    players = {seat: Seated(RandomPlayer(meddles=0), seed + number) for number, seat in enumerate(SEATS)}
    tried: set[bool] = set()
    for number in range(10):
        if type(table.game.top).__module__ not in HOME:
            table = crowded(seed + 100 * (number + 1), options)
        snapshot = table.snapshot()
        for seat, action, offered in _tries(chance, table):
            assert _accepted(snapshot, seat, action) == offered, (seat, action)
            tried.add(offered)
        for request in table.requests():
            assert _accepted(snapshot, request.seat, request.default()), request.decision
        asked = table.requests()[0].seat
        table.act(asked, players[asked].choose(table, asked))
    assert tried == {True, False}


@rows("options", WAYS_TO_FIGHT)
@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(n, marks=pytest.mark.nightly) for n in range(5, 12))])
def test_a_muster_comes_back_from_a_save_as_it_was(seed: int, options: dict[str, object]) -> None:
    table = crowded(seed, options)
    player = Seated(RandomPlayer(meddles=0), seed)
    for _ in range(15):
        again = Table.restore(RULES, table.snapshot(), bytes(32))
        assert [(r.seat, r.prompt) for r in again.requests()] == [(r.seat, r.prompt) for r in table.requests()]
        asked = table.requests()[0].seat
        table.act(asked, player.choose(table, asked))


def test_the_draw_does_not_wait_for_a_seat_that_has_left(game: Kingmaker) -> None:
    boards.put(game, "percy", "ann", Location(DURHAM))
    boards.put(game, "stanley", "ben", Location(DURHAM))
    boards.put(game, "scrope", "cat", Location(DURHAM))
    boards.put(game, "roos", "cat", Location("open:wells"))
    table = boards.begin(game, "combat")
    table.act("ann", combat.Attack(ForceId(ANN), ForceId(BEN)))
    table.act("ann", muster.StandReady())
    table.act("ben", muster.StandReady())
    table.act(MASTER, Drop(seat="cat"))
    assert [(request.seat, request.decision) for request in table.requests()] == [("ann", "D35")]


@pytest.mark.rule("WBC-V04.4")
@rows(
    "own, enemy, home_up_to",
    [
        *((40, 10, 1), (39, 10, 1), (30, 10, 1), (29, 10, 2), (20, 10, 2), (15, 10, 2), (14, 10, 3), (10, 10, 3)),
        *((9, 10, 4), (5, 10, 4), (4, 10, 5), (0, 10, 5)),
    ],
)
def test_a_noble_who_wavers_goes_home_the_sooner_the_weaker_his_side_is(own: int, enemy: int, home_up_to: int) -> None:
    assert vacillation_in_battle.home_up_to(boards.empty(), own, enemy) == home_up_to


@pytest.mark.rule("COV-5.16b")
def test_whoever_storms_a_place_reads_the_risk_of_the_heir_alone_inside() -> None:
    game = boards.empty(variant="covault")
    force = ["percy", "neville", "stanley", "mowbray", "beaufort", "talbot"]
    for noble in force:
        boards.put(game, noble, "ann", "open:york")
    game.heir("richard_of_york").at, game.heir("richard_of_york").noble = locations.inside(PlaceId("york")), ""
    assert odds.siege_preview(game, force, PlaceId("york")).deaths["richard_of_york"]


def test_a_third_player_joins_or_stays_out_and_reads_the_odds_of_joining(game: Kingmaker) -> None:
    boards.put(game, "percy", "ann", DURHAM)
    boards.put(game, "stanley", "ben", DURHAM)
    boards.put(game, "scrope", "cat", DURHAM)
    table = boards.begin(game, "combat")
    table.act("ann", combat.Attack(ForceId(ANN), ForceId(BEN)))
    asked = table.asked("cat")
    assert (
        "Your Scrope is there: offer to join {ann}, who attacks, or {ben}, who is attacked, or stay out?"
        in asked.prompt
    )
    assert asked.offers[0].label == "Stay out" and table.asked("ann").offers[0].label == "I am ready"
    joins = {one.words: one.comes_of for one in prospects(game_of(table), "cat")}
    assert joins["Scrope joins {ann}, who attacks"].startswith("110 men against 50 ")
    assert joins["Scrope joins {ben}, who is attacked"].startswith("100 men against 60 ")
    table.act("cat", muster.Ally(ForceId(f"cat|{DURHAM}|0"), "attack"))
    again = table.asked("cat")
    assert "Your offer to join stands." in again.prompt and again.offers[0].label == "I am ready"


def test_what_dies_with_the_only_attacker_is_told_before_the_attack(game: Kingmaker) -> None:
    boards.put(game, "percy", "ann", DURHAM, "le_swan", "saxons")
    boards.put(game, "stanley", "ben", DURHAM)
    sites.capture(game, PlaceId("york"), "ann")
    table = boards.begin(game, "combat")
    (attack,) = prospects(game_of(table), "ann")
    assert attack.comes_of.endswith(" If Percy dies you lose Le Swan and Saxons, and with them 4 fortresses.")
    boards.put(game, "scrope", "ann", DURHAM)
    (attack,) = prospects(game_of(boards.begin(game, "combat")), "ann")
    assert " If Percy dies you lose 2 cards and 4 fortresses; if Scrope " in attack.comes_of


@pytest.mark.parametrize("at_once", [True, False])
def test_the_form_of_the_only_attack_says_what_else_it_asks(at_once: bool) -> None:
    game = boards.empty({"fight_on": at_once})
    boards.put(game, "percy", "ann", DURHAM)
    boards.put(game, "stanley", "ben", DURHAM)
    offers = {offer.action: offer for offer in boards.begin(game, "combat").asked("ann").offers}
    named = "Attack, but ask me again before the card" if at_once else "Attack others in the open"
    assert offers[combat.Attack].otherwise == named


@rows("variant, asked", [("base", True), ("covault", False)])
def test_whoever_may_besiege_instead_is_not_asked_whether_to_be_asked_again(variant: str, asked: bool) -> None:
    """The question comes in any case, and without the answer it would come as well."""
    game = boards.empty({"fight_on": True}, variant)
    for noble in ("percy", "mowbray", "neville", "stanley"):
        boards.put(game, noble, "ann", DURHAM)
    offers = {offer.action: offer for offer in boards.begin(game, "combat").asked("ann").offers}
    siege = offers[besieging.BesiegeSite]
    assert any(field.name == "card" for field in siege.fields) == asked
    assert siege.otherwise.startswith("Attack, but ask me again") == asked


def test_men_who_go_home_after_an_attack_are_told_apart_and_are_not_at_stake() -> None:
    game = boards.empty(variant="covault")
    boards.put(game, "percy", "ann", DURHAM, "french_foot_soldiers", "saxons")
    (attack,) = prospects(game_of(boards.begin(game, "combat")), "ann")
    men = forces.strength(game, "percy", "attack")
    once = men - forces.strength(game, "percy", "defence")
    assert attack.comes_of.startswith(f"{men} men ({once} from French Foot Soldiers, who then go home) against 200: ")
    assert attack.comes_of.endswith(" If Percy dies you lose Saxons, and with that 4 fortresses.")


def test_beside_other_attacks_it_is_told_alike_what_dies_with_each_noble() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", DURHAM, "marshal_of_england")
    boards.put(game, "mowbray", "ann", DURHAM)
    boards.put(game, "stanley", "ben", DURHAM)
    found = [one.comes_of for one in prospects(game_of(boards.begin(game, "combat")), "ann")]
    stakes = "If Percy dies you lose Marshal of England and 4 fortresses; if M"
    assert len(found) > 1 and all(stakes in one for one in found)


def test_an_attack_of_which_nothing_can_come_is_not_proposed() -> None:
    """Stanley's men could help Clifford, which the form of the attack says; alone he can besiege nothing."""
    game = boards.empty(variant="covault")
    boards.put(game, "clifford", "ann", DURHAM)
    boards.put(game, "stanley", "ben", DURHAM, "saxons", "scots_archers", "burgundian_crossbowmen")
    table = boards.begin(game, "combat")
    (siege,) = (offer for offer in table.asked("ann").offers if offer.action is besieging.BesiegeSite)
    (place,) = siege.field("site").choices({"force": ANN})
    assert "; useless unless others there join you with " in place.hint
    assert not any(isinstance(one.action, besieging.BesiegeSite) for one in prospects(game_of(table), "ann"))


def test_men_of_towns_are_told_apart_as_they_count_in_attacks_alone() -> None:
    game = boards.empty(variant="wbc")
    boards.put(game, "percy", "ann", DURHAM, "card_coventry")
    boards.put(game, "stanley", "ben", DURHAM)
    (attack,) = prospects(game_of(boards.begin(game, "combat")), "ann")
    men = forces.strength(game, "percy", "defence")
    towns = forces.strength(game, "percy", "attack") - men
    assert towns and attack.comes_of.startswith(f"{men + towns} men ({towns} from towns, in attacks only) against ")
