"""Computer players on seats that people left or nobody took: the tasks that ask them, and their processes."""
