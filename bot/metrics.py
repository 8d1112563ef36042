"""What Herald counts and times, for whoever runs it; see `bot/ops/health.py` for how it is asked for."""

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

REMEMBERED = 1_000
"""Times of each kind from which the quantiles are taken: the latest."""

QUANTILES = (0.5, 0.99)


class Times(Collector):
    """Times in seconds, by one label: how many, their sum, and the quantiles of the latest."""

    def __init__(self, name: str, words: str, label: str, registry: CollectorRegistry) -> None:
        self._name, self._words, self._label = name, words, label
        self._latest: dict[str, deque[float]] = {}
        self._count: dict[str, int] = {}
        self._sum: dict[str, float] = {}
        registry.register(self)

    def observe(self, value: str, seconds: float) -> None:
        """Note a time."""
        self._latest.setdefault(value, deque(maxlen=REMEMBERED)).append(seconds)
        self._count[value] = self._count.get(value, 0) + 1
        self._sum[value] = self._sum.get(value, 0.0) + seconds

    @contextmanager
    def timed(self, value: str) -> Iterator[None]:
        """Time a piece of work, whatever becomes of it."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.observe(value, time.perf_counter() - began)

    def quantile(self, value: str, share: float) -> float:
        """Return the time within which that share of the latest lie."""
        ordered = sorted(self._latest[value])
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]

    def collect(self) -> Iterator[Metric]:
        """Yield what Prometheus calls a summary."""
        metric = Metric(self._name, self._words, "summary")
        for value, count in self._count.items():
            about = {self._label: value}
            for share in QUANTILES:
                metric.add_sample(self._name, about | {"quantile": str(share)}, self.quantile(value, share))
            metric.add_sample(f"{self._name}_count", about, count)
            metric.add_sample(f"{self._name}_sum", about, self._sum[value])
        yield metric


class Metrics:
    """Everything that is counted and timed in one process; each Herald has its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = self._times("herald_command_seconds", "From a slash command to the end of its answer.", "name")
        self.presses = self._times("herald_press_seconds", "From a press, menu or form to its answer.", "verb")
        self.commits = self._times("herald_commit_seconds", "Transactions of accepted actions.", "via")
        self.pictures = self._times("herald_picture_seconds", "Pictures from wish to file, by kind.", "kind")
        self.thoughts = self._times("herald_thought_seconds", "What a computer player takes over a decision.", "player")
        self.lag = self._times("herald_loop_lag_seconds", "How late the event loop is for what is due.", "loop")
        self.requests = self._count("herald_discord_requests", "Requests to Discord.", "method", "status")
        self.rate_limits = self._count("herald_rate_limits", "Requests that Discord put off (429).", "method")
        self.deliveries = self._count("herald_deliveries", "What became of messages.", "outcome")
        self.failures = self._count("herald_failures", "What went wrong and was contained, by part.", "part")
        self.backlog = self._gauge("herald_outbox_waiting", "Messages that have not gone out.")
        self.oldest = self._gauge("herald_outbox_oldest_seconds", "Age of the oldest message that has not gone out.")
        self.homeless = self._gauge("herald_outbox_homeless", "Messages that wait for a thread to go to.")
        self.games = self._gauge("herald_games", "Games by status.", "status")

    def _times(self, name: str, words: str, label: str) -> Times:
        return Times(name, words, label, self.registry)

    def _count(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(name, words, labels, registry=self.registry)

    def _gauge(self, name: str, words: str, *labels: str) -> Gauge:
        return Gauge(name, words, labels, registry=self.registry)
