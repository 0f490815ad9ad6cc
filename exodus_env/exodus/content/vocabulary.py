"""The words in which content is written, and their numbers: what effects do, to whom, under which condition.

A word's number is its place in the tuple, so new words are added at the end of a tuple.
"""

from typing import Final

# What a player owns or spends.
RESOURCES: Final = ("cp", "axinium", "phasium", "vp")
CP, AXINIUM, PHASIUM, VP = range(4)

# What a planet's counter holds; "none" for a hex without production.
PLANET_RESOURCES: Final = ("none", "cp", "axinium", "phasium")
NONE_PRODUCED, CP_PRODUCED, AXINIUM_PRODUCED, PHASIUM_PRODUCED = range(4)

COLOURS: Final = ("blue", "orange", "grey", "brown")
TYPES: Final = ("military", "civilian", "transport")

SHIP_CLASSES: Final = ("dark_raider", "fighter", "war_cruiser", "battle_carrier")

UPGRADE_SORTS: Final = ("cannon", "shield", "drive", "hyperspace", "module")
CANNON, SHIELD, DRIVE, HYPERSPACE, MODULE = range(5)

# Upgrades of a planet (Edge of Extinction).
PLANETARY: Final = ("sds", "asds", "clone_factory", "space_port")
SDS, ASDS, CLONE_FACTORY, SPACE_PORT = range(4)

ROCKET_DAMAGES: Final = ("resource", "population", "planet")
HITS_RESOURCE, HITS_POPULATION, HITS_PLANET = range(3)

ACTIONS: Final = ("research", "bank", "build", "upgrade", "mining", "trade")
RESEARCH, BANK, BUILD, UPGRADE, MINING, TRADE = range(6)

POLITICAL_KINDS: Final = ("law", "resolution", "executive")
LAW, RESOLUTION, EXECUTIVE = range(3)

