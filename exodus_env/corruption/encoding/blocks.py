"""The blocks of the observation, declared once: axes, features, units, range and meaning.

The kernels that fill the blocks stand in observations.py; they find the numbers and scales of blocks and features in
places.py, which scripts/generate makes from what is declared here. Everybody sees everything that lies open: seats
differ in nothing but who is the viewer.

Cards have axes of their own (`effect`, `module`, `mat`, ... and those that end with `_card`); what they do is in
cards.py.
"""

from __future__ import annotations

from typing import Any, Final

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules.choices import DECISIONS
from exodus_env.corruption.rules.frames import NAMES as FRAME_NAMES
from exodus_env.kit.encode import MOST, fill_observations
from exodus_env.kit.hexes import DIRECTIONS
from exodus_env.kit.layout import DeclaredBlock, Feature, ObservationLayout, lay_out_observations

COORDINATE: Final = 4  # what the coordinates of a system are divided by
MODIFIER: Final = 2  # what lasting values are divided by
DIRECTION_WORDS: Final = ("east", "north_east", "north_west", "west", "south_west", "south_east")


def _features(*rows: tuple[str, str] | tuple[str, str, int]) -> tuple[Feature, ...]:
    """Features by name, text and unit."""
    return tuple(Feature(*row) for row in rows)


def _one_of(words: tuple[str, ...], text: str, prefix: str = "") -> tuple[Feature, ...]:
    """One-hot: a feature for each word."""
    return tuple(Feature(f"{prefix}{word.replace(' ', '_')}", f"{text}{word.replace('_', ' ')}") for word in words)


def _place(text: str) -> tuple[Feature, ...]:
    """The two coordinates of a system."""
    return tuple(Feature(axis, f"{text}, coordinate {axis} / {{unit}}", COORDINATE) for axis in ("q", "r"))


SOURCES: Final = ("equipment", "card", "service", "ability", "end_phase")  # as rules/begin.py numbers them
PHASES: Final = ("setup", "action", "corruption", "end")
COURSE: Final = (
    *_one_of(PHASES, "phase: ", "phase_"),
    *_features(
        ("turn", "turn / {unit}", 12),
        ("corruption", "space of the Corruption marker / {unit}", 12),
        ("left", "spaces up to the Rise of the Corruption / {unit}", 12),
        ("box", "spaces up to the next red box / {unit}, 0 none", 4),
        ("boxes", "red boxes that were reached / {unit}", 3),
        ("hold", "the marker does not advance in the next Corruption phase"),
        ("avatar_moves", "added to the movement of Avatars / {unit}", 2),
        ("rush", "the last Key was activated, and the Avatars have answered"),
        ("actions", "Actions the active Fleet has left / {unit}", 4),
        ("turn_over", "the turn of the active Fleet ends"),
        ("tiles", "tiles in the System stack / {unit}", 30),
        ("block", "of them in the block on top / {unit}", 5),
        ("corrupt", "the Corrupt system of that block is still in it"),
        ("rift", "the Main Rift is in that block"),
        ("found", "the Main Rift is on the map"),
        ("explorations", "cards in the Exploration deck / {unit}", 20),
        ("known", "of them at the bottom, where everybody saw them go / {unit}", 4),
        ("modules", "cards in the deck of Ship Modules / {unit}", 24),
        ("precursors", "cards in the deck of Precursor Ship Modules / {unit}", 8),
        ("damaged", "cards in the deck of Damaged cards / {unit}", 16),
        ("allies", "cards in the Ally deck / {unit}", 4),
        ("enemies", "cards in the Enemy deck / {unit}", 8),
        ("reserve", "cards in the reserve / {unit}", 16),
    ),
)

