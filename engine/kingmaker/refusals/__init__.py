"""Reasons why an action that is not offered is impossible now."""
