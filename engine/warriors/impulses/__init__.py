"""Initiative and impulses (Phases One and Two)."""
