"""Explorations [562-694]: every option of every card played, and how Fleets share them.

What an option does is worked out here a second time from its rows, in plain Python, for a position where each row can
do something.
"""

from __future__ import annotations

from typing import Any

import pytest

from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.content.entries import Option, Row
from exodus_env.corruption.rules.modules import LOST
from tests.corruption.position import Position

pytestmark = pytest.mark.uncompiled

CARDS = Position().content.explorations
ANALYSES = [card for card in CARDS if card.kind == "analysis"]
ALL = (0, 1, 2, 3)  # first team: two warriors, a scholar, a rogue


def scene(players: int = 1) -> Position:
    """Every ship is hurt, damaged and half spent; there are Enemy systems to pacify, lanes to reveal at, an Avatar."""
    p = Position(players=players, ships=4).open_start("green_expanse")
    for place, tile in enumerate(("ashfall", "cold_chapel", "haven")):
        p.add(tile, place)
    p.foe("devourer", 3)
    g = p.g
    g.precursor_deck[: g.precursor_left] = p.kind("phase_lance") - 16  # another one would change the ship at once
    g.mod[:] = LOST
    g.scraps[:] = 3
    g.energy[:], g.ready[:] = 5, 2
    for ship in ALL:
        p.damage(ship, "crippled_drive", "jammed_rudders")
    p.refresh()
    g.health[:] = 4
    g.health_gone[:] = 0
    return p


def numbers(p: Position) -> dict[str, Any]:
    """What options change, as numbers."""
    g = p.g
    return {
        "health": g.health.tolist(),
        "ready": g.ready.tolist(),
        "scraps": int(g.scraps.sum()),
        "damaged": g.damaged.sum(axis=1).tolist(),
        "modules": int(((g.module > 0) & (g.module <= 16)).sum()),
        "precursors": int((g.module > 16).sum()),
        "xp": g.xp.tolist(),
        "actions": int(g.actions_left),
        "systems": int(g.systems),
        "pacified": int((g.pacified > 0).sum()),
        "moves": int(g.avatar_moves),
        "hold": int(g.hold),
        "pinned": int(g.pinned.sum()),
        "gate": int(g.gate[0]),
        "rift": int(g.rift[0]),
    }


def expected(p: Position, rows: tuple[Row, ...], takers: tuple[int, ...]) -> dict[str, Any]:
    """What rows make of a position, by what the vocabulary says about each."""
    now = numbers(p)
    most = p.g.markers.tolist()
    for row in rows:
        for ship in takers:
            if row.do == "heal":
                now["health"][ship] = min(most[ship], now["health"][ship] + row.amount)
            elif row.do == "hurt":
                now["health"][ship] -= row.amount
            elif row.do == "energy":
                now["ready"][ship] = min(5, now["ready"][ship] + row.amount)
            elif row.do == "drain":
                now["ready"][ship] = max(0, now["ready"][ship] - row.amount)
            elif row.do in ("mend", "damaged"):
                now["damaged"][ship] += row.amount if row.do == "damaged" else -row.amount
            elif row.do == "steal":
                now["scraps"] -= min(3, row.amount)
            elif row.do == "xp":
                now["xp"][ship] += row.amount
        if row.do in ("scrap", "module", "precursor", "reveal", "pacify", "pin", "action"):
            what = {"scrap": "scraps", "module": "modules", "precursor": "precursors", "reveal": "systems"}
            what |= {"pacify": "pacified", "pin": "pinned", "action": "actions"}
            now[what[row.do]] += row.amount
            if row.do == "reveal":
                for ship in takers:
                    if p.content.ships[p.g.mat[ship]].xp == "reveal":
                        now["xp"][ship] += row.amount
        elif row.do in ("slow", "hasten"):
            now["moves"] += row.amount if row.do == "hasten" else -row.amount
        elif row.do in ("hold", "wormhole", "open_rift", "close_rift"):
            now[{"hold": "hold", "wormhole": "gate"}.get(row.do, "rift")] = int(row.do != "close_rift")
    return now


def ends_turn(rows: tuple[Row, ...]) -> bool:
    return any(row.do == "end_turn" for row in rows)


def of_class(p: Position, ship_class: int) -> int:
    """A ship of a class; of any: the first."""
    return next(ship for ship in ALL if ship_class == v.NOTHING or p.t.mat_class[p.g.mat[ship]] == ship_class)


def finish(p: Position, lead: int, rows: tuple[Row, ...]) -> Position:
    """Choose what comes first until the Exploration is over."""
    while p.g.card >= 0:
        p.default()
    assert (p.g.lead != lead) == ends_turn(rows)
    assert not p.g.taker.any() and not p.g.option_taken.any()
    return p


