"""Everything in a game of Lancaster that has a name: what the arguments of actions can be about."""

from collections.abc import Mapping, Sequence

from engine.lancaster.board import names, spots
from engine.lancaster.board.catalog import Catalog
from engine.lancaster.board.game import Lancaster


def cards(book: Catalog) -> Mapping[str, str]:
    """Laws, conflicts, offices and extension tiles, by id."""
    laws = {law.id: f"{law.title}: {law.text}" for law in book.laws.values()}
    conflicts = {card.id: card.name for card in book.conflicts.values()}
    offices = {office.id: office.name for office in book.offices.values()}
    return {**laws, **conflicts, **offices, **{tile: names.coded_tile(book, tile) for tile in book.tiles}}


def things(game: Lancaster) -> Sequence[Mapping[str, str]]:
    """Colours, knights, spaces, laws, tiles and goods, by id."""
    book = game.catalog
    colours = {colour: colour.capitalize() for colour in book.colours}
    knights = {knight_id: _knight(game, knight_id) for knight_id in game.state.knights}
    counties = {str(spots.county(letter)): county.name for letter, county in book.counties.items()}
    letters = {letter: names.noble(game, letter) for letter in book.counties}
    castle = {
        str(spots.castle(space)): names.coded(game, spots.castle(space)) for space in (*book.castle, *book.ally_castle)
    }
    open_cards = {f"conflict:{card}": names.spot(game, f"conflict:{card}") for card in game.state.conflicts}
    cards_ = {card: f"{names.spot(game, f'conflict:{card}')} (card)" for card in game.state.conflicts}
    offices = {office.id: office.name for office in book.offices.values()}
    laws = {law.id: law.title for law in book.laws.values()}
    tiles = {tile: names.coded_tile(game, tile) for tile in book.tiles}
    favours = {tile: names.favour(game, tile) for tile in book.favours}
    places = {str(spots.TOWER): "the tower", spots.TREASURY: "the treasury"}
    goods = {good: words[1] for good, words in names.GOODS.items()}
    spaces = {**counties, **castle, **open_cards, **places}
    return [colours, knights, spaces, letters, cards_, offices, laws, tiles, favours, goods, names.PRIVILEGES]


def _knight(game: Lancaster, knight_id: str) -> str:
    """Return a knight with whose he is and where he stands, so that two are not taken for one another."""
    found = game.knight(knight_id)
    return f"{names.house(game, found.house)}: a strength-{found.strength} knight ({names.spot(game, found.at)})"
