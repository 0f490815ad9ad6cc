"""The events of the log by number, and how rules note them; view/sentences.py declares them."""

from __future__ import annotations

from exodus_env.corruption.rules.log_numbers import *  # noqa: F403
from exodus_env.kit.log import note as note
