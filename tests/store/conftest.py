"""The same house as the referee's tests have."""

from tests.referee.conftest import house

__all__ = ["house"]
