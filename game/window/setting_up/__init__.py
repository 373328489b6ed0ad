"""What the screens on which a battle is begun are made of: what there is to play, the sides, the odds."""
