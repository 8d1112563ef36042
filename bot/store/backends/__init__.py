"""The databases that a store can lie in: SQLite in a thread of its own, PostgreSQL, and how their jobs are done."""
