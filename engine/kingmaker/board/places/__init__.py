"""Who holds what, and how far it is."""
