"""Every sign of every picture, and what a picture is like without one of them.

A sign is a function of `render` that puts something onto a pen or an image, or makes a sprite. It is taken out by its
code, wherever its name has been imported to, or in which table it stands. For each a witness is kept: a picture whose
likeness it is missed from. `python -m tests.render` looks for witnesses of those that have none.
"""

import inspect
import json
import pkgutil
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

from PIL import Image

import render
from render.kit.palette import Colour
from render.kit.pen import Pen
from tests.render.likenesses import FOLDER, LIKE, LIKENESSES, of_games, unlike
from tests.render.reading import anew

WITNESSES = FOLDER / "witnesses.json"
"""The name of a likeness by the name of a sign; "" where no picture is another without it."""

TOOLS = ("render.kit.pen", "render.kit.layered", "render.kit.lettering", "render.kit.page", "render.picture")
"""Modules with what signs are drawn with: no picture is to be had without it."""


@cache
def signs() -> Mapping[str, FunctionType]:
    """Return every sign by the name of its module and its own."""
    return {
        f"{module.__name__}.{name}": found
        for module in _modules()
        if module.__name__ not in TOOLS
        for name, found in _functions(module)
        if _draws(found)
    }


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(render.__path__, "render."):
        yield import_module(found.name)


def _functions(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """The functions that a module makes, without what keeps their results."""
    for name, value in vars(module).items():
        found = inspect.unwrap(value) if callable(value) else None
        if isinstance(found, FunctionType) and found.__module__ == module.__name__ and found.__name__ == name:
            yield name, found


def _draws(found: FunctionType) -> bool:
    signature = inspect.signature(found, eval_str=True)
    first = next((one.annotation for one in signature.parameters.values()), None)
    if getattr(first, "__name__", "") == "Pen" or first is Image.Image:
        return signature.return_annotation is None
    return signature.return_annotation is Image.Image and "sprite(" in inspect.getsource(found)


@cache
def plain() -> Mapping[str, tuple[FunctionType, list[str]]]:
    """Return the signs that need a pen alone, or colours beside it, with the names of these."""
    found = {}
    for name, sign in signs().items():
        known = inspect.signature(sign, eval_str=True).parameters.values()
        needed = [one for one in known if one.default is one.empty]
        if [one.annotation for one in needed] == [Pen, *[Colour] * (len(needed) - 1)]:
            found[name] = sign, [one.name for one in needed[1:]]
    return found


@contextmanager
def watched() -> Iterator[set[str]]:
    """Draw as ever, and yield the signs that are called for meanwhile."""
    called: set[str] = set()

    def noting(sign: str, original: Drawing) -> Drawing:
        def noted(*given: Any, **named: Any) -> Any:
            called.add(sign)
            return original(*given, **named)

        return noted

    with _instead(dict.fromkeys(signs(), noting)):
        yield called


@contextmanager
def without(sign: str) -> Iterator[None]:
    """Draw nothing where a sign is called for."""

    def nothing(_: str, original: Drawing) -> Drawing:
        def gone(*given: Any, **named: Any) -> Any:
            if not _makes_an_image(signs()[sign]):
                return None
            image = original(*given, **named)
            return Image.new(image.mode, image.size)

        return gone

    with _instead({sign: nothing}):
        yield


Drawing = Callable[..., Any]


@contextmanager
def _instead(others: Mapping[str, Callable[[str, Drawing], Drawing]]) -> Iterator[None]:
    """Do something else for some signs: what is made of the name of each, and of what it does."""
    plain()
    codes = {sign: signs()[sign].__code__ for sign in others}
    for sign, other in others.items():
        found = signs()[sign]
        original = FunctionType(found.__code__, found.__globals__, found.__name__, found.__defaults__)
        original.__kwdefaults__ = found.__kwdefaults__
        found.__globals__[f"__other_{found.__name__}"] = other(sign, original)
        stand_in = eval(f"lambda *given, **named: __other_{found.__name__}(*given, **named)")
        found.__code__ = stand_in.__code__
    forget()
    try:
        with anew():
            yield
    finally:
        for sign, code in codes.items():
            signs()[sign].__code__ = code
        forget()


def _makes_an_image(found: FunctionType) -> bool:
    return inspect.signature(found, eval_str=True).return_annotation is Image.Image


def forget() -> None:
    """Let everything be drawn anew that has been kept of drawings, but for letters."""
    for kept in _kept():
        kept.cache_clear()


@cache
def _kept() -> list[Any]:
    """Whatever keeps an image or several, in all modules of `render`."""
    found = {
        id(value): value
        for module in _modules()
        for value in vars(module).values()
        if hasattr(value, "cache_clear") and "Image" in str(inspect.signature(value).return_annotation)
    }
    return [value for value in found.values() if value.__module__ not in TOOLS]


def missed(sign: str, name: str) -> bool:
    """Tell whether a picture is unlike its likeness without a sign."""
    with without(sign):
        return unlike(LIKENESSES[name].draw(), name) > LIKE


def witnesses() -> dict[str, str]:
    """Return the likeness by which each sign is seen."""
    return dict(json.loads(WITNESSES.read_text()))


def record_witnesses(games: Collection[str]) -> None:
    """Keep a witness of every sign: the quickest picture that is unlike without the sign.

    Pictures of other games than those given are left alone. A witness that still calls for its sign is kept.
    """
    known = witnesses() if WITNESSES.exists() else {}
    found = {sign: known.get(sign, "") for sign in signs()}
    looked_at = of_games(games)
    for sign, callers in _callers(games).items():
        stale = found[sign] not in LIKENESSES or (found[sign] in looked_at and found[sign] not in callers)
        if callers and stale:
            found[sign] = next((name for name in callers if missed(sign, name)), "")
    WITNESSES.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n")


def _callers(games: Collection[str]) -> dict[str, list[str]]:
    """The likenesses of some games whose pictures call for each sign, the quickest first."""
    found: dict[str, list[tuple[float, str]]] = {sign: [] for sign in signs()}
    for name, likeness in of_games(games).items():
        with watched() as called:
            begun = time.process_time()
            likeness.draw()
            seconds = time.process_time() - begun
        for sign in called:
            found[sign].append((seconds, name))
    return {sign: [name for _, name in sorted(callers)] for sign, callers in found.items()}
