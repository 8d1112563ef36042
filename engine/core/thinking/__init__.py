"""Computer players that think: they try actions out in worlds that are dealt anew, and take what leads furthest."""
