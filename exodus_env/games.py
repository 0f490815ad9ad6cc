"""The games of this package. Nothing of a game is imported here; entries only say where it is."""

from __future__ import annotations

from typing import Final

from exodus_env.kit.registry import GameEntry

EXODUS: Final = GameEntry(
    name="exodus",
    title="Exodus: Proxima Centauri",
    config="exodus_env.exodus.config:GameConfig",
    rules="exodus_env.exodus.ruleset:ruleset",
    environments=("exodus_v0", "stronghold_v0", "event_horizon_v0", "solitaire_v0"),
    gymnasium={
        "Exodus/Base-v0": {"scenario": "none"},
        "Exodus/EventHorizon-v0": {"scenario": "event_horizon"},
        "Exodus/Stronghold-v0": {"scenario": "stronghold"},
        "Exodus/StrongholdSolo-v0": {"scenario": "stronghold", "mode": "solo"},
        "Exodus/SecureTheBorders-v0": {"scenario": "secure_the_borders"},
        "Exodus/EdgeOfTheVoid-v0": {"scenario": "edge_of_the_void"},
    },
    pinned=("scenario",),
    players={
        "greedy": "exodus_env.exodus.players.motives:greedy",
        "motives": "exodus_env.exodus.players.motives:motives",
        "search": "exodus_env.exodus.players.search:search",
    },
    balance_player="motives",
    options="exodus_env.exodus.options:ExodusOptions",
    content="exodus_env.exodus.content.show:content_page",
)
CORRUPTION: Final = GameEntry(
    name="corruption",
    title="X-ODUS: Rise of the Corruption",
    config="exodus_env.corruption.config:CorruptionConfig",
    rules="exodus_env.corruption.ruleset:corruption",
    environments=("corruption_v0",),
    gymnasium={
        "XOdus/RiseOfTheCorruption-v0": {},
        "XOdus/Solo-v0": {"players": 1, "ships": 3},
    },
    players={
        "greedy": "exodus_env.corruption.players.motives:greedy",
        "motives": "exodus_env.corruption.players.motives:motives",
        "search": "exodus_env.corruption.players.search:search",
    },
    balance_player="motives",
    options="exodus_env.corruption.options:CorruptionOptions",
    content="exodus_env.corruption.content.show:content_page",
)
GAMES: Final = (EXODUS, CORRUPTION)