@pytest.mark.parametrize(
    ("card", "number"),
    [(card, number) for card in ANALYSES for number in range(3)],
    ids=[f"{card.id}-{number}" for card in ANALYSES for number in range(3)],
)
def test_an_option_of_an_analysis_does_what_it_says_570(card: Any, number: int) -> None:
    p = scene()
    option: Option = card.options[number]
    ship = of_class(p, option.ship_class)
    p.g.slot[[other for other in ALL if other != ship]] = 3
    p.explore(card.id, ship)
    assert p.decision == "analysis"
    before = expected(p, option.rows, (ship,))
    p.do("option", number)
    finish(p, ship, option.rows)
    assert numbers(p) == before


WARNINGS = [card for card in CARDS if card.kind == "warning"]
ROLLS = {v.HIT: "hh", v.SPECIAL: "ss"}


@pytest.mark.parametrize(
    ("card", "number", "success"),
    [
        (card, number, success)
        for card in WARNINGS
        for number in range(3)
        for success in ((True, False) if card.options[number].skill != v.NOTHING else (True,))
    ],
    ids=lambda value: getattr(value, "id", str(value)),
)
def test_an_option_of_a_warning_is_for_the_whole_fleet_594(card: Any, number: int, success: bool) -> None:
    p = scene()
    option: Option = card.options[number]
    p.explore(card.id, 0, ALL[1:])
    assert p.decision == "warning"
    assert p.legal() == {("option", 0), ("option", 1), ("option", 2)}  # all classes are there, and none may be declined
    rows = option.rows if success else option.failure
    after = expected(p, rows, ALL)
    if option.skill != v.NOTHING:
        p.roll(*((ship, ROLLS[option.skill] if success else "mm") for ship in ALL))
    p.do("option", number)
    finish(p, 0, rows)
    if ends_turn(rows):
        assert p.g.turn == 2  # it was the turn of all ships
    else:
        assert numbers(p) == after


DANGERS = [card for card in CARDS if card.kind == "danger"]


@pytest.mark.parametrize("card", DANGERS, ids=lambda card: card.id)
def test_a_danger_does_nothing_when_the_roll_succeeds_618(card: Any) -> None:
    p = scene()
    before = numbers(p)
    before["actions"] -= 1
    option = card.options[0]
    symbol = "h" if option.skill == v.HIT else "s"
    rolled = symbol * option.count + "m" * (4 - option.count)
    p.roll((0, rolled[:2]), (2, rolled[2:])).explore(card.id, 0, (2,))
    assert p.decision == "menu"
    before["actions"] = p.g.actions_left
    assert numbers(p) == before


@pytest.mark.parametrize("card", DANGERS, ids=lambda card: card.id)
def test_a_danger_harms_all_when_the_roll_fails_620(card: Any) -> None:
    p = scene()
    option = card.options[0]
    symbol = "h" if option.skill == v.HIT else "s"
    rolled = symbol * (option.count - 1) + "m" * (5 - option.count)
    after = expected(p, option.failure, (0, 2))
    p.roll((0, rolled[:2]), (2, rolled[2:])).explore(card.id, 0, (2,))
    found = numbers(p)
    after["actions"] = found["actions"]
    assert found == after
    assert (p.g.lead != 0) == ends_turn(option.failure)


# Fleets ---------------------------------------------------------------------------------------------------------------


def test_fleet_members_take_different_options_578_588() -> None:
    """The example of the text: Explorer and Battlecruiser at the System Exodus."""
    p = scene().explore("system_exodus", 3, (2,))
    systems, actions = int(p.g.systems), int(p.g.actions_left)
    assert (p.decision, p.asked) == ("analysis", 3)
    p.do("option", 0)  # the rogue reveals two systems; nobody is asked to share that
    while p.decision in ("reveal_from", "reveal_at", "rotate"):
        p.default()
    assert p.g.systems == systems + 2
    assert (p.decision, p.asked) == ("analysis", 2)
    assert p.legal("option") == {(1,), (2,)}
    p.do("option", 1)
    assert (p.g.module[2] > 0).sum() == 1
    assert p.decision == "further"
    assert p.legal() == {("option", 2), ("pass",)}
    p.do("option", 2)
    assert p.g.actions_left == actions - 1
    assert p.g.health[[2, 3]].tolist() == [min(6, p.g.markers[2]), min(6, p.g.markers[3])]
    assert p.g.ready[[2, 3]].tolist() == [5, 5]
    assert p.decision == "menu"


def test_members_may_share_an_option_and_its_effects_are_for_each_of_them_582_658() -> None:
    p = scene(players=4).explore("refugee_convoy", 0, (2,))
    p.do("option", 2)
    assert (p.decision, p.asked) == ("share_option", 2)
    p.do("join")
    assert p.g.health[[0, 2]].tolist() == [min(7, p.g.markers[0]), min(7, p.g.markers[2])]
    assert p.decision == "further"  # nobody has an option left
    assert p.legal("option") == {(0,), (1,)}


def test_scraps_are_shared_out_piece_by_piece_among_those_who_took_the_option_640() -> None:
    p = scene().explore("drifting_shipyard", 0, (2, 3))
    p.do("option", 1)
    assert (p.decision, p.asked) == ("share_option", 2)
    p.do("join").decline()
    assert p.decision == "share"
    assert p.legal("ship") == {(0,), (2,)}
    p.do("ship", 0).do("ship", 2).do("ship", 2)
    assert p.g.scraps.tolist() == [4, 3, 5, 3]
    assert (p.decision, p.asked) == ("analysis", 3)