# Lasting values of a player. Rules read these and nothing else, so a technology, law or leader that changes a rule
# is a row of content. "high" and "low" say which of two values is better: technologies do not add up, the better
# one applies. Base values are in rules.toml.
MODIFIERS: Final = (
    ("tax", "low", "CP to pay for each Axinium or Phasium of fresh income"),
    ("growth", "high", "Population gained at home in Upkeep"),
    ("repair", "high", "damage removed from each ship in Upkeep"),
    ("cp_extraction", "high", "units taken from a CP planet in Upkeep"),
    ("axinium_extraction", "high", "units taken from an Axinium planet in Upkeep"),
    ("phasium_extraction", "high", "units taken from a Phasium planet in Upkeep"),
    ("bank", "high", "CP from a Bank action"),
    ("bank_dice", "high", "dice of the Bank dice variant"),
    ("mining", "high", "resources placed by a Mining action"),
    ("mining_dice", "high", "dice of the Mining dice variant"),
    ("exchanges", "high", "exchanges in one Trade action"),
    ("trade_both_ways", "high", "1: buy and sell in one Trade action, at the better rates"),
    ("research_discount", "high", "CP off every technology"),
    ("military_discount", "high", "CP off Military technologies"),
    ("civilian_discount", "high", "CP off Civilian technologies"),
    ("transport_discount", "high", "CP off Transport technologies"),
    ("first_card_returns", "high", "1: the first action card of a turn returns to hand"),
    ("third_action", "high", "1: may play a third action card"),
    ("reaction_discount", "high", "Population off the cost of a Reaction"),
    ("reactions_barred", "low", "1: may not react"),
    ("votes", "high", "votes a voting token is worth"),
    ("election_bonus", "high", "added to the bid for turn order"),
    ("ship_cp", "low", "added to the CP cost of a ship"),
    ("ship_axinium", "low", "added to the Axinium cost of a ship"),
    ("upgrade_cp", "low", "added to the CP cost of an upgrade"),
    ("upgrade_phasium", "low", "added to the Phasium cost of an upgrade"),
    ("rocket_cp", "low", "added to the CP cost of a rocket"),
    ("rocket_phasium", "low", "added to the Phasium cost of a rocket"),
    ("rockets_barred", "low", "1: may not fire rockets"),
    ("rocket_distance", "high", "added to the distance roll of a rocket"),
    ("rocket_range", "high", "hexes a rocket reaches"),
    ("radar", "high", "1: may force cloaked ships in a hex to uncloak"),
    ("cloaking", "high", "1: ships are cloaked until they uncloak"),
    ("civilian_ships", "high", "1: may move Population between the player's planets after movement"),
    ("descend", "low", "die roll needed to deploy on a planet with moons"),
    ("hit", "low", "die roll needed to hit in space combat"),
    ("first_round_hit", "low", "die roll needed to hit in the first round of a space combat"),
    ("shield_bonus", "high", "added to the shield of each ship"),
    ("movement", "high", "hexes added to the drive of every ship"),
    ("combat_barred", "low", "1: this player's ships take no part in Player Combat"),
    ("council_combat_barred", "low", "1: no Player Combat in the High Council hex"),
    ("hex_vp", "high", "VP at the end for each hex with a ship of the player's"),
    ("council_vp", "high", "VP at the end for ships in the High Council hex"),
    ("ship_vp", "high", "added to the VP of each enemy ship destroyed in a won combat"),
    ("elections_barred", "low", "1: no election is held (if it applies to the Chancellor)"),
    ("market_bonus", "high", "CP by which the price of each exchange is better"),
    ("planet_cp", "high", "CP added to the income from each CP planet that produces"),
    ("solar_hit", "low", "die roll needed to hit in Solar Wind"),
    ("solar_shield", "high", "added to each shield in Solar Wind"),
    ("outpost_dice", "high", "dice in addition to those for Population when attacking an Outpost"),
    ("outpost_hit", "low", "die roll needed to hit an Outpost"),
    ("outpost_shield", "high", "hits of an Outpost that do no harm"),
    ("surface_cloaking", "high", "1: may avoid Outpost Combat"),
    ("sector_scan", "high", "1: may ignore bane Events, and debris does no harm"),
    ("bid_double", "high", "CP of each bid that count twice"),
    ("controlled_vp", "high", "VP at the end for each planet with the sole largest Population, home included"),
    # Edge of Extinction
    ("advanced_repair", "high", "damage removed from each ship in Upkeep in addition to `repair`"),
    ("radar_proof", "high", "1: Radar does not force this player's ships to uncloak"),
    ("leftmost_space", "high", "1: trades on the first market space, without a cube"),
    ("vp_trades", "high", "VP that can be bought in one Trade action"),
    ("technologies_each", "high", "technologies learned in one Research"),
    ("copy_cost", "high", "highest printed cost of a technology copied after a combat, 0: none is copied"),
    ("copy_landing", "high", "1: may research what inhabitants of a planet know after landing there"),
    ("law_vp", "high", "VP at the end for each law in force"),
    ("technology_vp", "high", "VP at the end for each technology, for all players"),
    ("singularity", "high", "CP of the player's technologies worth 1 VP at the end, 0: no VP"),
    ("office_bonus", "high", "VP added at the end to an office that has VP"),
    ("corrupt_politics", "high", "1: may move their own vote once votes are shown"),
    ("visionary_politics", "high", "1: may take a card that did not pass, for this player alone"),
    ("react_anywhere", "high", "1: cubes for Reactions may come from any planet"),
    ("basic_tactics", "high", "1: may name a ship that must be hit first"),
    ("advanced_tactics", "high", "1: may sacrifice a Dark Raider when a combat starts"),
    ("fringe_tactics", "high", "1: may move a hit to another of the player's ships each round"),
    ("reroll", "high", "1: dice that miss in the first round of a combat are rolled again"),
    ("quantum_reflection", "high", "1: a Resistance card used for its bonus scores its VP, too"),
    ("commandos", "high", "1: Population on ships may attack other Population where it lands"),
    ("bomber_dice", "high", "dice added to the player's rockets if the player has a ship at the target"),
    ("interceptor_dice", "high", "dice taken from others' rockets at planets this player controls"),
    ("rocket_dice", "high", "dice added to the player's rockets"),
    ("learned_vp", "high", "VP for each technology learned by Research"),
    ("combat_draw", "high", "combat cards received in the Council in addition to those for the place"),
)
MODIFIER_NAMES: Final = tuple(name for name, _, _ in MODIFIERS)

# What an effect row does.
OPCODES: Final = (
    ("modify", "a lasting change of a modifier while the law or resolution is in force"),
    ("gain", "gain resources, or VP"),
    ("lose", "lose resources, or VP, as far as there are any"),
    ("tribute", "every other player pays the target, as far as possible"),
    ("grow", "Population onto the home planet, from the cube supply"),
    ("shrink", "Population off the home planet, back to the cube supply"),
    ("repair", "remove damage from each ship"),
    ("damage", "damage to each ship in the High Council hex, or everywhere"),
    ("replenish", "resources onto every planet with the player's Population, up to its maximum"),
    ("deplete", "resources off every planet with the player's Population"),
    ("learn", "learn a technology up to a printed cost for free (choice)"),
    ("build", "a free ship, of a given class or of any (choice)"),
    ("equip", "a free upgrade with a known technology (choice)"),
    ("act", "perform a standard action"),
    ("cancel_law", "cancel a law in force (choice), or all of them"),
    ("choose", "choose one of the next groups of effects (choice)"),
    ("extra_conquest", "one more Conquest Stage this turn"),
    ("disarm", "remove rockets from every planet the target controls"),
    ("modify_turn", "a change of a modifier until the end of this turn, from a card that does not stay"),
    ("extra_action", "everybody may play one more action card this turn, and nobody may react"),
    ("recall", "the player's ships in the explored hex return home (Events)"),
    ("jettison", "Population off the player's ships in the explored hex, back to the cube supply (Events)"),
    ("colonise", "Population from the cube supply onto the explored planet (Events)"),
    ("shatter", "the explored planet is destroyed (Events)"),
    ("token", "a wormhole, the Bounty, No Combat or Planet of Interest (Events)"),
    ("draw_combat", "draw combat cards, down to the hand limit (Edge of Extinction)"),
    ("fortify", "a free planetary upgrade with a known technology (choice; Edge of Extinction)"),
    ("arm", "a free rocket with a known technology (choice; Edge of Extinction)"),
    ("settle", "Population from the supply onto a planet with the player's Population (choice; Edge of Extinction)"),
)
OPCODE_NAMES: Final = tuple(name for name, _ in OPCODES)

