"""Maps, scenarios, saves and battle files. The only room in which pytmx lives."""
