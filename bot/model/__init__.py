"""Plain values without a database: the time control of a table, people with their own hours, interventions in games."""