# Who an effect applies to; players act in turn order.
TARGETS: Final = (
    "each",
    "owner",
    "chancellor",
    "vice_chancellor",
    "others",  # everybody but the Chancellor
    "leaders",  # everybody with the most VP
    "trailing",  # everybody with the fewest VP
    "richest",  # everybody with the most CP
    "poorest",  # everybody with the fewest CP
    "chosen",  # one player, whom the Chancellor names (choice)
)

# What can be counted for a player, for conditions and for "per".
QUANTITIES: Final = (
    "none",
    "cp",
    "axinium",
    "phasium",
    "vp",
    "ships",
    "planets",  # planets with the player's Population, home included
    "controlled_planets",  # planets with the player's sole largest Population, home included
    "technologies",
    "home_population",
    "population",
    "council_ships",  # the player's ships in the High Council hex
    "resistance_cards",
    "rockets",  # on planets the player controls
    "laws",  # laws in force
)

EVENT_KINDS: Final = ("neutral", "bane", "boon")
NEUTRAL, BANE, BOON = range(3)

# Where damage is done: the High Council hex, everywhere, or the hex being explored.
PLACES: Final = ("council", "everywhere", "here")
COUNCIL, EVERYWHERE, HERE = range(3)

TOKENS: Final = ("wormhole", "bounty", "no_combat", "interest")
WORMHOLE, BOUNTY, NO_COMBAT, INTEREST = range(4)

# Opcodes about the hex being explored, only for Events
HERE_OPCODES: Final = ("recall", "jettison", "colonise", "shatter", "token")

CONDITIONS: Final = ("always", "at_least", "below")

# What a combat card does in its round, to its own side or to the enemies. Each effect belongs to a timing.
COMBAT_EFFECTS: Final = (
    ("silence", "start", "the side's combat card has no effect"),
    ("retreat", "start", "the side's ships leave the combat for home"),
    ("repair", "start", "damage removed from each ship of the side"),
    ("draw", "start", "combat cards drawn"),
    ("discard", "start", "combat cards discarded at random"),
    ("aim", "roll", "taken off the roll the side's dice need"),
    ("dice", "roll", "dice added"),
    ("reroll", "roll", "1: dice that failed are rolled again"),
    ("hits", "hits", "hits added to those rolled"),
    ("absorb", "hits", "hits against the side that are lost before they are assigned"),
    ("shield", "damage", "added to the shield of each ship of the side"),
    ("bounty", "damage", "VP for each enemy ship destroyed in this round"),
)
COMBAT_EFFECT_NAMES: Final = tuple(name for name, _, _ in COMBAT_EFFECTS)
TIMINGS: Final = ("start", "roll", "hits", "damage")
WHOM: Final = ("own", "enemies")
OWN, ENEMIES = range(2)

# What a combat card requires of the side that plays it, with an amount if it says so.
REQUIREMENTS: Final = (
    "none",
    "dark_raider",  # a ship of the class in the combat
    "fighter",
    "war_cruiser",
    "battle_carrier",
    "population",  # at least this much Population on board ships in the combat
    "ships",  # at least this many ships in the combat
    "fewer_ships",  # fewer ships in the combat than the enemies together
    "first_round",
    "later_round",
)

# The columns of an effect row. `a`, `b`, `c` by opcode:
#   modify, modify_turn a=modifier b=0 add, 1 set c=value
#   gain/lose/tribute a=resource b=amount c=per (quantity, 0: once)
#   grow/shrink/repair/replenish/deplete/disarm a=amount | damage a=amount b=0 High Council hex, 1 everywhere, 2 the
#     explored hex | jettison, colonise a=amount | token a=which | recall, shatter: none
#   learn a=highest printed cost | build a=class or -1 | act a=action | cancel_law a=0 one, 1 all
#   choose a=number of options | draw_combat, settle a=amount | equip a=0 for ships, 1 of any kind
#   extra_conquest, extra_action, fortify, arm: none
# `option`: 0 unconditional; k>0: belongs to option k of the "choose" row before it.
EFFECT_COLUMNS: Final = ("opcode", "target", "a", "b", "c", "condition", "quantity", "amount", "option", "card")
