"""Plain values and what follows from them, without a database: times of a table, people, what is decided over games."""
