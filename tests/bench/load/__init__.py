"""An evening with hundreds of live games: Herald, Discord and the people in processes of their own."""
