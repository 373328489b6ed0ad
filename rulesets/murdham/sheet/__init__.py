"""What is: the data files, who may be recruited, what is known of a combatant in a battle."""
