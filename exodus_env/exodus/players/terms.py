"""The terms in which players think: the motives, the sheet on which they sum up a position, and common measures."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import HEXES
from exodus_env.exodus.content.vocabulary import MODIFIER_NAMES
from exodus_env.exodus.record import Game
from exodus_env.exodus.tables import Tables
from exodus_env.kit.kernel import kernel

# Motive: name, and what it wants. They have the same order as the weights of a style.
MOTIVES: Final = (
    ("points", "VP on the track"),
    ("planets", "the most Population on planets that are worth VP"),
    ("hold", "a margin of Population where others might land"),
    ("income", "planets that go on producing"),
    ("credit", "CP in hand"),
    ("axinium", "Axinium in hand"),
    ("phasium", "Phasium in hand"),
    ("balance", "some of every resource"),
    ("fleet", "ships on the map"),
    ("firepower", "dice of the ships on the map"),
    ("armour", "shields of the ships on the map"),
    ("speed", "drives of the ships on the map"),
    ("arsenal", "cannons, shields and drives that could be bought are good"),
    ("repairs", "ships without damage"),
    ("presence", "hexes with a ship of the player's, worth more towards the end"),
    ("trophies", "Resistance and Outpost cards won"),
    ("hunt", "armed ships near an enemy they can beat, or a hex that will score"),
    ("colonise", "Population on board near planets worth landing on"),
    ("escort", "Population on board out of harm's way"),
    ("safety", "ships out of battles they would lose, and out of reach of such"),
    ("superiority", "battles that will be won"),
    ("office", "a high place in turn order"),
    ("military_science", "military technologies"),
    ("civilian_science", "civilian technologies"),
    ("transport_science", "transport technologies"),
    ("population", "Population at home and on the planets"),
    ("rockets", "rockets ready to fire"),
    ("rivals", "the best of the others standing worse"),
    ("stealth", "cloaked ships"),
    ("cool", "ships out of the heat of the star"),
    ("structures", "Jump Gates and Satellites"),
    ("privilege", "laws, offices and Leaders that change the rules in one's favour"),
    ("squadrons", "fewer Warship Squadrons on the board"),
    ("stronghold", "levels of the Stronghold destroyed"),
    ("muster", "the fleets of all players gathered where the next squadrons or the Stronghold can be beaten"),
    ("readiness", "all fleets together a match for the next squadrons and for the Stronghold"),
    ("hand", "combat cards in hand"),
    ("works", "planetary upgrades where they serve"),
    ("legacy", "VP that laws and technologies will bring at the end"),
    ("mission", "what the mission of solitaire play still needs"),
)

# Traits of a style that are not motives; they follow the weights of the motives.
TRAITS: Final = (
    ("rivalry", "how much the outlook of the others counts against one's own; negative for a team mate"),
    ("vote_boldness", "CP bid in a vote for each VP at stake"),
    ("election_boldness", "CP bid for turn order for each VP at stake"),
    ("fury", "how eagerly rockets are fired"),
    ("trouble", "VP that moving an upgrade must be worth"),
)

# How far the game is played on to judge a choice, or what judges it instead.
LOOKS: Final = (
    *("now", "ahead", "step", "card", "vote", "bonus", "bid", "hit", "fire", "join"),
    *("fight", "deflect", "discard", "office", "plan"),
)

# Rows of the scratch sheet, by hex, as the outlook sees it
(
    OWN_DICE,
    OWN_HULL,
    OWN_SHIPS,
    OWN_WORTH,
    SUPPORT_DICE,  # of the player's ships that can still move
    SUPPORT_HULL,
    SUPPORT_SHIPS,
    FOE_DICE,
    FOE_HULL,
    FOE_SHIPS,
    FOE_VP,
    GUARD_DICE,
    GUARD_HULL,
    GUARD_SHIPS,
    GUARD_VP,
    TARGET,
    LANDING,
    SHARE,  # by player, not by hex: VP of planets
    MEANS,  # by level, not by hex: mean dice, hull and VP of Resistance cards
    ROWS,
) = range(20)
COLUMNS: Final = HEXES
PRIVILEGES: Final = len(MODIFIER_NAMES)

SORTS: Final = 3  # of upgrades: cannons, shields, drives
DRIVES: Final = 2
CP_OF_A_VP: Final = 5.0
CP_OF_A_MINERAL: Final = 5.0
HIT_CHANCE: Final = 1.0 / 3.0
SQUADRON_PRIZE: Final = 8.0  # VP of destroying a squadron, because the game is lost when the last one is placed
FIRST_SHIPS: Final = 4.0  # VP of having ships at all; two ships bring half of it
SUPPORT: Final = 0.7  # how much ships count that could still join a battle
FARTHEST: Final = 4.0  # hexes beyond the basic drive that going anywhere is worth
BETTER_AIM: Final = 0.5  # dice that a better aim of one is worth, per die
FRONTIER: Final = 3.0  # VP of landing on a planet that the mission requires, and of destroying a Resistance ship
CARD_WORTH: Final = 0.4  # VP of a combat card in hand while there is time to play it


@kernel
def turns_left(g: Game, t: Tables) -> float:
    """Turns after this one; the star may end the game earlier."""
    left = float(t.turns - g.turn)
    if g.evolutions > 0:
        left = min(left, 2.0)
    return left


@kernel
def lateness(g: Game, t: Tables) -> float:
    """From 0 at the start to 1 in the last turn."""
    return 1.0 - turns_left(g, t) / float(t.turns)


@kernel
def nearness(distance: int) -> float:
    """The share of its worth that a thing keeps at some distance."""
    worth = 1.0
    for _ in range(min(distance, 6)):
        worth *= 0.72
    return worth


@kernel
def might(dice: float, hull: float, ships: float) -> float:
    """What a side brings to a fight to the end: dice times hulls, less for many ships, because they lose dice one by
    one."""
    count = max(1.0, ships)
    return (dice + 0.1) * hull * (count + 2.0) / (3.0 * count)


@kernel
def chance_to_win(own: float, foe: float) -> float:
    """The chance to win a fight to the end, from the might of both sides; fitted to fights of up to seven ships."""
    return own**3 / (own**3 + foe**3 + 0.0001)
