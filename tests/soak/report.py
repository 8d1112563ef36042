"""The figures of a soak, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from tests.soak.run import Result, spread

SHOWN = 40
"""Faults that are printed."""


def lines(result: Result) -> Iterator[str]:
    """Yield what happened, what was measured, and at last what was lost."""
    plan, book, verdict, herald = result.plan, result.book, result.verdict, result.herald
    yield f"{plan.tables} tables, {plan.people} people, {plan.seconds:.0f} s of bad weather of {result.seconds:.0f} s"
    yield f"weather: {counted(result.weather.seen)}"
    yield f"Herald was started {len(herald.starts)} times; until it was well: {spread(herald.starts)}"
    yield f"games: {counted(verdict.games)}"
    yield f"actions: {sum(verdict.actions.values())} ({counted(verdict.actions)}), {verdict.numbers} numbers drawn"
    yield (
        f"people: {book.acknowledged} actions acknowledged, {sum(book.refused.values())} refused, "
        f"{sum(book.unanswered.values())} tries without an answer"
    )
    yield from (f"  {count} x {text}" for text, count in book.refused.most_common(8))
    yield f"messages: {sum(verdict.messages.values())} promised ({counted(verdict.messages)})"
    yield f"{verdict.standing} messages stand in threads and direct channels; {result.stats['requests']} requests"
    yield f"from a promise to its delivery: {spread(verdict.waits)}"
    yield f"from 'My options' to the answer: {spread(book.waits)}"
    yield from _measured(result.metrics)
    yield f"errors in the log: {sum(herald.errors().values())}"
    yield from (f"  {count} x {text}" for text, count in herald.errors().most_common(SHOWN))
    yield f"LOST: {len(verdict.faults)}" if verdict.faults else "Nothing was lost."
    yield from (f"  {fault}" for fault in verdict.faults[:SHOWN])


def counted(counts: Mapping[str, int]) -> str:
    """Return counts in a row, the greatest first."""
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items(), key=lambda each: -each[1]))


MEASURED = ("herald_commit_seconds", "herald_press_seconds", "herald_picture_seconds", "herald_loop_lag_seconds")


def _measured(text: str) -> Iterator[str]:
    """Yield what the last Herald has measured itself."""
    for family in text_string_to_metric_families(text):
        if family.name in MEASURED:
            shown = (f"{label} {bound} s" for label, bound in _bounds(family.samples).items())
            yield f"{family.name}, 99 % within: {', '.join(shown)}"


def _bounds(samples: Sequence[Sample]) -> dict[str, str]:
    """Return, by label, the bound of a histogram within which 99 % of its times lie."""
    found: dict[str, str] = {}
    total = {_label(one): one.value for one in samples if one.name.endswith("_count")}
    for one in samples:
        if one.name.endswith("_bucket") and one.value >= 0.99 * total[_label(one)]:
            found.setdefault(_label(one), one.labels["le"])
    return found


def _label(sample: Sample) -> str:
    return " ".join(value for name, value in sample.labels.items() if name != "le")
