"""What players can choose: the action families, and the decisions that offer them.

Declared once. encoding/actions.py lays the families out as action ids for a configuration; the rules below speak of a
choice as (family, factors). Players are relative to the actor: 0 is the actor, 1 the next seat clockwise. Hexes and
directions of an id are relative, too: counted from the actor's home. Rules speak of the printed numbers; `engine.legal`
and `engine.choose` translate, and nobody else has to.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import LAWS, OPTIONS, REVEALED
from exodus_env.exodus.content.vocabulary import CP
from exodus_env.exodus.record import Game
from exodus_env.exodus.tables import Tables
from exodus_env.kit.kernel import Mask, kernel

# Family: name, factors, text. A factor is a fixed size or a word that the configuration gives a size:
# player, hex, ship, class, upgrade, rocket, technology, direction, bonus, action_card, resistance_card, foe, and what
# modules of Event Horizon and Edge of Extinction bring; without its module a factor has size 0, so that its family
# takes no room.
# Families like `player`, `ship` and `hex` only point at something; the decision says what for, and has each of them in
# one meaning only.
# In the text {0}, {1} are the factors in words.
FAMILIES: Final[tuple[tuple[str, tuple[str, ...], str], ...]] = (
    ("pass", (), "done, or decline"),
    ("political_card", ("slot",), "back political card {0}"),
    ("bid_fifties", ("fifties",), "bid {0} fifties of CP"),
    ("bid", ("cp",), "bid {0} CP"),
    ("player", ("player",), "name {0}"),
    ("hex", ("hex",), "choose {0}"),
    ("option", ("option",), "choose option {0}"),
    ("law", ("law",), "cancel law {0}"),
    ("bonus_action", ("bonus",), "bonus action {0}"),
    ("action_card", ("action_card",), "play the {0} card"),
    ("react", ("player",), "react to the card of {0}"),
    ("technology", ("technology",), "learn {0}"),
    ("ship_class", ("class",), "build a {0}"),
    ("upgrade", ("upgrade", "class"), "put {0} on the {1}"),
    ("upgrades", ("upgrade", "class"), "put as many {0} on the {1} as it has free slots and can be paid"),
    ("rocket", ("rocket", "hex"), "put a {0} on {1}"),
    ("replace", ("upgrade",), "in place of {0}"),
    ("mine", ("hex",), "add a resource on {0}"),
    ("mine_evenly", (), "add all resources evenly"),
    ("exchange", ("exchange",), "{0}"),
    ("exchanges", ("exchange",), "{0} as often as possible"),
    ("mineral", ("hex",), "take a mineral from {0}"),
    ("mineral_second", ("hex_m5",), "take a second mineral from {0}"),
    ("take_all", (), "take all minerals"),
    ("move_upgrade", ("upgrade", "class"), "move {0} to the {1}"),
    ("upgrade_from", ("class",), "take it from the {0}"),
    ("resistance_card", ("resistance_card",), "use {0} for its bonus"),
    ("mount", ("ship", "cubes"), "mount {1} cubes on {0} and on each before it that is alike"),
    ("move", ("ship", "direction"), "move {0}, and those before it that are alike, {1}"),
    ("fleet", ("ship", "direction"), "move {0}, and all others in its hex that can move, {1}"),
    ("uncloak", (), "uncloak"),
    ("hit", ("player", "ship"), "hit {1} of {0}"),
    ("hit_foe", ("foe",), "hit Centaurian ship {0}"),
    ("deploy", ("ship", "cubes"), "land {1} cubes from {0} and from each before it that is alike"),
    ("outpost_card", ("outpost_card",), "use the Outpost card {0} for its bonus"),
    ("attack", ("m3",), "attack the Outpost"),
    ("look", ("hex_m4",), "look at {0} in secret"),
    ("ignore", ("m4",), "ignore the Event"),
    ("wormhole", ("hex_m4",), "put the second wormhole token on {0}"),
    ("planet_type", ("planet_type",), "choose a planet of {0} beside home"),
    ("planet_space", ("hex_m5",), "put the chosen planet on {0}"),
    ("mine_second", ("hex_m5",), "add a second resource on {0}"),
    ("gate", ("hex_m7",), "build a Jump Gate on {0}"),
    ("jump", ("gate", "hex_m7"), "jump to Jump Gate {0} from {1}"),
    ("jump_ship", ("ship_m7",), "let {0} jump"),
    ("satellite", ("hex_m8",), "build a Communication Satellite on {0}"),
    ("barrier", ("edge",), "put an Energy Barrier {0}"),
    ("leader", ("leader",), "keep the {0}"),
    ("march", ("hex_stronghold",), "let the squadron move to {0}"),
    ("join", ("ship_stronghold",), "let {0} join the attack on the Stronghold"),
    ("convert", ("resource_coop",), "in {0}"),
    # Edge of Extinction
    ("faction", ("faction",), "play the {0}"),
    ("office", ("office",), "take turn-order card {0}"),
    ("combat_card", ("combat_card",), "combat card {0}"),
    ("foe_card", ("foe_card",), "the Resistance plays {0}"),
    ("planetary", ("planetary", "hex_eoe"), "put a {0} on {1}"),
    ("buy_vp", ("vp_trade",), "buy a VP"),
    ("ship", ("ship_eoe",), "choose {0}"),
    ("cancel_foe_hit", ("foe_eoe",), "cancel a hit on Centaurian ship {0}"),
)
(
    PASS,
    POLITICAL_CARD,
    BID_FIFTIES,
    BID,
    PLAYER,
    HEX,
    OPTION,
    LAW,
    BONUS_ACTION,
    ACTION_CARD,
    REACT,
    TECHNOLOGY,
    SHIP_CLASS,
    UPGRADE,
    UPGRADES,
    ROCKET,
    REPLACE,
    MINE,
    MINE_EVENLY,
    EXCHANGE,
    EXCHANGES,
    MINERAL,
    MINERAL_SECOND,
    TAKE_ALL,
    MOVE_UPGRADE,
    UPGRADE_FROM,
    RESISTANCE_CARD,
    MOUNT,
    MOVE,
    FLEET,
    UNCLOAK,
    HIT,
    HIT_FOE,
    DEPLOY,
    OUTPOST_CARD,
    ATTACK,
    LOOK,
    IGNORE,
    WORMHOLE,
    PLANET_TYPE,
    PLANET_SPACE,
    MINE_SECOND,
    GATE,
    JUMP,
    JUMP_SHIP,
    SATELLITE,
    BARRIER,
    LEADER,
    MARCH,
    JOIN,
    CONVERT,
    FACTION,
    OFFICE,
    COMBAT_CARD,
    FOE_CARD,
    PLANETARY,
    BUY_VP,
    SHIP,
    CANCEL_FOE_HIT,
) = range(len(FAMILIES))

# A bid is one choice below this many CP. Who has as many says first whether they are part of it, which keeps the
# family short.
BID_STEP: Final = 50
# Cubes that board or leave a ship in one choice at most; more take another one.
CUBES_AT_ONCE: Final = 3
FIXED_SIZES: Final = {
    "slot": REVEALED,
    "fifties": 2,
    "cp": BID_STEP,
    "cubes": CUBES_AT_ONCE,
    "option": OPTIONS,
    "law": LAWS,
    "exchange": 4,
}

# Exchanges of a Trade action.
BUY_AXINIUM, BUY_PHASIUM, SELL_AXINIUM, SELL_PHASIUM = range(4)

# Decision: name, families it may offer, text.
DECISIONS: Final[tuple[tuple[str, tuple[int, ...], str], ...]] = (
    ("none", (), "nothing is pending"),
    ("start_technology", (TECHNOLOGY, PASS), "choose a starting technology"),
    ("mineral", (MINERAL, MINERAL_SECOND, TAKE_ALL, PASS), "choose which minerals of this income to take"),
    ("window", (RESISTANCE_CARD, OUTPOST_CARD, MOVE_UPGRADE, PASS), "rearrange upgrades, or use a card that was won"),
    ("upgrade_from", (UPGRADE_FROM,), "choose the ship class the upgrade comes from"),
    ("exchange_upgrade", (REPLACE,), "choose the upgrade that comes back in exchange"),
    ("vote", (POLITICAL_CARD, PASS), "back a political card in secret, or abstain"),
    ("vote_fifties", (BID_FIFTIES,), "bid CP for the vote in secret: the first 50, or not"),
    ("vote_bid", (BID,), "bid CP for the vote in secret"),
    ("vote_tie", (POLITICAL_CARD,), "as Chancellor, break the tie between political cards"),
    ("propose_bonus", (BONUS_ACTION,), "as Vice-Chancellor, propose a bonus action"),
    ("take_bonus", (BONUS_ACTION, PASS), "as Chancellor, take one proposed bonus action or none"),
    ("election_fifties", (BID_FIFTIES,), "bid CP for turn order in secret: the first 50, or not"),
    ("election_bid", (BID,), "bid CP for turn order in secret"),
    ("election_tie", (PLAYER,), "as Chancellor, say who of the tied players goes first"),
    ("name_player", (PLAYER,), "as Chancellor, name the player the card concerns"),
    ("option", (OPTION,), "choose one of the card's options"),
    ("cancel_law", (LAW,), "choose the law to cancel"),
    ("free_technology", (TECHNOLOGY, PASS), "learn a technology without paying"),
    ("free_ship", (SHIP_CLASS, GATE, SATELLITE, PASS), "take a ship without paying"),
    ("free_upgrade", (UPGRADE, ROCKET, PLANETARY, PASS), "take an upgrade without paying"),
    ("action_card", (ACTION_CARD, PASS), "choose an action card in secret"),
    ("third_card", (ACTION_CARD, PASS), "choose a further action card in secret, or none"),
    ("react", (REACT, PASS), "react to a card of this round, or not"),
    ("research", (TECHNOLOGY, PASS), "research a technology"),
    ("take_part", (BONUS_ACTION, PASS), "take part in the bonus action, or not"),
    ("bank_dice", (OPTION,), "Bank: 1 the safe amount, 2 the dice"),
    ("build", (SHIP_CLASS, GATE, SATELLITE, PASS), "build ships"),
    ("upgrade", (UPGRADE, UPGRADES, ROCKET, PLANETARY, PASS), "buy upgrades and rockets"),
    ("replace", (REPLACE,), "choose the upgrade that gives way"),
    ("mining_dice", (OPTION,), "Mining: 1 the safe amount, 2 the dice"),
    ("mine", (MINE, MINE_SECOND, MINE_EVENLY), "place resources on planets"),
    ("trade", (EXCHANGE, EXCHANGES, BUY_VP, PASS), "exchange CP and minerals"),
    ("fire", (HEX, PASS), "choose the target of the rocket, or keep it"),
    ("strike", (PLAYER,), "choose whose Population the rocket kills"),
    ("mount", (MOUNT, PASS), "mount Population on ships"),
    ("travel", (UNCLOAK, PASS), "let the ships travel uncloaked in this Conquest Stage, or cloaked"),
    ("move", (MOVE, FLEET, PASS), "move ships"),
    ("order", (MOVE, FLEET, PASS), "give movement orders in secret"),
    ("civilian_from", (HEX, PASS), "Civilian Ships: choose where a cube leaves"),
    ("civilian_to", (HEX,), "Civilian Ships: choose where it lands"),
    ("uncloak", (UNCLOAK, PASS), "uncloak the ships in the hex, or not"),
    ("force_uncloak", (UNCLOAK, PASS), "force the cloaked ships in the hex to uncloak by Radar, or not"),
    ("battle", (HEX,), "as Chancellor, choose the next battle"),
    ("hit", (HIT, HIT_FOE), "assign a hit"),
    ("deploy", (DEPLOY, SHIP, PASS), "land Population"),
    ("planet_type", (PLANET_TYPE, PASS), "choose the type of a planet beside home, or leave it to chance"),
    ("planet_space", (PLANET_SPACE,), "choose where the planet goes"),
    ("barrier", (BARRIER,), "place an Energy Barrier"),
    ("look", (LOOK, PASS), "look at a face-down hex beside home in secret, or not"),
    ("leader", (LEADER,), "choose a Leader"),
    ("debris", (HIT,), "choose the ship that debris damages"),
    ("ignore_event", (IGNORE, PASS), "ignore the Event, or suffer it"),
    ("wormhole", (WORMHOLE,), "choose where the wormhole leads"),
    ("bounty", (PLAYER,), "name the player with the Bounty"),
    ("outpost", (ATTACK, PASS), "attack the Outpost, or not"),
    ("jump", (JUMP, PASS), "activate a Jump Gate, or not"),
    ("jump_ship", (JUMP_SHIP, PASS), "choose the ships that jump"),
    ("march", (MARCH,), "as Chancellor, choose where the squadron moves"),
    ("join", (JOIN, PASS), "choose the ships that attack the Stronghold"),
    ("reward", (PLAYER,), "as Chancellor, choose who keeps the Resistance card"),
    ("pay_vp", (CONVERT,), "choose what to pay for a VP lost"),
    ("gain_vp", (CONVERT, PASS), "choose what to gain for a VP, or keep it"),
    # Edge of Extinction
    ("faction", (FACTION,), "choose a faction"),
    ("second_look", (LOOK, PASS), "look at another face-down hex beside home in secret, or not"),
    ("start_hex", (HEX,), "choose the second starting hex"),
    ("corrupt", (POLITICAL_CARD, PASS), "move the own vote to another card, or not"),
    ("vision", (POLITICAL_CARD, PASS), "have a card that did not pass for oneself, or none"),
    ("office", (OFFICE,), "choose a turn-order card"),
    ("discard", (COMBAT_CARD,), "discard a combat card"),
    ("pay_from", (HEX,), "choose where a cube for the Reaction comes from"),
    ("build_at", (HEX,), "choose where the ship is built"),
    ("fortify", (PLANETARY, PASS), "take a planetary upgrade without paying"),
    ("arm", (ROCKET, PASS), "take a rocket without paying"),
    ("settle", (HEX,), "choose where Population is settled"),
    ("hyperspace", (SHIP, PASS), "choose a ship to move through hyperspace, or done"),
    ("hyperspace_to", (HEX,), "choose where it goes"),
    ("decoy", (SHIP, PASS), "name a ship that takes the hits first, or none"),
    ("sacrifice", (SHIP, PASS), "sacrifice a Dark Raider, or not"),
    ("sacrifice_target", (HIT, HIT_FOE), "choose the ship the sacrificed Dark Raider damages"),
    ("foe_card", (FOE_CARD,), "acting for the Resistance, choose its combat card"),
    ("combat_card", (COMBAT_CARD, PASS), "play a combat card in secret, or none"),
    ("deflect", (SHIP, PASS), "take a hit off an own ship, or not"),
    ("deflect_to", (SHIP,), "choose the own ship that takes it"),
    ("copy_technology", (TECHNOLOGY, PASS), "learn a technology of another player, or none"),
    ("commando_target", (PLAYER,), "choose whose Population the Commandos kill"),
    ("cancel_hit", (SHIP, CANCEL_FOE_HIT), "choose a hit that the combat card cancels"),
    ("pay_aboard", (SHIP,), "choose the ship whose Population pays for the combat card"),
    # solitaire
    ("political_choice", (POLITICAL_CARD,), "choose the political card that passes, and pay for it"),
    ("buy_office", (OFFICE, PASS), "buy a better turn-order card, or keep the one there is"),
)
(
    D_NONE,
    D_START_TECHNOLOGY,
    D_MINERAL,
    D_WINDOW,
    D_UPGRADE_FROM,
    D_EXCHANGE_UPGRADE,
    D_VOTE,
    D_VOTE_FIFTIES,
    D_VOTE_BID,
    D_VOTE_TIE,
    D_PROPOSE_BONUS,
    D_TAKE_BONUS,
    D_ELECTION_FIFTIES,
    D_ELECTION_BID,
    D_ELECTION_TIE,
    D_NAME_PLAYER,
    D_OPTION,
    D_CANCEL_LAW,
    D_FREE_TECHNOLOGY,
    D_FREE_SHIP,
    D_FREE_UPGRADE,
    D_ACTION_CARD,
    D_THIRD_CARD,
    D_REACT,
    D_RESEARCH,
    D_TAKE_PART,
    D_BANK_DICE,
    D_BUILD,
    D_UPGRADE,
    D_REPLACE,
    D_MINING_DICE,
    D_MINE,
    D_TRADE,
    D_FIRE,
    D_STRIKE,
    D_MOUNT,
    D_TRAVEL,
    D_MOVE,
    D_ORDER,
    D_CIVILIAN_FROM,
    D_CIVILIAN_TO,
    D_UNCLOAK,
    D_FORCE_UNCLOAK,
    D_BATTLE,
    D_HIT,
    D_DEPLOY,
    D_PLANET_TYPE,
    D_PLANET_SPACE,
    D_BARRIER,
    D_LOOK,
    D_LEADER,
    D_DEBRIS,
    D_IGNORE_EVENT,
    D_WORMHOLE,
    D_BOUNTY,
    D_OUTPOST,
    D_JUMP,
    D_JUMP_SHIP,
    D_MARCH,
    D_JOIN,
    D_REWARD,
    D_PAY_VP,
    D_GAIN_VP,
    D_FACTION,
    D_SECOND_LOOK,
    D_START_HEX,
    D_CORRUPT,
    D_VISION,
    D_OFFICE,
    D_DISCARD,
    D_PAY_FROM,
    D_BUILD_AT,
    D_FORTIFY,
    D_ARM,
    D_SETTLE,
    D_HYPERSPACE,
    D_HYPERSPACE_TO,
    D_DECOY,
    D_SACRIFICE,
    D_SACRIFICE_TARGET,
    D_FOE_CARD,
    D_COMBAT_CARD,
    D_DEFLECT,
    D_DEFLECT_TO,
    D_COPY_TECHNOLOGY,
    D_COMMANDO_TARGET,
    D_CANCEL_HIT,
    D_PAY_ABOARD,
    D_POLITICAL_CHOICE,
    D_BUY_OFFICE,
) = range(len(DECISIONS))

# Decisions that a player takes in secret: the others do not see what is chosen, or not before it is revealed.
TAKEN_IN_SECRET: Final = (
    *(D_VOTE, D_VOTE_FIFTIES, D_VOTE_BID, D_ELECTION_FIFTIES, D_ELECTION_BID, D_ACTION_CARD, D_THIRD_CARD),
    *(D_ORDER, D_FOE_CARD, D_COMBAT_CARD),
)
# Decisions whose options, and so how many there are, others may not know: what was committed before them, cards in
# hand, cards and Leaders dealt. They are asked even where one choice is left, for to leave one out would tell that.
# Whether a frame asks at all, and whom, follows from public facts alone.
PRIVATE_OPTIONS: Final = (
    *(D_VOTE_BID, D_ELECTION_BID, D_ORDER, D_LEADER),
    *(D_DISCARD, D_FOE_CARD, D_COMBAT_CARD),
)
# What players may do besides, outside Conquest, when they decide something: use a card that was won, move an upgrade.
ASIDES: Final = (RESISTANCE_CARD, OUTPOST_CARD, MOVE_UPGRADE)
# Decisions that can be interrupted by it. Most are asked again as they were; what may no longer be open then is left to
# the frame that asked. Not interrupted are parts of something that has begun: the rest of a bid, minerals of an income,
# where a ship is built, what gives way to an upgrade, what pays for a reaction or a VP, discarding, rockets that land.
AGAIN, RESUME = 1, 2
ASKED_AGAIN: Final = (
    *(D_WINDOW, D_VOTE, D_VOTE_FIFTIES, D_VOTE_TIE, D_PROPOSE_BONUS, D_TAKE_BONUS, D_ELECTION_FIFTIES, D_ELECTION_TIE),
    *(D_NAME_PLAYER, D_OPTION, D_OFFICE, D_POLITICAL_CHOICE, D_ACTION_CARD, D_THIRD_CARD, D_REACT, D_TAKE_PART),
    *(D_RESEARCH, D_BANK_DICE, D_BUILD, D_UPGRADE, D_MINING_DICE, D_TRADE),
    *(D_FREE_TECHNOLOGY, D_FREE_SHIP, D_FREE_UPGRADE, D_FORTIFY, D_ARM),
)
RESUMED: Final = (D_VOTE_BID, D_ELECTION_BID, D_CANCEL_LAW, D_MINE, D_FIRE, D_SETTLE, D_CORRUPT, D_VISION, D_BUY_OFFICE)


def families_of(decision: int) -> tuple[int, ...]:
    """The families a decision may offer, those that interrupt it included."""
    own = DECISIONS[decision][1]
    if decision not in (*ASKED_AGAIN, *RESUMED):
        return own
    return (*own, *(family for family in ASIDES if family not in own))


@kernel
def allow(t: Tables, mask: Mask, family: int, first: int) -> None:
    """Make a choice of a family with at most one factor legal."""
    mask[t.family_start[family] + first] = 1


@kernel
def allow_pair(t: Tables, mask: Mask, family: int, first: int, second: int, width: int) -> None:
    """Make a choice of a family with two factors legal; `width` is the size of the second factor."""
    mask[t.family_start[family] + first * width + second] = 1


@kernel
def family_of(t: Tables, action: int) -> int:
    """The family of an action id."""
    return int(t.action_family[action])


@kernel
def first_factor(t: Tables, action: int) -> int:
    """The first factor of an action id."""
    return int(t.action_factor[action, 0])


@kernel
def second_factor(t: Tables, action: int) -> int:
    """The second factor of an action id."""
    return int(t.action_factor[action, 1])


@kernel
def turn_mask(g: Game, t: Tables, mask: Mask) -> None:
    """Number hexes and directions of a mask from the actor's home; the rules have written printed numbers."""
    turned = t.turned_action[g.actor]
    for i in range(len(t.turned_range[g.decision])):
        first = int(t.turned_range[g.decision, i, 0])
        beyond = int(t.turned_range[g.decision, i, 1])
        for action in range(first, beyond):
            if mask[action] & 1 == 1:
                mask[turned[action]] |= 2
        for action in range(first, beyond):
            mask[action] >>= 1


