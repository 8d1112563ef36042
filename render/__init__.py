"""Pictures from views, with Pillow: whoever wants one asks `drawers`."""
