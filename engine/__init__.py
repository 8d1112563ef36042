"""The rules. Pure: no I/O but reading the catalogue, no clock, no Discord, no global chance."""

RELEASE = "1.1.0"
"""The release of Herald: the one place for its number, which records of games name, too."""
