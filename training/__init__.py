"""Scripts that train policies, and what they share. Start with `python -m training.train --help`."""
