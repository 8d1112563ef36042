"""What tests of the core share."""

from typing import Any

import pytest

from engine.core.table import Table


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The actions that any table has been told to take, worlds that somebody thinks of among them."""
    actions: list[object] = []
    act = Table.act

    def noted(self: Table, seat: str, action: Any, *more: Any) -> Any:
        actions.append(action)
        return act(self, seat, action, *more)

    monkeypatch.setattr(Table, "act", noted)
    return actions
