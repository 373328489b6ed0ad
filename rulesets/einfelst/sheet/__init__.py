"""The data: files, rosters, and the sheet of a combatant in a battle."""
