"""Shared by all tests."""

import numpy as np

from exodus_env.kit.kernel import COMPILED

if not COMPILED:
    # Small integers wrap silently in compiled code; uncompiled runs turn every overflow into an error, so that equal
    # results of both prove there was none.
    np.seterr(over="raise")
