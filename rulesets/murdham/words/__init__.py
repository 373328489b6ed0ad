"""What is said: lines of the log, how somebody stands, and what there is to read of them."""
