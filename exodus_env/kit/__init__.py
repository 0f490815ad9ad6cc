"""What every game here shares. Nothing in it knows which game it is used for."""
