"""The words in which content is written, and their numbers: what effects do, to whom, when, under which condition.

A word's number is its place in the tuple, so new words are added at the end of a tuple. A column that may have no word
(a symbol that does not matter, an option without a class) then holds NOTHING.
"""

from typing import Final

NOTHING: Final = -1

SYMBOLS: Final = ("hit", "miss", "special")
HIT, MISS, SPECIAL = range(3)

COLOURS: Final = ("red", "blue", "yellow")  # of dice
RED, BLUE, YELLOW = range(3)

CLASSES: Final = ("warrior", "scholar", "rogue")
WARRIOR, SCHOLAR, ROGUE = range(3)

SHIPS: Final = ("warship", "battlecruiser", "proto_ship", "drone_specialist", "explorer", "pirate_ship")

TILE_KINDS: Final = ("allied", "enemy", "corrupt", "rift")
ALLIED, ENEMY, CORRUPT, RIFT = range(4)

DIFFICULTIES: Final = ("casual", "hardened", "heroic")
SIGNAL_LEVELS: Final = ("hazardous", "perilous", "lethal")

EXPLORATION_KINDS: Final = ("analysis", "warning", "danger")
ANALYSIS, WARNING, DANGER = range(3)

# How equipment is used: for free whenever its condition is met, once and then discarded, or for Energy.
ACTIVATIONS: Final = ("passive", "consumable", "energy")
PASSIVE, CONSUMABLE, ENERGY = range(3)

# What moves the XP marker of a ship one space, each time it happens.
XP_EVENTS: Final = (
    ("defeat", "an Enemy or Avatar falls in a fight the ship takes part in"),
    ("wound", "an attack the ship takes part in takes Health off an Enemy or Avatar, or finishes it"),
    ("energy", "the ship turns one or more Energy markers for an effect"),
    ("repair", "the ship recovers Health of any ship by a Repair or its equipment, or Repairs a Signal"),
    ("reveal", "the ship, or its Fleet, reveals a system"),
    ("scrap", "the ship gains Scraps, however many, otherwise than from another ship"),
)
XP_EVENT_NAMES: Final = tuple(name for name, _ in XP_EVENTS)

# When an effect of equipment can be used. Each effect has one window and is used at most once in it.
WINDOWS: Final = (
    ("lasting", "never: the effect is a lasting change of modifiers while the equipment is installed"),
    ("menu", "own turn, between Actions, not engaged"),
    ("engage", "a fight begins: all its Enemies lie there, no manoeuvre has been chosen"),
    ("before_attack", "manoeuvres are chosen, dice are not rolled"),
    ("after_attack", "the dice of an attack lie there, before the Enemy's ability"),
    ("retaliation", "a ship of the fight is about to lose Health to retaliation"),
    ("defeat", "an Enemy or Avatar has fallen in a fight the ship takes part in"),
    ("disengage", "the ship disengages, before its Damage Rolls"),
    ("detection", "the dice of a Detection Roll of the ship or its Fleet lie there and show a miss that counts"),
    ("skill", "the dice of a Skill Roll of the ship or its Fleet lie there and it has failed so far"),
    (
        "damage",
        "the dice of a Damage Roll of the ship, or of a ship of its Fleet, lie there and show a miss that counts",
    ),
    ("reveal", "the ship, or its Fleet, has just revealed a system"),
    ("explore", "the ship, or its Fleet, has just turned up an Exploration, before options and rolls"),
)
WINDOW_NAMES: Final = tuple(name for name, _ in WINDOWS)
ROLL_WINDOWS: Final = ("after_attack", "detection", "skill", "damage")  # dice lie there

# Conditions of an effect of equipment; all of them must hold. Those with "amount" compare with it, as N. "The system"
# is where the ship is; in the window `reveal` it is the one just revealed.
NEEDS: Final = (
    ("none", "", "always"),
    ("fleet", "amount", "at least N ships take part in the fight, or belong to the Fleet"),
    ("alone", "", "no other ship takes part in the fight, or belongs to the Fleet"),
    ("avatar", "", "an Avatar is being fought"),
    ("offense", "", "the ship's manoeuvre is Offense"),
    ("defense", "", "the ship's manoeuvre is Defense"),
    ("first_round", "", "it is the first round of the fight"),
    ("weak", "amount", "the ship has at most N Health"),
    ("enemy", "", "the system is an Enemy system"),
    ("corrupt", "", "the system is a Corrupt system, or has a Rift opened by a card"),
    ("key", "", "the ship carries a Key"),
)
NEED_NAMES: Final = tuple(name for name, _, _ in NEEDS)
COUNTED_NEEDS: Final = tuple(name for name, amount, _ in NEEDS if amount)

