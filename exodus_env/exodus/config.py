"""Which game is played: player count, variant, movement, map. Checked and completed when it is created."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from exodus_env.kit.config import ENCODINGS, Config, ConfigError, flag, folder, some_of, weight, whole, word
from exodus_env.kit.content.reader import shown

PLAYER_COUNTS: Final = (1, 2, 3, 4, 5, 6)  # a single player only in the Stronghold and in solitaire play
MODULE_NAMES: Final = {
    "M1": "Bonus Actions",
    "M2": "Centaurian Resistance",
    "M3": "Centaurian Outposts",
    "M4": "Exploration",
    "M5": "New Planets",
    "M6": "Proxima Centauri",
    "M7": "Jump Gates",
    "M8": "Communication Satellites",
    "M9": "Energy Barriers",
    "M10": "Leaders",
}
MODULES: Final = tuple(MODULE_NAMES)
BONUS_CARDS: Final = ("accelerated_cloning", "supplies", "nanobots", "executive_action")
MOVEMENTS: Final = ("simultaneous", "reverse_turn_order", "drive_power")  # numbered as in tables.py
VARIANTS: Final = ("standard", "long", "combat", "short")
MAPS: Final = ("standard", "minimal", "large")
# Scenarios of solitaire play: the settings they fix, and whether they use Edge of Extinction.
SOLITAIRE: Final[dict[str, dict[str, Any]]] = {
    "secure_the_borders": {"movement": "reverse_turn_order", "turns": 5, "edge_of_extinction": False},
    "edge_of_the_void": {"movement": "reverse_turn_order", "turns": 5, "edge_of_extinction": True},
}
SCENARIOS: Final = ("none", "stronghold", "event_horizon", *SOLITAIRE)  # numbered as in tables.py
MODES: Final = ("coop", "semi_coop", "solo")
FACTIONS: Final = ("sirius", "arctic", "han_xia", "titan", "solaris", "blackwater")
FACTION_MODES: Final = ("dealt", "chosen")  # or fixed: a faction for each seat; numbered as in tables.py
LENGTHS: Final = {"standard": 5, "extended": 6}  # turns of a game with Edge of Extinction
DIFFICULTIES: Final = ("beginner", "easy", "standard", "hard", "extreme")
# Modules that a scenario requires, and those that it forbids.
REQUIRED: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(SCENARIOS, ()),
    "stronghold": ("M2", "M3"),
    "event_horizon": ("M6",),
}
FORBIDDEN: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(SCENARIOS, ()),
    "stronghold": ("M6",),
    **dict.fromkeys(SOLITAIRE, MODULES),
}
MOST_TURNS: Final = 9
FLAGS: Final = (
    "edge_of_extinction",
    "ship_blocking",
    "dice_variant",
    "bonus_draw",
    "random_barriers",
    "free_leaders",
    "ask_forced",
)
# Settings of a module: the module, and their values without it.
BELONGS: Final[dict[str, tuple[str, Any]]] = {
    "bonus_cards": ("M1", None),
    "bonus_draw": ("M1", False),
    "random_barriers": ("M9", False),
    "free_leaders": ("M10", False),
}


# Defaults of a variant, and which of its fields are fixed.
DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "standard": {"movement": "drive_power", "turns": 7, "map": "standard"},
    "long": {"movement": "drive_power", "turns": 9, "map": "large"},
    "combat": {"movement": "drive_power", "turns": 5, "map": "minimal"},
    "short": {"movement": "reverse_turn_order", "turns": 7, "map": "standard"},
}
FIXED: Final[dict[str, tuple[str, ...]]] = {
    "standard": (),
    "long": ("turns", "map"),
    "combat": ("turns", "map"),
    "short": ("movement",),
}

# Why a variant of the base game cannot be played with Edge of Extinction.
NOT_WITH_EXPANSION: Final[dict[str, str]] = {
    "long": "its length sets turns, starting resources and technologies",
    "combat": "its length sets turns, starting resources and technologies",
    "short": "half of each of its action cards is a reaction, and this variant has none",
}


@dataclass(frozen=True)
class GameConfig(Config):
    """The settings of a game; None stands for the variant's default and is replaced by it."""

    players: int = 4
    modules: frozenset[str] = frozenset()  # of Event Horizon, "M1" to "M10"
    edge_of_extinction: bool = False
    length: str | None = None  # of Edge of Extinction: "standard" or "extended"
    factions: str | tuple[str, ...] | None = None  # of Edge of Extinction: "dealt", "chosen", or one for each seat
    movement: str | None = None
    ship_blocking: bool = False
    variant: str = "standard"
    turns: int | None = None
    dice_variant: bool = False
    map: str | None = None
    bonus_cards: frozenset[str] | None = None  # which cards of M1 are in the game, by id; None: all of them
    bonus_draw: bool = False  # M1: the Vice-Chancellor proposes from new cards each turn
    random_barriers: bool = False  # M9: dice place the Energy Barriers, not the players
    free_leaders: bool = False  # M10: any Leader can be chosen, not only the two dealt
    scenario: str = "none"  # of Event Horizon, or of solitaire play; adds the modules it requires
    mode: str | None = None  # of the Stronghold; None: co-operative
    difficulty: str | None = None  # of the Stronghold; None: standard
    content: str | None = None  # folder of the user's own content
    encoding: str = "flat"
    shaping: float = 0.0  # weight of potential-based shaping in the rewards, from 0 (none) to 1
    ask_forced: bool = False  # also ask decisions with one legal choice (debugging)

    def __post_init__(self) -> None:
        whole("players", self.players, PLAYER_COUNTS[0], PLAYER_COUNTS[-1])
        word("variant", self.variant, VARIANTS)
        word("scenario", self.scenario, SCENARIOS)
        word("encoding", self.encoding, ENCODINGS)
        object.__setattr__(self, "shaping", weight("shaping", self.shaping))
        for field in FLAGS:
            flag(field, getattr(self, field))
        modules = some_of("modules", self.modules, MODULES)
        object.__setattr__(self, "modules", modules | frozenset(REQUIRED[self.scenario]))
        if self.bonus_cards is not None:
            object.__setattr__(self, "bonus_cards", some_of("bonus_cards", self.bonus_cards, BONUS_CARDS))
        object.__setattr__(self, "content", folder("content", self.content))
        if self.scenario in SOLITAIRE:
            self._complete_solitaire()
        self._complete_expansion()
        self._complete()
        self._complete_scenario()
        self._refuse_unplayable()

    def _complete_solitaire(self) -> None:
        """A scenario for a single player has its own map and movement, and uses only its own components."""
        name, fixed = self.scenario, SOLITAIRE[self.scenario]
        if self.players != 1:
            raise ConfigError("players", f"{self.players} is not allowed in scenario '{name}'; use 1")
        if self.modules:
            raise ConfigError("modules", f"{sorted(self.modules)[0]} is not allowed in scenario '{name}'; use none")
        if self.variant != "standard":
            raise ConfigError("variant", f"{self.variant!r} is not allowed in scenario '{name}'; use 'standard'")
        if self.length not in (None, "standard"):
            raise ConfigError("length", f"{self.length!r} is not allowed in scenario '{name}'; use 'standard'")
        if self.edge_of_extinction and not fixed["edge_of_extinction"]:
            raise ConfigError("edge_of_extinction", f"not allowed in scenario '{name}', which uses the base game only")
        object.__setattr__(self, "edge_of_extinction", fixed["edge_of_extinction"])
        for field, value in (("movement", fixed["movement"]), ("turns", fixed["turns"]), ("map", name)):
            given = getattr(self, field)
            if given is not None and (type(given) is not type(value) or given != value):
                raise ConfigError(field, f"{shown(given)} is not allowed in scenario '{name}'; use {value!r}")
            object.__setattr__(self, field, value)

    def _complete_expansion(self) -> None:
        """The settings of Edge of Extinction: its length, which determines the number of turns, and the factions."""
        if not self.edge_of_extinction:
            for field in ("length", "factions"):
                if getattr(self, field) is not None:
                    raise ConfigError(field, "belongs to Edge of Extinction; allowed only with edge_of_extinction")
            return
        if self.variant != "standard":
            why = NOT_WITH_EXPANSION[self.variant]
            problem = f"{self.variant!r} is not allowed with edge_of_extinction: {why}; use 'standard'"
            raise ConfigError("variant", problem)
        object.__setattr__(self, "length", "standard" if self.length is None else self.length)
        word("length", self.length, tuple(LENGTHS))
        if self.turns is None:
            object.__setattr__(self, "turns", LENGTHS[str(self.length)])
        factions = "dealt" if self.factions is None else self.factions
        if isinstance(factions, str):
            word("factions", factions, FACTION_MODES)
        else:
            factions = _line_up(factions, self.players)
        object.__setattr__(self, "factions", factions)

    def _complete(self) -> None:
        """Replace None by the variant's defaults, and refuse contradictions."""
        for field, default in DEFAULTS[self.variant].items():
            value = getattr(self, field)
            if value is None:
                object.__setattr__(self, field, default)
                continue
            if field == "turns":
                whole(field, value, 1, MOST_TURNS)
            else:
                own_map = (self.scenario,) if self.scenario in SOLITAIRE else MAPS
                word(field, value, MOVEMENTS if field == "movement" else own_map)
            if field in FIXED[self.variant] and value != default:
                raise ConfigError(field, f"{value!r} contradicts variant '{self.variant}', which takes {default!r}")

    def _complete_scenario(self) -> None:
        """The settings of the Stronghold, and how many players a scenario allows."""
        for field, allowed, default in (("mode", MODES, "coop"), ("difficulty", DIFFICULTIES, "standard")):
            value = getattr(self, field)
            if self.scenario != "stronghold":
                if value is not None:
                    raise ConfigError(field, "belongs to scenario 'stronghold'; allowed only with it")
            elif value is None:
                object.__setattr__(self, field, default)
            else:
                word(field, value, allowed)
        if self.scenario in SOLITAIRE:
            return
        alone = self.mode == "solo"
        if alone and self.players != 1:
            raise ConfigError("players", f"{self.players} is not allowed with mode 'solo'; use 1")
        if not alone and self.players == 1:
            others = ", ".join(f"'{name}'" for name in SOLITAIRE)
            problem = f"1 is not allowed; use 2 to 6, or scenario 'stronghold' with mode 'solo', or {others}"
            raise ConfigError("players", problem)
        if alone and self.map != "standard":
            raise ConfigError("map", f"{self.map!r} is not allowed with mode 'solo'; use its own map, 'standard'")

    def _refuse_unplayable(self) -> None:
        for module in FORBIDDEN[self.scenario]:
            if module in self.modules:
                problem = f"{module} cannot be used in scenario '{self.scenario}': both need the centre of the map"
                raise ConfigError("modules", problem)
        if self.ship_blocking and self.movement == "simultaneous":
            raise ConfigError("ship_blocking", "not allowed with movement 'simultaneous'; use one of the other two")
        for field, (module, default) in BELONGS.items():
            if getattr(self, field) != default and module not in self.modules:
                raise ConfigError(field, f"belongs to module {module}; allowed only with it")

    @classmethod
    def implied_by(cls, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Solitaire scenarios and the mode "solo" are for one player."""
        alone = settings.get("mode") == "solo" or settings.get("scenario") in SOLITAIRE
        return {"players": 1} if alone else {}

    def reset_by(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """A new variant or scenario brings its own defaults."""
        reset: dict[str, Any] = {}
        if values.get("variant", self.variant) != self.variant:
            reset.update(movement=None, turns=None, map=None)
        if values.get("scenario", self.scenario) != self.scenario:
            reset.update(mode=None, difficulty=None)
            if self.scenario in SOLITAIRE or values["scenario"] in SOLITAIRE:
                reset.update(movement=None, turns=None, map=None, length=None, factions=None, edge_of_extinction=False)
        if values.get("edge_of_extinction", self.edge_of_extinction) != self.edge_of_extinction:
            reset.update(turns=None, length=None, factions=None)
        if values.get("length", self.length) != self.length:
            reset.update(turns=None)
        return reset


def _line_up(value: object, players: int) -> tuple[str, ...]:
    """A faction for each seat, no faction twice."""
    if not isinstance(value, list | tuple):
        modes = ", ".join(FACTION_MODES)
        raise ConfigError("factions", f"{shown(value)} is not allowed; use {modes} or a list of names")
    for name in value:
        word("factions", name, FACTIONS)
    if len(value) != players or len(set(value)) != len(value):
        raise ConfigError("factions", f"{players} different ones are needed, one for each player")
    return tuple(value)
