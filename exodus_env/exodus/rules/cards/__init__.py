"""What cards do: effects at once, gifts, and lasting effects."""