# Who a row applies to
TARGETS: Final = (
    ("none", "nobody: the attack, the roll, the map or the Corruption"),
    ("self", "the ship that uses the equipment; of an Enemy's ability: the ship that triggered it"),
    ("ship", "one ship in the system, oneself included (choice); in a fight or roll one that takes part"),
    ("other", "one other ship in the system (choice); in a fight or roll one that takes part"),
    ("fleet", "each ship of the Fleet, fight, roll or option; of a Signal's `each_turn`: each ship in its system"),
    ("shared", "the ships that took the option or solved the Signal share it out, piece by piece (choice)"),
)
TARGET_NAMES: Final = tuple(name for name, _ in TARGETS)

# What a row does, with its arguments besides the target; N is its amount. `of` and `into` hold the number of a word:
#   symbol: of = place in SYMBOLS, NOTHING: any     into: into = place in SYMBOLS
#   colour: of = place in COLOURS                   way: of = place in WAYS
OPERATIONS: Final = (
    # Dice of the roll that lies there. A die is chosen each time; one that was spent, turned or ignored is left alone.
    ("reroll", ("amount", "symbol"), "up to N dice are rolled again, each die once a roll"),
    ("ignore", ("amount",), "up to N misses do not count"),
    ("turn", ("amount", "symbol", "into"), "up to N dice that show the symbol are turned to the other"),
    ("die", ("amount", "colour"), "N more dice of the colour in this roll, as far as the ship has room for dice"),
    # The attack
    ("hits", ("amount",), "N added to the power of this attack"),
    ("pierce", ("amount",), "Shields lowered by N for this attack"),
    ("strike", ("amount",), "N Health off the Enemy at once, whatever its Shields (in `engage`: choice of the Enemy)"),
    ("silence", (), "abilities of the Enemy that is fought do nothing for the rest of this round"),
    ("guard", ("amount",), "N Health lost less, in this attack's retaliation or this Damage Roll"),
    # Other rolls, fleeing
    ("unseen", (), "the Detection Roll succeeds"),
    ("count", ("amount",), "N more of the symbol the Skill Roll asks for"),
    ("escape", (), "no Damage Rolls for this disengaging"),
    ("veil", (), "this disengaging does not advance the Corruption"),
    # Ships
    ("heal", ("amount",), "N Health recovered, up to the ship's markers"),
    ("energy", ("amount",), "N spent Energy markers are ready again, as far as there are any"),
    ("scrap", ("amount",), "N Scraps gained"),
    ("mend", ("amount",), "N Damaged cards removed (choice)"),
    ("xp", ("amount",), "the XP marker moves N spaces"),
    ("action", ("amount",), "N Actions gained by the active ship or Fleet this turn"),
    ("module", ("amount",), "N Ship Modules drawn and installed"),
    ("precursor", ("amount",), "N Precursor Ship Modules drawn and installed"),
    # The map
    ("reveal", ("amount",), "N systems revealed anywhere, each joined to a revealed one (choice)"),
    ("pacify", ("amount",), "N revealed Enemy systems pacified anywhere, nobody engaged there (choice)"),
    ("jump", ("amount", "way"), "the ship, with its Fleet, moves without an Action (choice of the system)"),
    ("call", ("amount",), "another ship that is not engaged, at most N jumps away, comes here (choice)"),
    ("wormhole", (), "a wormhole in this system for the rest of the game"),
    ("close_rift", (), "the Rift in this system is disabled for the rest of the game"),
    ("redraw", (), "the Exploration goes under its deck and another is turned up instead"),
    # The Corruption
    ("slow", ("amount",), "N taken off every Avatar's movement until the next Corruption phase is over"),
    ("hold", (), "the Corruption marker does not advance in the next Corruption phase"),
    ("pin", ("amount",), "N Avatars that are not engaged do not move until the next Corruption phase is over (choice)"),
    # Harm
    ("hurt", ("amount",), "N Health lost"),
    ("damaged", ("amount",), "N Damaged cards drawn"),
    ("drain", ("amount",), "N ready Energy markers turned, as far as there are any"),
    ("steal", ("amount",), "N Scraps lost, as far as there are any"),
    ("end_turn", (), "the turn of the ship, or its Fleet, ends"),
    ("open_rift", (), "a Rift in this system for the rest of the game"),
    ("hasten", ("amount",), "N added to every Avatar's movement until the next Corruption phase is over"),
    ("advance", ("amount",), "the Corruption marker advances N spaces at once, with all that follows"),
    ("rally", (), "all Avatars move at once towards this system, as when the last Key is activated"),
    ("restore", ("amount",), "N markers put back on the Signal, up to those it began with"),
    # Abilities of Enemies and Avatars
    ("shield", ("amount",), "N added to its Shields for the rest of this round"),
    ("cancel", ("amount",), "N taken off the power of this attack"),
    ("regrow", ("amount",), "it recovers N Health, up to what its card says"),
    ("retaliate", ("amount",), "N added to its retaliation against the ship in this attack"),
    ("jam", (), "the ship can use no effects that take Energy for the rest of this round"),
    ("summon", ("amount",), "N Enemies drawn from the deck join the fight, as far as there is room for Enemies"),
    ("take_module", ("amount",), "N Mods or modules lost for good (choice)"),
    ("take_energy", ("amount",), "N Energy markers lost for good, the last one first"),
    ("take_health", ("amount",), "N Health markers lost for good, those without Health first"),
)
OPERATION_NAMES: Final = tuple(name for name, _, _ in OPERATIONS)

