"""What an AI is told: who stands where, what could be done, what it would come to."""
