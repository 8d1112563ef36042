"""The printed things that a picture shows: those of the edition with which its table plays."""

from engine.kingmaker.board.catalog import Catalog
from engine.kingmaker.board.catalog import catalog as printed
from engine.kingmaker.views import KingmakerView
from render.edition import Edition

EDITION = Edition(KingmakerView, printed, lambda view: {row.number: row.id for row in view.seats})
catalog = EDITION.catalog
remembered = EDITION.remembered


class Shown:
    """What names things in pictures: the edition of the picture that is being drawn."""

    @property
    def catalog(self) -> Catalog:
        """The printed things of that edition."""
        return catalog()


SHOWN = Shown()
"""The edition that is being shown, wherever the engine asks who names something."""
