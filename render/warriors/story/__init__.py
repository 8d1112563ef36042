"""A whole game told: its curves, its poster, its animation."""
