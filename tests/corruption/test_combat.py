"""Combat [802-907]."""

from tests.corruption.position import Position


def test_hits_take_health_off_and_misses_come_back_839_860() -> None:
    p = Position().fight("watch_frigate")
    assert p.decision == "manoeuvre"
    p.roll((0, "hm")).do("offense").decline()
    assert p.g.foe_health[p.index("enemies", "watch_frigate")] == 2
    assert p.g.health[0] == p.g.markers[0] - 1


def test_a_beaten_enemy_does_not_retaliate_and_brings_scraps_to_each_ship_869() -> None:
    p = Position().fight("cult_raider", members=(2,))
    p.g.foe_health[p.index("enemies", "cult_raider")] = 1
    before = p.g.health.copy()
    p.roll((0, "hm"), (2, "mh")).do("offense").do("offense").until("menu")
    assert p.g.scraps.tolist() == [2, 1, 2, 1]
    assert p.g.health.tolist() == before.tolist()
    assert p.g.engaged.tolist() == [0, 0, 0, 0]