def test_who_gets_a_module_is_said_when_it_is_seen_644() -> None:
    p = scene().explore("smugglers_cache", 0, (2,))
    kind = int(p.g.module_deck[p.g.module_left - 1])
    p.do("option", 1).do("join")
    assert p.decision == "share" and p.g.focus_card == kind + 1
    p.do("ship", 2)
    assert p.g.module[2, 0] == kind + 1 and p.g.scraps[2] == 3  # for nothing [1065]


def test_an_option_can_be_taken_only_once_580() -> None:
    p = scene().explore("system_exodus", 0, (2,))
    p.do("option", 1)
    assert p.decision == "share_option"
    p.decline()
    assert p.legal("option") == {(2,)}  # no rogue is there, and the second one is gone


def test_options_are_locked_without_their_class_584() -> None:
    p = scene().explore("system_exodus", 0)
    assert p.legal("option") == {(1,), (2,)}
    p = scene().equip(0, "false_colours").explore("system_exodus", 0)
    assert p.legal("option") == {(0,), (1,), (2,)}


def test_a_warning_offers_only_options_whose_class_is_there_600() -> None:
    p = scene().explore("cultist_factory", 0, (1,))
    assert p.legal() == {("option", 1), ("option", 2)}


def test_further_options_cost_an_action_each_and_straining_can_pay_for_one_582_433() -> None:
    p = scene()
    p.g.damaged[:] = 0
    p.refresh().turn_of(0)
    p.explore("refugee_convoy", 0)
    p.g.actions_left = 1
    p.do("option", 0)
    p.until("further").do("option", 1)
    assert p.g.actions_left == 0
    assert p.legal() == {("strain",), ("pass",)}
    p.do("strain")
    assert p.g.actions_left == 1
    p.do("option", 2)
    assert p.g.actions_left == 0 and p.g.strained[0] == 1
    assert p.decision == "menu"


def test_field_researchers_have_one_more_option_for_no_action_578() -> None:
    p = scene().mod(3, 4, 1).refresh()
    p.explore("refugee_convoy", 3)
    actions = int(p.g.actions_left)
    p.do("option", 1).do("option", 2)
    assert p.g.actions_left == actions


def test_skill_rolls_of_a_fleet_add_up_and_count_what_crews_add_608() -> None:
    """Two hits are asked for; one ship rolls one, and an Attuned Crew adds one."""
    p = scene().mod(1, 4, 1).refresh()
    health = p.g.health.tolist()
    p.roll((0, "hm"), (1, "mm")).explore("dormant_swarm", 0, (1,))
    assert p.g.health.tolist() == health


def test_dormant_swarm_as_in_the_example_618_624() -> None:
    for rolled, lost in (("hm", 0), ("mm", 2)):
        p = Position(players=1, ships=4, mats=("explorer", "pirate_ship", "warship", "proto_ship")).open_start()
        p.plain()
        before = p.g.health[:2].copy()
        p.roll((0, "hs"), (1, rolled)).explore("dormant_swarm", 0, (1,))
        assert (before - p.g.health[:2]).tolist() >= [lost, lost]  # a Damaged card may take a marker along
        assert p.g.damaged[:2].sum() == (2 if lost else 0)


def test_a_redrawn_exploration_goes_under_its_deck_where_everybody_knows_it() -> None:
    p = scene().mod(3, 3, 1).refresh()
    left = int(p.g.exploration_left)
    p.explore("gravity_snare", 3)
    assert p.decision == "window"
    p.do("use_mod", 2)
    snare = p.index("explorations", "gravity_snare")
    assert p.g.card != snare
    assert p.g.exploration_deck[0] == snare
    assert (p.g.exploration_known, p.g.exploration_left) == (1, left - 1)
    assert (p.g.exploration_seen[snare], p.g.exploration_seen[p.g.card]) == (2, 1)


def test_an_ending_of_the_turn_leaves_no_further_options_688() -> None:
    p = scene()
    p.roll((0, "mm"), (2, "mm")).explore("gravity_snare", 0, (2,))
    assert p.g.played[[0, 2]].tolist() == [1, 1]
    assert p.decision == "next_ship"


def test_a_ship_that_falls_passes_the_lead_on_and_the_card_ends_684_875() -> None:
    p = scene()
    p.g.health[[0, 2]] = (1, 4)
    p.roll((0, "mm"), (2, "mm")).explore("dormant_swarm", 0, (2,))
    assert p.g.alive[[0, 2]].tolist() == [0, 1]
    assert p.g.lead == 2 and p.decision == "menu"
    assert p.g.card == -1 and not p.g.taker.any()


def test_every_option_there_is_has_been_played() -> None:
    assert len(CARDS) == 20
    assert sum(len(card.options) for card in CARDS) == 3 * (len(ANALYSES) + len(WARNINGS)) + len(DANGERS)
