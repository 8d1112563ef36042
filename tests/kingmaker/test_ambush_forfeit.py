"""What an ambush costs once the Crown deck has been emptied (WBC rule 6)."""

import pytest

from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.people import forces
from engine.kingmaker.combat import ambush
from tests.kingmaker.boards import empty, put


@pytest.mark.rule("WBC-R06.1")
def test_the_deck_is_emptied_by_the_draw_of_its_last_card() -> None:
    game = empty(variant="wbc")
    put(game, "berkeley", "ann", "open:durham")
    game.state.crown_discard += game.state.crown_deck[:-2]
    del game.state.crown_deck[:-2]
    forfeits = []
    for _ in range(2):
        piles.draw_crown(game)
        forces.make_captive(game, "berkeley", "ben")
        ambush.forfeit(game, "ann", ["berkeley"])
        forfeits.append(game.faction("ann").forfeits_draw)
    assert forfeits == [False, True]
    assert game.state.crown_deck == [] and game.state.crown_discard
