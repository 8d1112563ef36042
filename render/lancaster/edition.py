"""The printed things that a picture shows: those of the edition with which its table plays."""

from engine.lancaster.board.catalog import catalog as printed
from engine.lancaster.views import LancasterView
from render.edition import Edition

EDITION = Edition(LancasterView, printed, lambda view: {row.colour: row.id for row in view.players if row.colour})
catalog = EDITION.catalog
