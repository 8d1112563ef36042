"""What people say before they are asked: the pages and forms of plans."""
