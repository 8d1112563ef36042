"""The way of a message from the outbox to a courier."""
