"""Why what is not offered is impossible now."""
