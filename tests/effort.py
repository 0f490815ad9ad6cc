"""How much work the tests do: what every change needs, or everything (`scripts/test --all`, EXODUS_TEST_ALL=1)."""

import os

ALL = os.environ.get("EXODUS_TEST_ALL", "0") == "1"
