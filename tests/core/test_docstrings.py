"""What the docstrings of the core show by example holds."""

import doctest
import pkgutil
from importlib import import_module

from engine import core


def test_examples_hold_and_there_are_some() -> None:
    names = [module.name for module in pkgutil.walk_packages(core.__path__, f"{core.__name__}.")]
    results = {name: doctest.testmod(import_module(name)) for name in names}
    assert sum(result.attempted for result in results.values()) >= 40
    assert not [name for name, result in results.items() if result.failed]
