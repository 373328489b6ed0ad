"""What a planning model of a book is built from: what one side sees, masks of places, ways, average damage, a cache."""
