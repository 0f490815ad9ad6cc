"""Detection, Skill and Damage Rolls [546-550, 604-634, 1064], rerolls and ignored dice [918-926], and their odds.

Probabilities are found by enumeration: every outcome of the dice is played, weighted by the faces in content, and
compared with a count in plain Python.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules import frames, words
from tests.corruption.position import Position
from tests.corruption.test_combat import plain
from tests.corruption.test_equipment_in_fights import lost, team

pytestmark = pytest.mark.uncompiled

LETTERS = tuple(symbol[0] for symbol in v.SYMBOLS)


def roll(p: Position, kind: int, *dice: tuple[int, str], symbol: int = 0, count: int = 0, ship: int = 0) -> Position:
    """A roll of a ship, or of its Fleet, and nothing after it."""
    return p.roll(*dice).jump(frames.ROLL, kind=kind, ship=ship, symbol=symbol, count=count)


def fleet(p: Position, *ships: int) -> Position:
    """These ships are one Fleet."""
    for ship in ships:
        p.g.fleet[ship] = ships[0]
    return p


# Detection ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "unseen"), [("hh", 1), ("hs", 1), ("hm", 0), ("ms", 0), ("mm", 0)])
def test_one_miss_is_enough_to_be_detected_548(dice: str, unseen: int) -> None:
    assert roll(plain(), words.W_DETECTION, (0, dice)).g.success == unseen


@pytest.mark.parametrize(("dice", "unseen"), [(("hh", "ss"), 1), (("hh", "sm"), 0), (("ms", "hh"), 0)])
def test_one_bad_die_gives_the_whole_fleet_away_550(dice: tuple[str, str], unseen: int) -> None:
    p = fleet(plain(), 0, 2)
    assert roll(p, words.W_DETECTION, (0, dice[0]), (2, dice[1])).g.success == unseen


def test_a_detection_roll_of_misses_alone_does_not_damage_1064() -> None:
    p = roll(plain(), words.W_DETECTION, (0, "mm"))
    assert (lost(p), p.g.damaged[0].sum()) == (0, 0)


def test_stealth_takes_misses_off_and_a_burning_trail_adds_one_548() -> None:
    for dice, unseen in ((("mh", "hh"), 1), (("mh", "mh"), 0)):
        p = fleet(team("warship", "explorer").mod(1, 2, 0), 0, 1)
        assert roll(p, words.W_DETECTION, (0, dice[0]), (1, dice[1])).g.success == unseen
    p = plain().damage(0, "burning_trail").refresh()
    assert roll(p, words.W_DETECTION, (0, "hh")).g.success == 0


# Skill Rolls ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("symbol", "letter"), [(v.HIT, "h"), (v.SPECIAL, "s")])
def test_a_skill_roll_needs_as_many_of_the_symbol_as_the_card_says_608(symbol: int, letter: str) -> None:
    for count, dice in product((1, 2), product(LETTERS, repeat=2)):
        p = roll(plain(), words.W_SKILL, (0, "".join(dice)), symbol=symbol, count=count)
        assert p.g.success == (dice.count(letter) >= count), (count, dice)


def test_a_fleet_adds_its_results_up_610_622() -> None:
    for dice, success in ((("hm", "hm"), 1), (("hm", "sm"), 0), (("mm", "hh"), 1)):
        p = fleet(plain(), 0, 3)
        assert roll(p, words.W_SKILL, (0, dice[0]), (3, dice[1]), symbol=v.HIT, count=2).g.success == success


def test_a_skill_roll_of_misses_alone_does_not_damage_1064() -> None:
    p = roll(plain(), words.W_SKILL, (0, "mm"), symbol=v.HIT, count=1)
    assert (lost(p), p.g.damaged[0].sum()) == (0, 0)


def test_an_attuned_crew_adds_a_hit_or_a_special() -> None:
    for symbol, dice in ((v.HIT, "hm"), (v.SPECIAL, "ms")):
        p = team("proto_ship").mod(0, 4, 1).refresh()
        assert roll(p, words.W_SKILL, (0, dice), symbol=symbol, count=2).g.success == 1
        p = team("proto_ship")
        assert roll(p, words.W_SKILL, (0, dice), symbol=symbol, count=2).g.success == 0


def test_false_colours_add_a_special_and_open_options_of_all_classes() -> None:
    p = team("warship").equip(0, "false_colours").refresh()
    assert roll(p, words.W_SKILL, (0, "ms"), symbol=v.SPECIAL, count=2).g.success == 1
    assert p.g.modifier[0, words.M_ANY_CLASS] == 1


def test_blind_sensors_see_no_specials() -> None:
    p = team("proto_ship").damage(0, "blind_sensors").refresh()
    assert roll(p, words.W_SKILL, (0, "ss"), symbol=v.SPECIAL, count=1).g.success == 0
    assert roll(p, words.W_SKILL, (0, "hs"), symbol=v.HIT, count=1).g.success == 1


# Damage Rolls ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "health", "cards"), [("hh", 0, 0), ("sh", 0, 0), ("mh", 1, 0), ("sm", 1, 0), ("mm", 2, 1)]
)
def test_a_damage_roll_takes_health_for_misses_and_damages_for_two_632(dice: str, health: int, cards: int) -> None:
    p = roll(plain(), words.W_DAMAGE, (0, dice))
    assert (lost(p), p.g.damaged[0].sum()) == (health, cards)


def test_in_a_fleet_each_ship_rolls_for_its_own_damage_634() -> None:
    p = roll(fleet(plain(), 0, 2), words.W_DAMAGE, (2, "mm"), ship=2)
    assert (lost(p, 0), lost(p, 2), p.g.scripted_count) == (0, 2, 0)


def test_armour_keeps_misses_of_a_damage_roll_off_and_the_damaged_card_with_them_632() -> None:
    p = team("battlecruiser").mod(0, 6, 1).refresh()
    roll(p, words.W_DAMAGE, (0, "mm"))
    assert (lost(p), p.g.damaged[0].sum()) == (1, 0)


def test_a_damage_roll_can_be_the_end_of_a_ship_875() -> None:
    p = plain()
    p.g.health[0] = 2
    roll(p, words.W_DAMAGE, (0, "mm"))
    assert (p.g.alive[0], p.g.damaged[0].sum()) == (0, 0)


def test_who_has_strained_makes_a_damage_roll_at_the_end_of_the_turn_427_433() -> None:
    p = plain().turn_of(0)
    actions = int(p.g.actions_left)
    p.do("strain")
    assert p.g.actions_left == actions + 1
    assert ("strain",) not in p.legal()  # once a turn
    p.roll((0, "mm")).decline()
    assert (lost(p), p.g.damaged[0].sum()) == (2, 1)


def test_all_ships_of_a_fleet_strain_and_roll_each_for_itself_427_634() -> None:
    p = plain().turn_of(0, 2)
    p.do("strain").roll((0, "mh"), (2, "hs")).decline()
    assert (lost(p, 0), lost(p, 2), p.g.scripted_count) == (1, 0, 0)


def test_a_crippled_drive_cannot_be_strained_427() -> None:
    p = plain().damage(0, "crippled_drive").turn_of(0)
    assert ("strain",) not in p.legal()


def test_dice_are_gone_when_the_roll_is_over_918() -> None:
    p = roll(plain(), words.W_DAMAGE, (0, "mh"))
    assert (p.g.face == -1).all()
    assert (p.g.colour == -1).all()


# Equipment in rolls ---------------------------------------------------------------------------------------------------


def test_a_decoy_flare_saves_a_lone_ship_from_detection() -> None:
    p = roll(team("warship").equip(0, "decoy_flare").refresh(), words.W_DETECTION, (0, "mm"))
    assert p.decision == "window"
    p.do("use_module", 0)
    assert (p.g.success, p.g.module[0].sum(), p.finished) == (1, 0, True)
    p = fleet(team("warship").equip(0, "decoy_flare").refresh(), 0, 1)
    assert roll(p, words.W_DETECTION, (0, "mm"), (1, "hh")).finished  # it needs a ship that is alone


def test_equipment_for_a_roll_is_offered_only_while_the_roll_goes_wrong_548() -> None:
    p = team("warship").equip(0, "decoy_flare").refresh()
    assert roll(p, words.W_DETECTION, (0, "hs")).finished


def test_a_smoke_screen_ignores_a_miss_of_any_ship_that_rolls_920() -> None:
    p = fleet(team("pirate_ship", "warship").mod(0, 1, 1), 0, 1)
    roll(p.refresh(), words.W_DETECTION, (0, "hh"), (1, "mh")).do("use_mod", 0)
    assert p.do("die", 0).g.success == 1


def test_picket_drones_silent_running_and_a_ghost_ship_pass_unseen() -> None:
    for mat, level, choice, misses in (
        ("drone_specialist", 4, 0, "mh"), ("explorer", 2, 0, "mh"), ("pirate_ship", 6, 1, "mm"),
    ):  # fmt: skip
        p = team(mat).mod(0, level, choice).refresh()
        assert roll(p, words.W_DETECTION, (0, misses)).g.success == 1, mat


def test_foresight_solves_what_has_failed_and_is_not_offered_otherwise() -> None:
    p = team("proto_ship").mod(0, 3, 1).refresh()
    roll(p, words.W_SKILL, (0, "mm"), symbol=v.HIT, count=2).do("use_mod", 2)
    assert (p.g.success, p.g.ready[0]) == (1, 3)
    p = team("proto_ship").mod(0, 3, 1).refresh()
    assert roll(p, words.W_SKILL, (0, "hh"), symbol=v.HIT, count=2).finished


def test_crash_foam_is_for_the_ship_that_rolls_and_keeps_health_off_632() -> None:
    p = team("warship").equip(0, "crash_foam").refresh()
    roll(p, words.W_DAMAGE, (0, "mm")).do("use_module", 0)
    assert (lost(p), p.g.damaged[0].sum(), p.g.module[0].sum()) == (0, 1, 0)
    p = fleet(team("warship").equip(0, "crash_foam").refresh(), 0, 1)
    assert roll(p, words.W_DAMAGE, (1, "mm"), ship=1).finished  # foam stays in its own hull


# How likely what is ---------------------------------------------------------------------------------------------------

FACES = {"red": (3, 2, 1), "blue": (2, 2, 2), "yellow": (2, 1, 3)}  # hit, miss, special
MAT_OF = {"red": "warship", "blue": "proto_ship", "yellow": "explorer"}


def outcomes(*colours: str) -> Iterator[tuple[str, Fraction]]:
    """What dice of these colours can show, and how likely that is."""
    for letters in product(LETTERS, repeat=len(colours)):
        chance = Fraction(1)
        for colour, letter in zip(colours, letters, strict=True):
            chance *= Fraction(FACES[colour][LETTERS.index(letter)], 6)
        yield "".join(letters), chance


def test_dice_have_the_faces_of_content_282() -> None:
    p = plain()
    for number, colour in enumerate(v.COLOURS):
        found = Counter(int(x) for x in p.t.die_symbol[number])
        assert tuple(found[symbol] for symbol in range(3)) == FACES[colour], colour


@pytest.mark.parametrize(
    ("colour", "unseen", "skill_hit", "skill_two_specials", "health"),
    [
        ("red", Fraction(16, 36), Fraction(27, 36), Fraction(1, 36), Fraction(2, 3)),
        ("blue", Fraction(16, 36), Fraction(20, 36), Fraction(4, 36), Fraction(2, 3)),
        ("yellow", Fraction(25, 36), Fraction(20, 36), Fraction(9, 36), Fraction(1, 3)),
    ],
)
def test_probabilities_of_single_rolls_548_608_632(
    colour: str, unseen: Fraction, skill_hit: Fraction, skill_two_specials: Fraction, health: Fraction
) -> None:
    found = [Fraction(0)] * 4
    for dice, chance in outcomes(colour, colour):
        p = team(MAT_OF[colour])
        found[0] += chance * int(roll(p, words.W_DETECTION, (0, dice)).g.success)
        found[1] += chance * int(roll(p, words.W_SKILL, (0, dice), symbol=v.HIT, count=1).g.success)
        found[2] += chance * int(roll(p, words.W_SKILL, (0, dice), symbol=v.SPECIAL, count=2).g.success)
        found[3] += chance * lost(roll(p, words.W_DAMAGE, (0, dice)))
    assert found == [unseen, skill_hit, skill_two_specials, health]


@pytest.mark.parametrize("second", ["red", "blue", "yellow"])
def test_probabilities_of_rolls_of_a_fleet_550_610(second: str) -> None:
    unseen = success = Fraction(0)
    for dice, chance in outcomes("red", "red", second, second):
        p = fleet(team("battlecruiser", MAT_OF[second]), 0, 1)
        both = ((0, dice[:2]), (1, dice[2:]))
        unseen += chance * int(roll(p, words.W_DETECTION, *both).g.success)
        success += chance * int(roll(p, words.W_SKILL, *both, symbol=v.HIT, count=2).g.success)
    no_miss = Fraction(6 - FACES["red"][1], 6) ** 2 * Fraction(6 - FACES[second][1], 6) ** 2
    hit, other = Fraction(FACES["red"][0], 6), Fraction(FACES[second][0], 6)
    none = (1 - hit) ** 2 * (1 - other) ** 2
    one = 2 * hit * (1 - hit) * (1 - other) ** 2 + 2 * other * (1 - other) * (1 - hit) ** 2
    assert (unseen, success) == (no_miss, 1 - none - one)


@pytest.mark.parametrize("colour", ["red", "blue", "yellow"])
def test_probabilities_of_an_attack_829_860_934(colour: str) -> None:
    found: Counter[tuple[int, int, int]] = Counter()
    for dice, chance in outcomes(colour, colour):
        p = team(MAT_OF[colour])
        p.fight("watch_frigate")
        p.roll((0, dice)).do("offense")
        found[3 - int(p.g.foe_health[p.index("enemies", "watch_frigate")]), lost(p), int(p.g.damaged[0].sum())] += (
            chance
        )
    hit, miss, special = (Fraction(faces, 6) for faces in FACES[colour])
    assert found == {
        (2, 0, 0): hit**2,
        (1, 0, 0): 2 * hit * special,
        (1, 1, 0): 2 * hit * miss,
        (0, 0, 0): special**2,
        (0, 1, 0): 2 * miss * special,
        (0, 2, 1): miss**2,
    }


@pytest.mark.parametrize("colour", ["red", "blue", "yellow"])
def test_a_reroll_of_a_single_die_is_a_fresh_die_918(colour: str) -> None:
    """A lone miss rolled again shows a miss as often as any die of its colour."""
    found: Counter[str] = Counter()
    for number in range(1, 7):
        p = team(MAT_OF[colour]).equip(0, "targeting_computer").refresh()
        p.fight("watch_frigate")
        p.roll((0, "ms")).do("offense").do("use_module", 0)
        p.dice(number).do("die", 0)
        if p.decision == "die":
            p.decline()
        found["m" if lost(p) else "-"] += 1
    assert found["m"] == FACES[colour][1]
