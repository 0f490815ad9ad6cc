"""Text from outside never steers a terminal."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content.load import load_content
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit import play
from exodus_env.kit.content.reader import ContentError
from exodus_env.kit.players import RandomPlayer
from exodus_env.kit.text import printable

C0_AND_C1 = [*range(0x20), *range(0x7F, 0xA0)]
BIDI = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
BREAKS = [0x2028, 0x2029]
SURROGATES = [0xD800, 0xDC80, 0xDFFF]  # what os.fsdecode makes of bytes that are not UTF-8


@pytest.mark.parametrize("code", [*C0_AND_C1, *BIDI, *BREAKS, *SURROGATES], ids=hex)
def test_no_control_character_is_printed_raw(code: int) -> None:
    shown = printable(f"a{chr(code)}b")
    assert shown.isprintable()
    assert shown.startswith("a\\") and shown.endswith("b")
    assert shown.encode("ascii").decode("unicode_escape") == f"a{chr(code)}b"  # which one it was can be read off


def test_what_is_left_raw_is_no_control_character() -> None:
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    left = {unicodedata.category(letter) for letter in printable(everything)}
    assert not left & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize("text", ["", "Planet of Interest", "Zürich: 10 ± 2 €", "Πρόξιμα 星 😀", r"a \x1b spelled out"])
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


HOSTILE = {
    "escape": "\x1b[2J",
    "bell": "\x07",
    "line": "a\nb",
    "c1": "\x9b2J",
    "bidi": "\u202egnp",
    "isolate": "\u2066x",
}


def quoted(text: str) -> str:
    """A string as TOML spells it."""
    return '"' + "".join(f"\\U{ord(letter):08x}" for letter in text) + '"'


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("technologies.toml", '[[technology]]\nid = "radar"\nname = {0}\n'),
        ("technologies.toml", '[[technology]]\nid = "radar"\ntext = {0}\n'),
        ("technologies.toml", '[[technology]]\nid = "radar"\ncolour = {0}\n'),
        ("technologies.toml", '[[technology]]\nid = "radar"\n{0} = 1\n'),
        ("technologies.toml", "[[technology]]\nid = {0}\n"),
        ("technologies.toml", "[[{0}]]\nid = 1\n"),
        ("technologies.toml", "{0} = 1\n"),
        ("technologies.toml", "{0} = 1\n{0} = 2\n"),
        ("upgrades.toml", '[[upgrade]]\nid = "laser"\ntechnology = {0}\n'),
        ("political.toml", '[[card]]\nid = "repeal"\neffects = [{{ do = {0} }}]\n'),
    ],
)
def test_content_with_control_characters_is_refused_without_printing_them(
    file: str, text: str, hostile: str, tmp_path: Path
) -> None:
    """So names on cards, maps and moves need no further care where they are shown."""
    (tmp_path / file).write_text(text.format(quoted(hostile)), encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        load_content(tmp_path)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_names_of_folders_and_files_are_not_printed_raw(hostile: str, tmp_path: Path) -> None:
    (tmp_path / f"{hostile}.toml").write_text("")
    for folder in (tmp_path / hostile, tmp_path):
        with pytest.raises(ContentError) as refused:
            load_content(folder)
        assert str(refused.value).isprintable()


@pytest.mark.parametrize("raw", [b"\x1b[2J", b"name = '\x1b'", b"\xff\xfe", b'"\\u009b' + b"x" * 300])
def test_a_broken_file_of_content_is_not_printed_raw(raw: bytes, tmp_path: Path) -> None:
    (tmp_path / "technologies.toml").write_bytes(raw)
    with pytest.raises(ContentError) as refused:
        load_content(tmp_path)
    assert str(refused.value).isprintable()


def test_names_of_players_are_not_printed_raw(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "make_player", lambda *_, **__: RandomPlayer())
    play.main(ruleset(GameConfig(players=2, map="minimal", turns=1)), ["random", "mine:\x1b[2J\u202e"], 1)
    shown = capsys.readouterr().out
    assert r"Red is played by mine:\x1b[2J\u202e." in shown
    assert all(line.isprintable() for line in shown.splitlines())
