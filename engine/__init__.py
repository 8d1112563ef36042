"""The rules. Pure: no I/O but reading the catalogue, no clock, no Discord, no global chance."""
