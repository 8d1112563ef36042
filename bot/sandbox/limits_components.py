"""Discord's limits on components: rows, buttons, menus, the parts of a v2 layout and modals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import count
from typing import Any

from bot.sandbox.errors import Place, Problem, bad_length
from bot.sandbox.model import Json, MessageFlag, flags_of


class ComponentType(IntEnum):
    """Discord's component types."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = frozenset({3, 5, 6, 7, 8})
LINK, PREMIUM = 5, 6
ROWS, ROW_WIDTH, OPTIONS = 5, 5, 25
LAYOUT_COMPONENTS, LAYOUT_TEXT = 40, 4000
CUSTOM_ID, BUTTON_LABEL, OPTION_TEXT, PLACEHOLDER = 100, 80, 100, 150
MODAL_COMPONENTS, MODAL_TITLE, MODAL_LABEL, MODAL_INPUT = 5, 45, 45, 4000
LAYOUT_CHILDREN: dict[int | None, frozenset[int]] = {
    ComponentType.ACTION_ROW: frozenset({2, *SELECTS}),
    ComponentType.SECTION: frozenset({10}),
    ComponentType.CONTAINER: frozenset({1, 9, 10, 12, 13, 14}),
}
LAYOUT_TOP = frozenset({1, 9, 10, 12, 13, 14, 17})
ACCESSORIES = frozenset({2, 11})


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Every component with all that is inside it."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for place in ("accessory", "component"):
            if isinstance(component.get(place), dict):
                yield from walk([component[place]])


def find(components: Iterable[Json], custom_id: str) -> Json | None:
    """Return the component of a custom id."""
    return next((c for c in walk(components) if c.get("custom_id") == custom_id), None)


def numbered(given: list[Json]) -> list[Json]:
    """Return a copy without the nulls, in which every component has the number that Discord gives it."""
    components: list[Json] = without_nulls(given)
    taken = {c["id"] for c in walk(components) if c.get("id")}
    fresh = (n for n in count(1) if n not in taken)
    for component in walk(components):
        if not component.get("id"):
            component["id"] = next(fresh)
    return components


def without_nulls(value: Any) -> Any:
    """Return a copy without the fields that say null; Discord does not repeat them."""
    if isinstance(value, dict):
        return {key: without_nulls(each) for key, each in value.items() if each is not None}
    return [without_nulls(each) for each in value] if isinstance(value, list) else value


def is_empty(components: list[Json]) -> bool:
    """Whether there is nothing at all to see in these components."""
    return not any(c.get("type") != ComponentType.ACTION_ROW for c in walk(components))


def component_problems(body: Json, files: set[str]) -> Iterator[Problem]:
    """Yield the problems of a message's components."""
    components = body.get("components") or []
    if flags_of(body) & MessageFlag.COMPONENTS_V2:
        yield from _layout_problems(body, components)
    else:
        yield from _rows_problems(components)
    yield from _duplicates(components)
    for index, component in enumerate(components):
        yield from _tree_problems(("components", index), component, files)


def modal_problems(data: Json) -> Iterator[Problem]:
    """Yield the problems of a modal."""
    yield from _length(("title",), data.get("title"), 1, MODAL_TITLE)
    yield from _length(("custom_id",), data.get("custom_id"), 1, CUSTOM_ID)
    components = data.get("components") or []
    if not 1 <= len(components) <= MODAL_COMPONENTS:
        yield bad_length(("components",), 1, MODAL_COMPONENTS)
    yield from _duplicates(components)
    for index, component in enumerate(components):
        yield from _tree_problems(("components", index), component, set())


def _rows_problems(components: list[Json]) -> Iterator[Problem]:
    if len(components) > ROWS:
        yield bad_length(("components",), 0, ROWS)
    for index, component in enumerate(components):
        if component.get("type") != ComponentType.ACTION_ROW:
            text = 'Value of field "type" must be one of (1,).'
            yield Problem(("components", index, "type"), "UNION_TYPE_CHOICES", text)


