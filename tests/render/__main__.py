"""`python -m tests.render`: keep what pictures look like now, and by which of them each sign is seen."""

from tests.render.likenesses import record
from tests.render.signs import record_witnesses

record()
record_witnesses()
