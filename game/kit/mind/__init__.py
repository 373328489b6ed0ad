"""Parts of a book's planning model: what one side sees, acts, average damage."""