# What is under way below the pending decision.
PENDING: Final = (
    *_features(
        ("seat", "the decision is one of the seat, not of a ship"),
        ("level", "level of the new Mod / {unit}", 6),
        ("asked", "ships asked before this one in a fight, Trade or Maintenance / {unit}", 4),
        ("card_asked", "ships asked before this one about an Exploration or Signal / {unit}", 4),
        ("turn_asked", "ships that come before this one at this point of the turn / {unit}", 4),
        ("jumps", "jumps of the Rush left / {unit}", 3),
        ("reveal_jump", "the Fleet jumps to the new system at once"),
        ("roll_detection", "a Detection Roll"),
        ("roll_skill", "a Skill Roll"),
        ("roll_damage", "a Damage Roll"),
        ("roll_hit", "the Skill Roll asks for hits"),
        ("roll_special", "the Skill Roll asks for specials"),
        ("roll_count", "how many the Skill Roll asks for, or misses that let a Detection Roll fail / {unit}", 3),
        ("roll_found", "how many of them are there by now, with all that counts as such / {unit}", 3),
        ("counted", "added to what the Skill Roll counts / {unit}", 2),
        ("unseen", "the Detection Roll succeeds whatever the dice show"),
        ("success", "the last roll has succeeded"),
        ("effects", "cards, services, abilities or equipment being carried out, one on top of the other / {unit}", 2),
        ("free", "options of the Exploration left without an Action / {unit}", 3),
        ("owed", "Scraps still to be paid / {unit}", 6),
        ("round", "round of the fight / {unit}", 6),
        ("proposed", "disengaging was proposed in this round"),
        ("rolls", "Damage Rolls left before the ship has disengaged / {unit}", 3),
        ("avatars", "an Avatar is among those left behind"),
        ("power", "hits added to this attack / {unit}", 4),
        ("pierce", "Shields lowered for this attack / {unit}", 3),
        ("shield_up", "Shields added to the Enemy that is fought / {unit}", 3),
        ("hits", "hits of the attack by now / {unit}", 4),
        ("shields", "Shields of the Enemy that is fought, in this attack / {unit}", 4),
        ("silenced", "its abilities do nothing this round"),
        ("struck", "this attack took Health off it"),
        ("veiled", "the disengaging does not advance the Corruption"),
    ),
    *_one_of(v.WINDOW_NAMES[1:], "window: ", "window_"),
    *_one_of(tuple(str(option + 1) for option in range(c.OPTIONS)), "option being resolved: ", "option_"),
    *_one_of(tuple(str(option + 1) for option in range(c.OPTIONS)), "option taken: ", "taken_"),
    *_one_of(tuple(str(n + 1) for n in range(c.INSTRUCTIONS)), "instruction followed: ", "instruction_"),
    *_one_of(tuple(str(place + 1) for place in range(c.MODULE_SLOTS)), "module bought or given: ", "item_"),
    *_one_of(DIRECTION_WORDS, "the new system lies to the: ", "towards_"),
)

# The effect of a card, service, ability or Signal that is being carried out.
ROW: Final = (
    *_one_of(v.OPERATION_NAMES, "it does: "),
    *_one_of(v.TARGET_NAMES, "concerns: ", "target_"),
    Feature("amount", "its amount / {unit}", 3),
    Feature("of", "symbol, colour or way it names, from 1, / {unit}", 3),
    Feature("into", "symbol it turns into, from 1, / {unit}", 3),
    *_one_of(SOURCES, "it is one of: ", "source_"),
    *_features(
        ("rows", "effects of the same card still to come, with this one / {unit}", 4),
        ("left", "what is left of its amount / {unit}", 3),
        ("done", "ships concerned that are done / {unit}", 4),
    ),
)

SHIP: Final = (
    *_place("where it, or its wreck, is"),
    *_features(
        ("alive", "in play"),
        ("lead", "leads the active Fleet"),
        ("active", "belongs to the active Fleet"),
        ("leader", "its captain is the leader of this turn"),
        ("focus", "the decision is about this ship"),
        ("takes", "takes part in the option, instruction or solving under way"),
        ("waits", "would rather wait than go next"),
        ("agreed", "its captain has agreed to pay"),
        ("declined", "pays for nothing more in this Trade"),
        ("passed", "uses no more equipment in this window"),
        ("passed_before", "uses no more equipment in a window that this one lies in"),
        ("had", "has had its own option of the Exploration"),
        ("got", "has got some of the Scraps that are shared out"),
        ("rolls", "the roll under way is its own, or that of its Fleet"),
        ("opens", "leads those who may use equipment in this window"),
        ("reveals", "reveals the system"),
        ("opts", "has chosen the option of the Analysis"),
        ("acts", "the effect is its own, or it leads those who are concerned"),
        ("began", "the same of the effect that all others come before"),
        ("chosen", "invited, or chosen for the effect, Trade or Maintenance under way"),
        ("played", "its Activation marker is flipped"),
        ("engaged", "engaged"),
        ("hidden", "hides"),
        ("health", "Health / {unit}", 6),
        ("markers", "Health markers / {unit}", 8),
        ("gone", "Health markers lost for good / {unit}", 3),
        ("energy", "Energy markers / {unit}", 5),
        ("ready", "Energy markers that are not turned / {unit}", 5),
        ("scraps", "Scraps / {unit}", 8),
        ("xp", "space of the XP marker / {unit}", 20),
        ("next_level", "spaces up to the next level / {unit}", 5),
        ("actions", "Actions for a turn by itself / {unit}", 4),
        ("waiting", "a module it has no room for"),
        ("strained", "has strained its engine this turn"),
        ("scavenged", "has scavenged this turn"),
        ("served", "has used the service of an Ally this turn"),
        ("refused", "was invited here and has refused"),
        ("probes", "probes sent for no Action this turn / {unit}", 2),
        ("energy_saved", "Energy markers it need not have turned this turn / {unit}", 2),
        ("offense", "manoeuvre: Offense"),
        ("defense", "manoeuvre: Defense with the first die"),
        ("second", "manoeuvre: Defense with the second die"),
        ("disengage", "manoeuvre: Disengage"),
        ("guard", "Health lost less / {unit}", 3),
        ("retaliation", "Health lost more / {unit}", 3),
        ("loses", "Health it is about to lose by the dice as they lie / {unit}", 3),
        ("jammed", "no effects that take Energy this round"),
        ("escaped", "no Damage Rolls for this disengaging"),
        ("given", "Scraps it was given in this Trade / {unit}", 4),
    ),
)

