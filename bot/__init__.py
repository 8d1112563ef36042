"""Everything with a clock, a disk or a socket: the table, the store, Discord."""
