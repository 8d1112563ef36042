"""The second arithmetic: it finds nothing in games as they are, and something in each that was altered by one."""
