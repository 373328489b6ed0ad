"""One battle on the screen: what is known of it, how it is drawn, and what the player's hands do to it."""
