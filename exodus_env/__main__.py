"""`python -m exodus_env` is the command `exodus`."""

import sys

from exodus_env.cli import main

if __name__ == "__main__":
    sys.exit(main())
