"""What happened, in sentences: an event is declared by its function, numbered in this order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from exodus_env.kit.log import Events

Names = Any

EVENTS: Final = Events()
declare: Callable[[Callable[..., str]], Callable[..., str]] = EVENTS.declare


@declare
def turn(names: Names, turn: int) -> str:
    return f"turn {turn} begins"


@declare
def mat(names: Names, ship: int, mat: int) -> str:
    return f"{names.captain(ship)} takes the {names.mat(mat)}"


@declare
def begins(names: Names, ship: int) -> str:
    return f"it is the turn of {names.ship(ship)}"


@declare
def joined(names: Names, ship: int, lead: int) -> str:
    return f"{names.ship(ship)} joins the Fleet of {names.ship(lead)}"


@declare
def revealed(names: Names, slot: int) -> str:
    return f"{names.system(slot)} is revealed"


@declare
def moved(names: Names, ship: int, slot: int) -> str:
    return f"{names.ship(ship)} goes to {names.system(slot)}"


@declare
def strained(names: Names, ship: int) -> str:
    return f"{names.ship(ship)} strains its engine"


@declare
def scavenged(names: Names, ship: int) -> str:
    return f"{names.ship(ship)} scavenges"


@declare
def pacified(names: Names, slot: int) -> str:
    return f"{names.system(slot)} is pacified"


@declare
def rolled(names: Names, ship: int, face: int, colour: int) -> str:
    return f"{names.ship(ship)} rolls {names.symbol(face)} with a {names.colour(colour)} die"


@declare
def succeeded(names: Names, kind: int) -> str:
    return f"the {names.roll(kind)} succeeds"


@declare
def failed(names: Names, kind: int) -> str:
    return f"the {names.roll(kind)} fails"


@declare
def hurt(names: Names, ship: int, amount: int) -> str:
    return f"{names.ship(ship)} loses {amount} Health"


@declare
def healed(names: Names, ship: int, amount: int) -> str:
    return f"{names.ship(ship)} recovers {amount} Health"


@declare
def defeated(names: Names, ship: int, slot: int) -> str:
    return f"{names.ship(ship)} is defeated in {names.system(slot)}"


@declare
def scraps(names: Names, ship: int, amount: int) -> str:
    return f"{names.ship(ship)} gains {names.scraps(amount)}"


@declare
def gave_scrap(names: Names, ship: int, other: int) -> str:
    return f"{names.ship(ship)} gives {names.ship(other)} a Scrap"


@declare
def gave_module(names: Names, ship: int, other: int, kind: int) -> str:
    return f"{names.ship(ship)} gives {names.ship(other)} {names.module(kind)}"


@declare
def gave_key(names: Names, ship: int, other: int) -> str:
    return f"{names.ship(ship)} gives {names.ship(other)} a Key"


@declare
def damaged(names: Names, ship: int, kind: int) -> str:
    return f"{names.ship(ship)} is damaged: {names.damaged(kind)}"


@declare
def mended(names: Names, ship: int, kind: int) -> str:
    return f"{names.ship(ship)} is rid of {names.damaged(kind)}"


@declare
def unlocked(names: Names, ship: int, place: int) -> str:
    return f"{names.ship(ship)} reaches level {place + 1}"


@declare
def mod(names: Names, ship: int, place: int, choice: int) -> str:
    return f"{names.ship(ship)} installs {names.effect(ship, place, choice)}"


@declare
def module(names: Names, ship: int, kind: int) -> str:
    return f"{names.ship(ship)} gets {names.module(kind)}"


@declare
def lost_module(names: Names, ship: int, kind: int) -> str:
    return f"{names.ship(ship)} loses {names.module(kind)}"


@declare
def lost_mod(names: Names, ship: int, place: int) -> str:
    return f"{names.ship(ship)} loses its Mod of level {place + 1} for good"


@declare
def salvaged(names: Names, ship: int, kind: int) -> str:
    return f"{names.ship(ship)} salvages {names.module(kind)}"


@declare
def bought(names: Names, ship: int, kind: int, price: int) -> str:
    return f"{names.ship(ship)} gets {names.module(kind)} for {names.scraps(price)}"


@declare
def bought_energy(names: Names, ship: int) -> str:
    return f"{names.ship(ship)} buys an Energy marker"


@declare
def used(names: Names, ship: int, place: int, effect: int) -> str:
    return f"{names.ship(ship)} uses {names.used(effect)}"


@declare
def served(names: Names, ship: int, ally: int) -> str:
    return f"the {names.ally(ally)} serves {names.ship(ship)}"


@declare
def ally(names: Names, slot: int, ally: int) -> str:
    return f"the {names.ally(ally)} is met in {names.system(slot)}"


@declare
def exploration(names: Names, card: int) -> str:
    return f"{names.exploration(card)}"


@declare
def option(names: Names, ship: int, card: int, option: int) -> str:
    return f"{names.ship(ship)} takes an option: {names.option(card, option)}"


@declare
def signal(names: Names, key: int, card: int) -> str:
    return f"the Signal of Key {key + 1} is {names.signal(card)}"


@declare
def markers(names: Names, key: int, left: int) -> str:
    return f"the Signal of Key {key + 1} has {left} markers left"


@declare
def key(names: Names, ship: int, key: int) -> str:
    return f"{names.ship(ship)} takes Key {key + 1}"


@declare
def activated(names: Names, ship: int, keys: int) -> str:
    return f"{names.ship(ship)} puts a Key on the Main Rift; {keys} lie there"


@declare
def foe(names: Names, card: int, slot: int) -> str:
    return f"{names.foe(card)} appears in {names.system(slot)}"


@declare
def engaged(names: Names, ship: int) -> str:
    return f"{names.ship(ship)} is engaged"


@declare
def manoeuvre(names: Names, ship: int, manoeuvre: int) -> str:
    return f"{names.ship(ship)} chooses {names.manoeuvre(manoeuvre)}"


@declare
def wounded(names: Names, card: int, amount: int) -> str:
    return f"{names.foe(card)} loses {amount} Health"


@declare
def ability(names: Names, card: int) -> str:
    return f"an ability of {names.foe(card)} works"


@declare
def beaten(names: Names, card: int) -> str:
    return f"{names.foe(card)} is beaten"


@declare
def disengaged(names: Names, ship: int) -> str:
    return f"{names.ship(ship)} disengages"


@declare
def hid(names: Names, ship: int) -> str:
    return f"{names.ship(ship)} hides"


@declare
def corruption(names: Names, space: int) -> str:
    return f"the Corruption marker advances to {space}"


@declare
def avatar_moved(names: Names, card: int, slot: int, steps: int) -> str:
    return f"{names.foe(card)} goes to {names.system(slot)}"


@declare
def enemies_join(names: Names, cards: int) -> str:
    return f"{cards} Enemies join the Enemy deck"


@declare
def rush(names: Names) -> str:
    return "all Avatars move at once"


@declare
def won(names: Names) -> str:
    return "the Main Rift is sealed"


@declare
def lost(names: Names) -> str:
    return "the Galaxy is lost"


@declare
def wormhole(names: Names, slot: int) -> str:
    return f"a wormhole opens in {names.system(slot)}"


@declare
def rift_opened(names: Names, slot: int) -> str:
    return f"a Rift opens in {names.system(slot)}"


@declare
def rift_closed(names: Names, slot: int) -> str:
    return f"the Rift in {names.system(slot)} is disabled"


@declare
def slowed(names: Names, amount: int) -> str:
    return f"Avatars move {amount} less this turn"


@declare
def hastened(names: Names, amount: int) -> str:
    return f"Avatars move {amount} more this turn"


@declare
def held(names: Names) -> str:
    return "the Corruption marker does not advance this turn"


@declare
def pinned(names: Names, avatar: int) -> str:
    return f"Avatar {avatar + 1} does not move this turn"
