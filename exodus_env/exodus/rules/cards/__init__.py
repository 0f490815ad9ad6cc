"""What cards do: at once, given for nothing, and for longer."""