def _layout_problems(body: Json, components: list[Json]) -> Iterator[Problem]:
    for place in ("content", "embeds", "poll", "stickers"):
        if body.get(place):
            text = f"The '{place}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield Problem((place,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)
    everything = list(walk(components))
    if len(everything) > LAYOUT_COMPONENTS:
        yield bad_length(("components",), 1, LAYOUT_COMPONENTS)
    if sum(len(c.get("content") or "") for c in everything) > LAYOUT_TEXT:
        text = f"The total text is longer than {LAYOUT_TEXT} characters."
        yield Problem(("components",), "COMPONENT_MAX_TOTAL_TEXT_EXCEEDED", text)
    for index, component in enumerate(components):
        if component.get("type") not in LAYOUT_TOP:
            text = "Such a component cannot stand at the top of a message."
            yield Problem(("components", index, "type"), "UNION_TYPE_CHOICES", text)


def _duplicates(components: list[Json]) -> Iterator[Problem]:
    custom_ids = Counter(c["custom_id"] for c in walk(components) if c.get("custom_id"))
    for custom_id, times in custom_ids.items():
        if times > 1:
            text = f"Component custom id cannot be duplicated: {custom_id}"
            yield Problem(("components",), "COMPONENT_CUSTOM_ID_DUPLICATED", text)
    numbers = Counter(c["id"] for c in walk(components) if c.get("id"))
    if any(times > 1 for times in numbers.values()):
        yield Problem(("components",), "COMPONENT_ID_DUPLICATED", "Component ids cannot be duplicated")


def _tree_problems(path: Place, component: Json, files: set[str]) -> Iterator[Problem]:
    yield from _component_problems(path, component, files)
    children = component.get("components") or []
    allowed = LAYOUT_CHILDREN.get(component.get("type"))
    for index, child in enumerate(children):
        below = (*path, "components", index)
        in_modal_row = component.get("type") == 1 and child.get("type") == ComponentType.TEXT_INPUT
        if allowed is not None and child.get("type") not in allowed and not in_modal_row:
            text = "Such a component cannot stand here."
            yield Problem((*below, "type"), "UNION_TYPE_CHOICES", text)
        yield from _tree_problems(below, child, files)
    for place in ("accessory", "component"):
        if isinstance(component.get(place), dict):
            yield from _tree_problems((*path, place), component[place], files)


def _component_problems(path: Place, component: Json, files: set[str]) -> Iterator[Problem]:
    kind = component.get("type")
    if "custom_id" in component or kind in SELECTS:
        yield from _length((*path, "custom_id"), component.get("custom_id"), 1, CUSTOM_ID)
    if kind == ComponentType.ACTION_ROW:
        yield from _row_problems(path, component)
    elif kind == ComponentType.BUTTON:
        yield from _button_problems(path, component)
    elif kind in SELECTS:
        yield from _select_problems(path, component)
    elif kind == ComponentType.SECTION:
        yield from _section_problems(path, component)
    elif kind == ComponentType.TEXT_DISPLAY:
        yield from _length((*path, "content"), component.get("content"), 1, LAYOUT_TEXT)
    elif kind == ComponentType.LABEL:
        yield from _length((*path, "label"), component.get("label"), 1, MODAL_LABEL)
        yield from _length((*path, "description"), component.get("description", "-"), 0, 100)
    elif kind == ComponentType.TEXT_INPUT:
        yield from _text_input_problems(path, component)
    yield from _media(path, component, files)


