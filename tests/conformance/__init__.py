"""Tests that every game must pass, from one list."""
