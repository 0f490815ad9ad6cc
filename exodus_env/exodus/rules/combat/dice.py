"""The dice of a combat round: how many a side rolls, what they need to hit, and how many hit."""

from __future__ import annotations

from exodus_env.exodus.capacity import PLAYERS
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import log
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import has_researched, modifier
from exodus_env.exodus.rules.combat import sides
from exodus_env.exodus.rules.combat.sides import CENTAURIANS, edge, fights, foe_beaten, foes, is_wave
from exodus_env.exodus.rules.frames import AGAINST_STRONGHOLD, COMBAT_HEX, COMBAT_KIND, COMBAT_ROUND
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.modules.structures import has_satellite
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import dice_reaching
from exodus_env.kit.flow import get
from exodus_env.kit.kernel import kernel


@kernel
def side_dice(g: Game, t: Tables, player: int) -> int:
    """Dice of all cannons on a player's ships in the combat."""
    dice = 0
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1:
            dice += int(g.dice[player, t.ship_class[ship]])
    return dice


@kernel
def emp_dice(g: Game, t: Tables, player: int) -> int:
    """How many of a player's dice belong to EMP Cannons."""
    dice = 0
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1:
            dice += int(g.emp_dice[player, t.ship_class[ship]])
    return dice


@kernel
def foe_dice(g: Game, t: Tables) -> int:
    """Dice of the Centaurian ships in the combat."""
    if get(g, COMBAT_KIND) == AGAINST_STRONGHOLD:
        return int(t.stronghold_dice)
    dice = 0
    for foe in range(foes(g)):
        if is_wave(g) or not foe_beaten(g, t, foe):
            dice += int(t.resistance_dice[g.foe_card[foe]])
    return dice


@kernel
def satellite_damage(g: Game, t: Tables, player: int) -> int:
    """Damage that a player deals in addition to the dice, with a Satellite in a hex the ships fight from (M8).

    Against squadrons and the Stronghold this requires the technology Radar itself.
    """
    if t.satellites == 0 or (is_wave(g) and not has_researched(g, t, player, m.RADAR)):
        return 0
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1 and has_satellite(g, player, g.ship_hex[player, ship]):
            return int(t.satellite_damage)
    return 0


@kernel
def can_do_harm(g: Game, t: Tables) -> bool:
    """Whether any side has a cannon, a Satellite, or a card that does the same."""
    total = foe_dice(g, t)
    for player in range(t.players):
        total += side_dice(g, t, player) + satellite_damage(g, t, player)
    for side in range(PLAYERS + 1):
        total += max(0, edge(g, side, sides.DICE)) + max(0, edge(g, side, sides.HITS))
    return total > 0


@kernel
def possible_roll(needed: int) -> int:
    """A six always hits and a one never does, whatever cards say, so that every combat ends."""
    return min(6, max(2, int(needed)))


@kernel
def to_hit(g: Game, t: Tables, player: int, aim: int) -> int:
    """The roll that a player's dice need in this round; combat cards add to what technologies do."""
    if get(g, COMBAT_KIND) == AGAINST_STRONGHOLD:
        return int(t.stronghold_hit)
    return possible_roll(best_to_hit(g, player, aim) - edge(g, player, sides.AIM))


@kernel
def best_to_hit(g: Game, player: int, aim: int) -> int:
    """The lowest roll that hits, with the best of a player's technologies, which do not add up; `aim` is that of EMP
    Cannons."""
    needed = modifier(g, player, m.HIT) - aim
    if get(g, COMBAT_ROUND) == 1:
        needed = min(needed, modifier(g, player, m.FIRST_ROUND_HIT))
    if g.solar_wind[get(g, COMBAT_HEX)] == 1:
        needed = min(needed, modifier(g, player, m.SOLAR_HIT))
    return int(needed)


@kernel
def emp_aim(t: Tables) -> int:
    """How much better the dice of EMP Cannons hit."""
    aim = 0
    for upgrade in range(t.upgrades):
        aim = max(aim, int(t.upgrade_aim[upgrade]))
    return aim


@kernel
def roll_for_player(g: Game, t: Tables, player: int) -> None:
    """Roll a player's dice, those of EMP Cannons last; dice that a card takes away are ordinary ones first."""
    dice = side_dice(g, t, player)
    extra = satellite_damage(g, t, player)
    bonus = 0
    if fights(g, t, player):
        dice = max(0, dice + edge(g, player, sides.DICE))
        bonus = edge(g, player, sides.HITS)
    better = min(dice, emp_dice(g, t, player))
    again = edge(g, player, sides.REROLL) > 0 or (get(g, COMBAT_ROUND) == 1 and modifier(g, player, m.REROLL) > 0)
    hits = roll(g, dice - better, to_hit(g, t, player, 0), again)
    hits += roll(g, better, to_hit(g, t, player, emp_aim(t)), again)
    g.rolled[player] = max(0, hits + extra + bonus)
    if is_wave(g):
        g.dealt[player] += g.rolled[player]
    if dice + extra > 0 or bonus != 0:
        note(g, log.E_ROLLED, player, dice, g.rolled[player], extra)


@kernel
def roll(g: Game, dice: int, needed: int, again: bool) -> int:
    """Roll dice and count the hits; for a side that may reroll, dice that miss are rolled once more."""
    hits = dice_reaching(g, dice, needed)
    if again:
        hits += dice_reaching(g, dice - hits, needed)
    return hits


@kernel
def roll_for_foes(g: Game, t: Tables) -> None:
    """Roll the Centaurians' dice ship by ship, since some aim better; dice added or removed by a card come last."""
    dice = max(0, foe_dice(g, t) + edge(g, CENTAURIANS, sides.DICE))
    needed = int(t.modifier_base[m.HIT]) - edge(g, CENTAURIANS, sides.AIM)
    again = edge(g, CENTAURIANS, sides.REROLL) > 0
    left = dice
    hits = 0
    for foe in range(foes(g)):
        if is_wave(g) or not foe_beaten(g, t, foe):
            card = g.foe_card[foe]
            own = min(left, int(t.resistance_dice[card]))
            hits += roll(g, own, possible_roll(needed - int(t.resistance_aim[card])), again)
            left -= own
    hits += roll(g, left, possible_roll(needed), again)
    bonus = edge(g, CENTAURIANS, sides.HITS)
    g.rolled[CENTAURIANS] = max(0, hits + bonus)
    if dice > 0 or bonus != 0:
        note(g, log.E_ROLLED, CENTAURIANS, dice, g.rolled[CENTAURIANS], 0)