# Ways of a `jump`; Detection and Avatars in the last system as for any jump, systems between are not entered.
WAYS: Final = (
    ("lanes", "to a revealed system at most N jumps away, never past an Avatar"),
    ("wormholes", "to any revealed system with a wormhole, from anywhere"),
    ("ships", "to any system with another ship that is not engaged"),
)
WAY_NAMES: Final = tuple(name for name, _ in WAYS)

# When an ability of an Enemy or Avatar works; `least` is what "n" compares with. SHIP_TRIGGERS are asked for each
# ship of the fight and concern that ship (target "self"), the others all ships of the fight (target "fleet"). From
# `miss` to `alone` they work after the window `after_attack`, and count dice that are neither ignored nor spent.
TRIGGERS: Final = (
    ("engage", "", "the fight with it begins; once"),
    ("round", "", "a round against it begins, before manoeuvres"),
    ("miss", "n", "the ship's dice show at least n misses"),
    ("special", "n", "the ship's dice show at least n specials"),
    ("hit", "n", "the ship's dice show at least n hits"),
    ("no_hit", "", "the ship's dice show no hit"),
    ("offense", "", "the ship chose Offense"),
    ("defense", "", "the ship chose Defense"),
    ("fleet", "n", "at least n ships attack it (once an attack)"),
    ("alone", "", "one ship alone attacks it"),
    ("wounded", "", "the attack took Health off it, and it lives (once an attack)"),
    ("unhurt", "", "the attack took no Health off it (once an attack)"),
    ("disengage", "", "the ship disengages from it"),
    ("defeated", "", "it falls; once"),
)
TRIGGER_NAMES: Final = tuple(name for name, _, _ in TRIGGERS)
COUNTED_TRIGGERS: Final = tuple(name for name, n, _ in TRIGGERS if n)
SHIP_TRIGGERS: Final = ("miss", "special", "hit", "no_hit", "offense", "defense", "disengage")  # once a ship

# What an instruction of a Signal takes besides its Action; N is its amount. "each": every ship of a Fleet may do it
# for the same Action; "together": the Fleet does it once.
INSTRUCTIONS: Final = (
    ("repair", "each", "a Repair is paid for; one that recovers more Health takes off more markers"),
    ("pay", "each", "N Scraps are paid"),
    ("power", "each", "N ready Energy markers are turned"),
    ("discard", "each", "a Ship Module or Precursor Ship Module of value N or more is discarded"),
    ("suffer", "each", "N Health are lost; the ship must have more"),
    ("skill", "together", "a Skill Roll for N of the symbol `of`; `failure` where it fails"),
    (
        "fight",
        "together",
        "a fight with N Enemies (`of`: place in SOURCES), all of whom must be beaten",
    ),
    ("wait", "together", "the turn of the ship or Fleet ends"),
    ("search", "together", "the Action is enough"),
)
INSTRUCTION_NAMES: Final = tuple(name for name, _, _ in INSTRUCTIONS)
SOURCES: Final = ("deck", "reserve")
DECK, RESERVE = range(2)