MOD: Final = _features(("chosen", "its effect is chosen"), ("open", "its effect is to be chosen"), ("lost", "lost"))

SYSTEM: Final = (
    Feature("revealed", "revealed"),
    *_place("where it lies"),
    *_one_of(v.TILE_KINDS, "kind: "),
    *_features(
        ("exploration", "an Exploration marker lies there"),
        ("signal", "a Precursor Signal is printed"),
        ("key", "Keys lying there / {unit}", 4),
        ("pacified", "End phases it stays pacified / {unit}", 2),
        ("gate", "a wormhole"),
        ("rift_open", "a Rift that Avatars can use"),
        ("fled", "ships have fled from Avatars there this turn: others do so without advancing the Corruption"),
        ("ally", "an Ally is printed"),
        ("met", "the Ally was met"),
        ("enemies", "Enemies that patrol / {unit}", 2),
        ("surveillance", "surveillance"),
        ("reserve", "Enemies come from the reserve"),
        ("foes", "Enemies lying there / {unit}", 2),
        ("avatars", "Avatars there / {unit}", 2),
        ("foe_health", "Health of all of them / {unit}", 8),
        ("focus", "the decision is about it, or the new system is joined to it"),
        ("aim", "the Avatars go there"),
    ),
    *(Feature(f"open_{word}", f"a lane to an empty space, {word.replace('_', '-')}") for word in DIRECTION_WORDS),
)

KEY: Final = (
    *_one_of(("mat", "system", "ship", "rift"), "it is on: ", "on_"),
    *_place("system of its signal"),
    *_features(
        ("found", "its signal is on the map"),
        ("open", "its Signal is face up"),
        ("solved", "its Signal is solved"),
        ("markers", "markers left on the Signal / {unit}", 5),
        ("moved", "changed hands in this Trade"),
        ("pending", "the Signal is under way"),
    ),
)

FOE: Final = (
    *_place("where it is"),
    *_features(
        ("present", "on the map"),
        ("health", "Health left / {unit}", 6),
        ("roused", "its abilities of the begin of a fight have worked"),
        ("seen", "everybody has seen where the card went"),
        ("discarded", "among the discards"),
        ("waits", "spaces until it returns / {unit}", 2),
        ("out", "out for good"),
        ("pinned", "does not move until the next Corruption phase is over"),
        ("moved", "has moved, or was passed, in the movement under way"),
    ),
)
FOE_CHOICE: Final = _features(
    ("present", "there"),
    ("avatar", "an Avatar"),
    ("health", "Health left / {unit}", 6),
    ("shield", "Shield / {unit}", 4),
)

DIE: Final = (
    *_one_of(v.SYMBOLS, "shows: "),
    *_one_of(v.COLOURS, "colour: "),
    *_features(
        ("rerolled", "was rolled again"),
        ("spent", "used up"),
        ("turned", "turned to what it shows"),
        ("ignored", "its miss does not count"),
    ),
)

