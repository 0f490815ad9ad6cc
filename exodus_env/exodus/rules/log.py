"""The log of events, for stories and renderings: `note`, and the kinds of event by number.

view/sentences.py declares each with its arguments and its sentence.
"""

from __future__ import annotations

from exodus_env.exodus.rules.log_numbers import *  # noqa: F403
from exodus_env.kit.log import note as note
