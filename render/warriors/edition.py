"""The printed things that a picture shows: those of the edition with which its table plays."""

from engine.warriors.board.catalog import catalog as printed
from engine.warriors.views import WarriorsView
from render.edition import Edition

EDITION = Edition(WarriorsView, printed)
catalog = EDITION.catalog
