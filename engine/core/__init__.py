"""The core that all games share: actions, steps, requests, dice, events, views, edits, scenarios, transcripts."""
