"""Drivers for tests that play through the local Discord."""
