"""Kinds of event by number, written by scripts/generate from view/sentences.py."""

from typing import Final

# Events
E_NONE: Final = 0
E_TURN_BEGINS: Final = 1
E_STAGE_BEGINS: Final = 2
E_GROWTH: Final = 3
E_INCOME: Final = 4
E_TAX: Final = 5
E_REPAIRED: Final = 6
E_CARDS_REVEALED: Final = 7
E_VOTE_SHOWN: Final = 8
E_CARD_PASSES: Final = 9
E_RESOLUTION_ENDS: Final = 10
E_LAW_CANCELLED: Final = 11
E_BONUS_TAKEN: Final = 12
E_BID_SHOWN: Final = 13
E_OFFICE: Final = 14
E_EFFECT: Final = 15
E_CARD_SHOWN: Final = 16
E_ACTION: Final = 17
E_REACTION: Final = 18
E_LEARNED: Final = 19
E_BANKED: Final = 20
E_BUILT: Final = 21
E_UPGRADED: Final = 22
E_ROCKET_PLACED: Final = 23
E_MINED: Final = 24
E_TRADED: Final = 25
E_MOVED_UPGRADE: Final = 26
E_CARD_USED: Final = 27
E_ROCKET_FIRED: Final = 28
E_ROCKET_MISSED: Final = 29
E_ROCKET_HITS: Final = 30
E_PLANET_DESTROYED: Final = 31
E_MOUNTED: Final = 32
E_MOVED: Final = 33
E_CUBE_SHIPPED: Final = 34
E_UNCLOAKED: Final = 35
E_COMBAT_BEGINS: Final = 36
E_FOE_REVEALED: Final = 37
E_ROLLED: Final = 38
E_SHIP_DESTROYED: Final = 39
E_FOE_DESTROYED: Final = 40
E_COMBAT_WON: Final = 41
E_COMBAT_UNDECIDED: Final = 42
E_DEPLOYED: Final = 43
E_SCORED: Final = 44
E_PLANET_CHOSEN: Final = 45
E_BARRIER_PLACED: Final = 46
E_LOOKED: Final = 47
E_LEADER_CHOSEN: Final = 48
E_BARREN: Final = 49
E_OUTPOST_CARD_USED: Final = 50
E_GATE_BUILT: Final = 51
E_SATELLITE_BUILT: Final = 52
E_BARRIER_CROSSED: Final = 53
E_DEBRIS: Final = 54
E_DEBRIS_DAMAGE: Final = 55
E_SHIP_LOST: Final = 56
E_EXPLORED: Final = 57
E_EVENT_IGNORED: Final = 58
E_TOKEN_PLACED: Final = 59
E_BOUNTY_WON: Final = 60
E_OUTPOST_REVEALED: Final = 61
E_OUTPOST_ATTACKED: Final = 62
E_OUTPOST_BEATEN: Final = 63
E_OUTPOST_STRIKES: Final = 64
E_JUMPED: Final = 65
E_SQUADRONS_PLACED: Final = 66
E_SQUADRON_MOVED: Final = 67
E_SQUADRON_DESTROYED: Final = 68
E_LEVEL_DESTROYED: Final = 69
E_JOINED: Final = 70
E_REWARD_GIVEN: Final = 71
E_VP_CONVERTED: Final = 72
E_SCENARIO_ENDED: Final = 73
E_STAR_TOKEN: Final = 74
E_STAR_EVOLVED: Final = 75
E_HEAT_DAMAGE: Final = 76
E_FACTION_CHOSEN: Final = 77
E_SECOND_START: Final = 78
E_VOTE_MOVED: Final = 79
E_VISION: Final = 80
E_COMBAT_CARDS_DRAWN: Final = 81
E_COMBAT_CARD_DISCARDED: Final = 82
E_PLANETARY_BUILT: Final = 83
E_CLONE_GROWTH: Final = 84
E_VP_BOUGHT: Final = 85
E_CARD_REMOVED: Final = 86
E_ROCKET_STOPPED: Final = 87
E_HYPERSPACE: Final = 88
E_DECOY_NAMED: Final = 89
E_RAIDER_SACRIFICED: Final = 90
E_COMBAT_CARD_SHOWN: Final = 91
E_RETREATED: Final = 92
E_HIT_DEFLECTED: Final = 93
E_COMMANDO: Final = 94
E_SETTLED: Final = 95
E_CHOICE_PAID: Final = 96
E_OFFICE_BOUGHT: Final = 97
E_NPC_RAIDS: Final = 98
E_NPC_MOVES: Final = 99
E_NPC_ENTERS: Final = 100
E_SHIP_HIT: Final = 101
E_FOE_HIT: Final = 102
E_HIT_CANCELLED: Final = 103
E_POPULATION_PAID: Final = 104
E_TRAVELS_UNCLOAKED: Final = 105
E_PLANET_GIVEN: Final = 106

EVENT_NAMES: Final = (
    "none",
    "turn_begins",
    "stage_begins",
    "growth",
    "income",
    "tax",
    "repaired",
    "cards_revealed",
    "vote_shown",
    "card_passes",
    "resolution_ends",
    "law_cancelled",
    "bonus_taken",
    "bid_shown",
    "office",
    "effect",
    "card_shown",
    "action",
    "reaction",
    "learned",
    "banked",
    "built",
    "upgraded",
    "rocket_placed",
    "mined",
    "traded",
    "moved_upgrade",
    "card_used",
    "rocket_fired",
    "rocket_missed",
    "rocket_hits",
    "planet_destroyed",
    "mounted",
    "moved",
    "cube_shipped",
    "uncloaked",
    "combat_begins",
    "foe_revealed",
    "rolled",
    "ship_destroyed",
    "foe_destroyed",
    "combat_won",
    "combat_undecided",
    "deployed",
    "scored",
    "planet_chosen",
    "barrier_placed",
    "looked",
    "leader_chosen",
    "barren",
    "outpost_card_used",
    "gate_built",
    "satellite_built",
    "barrier_crossed",
    "debris",
    "debris_damage",
    "ship_lost",
    "explored",
    "event_ignored",
    "token_placed",
    "bounty_won",
    "outpost_revealed",
    "outpost_attacked",
    "outpost_beaten",
    "outpost_strikes",
    "jumped",
    "squadrons_placed",
    "squadron_moved",
    "squadron_destroyed",
    "level_destroyed",
    "joined",
    "reward_given",
    "vp_converted",
    "scenario_ended",
    "star_token",
    "star_evolved",
    "heat_damage",
    "faction_chosen",
    "second_start",
    "vote_moved",
    "vision",
    "combat_cards_drawn",
    "combat_card_discarded",
    "planetary_built",
    "clone_growth",
    "vp_bought",
    "card_removed",
    "rocket_stopped",
    "hyperspace",
    "decoy_named",
    "raider_sacrificed",
    "combat_card_shown",
    "retreated",
    "hit_deflected",
    "commando",
    "settled",
    "choice_paid",
    "office_bought",
    "npc_raids",
    "npc_moves",
    "npc_enters",
    "ship_hit",
    "foe_hit",
    "hit_cancelled",
    "population_paid",
    "travels_uncloaked",
    "planet_given",
)
