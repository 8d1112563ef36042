"""The rules. Pure: no I/O but reading the catalogue, no clock, no Discord, no global chance."""

RELEASE = "0.1.0"
"""The release of Herald, as pyproject.toml has it; the records of games name it."""