BLOCKS: Final[tuple[DeclaredBlock, ...]] = (
    DeclaredBlock("course", (), features=COURSE, low=-MOST, high=MOST, short="C"),
    DeclaredBlock("decision", (), features=tuple(Feature(name, text) for name, _, text in DECISIONS)),
    DeclaredBlock("under_way", (), features=tuple(Feature(name.replace(" ", "_"), name) for name in FRAME_NAMES)),
    DeclaredBlock("pending", (), features=PENDING, low=-MOST, high=MOST, short="N"),
    DeclaredBlock("row", (), features=ROW, low=-MOST, high=MOST, short="ROW"),
    DeclaredBlock("first_row", (), features=ROW, low=-MOST, high=MOST),
    DeclaredBlock("offered", (2, "effect"), "one-hot: the effects of a Mod to choose from"),
    DeclaredBlock("about_module", ("module",), "one-hot: the module the decision is about"),
    DeclaredBlock("ship", ("ship",), features=SHIP, low=-MOST, high=MOST, short="S"),
    DeclaredBlock("captain", ("ship", "player"), "one-hot: the seat of its captain"),
    DeclaredBlock("mates", ("ship", "ship"), "1: of the same Fleet"),
    DeclaredBlock("ship_at", ("ship", "hex"), "one-hot: the system it, or its wreck, is in"),
    DeclaredBlock("mats", ("ship", "mat"), "one-hot: its ship mat"),
    DeclaredBlock("mods", ("ship", "level"), features=MOD, short="MOD"),
    DeclaredBlock("effects", ("ship", "effect"), "effects of its Mods and modules / {unit}", unit=2, high=MOST),
    DeclaredBlock("slots", ("ship", "slot", "module"), "one-hot: module in each of its slots"),
    DeclaredBlock("used", ("ship", c.EQUIPMENT), "1: the Mod, by level, or the module, by slot, was used"),
    DeclaredBlock("moved", ("ship", "slot"), "1: the module in this slot changed hands in this Trade"),
    DeclaredBlock("damage", ("ship", "damaged"), "its Damaged cards / {unit}", unit=2, high=MOST),
    DeclaredBlock(
        "modifiers",
        ("ship",),
        features=tuple(Feature(name, f"{text} / {{unit}}", MODIFIER) for name, _, text in v.MODIFIERS),
        low=-MOST,
        high=MOST,
    ),
    DeclaredBlock("dice", ("ship", "die"), features=DIE, short="DIE"),
    DeclaredBlock("system", ("hex",), features=SYSTEM, low=-MOST, high=MOST, short="H"),
    DeclaredBlock(
        "beside",
        ("hex", "neighbour"),
        "where a lane leads in each direction: the system's number + 1, / {unit}; 0 nowhere",
        unit=c.TILES + 1,
    ),
    DeclaredBlock("tiles", ("tile_card",), "1: the tile is on the map, or was just drawn"),
    DeclaredBlock("drawn", ("tile_card",), "one-hot: the tile that was drawn and is not placed yet"),
    DeclaredBlock("key", ("key",), features=KEY, low=-MOST, high=MOST, short="K"),
    DeclaredBlock("carrier", ("key", "ship"), "one-hot: the ship, or wreck, that carries the Key"),
    DeclaredBlock("signals", ("key", "signal_card"), "one-hot: the Signal of the Key, once it is face up"),
    DeclaredBlock("foe", ("foe_card",), features=FOE, low=-MOST, high=MOST, short="F"),
    DeclaredBlock("foes", ("foe_card",), "1: on the map"),
    DeclaredBlock("fought", ("foe_card",), "one-hot: the Enemy or Avatar that is fought"),
    DeclaredBlock("foe_choice", ("foe",), features=FOE_CHOICE, high=MOST, short="FC"),
    DeclaredBlock("card", ("exploration_card",), "one-hot: the Exploration being resolved"),
    DeclaredBlock("seen", ("exploration_card",), "0.5: the Exploration has been turned up; 1: it lies under the deck"),
    DeclaredBlock("ally", ("ally_card", "hex"), "one-hot: where the Ally was met"),
    DeclaredBlock("display", ("ally_card", "module"), "modules the Ally offers / {unit}", unit=2, high=MOST),
    DeclaredBlock("offer", (c.DISPLAY, "module"), "one-hot: what the Ally offers where the ship that is asked is"),
    DeclaredBlock("discards", ("damaged",), "Damaged cards that were removed / {unit}", unit=2, high=MOST),
)


def sizes(t: Any) -> dict[str, int]:
    """What the axes count in a configuration."""
    return {
        "ship": int(t.ships),
        "player": int(t.players),
        "hex": systems(t),
        "neighbour": len(DIRECTIONS),
        "mat": c.MATS,
        "level": c.LEVELS,
        "effect": c.EFFECTS,
        "module": c.ALL_MODULES,
        "slot": c.MODULE_SLOTS,
        "damaged": c.DAMAGED_KINDS,
        "die": c.DICE,
        "tile_card": c.TILES,
        "key": int(t.keys),
        "signal_card": c.SIGNALS,
        "foe_card": c.FOE_CARDS,
        "foe": c.FOES,
        "exploration_card": c.EXPLORATIONS,
        "ally_card": c.ALLIES,
    }


def systems(t: Any) -> int:
    """How many systems the map can have: the tiles in play, one of the Corrupt ones excepted with three ships."""
    return 1 + int(t.piles) * (c.PILE_TILES + 1)


def observation_layout(t: Any) -> ObservationLayout:
    """The blocks of a configuration."""
    return lay_out_observations(BLOCKS, sizes(t), {})


def fill_observation_layout(t: Any, layout: ObservationLayout) -> None:
    """Tell the kernels where each block starts."""
    fill_observations(t, BLOCKS, layout)