# Lasting values of a ship: the sum over its equipment and Damaged cards, 0 without any, kept within the bounds of
# limits.py. Rules read these and nothing else, so equipment that changes a rule is a row of content. "high" and
# "low" say which way is better for the ship.
MODIFIERS: Final = (
    ("actions", "high", "Actions a turn"),
    ("health", "high", "Health markers; one that is new comes unhurt, one that goes takes its Health along"),
    ("repair", "high", "Health a Repair recovers, and markers it takes off a Signal"),
    ("repair_cost", "low", "Scraps for a Repair"),
    ("mend_cost", "low", "Scraps for removing a Damaged card"),
    ("energy_cost", "low", "Scraps for an Energy marker"),
    ("price", "low", "Scraps for each module bought for this ship"),
    ("salvage", "high", "Scraps for a salvaged module"),
    ("scavenge", "high", "Scraps of a Scavenge"),
    ("reward", "high", "Scraps for each Enemy beaten, Avatars excepted"),
    ("rush_cost", "low", "Actions for a Hyperspace Rush"),
    ("stealth", "high", "misses that do not count in a Detection Roll the ship takes part in; below 0: misses added"),
    ("armour", "high", "misses that do not count in each Damage Roll of the ship"),
    ("steady", "high", "1: no Damaged card for a critical miss in combat"),
    ("skill_hits", "high", "hits added to Skill Rolls that ask for hits"),
    ("skill_specials", "high", "specials added to Skill Rolls that ask for specials"),
    ("hits", "high", "hits added to the power of an attack in Offense"),
    ("fleet_hits", "high", "hits added to the power of an attack in Offense with other ships"),
    ("avatar_hits", "high", "hits added to the power of an attack in Offense against an Avatar"),
    ("pierce", "high", "Shields lowered in each attack the ship takes part in"),
    ("guard", "high", "Health lost less to each retaliation"),
    ("fleet_guard", "high", "Health each other ship of the fight loses less to each retaliation"),
    ("retaliation", "low", "Health lost more to each retaliation that takes any"),
    ("free_probe", "high", "probes each turn that cost no Action"),
    ("options", "high", "more options of an Analysis without an Action"),
    ("regrow", "high", "Health recovered in the End phase"),
    ("free_energy", "high", "Energy markers each turn that need not be turned"),
    ("any_class", "high", "1: counts as a ship of every class"),
    ("no_strain", "low", "1: may not Strain"),
    ("no_defense", "low", "1: may not choose Defense"),
    ("no_specials", "low", "1: its specials cannot be spent and do not count in Skill Rolls"),
    ("idle_energy", "low", "Energy markers that cannot be used"),
)
MODIFIER_NAMES: Final = tuple(name for name, _, _ in MODIFIERS)

# The columns of a row of any deck. `trigger` and `least` are for abilities of Enemies and Avatars alone.
ROW_COLUMNS: Final = ("operation", "target", "amount", "of", "into", "trigger", "least")
# The columns of an effect of equipment, besides its rows and its pairs of modifier and value. `energy`: markers to
# turn. `spends`: a symbol whose dice, `dice` of them, the ship must have in the roll and use up (NOTHING: none);
# with `each` 1 it uses up all it has, and the rows are carried out once for each of them.
EFFECT_COLUMNS: Final = (
    "activation",
    "energy",
    "window",
    "spends",
    "dice",
    "each",
    "need",
    "need_amount",
    "second_need",
    "second_amount",
)
# The columns of an option of an Exploration, besides its rows and those of failure. `skill`: the symbol a Skill Roll
# asks for, `count` of it (NOTHING: no roll). A Danger is one option whose rows are empty.
OPTION_COLUMNS: Final = ("ship_class", "skill", "count")
# The columns of an instruction of a Signal, besides its rows of failure. `removes`: markers that come off.
INSTRUCTION_COLUMNS: Final = ("kind", "ship_class", "amount", "of", "removes")
