"""Where an Avatar may go, in plain Python from the text [1002-1032], knowing nothing of the kernels that move them.

It looks at every way there is, so it is slow, and says all that chance may still decide.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Any

from exodus_env.corruption import capacity as c


class Hunt:
    """One Avatar about to move: `moves` it has, and whether it may use wormholes."""

    def __init__(self, g: Any, t: Any, avatar: int, moves: int, wormholes: bool) -> None:
        self.moves = moves
        self.start = int(g.foe_slot[c.ENEMIES + avatar])
        self.ships = [s for s in range(t.ships) if g.alive[s]]
        self.seen = [s for s in self.ships if not (t.hidden_from_avatars and g.hidden[s])]
        self.at = {s: int(g.slot[s]) for s in self.ships}
        self.fleet = {s: frozenset(o for o in self.ships if g.fleet[o] == g.fleet[s]) for s in self.ships}
        lairs = {int(g.foe_slot[card]) for card in range(c.ENEMIES, c.FOE_CARDS)} - {-1}
        self.held = {s for s in self.ships if self.at[s] in lairs and any(g.engaged[o] for o in self.fleet[s])}
        self.free_entry = {self.at[s] for s in self.ships if g.engaged[s] and self.at[s] in lairs}
        self.health = {s: (int(g.health[s]), int(g.markers[s])) for s in self.ships}
        self.keys = {s: sum(int(g.key_ship[k]) == s for k in range(t.keys)) for s in self.ships}
        self.edges: dict[int, set[int]] = {slot: set() for slot in range(g.systems)}
        for slot, other in ((a, b) for a in range(g.systems) for b in range(g.systems) if a != b):
            by_lane = other in g.beside[slot].tolist()
            by_rift = g.rift[slot] and g.rift[other]
            by_wormhole = wormholes and g.gate[slot] and g.gate[other]
            if by_lane or by_rift or by_wormhole:
                self.edges[slot].add(other)

    def price(self, slot: int) -> int:
        """The movement that entering a system takes [1024]."""
        return 0 if slot in self.free_entry else 1

    def length(self, start: int, aim: int) -> tuple[int, int]:
        """The movement the shortest way takes, and how many systems are on it."""
        queue = [(0, 0, start)]
        done = set()
        while queue:
            moves, systems, slot = heapq.heappop(queue)
            if slot == aim:
                return moves, systems
            if slot not in done:
                done.add(slot)
                for other in self.edges[slot]:
                    heapq.heappush(queue, (moves + self.price(other), systems + 1, other))
        raise AssertionError(f"no way from {start} to {aim}")

    def wanted(self) -> list[int]:
        """The ships that are hunted: those no other Avatar has, or all if all are engaged [1010, 1026]."""
        return [s for s in self.seen if s not in self.held] or self.seen

    def targets(self) -> set[int]:
        """Where the Fleets are it may choose: the nearest, then the weakest [1010-1020]; most Keys in a pure tie."""

        def order(ship: int) -> tuple[int, ...]:
            fleet = self.fleet[ship]
            left, total = (sum(self.health[s][i] for s in fleet) for i in (0, 1))
            keys = sum(self.keys[s] for s in fleet)
            return (self.length(self.start, self.at[ship])[0], len(fleet), left, total, -keys)

        wanted = self.wanted()
        best = min(map(order, wanted), default=())
        return {self.at[s] for s in wanted if order(s) == best}

    def stops(self, slot: int) -> bool:
        """Whether it stops in a system [1012]."""
        return any(self.at[s] == slot for s in self.wanted())

    def ways(self, slot: int, aim: int, moves: int) -> Iterator[int]:
        """Where shortest ways to a system end, one by one."""
        further = []
        if slot != aim and not (slot != self.start and self.stops(slot)):
            moves_left, systems = self.length(slot, aim)
            for other in self.edges[slot]:
                after, fewer = self.length(other, aim)
                shortest = (after + self.price(other), fewer + 1) == (moves_left, systems)
                if shortest and self.price(other) <= moves:
                    further.append(other)
        if not further:
            yield slot
        for other in further:
            yield from self.ways(other, aim, moves - self.price(other))

    def ends(self, aim: int | None = None) -> set[int]:
        """Where it may come to: by shortest ways, those that end nearest to the aim, then those that end at ships."""
        if any(self.at[s] == self.start for s in self.seen):
            return {self.start}
        aims = self.targets() if aim is None else {aim}
        found: set[int] = set()
        for goal in aims:
            rated = {
                end: (self.length(end, goal)[0], not any(self.at[s] == end for s in self.seen))
                for end in self.ways(self.start, goal, self.moves)
            }
            found |= {end for end, rating in rated.items() if rating == min(rated.values())}
        return found or {self.start}
