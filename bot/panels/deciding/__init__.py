"""How a decision is made: what is open, the form of an action, and what is said to it."""