def _row_problems(path: Place, row: Json) -> Iterator[Problem]:
    children = row.get("components") or []
    if not 1 <= len(children) <= ROW_WIDTH:
        yield bad_length((*path, "components"), 1, ROW_WIDTH)
    if len(children) > 1 and any(c.get("type") != ComponentType.BUTTON for c in children):
        text = "A menu takes a whole row."
        yield Problem((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)


def _button_problems(path: Place, button: Json) -> Iterator[Problem]:
    yield from _length((*path, "label"), button.get("label") or "-", 1, BUTTON_LABEL)
    style = button.get("style")
    if style not in (LINK, PREMIUM) and not button.get("custom_id"):
        text = "A custom id and/or sku_id is required"
        yield Problem((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", text)
    if style == LINK and not button.get("url"):
        yield Problem((*path, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
    if button.get("url") and button.get("custom_id"):
        text = "A custom id and url cannot both be specified"
        yield Problem(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
    if style != PREMIUM and not (button.get("label") or button.get("emoji")):
        text = "A button must have a label or an emoji"
        yield Problem(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", text)


def _select_problems(path: Place, select: Json) -> Iterator[Problem]:
    yield from _length((*path, "placeholder"), select.get("placeholder") or "", 0, PLACEHOLDER)
    least, most = bounds(select)
    if not 0 <= least <= most <= OPTIONS or most < 1:
        text = "The least number of values must not be above the greatest, nor either out of 0 to 25."
        yield Problem((*path, "min_values"), "SELECT_COMPONENT_VALUES_RANGE", text)
    if select.get("type") == ComponentType.STRING_SELECT:
        yield from _options_problems((*path, "options"), select.get("options") or [], most)


def _options_problems(path: Place, options: list[Json], most: int) -> Iterator[Problem]:
    if not 1 <= len(options) <= OPTIONS:
        yield bad_length(path, 1, OPTIONS)
    elif most > len(options):
        text = f"Cannot choose {most} of {len(options)} options."
        yield Problem(path, "SELECT_COMPONENT_MAX_VALUES_EXCEEDED", text)
    if len({option.get("value") for option in options}) < len(options):
        text = "The specified option value is already used"
        yield Problem(path, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
    if sum(bool(option.get("default")) for option in options) > most:
        text = "More options are chosen beforehand than may be chosen."
        yield Problem(path, "SELECT_COMPONENT_DEFAULTS_EXCEEDED", text)
    for index, option in enumerate(options):
        yield from _length((*path, index, "label"), option.get("label"), 1, OPTION_TEXT)
        yield from _length((*path, index, "value"), option.get("value"), 1, OPTION_TEXT)
        yield from _length((*path, index, "description"), option.get("description") or "", 0, OPTION_TEXT)


def bounds(component: Json) -> tuple[int, int]:
    """Return the least and the greatest number of values; the defaults are one, and all of a group of checkboxes."""
    least, most = component.get("min_values"), component.get("max_values")
    if most is None and component.get("type") == ComponentType.CHECKBOX_GROUP:
        most = len(component.get("options") or [])
    return (1 if least is None else int(least), 1 if most is None else int(most))


def _section_problems(path: Place, section: Json) -> Iterator[Problem]:
    if not 1 <= len(section.get("components") or []) <= 3:
        yield bad_length((*path, "components"), 1, 3)
    if (section.get("accessory") or {}).get("type") not in ACCESSORIES:
        text = "A section has a button or a thumbnail beside it."
        yield Problem((*path, "accessory"), "BASE_TYPE_REQUIRED", text)


def _text_input_problems(path: Place, text_input: Json) -> Iterator[Problem]:
    yield from _length((*path, "label"), text_input.get("label") or "-", 1, MODAL_LABEL)
    yield from _length((*path, "placeholder"), text_input.get("placeholder") or "", 0, 100)
    yield from _length((*path, "value"), text_input.get("value") or "", 0, MODAL_INPUT)
    least, most = text_input.get("min_length") or 0, text_input.get("max_length") or MODAL_INPUT
    if least > most:
        text = "The least length is above the greatest."
        yield Problem((*path, "min_length"), "TEXT_INPUT_LENGTH_RANGE", text)


def _media(path: Place, component: Json, files: set[str]) -> Iterator[Problem]:
    items = [(("items", i, "media"), item.get("media")) for i, item in enumerate(component.get("items") or [])]
    places: list[tuple[Place, Any]] = [*items, *(((p,), component.get(p)) for p in ("media", "file"))]
    for place, media in places:
        url = str((media or {}).get("url") or "")
        own = component.get("type") == ComponentType.FILE
        if media is None or (url.startswith(("http://", "https://")) and not own):
            continue
        if url.removeprefix("attachment://") not in files:
            text = "The referenced attachment was not found"
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            yield Problem((*path, *place, "url"), code, text)
    if component.get("type") == ComponentType.MEDIA_GALLERY and not 1 <= len(items) <= 10:
        yield bad_length((*path, "items"), 1, 10)


def _length(path: Place, text: Any, least: int, most: int) -> Iterator[Problem]:
    length = len(text or "")
    if not least <= length <= most:
        yield bad_length(path, least, most)