@kernel
def printed(g: Game, t: Tables, action: int) -> int:
    """An action of the actor as the rules number it, with hexes and directions as they are printed."""
    return int(t.printed_action[g.actor, action])


@kernel
def seat(t: Tables, actor: int, relative: int) -> int:
    """The player who sits `relative` places clockwise of the actor."""
    return (actor + relative) % t.players


@kernel
def relative_seat(t: Tables, actor: int, player: int) -> int:
    """How many places clockwise of the actor a player sits."""
    return (player - actor + t.players) % t.players


@kernel
def highest_bid(g: Game, t: Tables, player: int) -> int:
    """CP a player can bid: the stock, up to the limit."""
    return min(int(g.resource[player, CP]), int(t.bid_limit))


@kernel
def is_rest_of_bid(g: Game, t: Tables) -> bool:
    """Whether a bid has begun in the pending decision: everybody knows from the actor's CP."""
    if g.decision != D_VOTE_BID and g.decision != D_ELECTION_BID:
        return False
    return highest_bid(g, t, g.actor) >= BID_STEP


@kernel
def legal_bid_fifties(g: Game, t: Tables, mask: Mask) -> None:
    """Fifties a bid may have: as far as the player's CP and the limit reach."""
    for fifties in range(highest_bid(g, t, g.actor) // BID_STEP + 1):
        allow(t, mask, BID_FIFTIES, fifties)


@kernel
def legal_bid(g: Game, t: Tables, mask: Mask) -> None:
    """CP a bid may have, after its fifties where there are any."""
    left = highest_bid(g, t, g.actor) - int(g.bid[g.actor])
    for cp in range(min(left, BID_STEP - 1) + 1):
        allow(t, mask, BID, cp)
