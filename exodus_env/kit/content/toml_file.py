"""Reading a TOML file written by somebody else: bounded, and with one kind of error for all failures."""

import tomllib
from pathlib import Path
from typing import Any, Final

LARGEST_FILE: Final = 1_000_000  # bytes
MOST_DOTS: Final = 100  # in a line; the time to read a dotted key grows with the square of its parts


class FileError(ValueError):
    """A file that cannot be read as TOML."""


def read_toml(path: Path) -> dict[str, Any]:
    """The file as plain data."""
    try:
        text = _bytes(path).decode("utf-8")
        if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
            raise FileError(f"more than {MOST_DOTS} dots in a line")
        return tomllib.loads(text)
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise FileError(f"not UTF-8 text ({error.reason} at byte {error.start})") from None
    except RecursionError:
        raise FileError("nested too deeply") from None
    except ValueError as error:  # TOML syntax, or a number with thousands of digits
        raise FileError(f"not valid TOML: {str(error)[:200]}") from None


def _bytes(path: Path) -> bytes:
    if path.exists() and not path.is_file():  # opening a pipe would wait for ever
        raise FileError("not a file")
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise FileError(f"larger than {LARGEST_FILE} bytes")
    return data
