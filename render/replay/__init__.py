"""A whole game as one page that anybody can step through, with nothing but a browser."""
