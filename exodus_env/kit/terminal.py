"""Standard output and error that never cost a result, whether closed, full or unable to show a character."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any, Final, TextIO, cast

PLAIN: Final = "exodus_plain"  # how to show characters that a terminal does not have
_SPELLED: Final = {
    **{"±": "+/-", "×": "x", "−": "-", "–": "-", "—": "-", "…": "...", "→": "->"},
    **{"’": "'", "‘": "'", "“": '"', "”": '"'},
}


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_spelled, error.object[error.start : error.end])), error.end


def _spelled(letter: str) -> str:
    """A character in ASCII: by its usual spelling, without its accents, or as an escape."""
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode("ascii")
    return _SPELLED.get(letter) or bare or letter.encode("ascii", "backslashreplace").decode("ascii")


codecs.register_error(PLAIN, _plain)


class Stream:
    """A text stream that remembers the first write error, and drops everything after it.

    The first error is raised, unless the stream is only for messages: then a failed write must not end the program.
    """

    def __init__(self, stream: TextIO, messages: bool = False) -> None:
        self.stream = stream
        self.messages = messages
        self.error: OSError | None = None
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=PLAIN)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write, as every text stream does."""
        self._try(self.stream.write, text)
        return len(text)

    def flush(self) -> None:
        """Flush, as every text stream does."""
        self._try(self.stream.flush)

    def _try(self, call: Callable[..., object], *arguments: str) -> None:
        if self.error is not None:
            return
        try:
            call(*arguments)
        except OSError as error:
            self.error = error
            if not self.messages:
                raise

    def finish(self) -> OSError | None:
        """Write out what is left; returns the first error, if any."""
        with contextlib.suppress(OSError):
            self.flush()
        if self.error is not None:
            # Python flushes once more on its way out; give that flush somewhere to go.
            with contextlib.suppress(OSError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, self.stream.fileno(), inheritable=False)
                os.close(nowhere)
        return self.error


@contextlib.contextmanager
def steady_streams() -> Iterator[Stream]:
    """Use such streams as `sys.stdout` and `sys.stderr` inside this context; yields the first of them."""
    _open_what_is_closed()
    before = sys.stdout, sys.stderr
    output, messages = Stream(before[0]), Stream(before[1], messages=True)
    sys.stdout, sys.stderr = cast(TextIO, output), cast(TextIO, messages)
    try:
        yield output
    finally:
        output.finish()
        messages.finish()
        sys.stdout, sys.stderr = before


def _open_what_is_closed() -> None:
    """Streams that were closed when we were started (`>&-`): no input, output that fails, messages that vanish.

    Otherwise the next file that is opened gets their numbers.
    """
    for name, flags, mode in (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode))
