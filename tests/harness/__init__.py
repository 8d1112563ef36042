"""Drivers for tests that play through the local Discord, and what they share."""

import tempfile
from pathlib import Path

BOARDS = Path(tempfile.gettempdir()) / "herald-test-boards"
"""Where drawn boards are kept between tests; their names carry a hash of what they were drawn from."""
