"""What a planning model of a book is built from: what one side sees, acts, average damage."""
