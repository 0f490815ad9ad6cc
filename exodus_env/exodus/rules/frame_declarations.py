"""The kinds of frame: what runs them, what they store, what they push. rules/frames.py is generated from it.

New kinds go to the end: the numbers are in saved games.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus import capacity as c
from exodus_env.exodus.content import vocabulary as v
from exodus_env.kit.declare import Column, Frame

MOST: Final = 32767
PLAYER: Final = Column("player", c.PLAYERS - 1, "whose frame it is")
PLACE: Final = Column("place", "players", "place in turn order of the player whose turn it is")
EVERYBODY: Final = 2**c.PLAYERS - 1  # a bit for each player
CLASS: Final = c.CLASSES - 1
# Upgrades that replace others, and ships that are built somewhere other than at home, are asked about by two frames
# each, which store these in the same place.
REPLACING: Final = (
    Column("upgrade", "upgrades", "the upgrade that is placed, plus 1", of="replacing"),
    Column("class", CLASS, "the class it goes on", of="replacing"),
)
BUILDING: Final = Column("ship", CLASS, "the class of the ship whose place is asked", of="building")

FRAMES: Final = (
    Frame(
        "game",
        "turn.run_game",
        last_step="turn.NEXT_TURN",
        pushes=("setting up", "upkeep", "council", "action stage", "wmd", "activation", "conquest"),
    ),
    Frame(
        "setting up",
        "setup.opening.run_setting_up",
        (
            PLACE,
            Column("begun", "players", "players who have their second starting hex (EoE)"),
            Column("second look", 1, "1 while a second look is open (EoE)"),
            Column("technologies", c.TECHNOLOGIES, "starting technologies the player has chosen"),
            Column("spent", "start_technology_budget", "CP spent on them"),
        ),
        last_step="setup.opening.LAST_STEP",
        pushes=("effects",),
    ),
    Frame(
        "upkeep",
        "stages.upkeep.run_upkeep",
        (
            PLACE,
            Column("taking", 1, "1 while the player takes minerals"),
            Column("tax", MOST, "tax the player has paid"),
        ),
        last_step="stages.upkeep.DONE",
        pushes=("window",),
    ),
    Frame(
        "council",
        "stages.council.run_council",
        (
            Column("place", c.PLAYERS, "place in turn order of the player whose turn it is"),
            Column("proposals", c.REVEALED, "bonus actions proposed"),
            Column("seats", "players", "places in the new turn order that are given"),
            Column("part", 2, "what the player commits: 0 the voting token, 1 a bid, 2 the rest of it"),
            Column("slot", c.REVEALED - 1, "the slot of the card voted in"),
            Column("chooser", "players", "who chooses a turn-order card, plus 1 (EoE)"),
        ),
        last_step="stages.council.LAST_STEP",
        pushes=("effects", "discard", "interrupted"),
    ),
    Frame(
        "effects",
        "cards.effects.run_effects",
        (
            Column("row", "effects", "the row of effects"),
            Column("rows", "effects", "rows left"),
            Column("owner", c.PLAYERS - 1, "whose card it is: the Chancellor's if it is a political card"),
            Column("place", "players", "place in turn order of the next player"),
            Column("named", "players", "the player the Chancellor named, plus 1"),
            Column("option", c.OPTIONS, "the option these rows belong to, 0 outside options"),
            Column("concerned", 255, "players the row concerns, one bit each; SETTLED once known, ADDED once done"),
            Column("only", "players", "the only player the rows concern, plus 1; 0 whomever they name"),
        ),
        last_step="cards.effects.REACTION",
        pushes=(
            *("effects", "perform", "learn free", "build free", "equip free", "conversion"),
            *("discard", "fortify", "arm", "settle", "interrupted"),
        ),
    ),
    Frame(
        "action stage",
        "stages.action_stage.run_action_stage",
        (
            PLACE,
            Column("round", "stages.action_stage.EXTRA", "which cards are played: MANDATORY, THIRD or EXTRA"),
            Column("cubes", MOST, "cubes still to pay for a reaction, where the player chooses where from"),
            Column("owner", c.PLAYERS - 1, "owner of the card they go on"),
        ),
        last_step="stages.action_stage.PAY",
        pushes=("perform", "effects", "window", "interrupted"),
    ),
    Frame(
        "perform",
        "stages.actions.run_perform",
        (
            PLAYER,
            BUILDING,
            *REPLACING,
            Column("action", len(v.ACTIONS) - 1, "the standard action"),
            Column("source", "cards.effects.SOURCE_BONUS", "what caused it"),
            Column("left", MOST, "Mining: resources left; Trade: exchanges left"),
            Column("learned", MOST, "Research: technologies learned"),
            Column("structures", 3, "Build: the structures built, one bit each"),
            Column("space", c.MARKET_SPACES, "Trade: the market space"),
            Column("traded", 2, "Trade: 0 nothing yet, 1 bought, 2 sold"),
            Column("vp bought", MOST, "Trade: VP bought (EoE)"),
        ),
        last_step="stages.actions.DONE",
        pushes=("conversion", "interrupted"),
    ),
    Frame(
        "learn free",
        "cards.gifts.run_learn_free",
        (
            PLAYER,
            Column("cost", MOST, "the highest printed cost"),
            Column("source", "begin.BY_LANDING", "why the player learns: BY_CARD, BY_COMBAT or BY_LANDING"),
            Column("hex", c.HEXES - 1, "BY_LANDING: where those live from whom the technology is learned"),
        ),
        last_step="stages.actions.DONE",
        pushes=("interrupted",),
    ),
    Frame(
        "build free",
        "cards.gifts.run_build_free",
        (PLAYER, BUILDING, Column("given", CLASS, "the class of the ship, or -1 for any", least=-1)),
        last_step="stages.actions.DONE",
        pushes=("interrupted",),
    ),
    Frame(
        "equip free",
        "cards.gifts.run_equip_free",
        (PLAYER, Column("any kind", 1, "1 where it may be a rocket or a planetary upgrade"), *REPLACING),
        last_step="stages.actions.DONE",
        pushes=("interrupted",),
    ),
    Frame("window", "stages.window.run_window", (PLAYER,), last_step="stages.window.ASKED", pushes=("interrupted",)),
    Frame(
        "wmd",
        "stages.wmd.run_wmd",
        (
            Column("place", c.PLAYERS - 1, "place in turn order, counted down", least=-1),
            Column("rocket", c.HEXES * c.ROCKET_SPACES, "the rocket, as hex * spaces + space"),
            Column("hits", MOST, "hits on Population left"),
        ),
        last_step="stages.wmd.DONE",
        pushes=("interrupted",),
    ),
    Frame(
        "activation",
        "scenarios.stronghold.run_activation",
        (
            Column("hex", "hexes", "where the squadron is that moves"),
            Column("place", "players", "players who have had a window"),
        ),
        last_step="scenarios.stronghold.DONE",
        pushes=("squadrons", "window"),
    ),
    Frame(
        "conquest",
        "stages.conquest.run_conquest",
        (
            PLACE,
            Column("hex", "hexes", "the hex whose turn it is"),
            Column("other", c.PLAYERS, "Radar: place in turn order of the player it may find"),
            Column("source", c.HEXES, "Civilian Ships: where the cube leaves, plus 1"),
            Column("raided", c.HEXES, "Commandos: where they kill, plus 1 (EoE)"),
            Column("resisted", 1, "1 while the Resistance of the hex is fought (EoE)"),
            Column("known", c.TECHNOLOGIES, "technologies known before Expert Research (EoE)"),
            Column("deployed", 1, "1: the player whose turn it is has landed all, and may learn there (EoE)"),
        ),
        last_step="stages.conquest.DONE",
        pushes=("movement", "exploration", "combat", "squadrons", "outposts", "jumps", "learn free"),
    ),
    Frame(
        "movement",
        "stages.movement.run_movement",
        (
            Column("place", "players", "place in turn order, counted down (up with orders)", least=-1),
            Column("step", MOST, "the movement step, from 1"),
            Column("damage", "ships", "damage of debris to assign"),
            Column("debris", "hexes", "the debris hex whose dice are rolled"),
            Column("rolled", 1, "1 once they are"),
            Column("ship", "ships", "the ship that goes through hyperspace, plus 1 (EoE)"),
            Column("last", 1, "1 once all others have moved, and ships go through hyperspace (EoE)"),
        ),
        last_step="stages.movement.HYPERSPACE",
    ),
    Frame(
        "exploration",
        "modules.exploration.run_exploration",
        (
            Column("hex", "hexes", "the hex that is explored"),
            PLACE,
            Column("visitors", EVERYBODY, "players who ended their movement there, one bit each"),
        ),
        last_step="modules.exploration.SETTLE",
        pushes=("effects",),
    ),
    Frame(
        "combat",
        "combat.rounds.run_combat",
        (
            Column("hex", c.HEXES - 1, "where the combat is"),
            Column("lone", c.PLAYERS - 1, "the player who fights the Resistance alone, else -1", least=-1),
            Column("round", MOST, "the round, from 1"),
            Column(
                *("place", c.PLAYERS, "place in turn order of the side that acts, counted down; -1 the Centaurians"),
                least=-1,
            ),
            Column("card", c.FOES, "the card of the Resistance to be given", least=-1),
            Column("kind", "frames.TOGETHER", "the kind of combat"),
            Column("players", EVERYBODY, "players who take part, one bit each (EoE)"),
            Column("cubes", MOST, "Population still to be paid for a combat card (EoE)"),
            Column("damage", MOST, "damage of a sacrificed Dark Raider (EoE)"),
            Column("resolved", MOST, "sides whose combat card is resolved, one bit each (EoE)"),
            Column("deflected", MOST, "the ship a hit is taken off, plus 1 (EoE)"),
        ),
        last_step="combat.rounds.CANCEL",
        pushes=("learn free", "discard"),
    ),
    Frame(
        "squadrons",
        "scenarios.stronghold.run_squadrons",
        (Column("hex", "hexes", "the next hex"),),
        last_step="scenarios.stronghold.FINISHED",
        pushes=("combat", "assault"),
    ),
    Frame(
        "assault",
        "scenarios.stronghold.run_assault",
        (PLACE,),
        last_step="scenarios.stronghold.OVER",
        pushes=("combat",),
    ),
    Frame(
        "outposts",
        "modules.outposts.run_outposts",
        (
            Column("hex", "hexes", "where the Outpost is"),
            PLACE,
            Column("attackers", EVERYBODY, "players who attacked it, one bit each"),
        ),
    ),
    Frame(
        "jumps",
        "modules.structures.run_jumps",
        (
            Column("place", "players", "place in turn order, counted down"),
            Column("gate", "gates", "the Jump Gate, plus 1"),
            Column("source", "hexes", "the hex the ships leave"),
            Column("jumped", "ships", "ships that jumped"),
        ),
        last_step="modules.structures.JUMP",
    ),
    Frame(
        "conversion",
        "scenarios.conversion.run_conversion",
        (PLAYER, Column("vp", MOST, "VP left"), Column("change", "cards.effects.LOSING", "GAINING or LOSING")),
        pushes=("conversion",),
    ),
    Frame("discard", "edge.combat_hands.run_discard", (PLAYER,), pushes=("discard",)),
    Frame("fortify", "cards.gifts.run_fortify", (PLAYER,), last_step="stages.actions.DONE", pushes=("interrupted",)),
    Frame("arm", "cards.gifts.run_arm", (PLAYER,), last_step="stages.actions.DONE", pushes=("interrupted",)),
    Frame("settle", "cards.gifts.run_settle", (PLAYER, Column("cubes", MOST, "cubes left")), pushes=("interrupted",)),
    Frame(
        "rearrange",
        "stages.window.run_rearrange",
        (
            PLAYER,
            Column("upgrade", "upgrades", "the upgrade in hand"),
            Column("source", CLASS, "the class it comes from"),
            Column("target", CLASS, "the class it goes to"),
        ),
        last_step="stages.window.EXCHANGE",
    ),
    Frame(
        "interrupted",
        "stages.window.run_interrupted",
        (
            PLAYER,
            Column("decision", "choices.LAST_DECISION", "the decision that is asked again"),
            Column("hex", c.HEXES - 1, "the hex it is about", least=-1),
            Column("other", c.PLAYERS - 1, "the player it is about", least=-1),
            Column("card", c.PLANETS, "the card it is about", least=-1),
        ),
        pushes=("effects", "rearrange"),
    ),
)

# Kinds of combat: every side for itself, and players together against squadrons, the Stronghold or the Resistance.
COMBATS: Final = ("ordinary", "against squadrons", "against stronghold", "together")

# Stages as in the record and the observation: the constant, and the name on the board.
STAGES: Final = (
    ("setup", "Setup"),
    ("upkeep stage", "Upkeep"),
    ("council stage", "Council"),
    ("actions stage", "Action"),
    ("wmd stage", "Fire WMD"),
    ("conquest stage", "Conquest"),
    ("scoring", "Scoring"),
    ("activation stage", "Activation"),
)
STAGE_NAMES: Final = tuple(name for _, name in STAGES)
