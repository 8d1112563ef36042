"""What Herald counts and times, for whoever runs it; see `bot/ops/health.py` for how it is asked for."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 3.0, 10.0)
"""Seconds up to which times are counted: from a commit in a millisecond to the three that Discord waits, and beyond."""


class Metrics:
    """Everything that is counted and timed in one process; each Herald has its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = self._times("herald_command_seconds", "From a slash command to the end of its answer.", "name")
        self.presses = self._times("herald_press_seconds", "From a press, menu or form to its answer.", "verb")
        self.commits = self._times("herald_commit_seconds", "Time to store an accepted action.", "via")
        self.pictures = self._times("herald_picture_seconds", "Time to draw a picture, by kind.", "kind")
        self.thoughts = self._times(
            "herald_thought_seconds", "Time that a computer player takes for a decision.", "player"
        )
        self.lag = self._times("herald_loop_lag_seconds", "Delay of the event loop.", "loop")
        self.requests = self._count("herald_discord_requests", "Requests to Discord.", "method", "status")
        self.rate_limits = self._count("herald_rate_limits", "Requests that Discord put off (429).", "method")
        self.deliveries = self._count("herald_deliveries", "Messages by outcome.", "outcome")
        self.failures = self._count("herald_failures", "Errors that were contained, by part.", "part")
        self.backlog = self._gauge("herald_outbox_waiting", "Messages not sent yet.")
        self.oldest = self._gauge("herald_outbox_oldest_seconds", "Age of the oldest message not sent yet.")
        self.homeless = self._gauge("herald_outbox_homeless", "Messages that wait for a thread.")
        self.games = self._gauge("herald_games", "Games by status.", "status")

    def _times(self, name: str, words: str, label: str) -> Histogram:
        return Histogram(name, words, [label], buckets=BUCKETS, registry=self.registry)

    def _count(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(name, words, labels, registry=self.registry)

    def _gauge(self, name: str, words: str, *labels: str) -> Gauge:
        return Gauge(name, words, labels, registry=self.registry)
