"""The smallest game joins the others for these tests."""

from collections.abc import Iterator

import pytest

from tests.core.toy import moderated


@pytest.fixture(autouse=True, scope="package")
def _smallest() -> Iterator[None]:
    with moderated():
        yield
