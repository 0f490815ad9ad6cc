"""The settings of this game on the command line, and examples of commands."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from exodus_env.kit.options import Options, name, names


class CorruptionOptions(Options):
    """Ships, difficulty, order of play."""

    settings: ClassVar = (
        *("players", "ships", "difficulty", "nightmare", "order", "mats", "hidden_from_avatars", "content"),
    )
    players_help: ClassVar = "number of players, each captain of one ship or several (default: 4)"
    traits: ClassVar = "ships and absent ships, effects of Mods and modules they had, Allies met and Signals solved"
    examples: ClassVar = {
        "demo": (
            ("exodus demo --game corruption", "four random legal players"),
            ("exodus demo --game corruption --players 1 --seed 3", "one player with three ships"),
            ("exodus demo --game corruption --difficulty heroic --quiet", "only how it ends"),
        ),
        "play": (
            ("exodus play --game corruption --players human", "you alone, with three ships"),
            ("exodus play --game corruption --players human,motives --difficulty hardened", "two ships each"),
            ("exodus play --game corruption --players human,greedy,random --save mine.exo.json", "keep the game"),
        ),
        "actions": (
            ("exodus actions --game corruption", "four ships"),
            ("exodus actions --game corruption --ships 3 --players 3", "three ships"),
        ),
        "observations": (
            ("exodus observations --game corruption", "four ships"),
            ("exodus observations --game corruption --players 1", "one player with three ships"),
        ),
        "content": (
            ("exodus content --game corruption", "everything"),
            ("exodus content --game corruption --reconstructed", "only what is reconstructed"),
        ),
        "bench": (
            ("exodus bench --game corruption", "a quick measurement"),
            ("exodus bench --game corruption --players 1 --json", "another game, for a script to read"),
        ),
        "arena": (
            ("exodus arena --game corruption --players random,random,random,random --games 200", "a team of four"),
            ("exodus arena --game corruption --teams motives,greedy --seats 2", "teams by difficulty, and mixed"),
        ),
        "balance": (
            ("exodus balance --game corruption --games 500", "what each ship is worth"),
            ("exodus balance --game corruption --difficulty heroic", "at the highest difficulty"),
        ),
    }

    def add(self, options: argparse._ArgumentGroup) -> None:
        """The settings of X-ODUS."""
        options.add_argument(
            "--ships", type=int, metavar="N", help="3 or 4 (default: 4; 3 for one player alone and for three)"
        )
        options.add_argument(
            "--difficulty", type=name, metavar="NAME", help="casual (default), hardened or heroic: which Signals come"
        )
        options.add_argument(
            "--nightmare", action="store_true", default=None, help="a permanent +1 on the movement of Avatars"
        )
        options.add_argument(
            "--order",
            type=name,
            metavar="NAME",
            help="leader (a seat names each ship that goes next; default) or volunteer (captains are asked in turn)",
        )
        options.add_argument(
            "--mats",
            type=mats,
            metavar="NAME|NAME,NAME,...",
            help="chosen (by the players; default), dealt, or a ship mat for each ship",
        )
        options.add_argument(
            "--hidden-from-avatars",
            action="store_true",
            default=None,
            help="Avatars pass ships that hide, as in the printed game",
        )
        options.add_argument("--content", type=Path, metavar="DIR", help="read tiles and cards from this folder")

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """The words of the configuration."""
        from exodus_env.corruption import config
        from exodus_env.corruption.content.vocabulary import DIFFICULTIES

        return {"difficulty": DIFFICULTIES, "order": config.ORDERS, "mats": config.MATS}


def mats(text: str) -> str | list[str]:
    """Where ship mats come from, or a mat for each ship."""
    words = [name(word) for word in names(text)]
    return words[0] if len(words) == 1 and words[0] in ("chosen", "dealt") else words
