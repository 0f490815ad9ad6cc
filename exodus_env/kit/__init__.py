"""What every game here shares; nothing in it knows which game it serves."""
