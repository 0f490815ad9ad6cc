"""The rules of every decision in our own words, for readers who do not know the game, such as language models.

What depends on the position or on cards in force is left to the description. What the declaration of a decision says
(secret, private, how to decline, what may come before) is added from there.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.rules import choices as c
from exodus_env.exodus.rules.decision_declarations import DECISION_NAMES
from exodus_env.exodus.tables import Tables
from exodus_env.kit.declare import by_number

_RULES: Final[dict[int, str]] = by_number(
    {
        "none": "Nothing is pending.",
        "start_technology": "Before the first turn each player learns a few technologies for nothing. Their printed "
        "prices together must stay within a limit, discounts do not count, and each learned one takes a cube from "
        "the supply.",
        "mineral": "Axinium and Phasium that your planets yield this turn are taxed: each unit you take costs CP at "
        "once. What you leave stays on its planet. Take units one by one, or all of them.",
        "window": "Outside Conquest you may move ship upgrades between your blueprints free of charge, a few in "
        "each stage, and give up cards you have won for their bonus instead of keeping them for VP. Once Conquest "
        "begins no upgrade moves. Moving a shield must not destroy a ship.",
        "upgrade_from": "Several of your classes carry the upgrade you want to move. Say which of them gives it up.",
        "exchange_upgrade": "The class that is to get the upgrade has no free slot. The upgrade you choose goes "
        "back the other way, so the two swap places.",
        "vote": "One of the revealed political cards will take effect. Put your voting token behind one and then "
        "bid CP with it. The token counts one vote and each CP one more; the card with the most votes wins and the "
        "Chancellor breaks ties. Everybody pays the bid, whether the card wins or not. A law stays until it is "
        "cancelled, a resolution until the next Council, an executive decision happens at once.",
        "vote_fifties": "The CP you bid add to your vote and are paid whether your card wins or not. A high bid is "
        "given in two parts: first whether it contains a fifty, then the rest.",
        "vote_bid": "The CP you bid add to your vote, one vote each, and are paid whether your card wins or not.",
        "vote_tie": "Several political cards have equally many votes. You decide which of them takes effect; the "
        "others leave the game.",
        "propose_bonus": "You name bonus actions, one after another, and the Chancellor may take one of them. It is "
        "carried out by all players at the end of the Action Stage, in turn order.",
        "take_bonus": "You may take one of the bonus actions proposed by the Vice-Chancellor. At the end of the "
        "Action Stage all players may use it, in turn order, and nobody reacts to it.",
        "election_fifties": "Players bid for the turn order: the highest bid goes first and is Chancellor, the next "
        "is Vice-Chancellor. Every bid is paid. A high bid is given in two parts: first whether it contains a "
        "fifty.",
        "election_bid": "Players bid for the turn order: the highest bid goes first and is Chancellor, the next is "
        "Vice-Chancellor; both offices are worth VP at the end. Every bid is paid, whatever it wins.",
        "election_tie": "Players have bid the same for turn order. You decide who of them comes first, though never "
        "for your own benefit.",
        "name_player": "The card that takes effect concerns one player, and the Chancellor says who that is. It may "
        "be anybody offered here.",
        "option": "The card offers a choice. Each player it concerns takes one of its options, in turn order; an "
        "option that cannot be carried out brings nothing.",
        "cancel_law": "A card cancels a law. The law you choose leaves the game, and what it changed is as before.",
        "free_technology": "A card lets you learn a technology without paying, up to the price it names. It needs a "
        "cube from your supply like any other.",
        "free_ship": "A card gives you a ship from your supply without paying. If it allows any class, a Jump Gate "
        "or Satellite may take the place of a ship where the game has them.",
        "free_upgrade": "A card gives you an upgrade without paying. You still need the technology it requires and "
        "a free place for it, or you replace another upgrade.",
        "action_card": "Everybody chooses an action card face down, all are shown together, and the upper halves "
        "are performed in turn order. Two cards a turn are compulsory and a card played stays out until next turn. "
        "Afterwards each player may use the lower half of one card on the table by paying Population.",
        "third_card": "A technology or bonus action allows you one more action card this turn. It is performed like "
        "the others, but nobody reacts to it.",
        "react": "You may use the lower half of one card of this round that carries no Population yet. Reacting to "
        "your own card costs less Population than reacting to somebody else's. The cubes come from your home "
        "planet, unless your faction may take them from others.",
        "research": "Learn one technology for its price in CP. Each technology you know of the same type and each "
        "of the same colour makes it cheaper. A cube from your supply marks it and stays there.",
        "take_part": "The bonus action of this turn is voluntary for each player. Say whether you carry it out.",
        "bank_dice": "Bank brings CP: either a fixed amount or what dice show, which may be more or less.",
        "build": "Build ships one after another as long as you can pay and your supply has them. Each costs CP and "
        "Axinium and appears at home. One Jump Gate and one Satellite may be built in an action, where the game has "
        "them.",
        "upgrade": "Buy upgrades one after another. Each costs CP and Phasium, most need a technology, and it goes "
        "on a blueprint with room, where it improves every ship of that class. A class has one drive at most. "
        "Rockets go on planets where you have more Population than anybody else, two at most on a planet.",
        "replace": "The blueprint is full. The upgrade you choose is taken off and lost to make room for the new one.",
        "mining_dice": "Mining puts resources back on planets: either a fixed number or what dice show.",
        "mine": "Put resources on planets where you have Population, never above a planet's maximum. Income is "
        "taken from there in every Upkeep, by everybody who lives there.",
        "trade": "You hold a space of the market, which sets the prices. Each exchange buys or sells one mineral "
        "for CP. Without Advanced Trading a Trade either buys or sells; with it you may do both, at better prices.",
        "fire": "A rocket on a planet you control may be fired at another planet within reach. On its way it must "
        "roll more than the distance; then its dice say how many resources, or how much Population, it removes, or "
        "whether the planet is destroyed. A fired rocket is spent. All rockets of a turn land together.",
        "strike": "A rocket has hit a planet with Population of several players. For each hit one cube is removed; "
        "you choose whose.",
        "mount": "Before ships move, Population can board ships of yours in the same hex, as far as they have room. "
        "It travels with them and can land after combat. What is on board is lost with its ship.",
        "travel": "Your ships can be cloaked. Uncloaked ones may hold ships of others that leave a hex with them, "
        "and may be held. You decide for this Conquest Stage before anything moves.",
        "move": "Move your ships over the map, each as many hexes as its drive allows; when ships move in steps, "
        "one hex in each. Ships of several players that end in one hex fight unless they are cloaked, and so do "
        "ships beside the Resistance. You can move ships one by one, identical ones together, or all in a hex.",
        "order": "Everybody gives secret orders, and then all ships move at once. Give a ship one step after the "
        "other, as many as its drive has; a ship without orders stays. Nobody sees which ships have orders or how "
        "many.",
        "civilian_from": "Civilian Ships carry Population between planets where you already live, after all ships "
        "have moved. Each cube moves once in a Conquest Stage. Choose where the next cube departs.",
        "civilian_to": "Choose where the cube lands, another planet where you have Population. It does not travel "
        "again in this Conquest Stage.",
        "uncloak": "Your ships in this hex are cloaked, so others cannot fight them. If you uncloak them, they "
        "fight the visible enemies there. All of your ships in a hex are cloaked or none is.",
        "force_uncloak": "With Radar you may force the cloaked ships of another player that share a hex with yours "
        "to uncloak. Then you fight.",
        "battle": "Several hexes have a combat. As Chancellor you decide which is fought next.",
        "hit": "You distribute hits that were rolled, one by one, on enemy ships in the combat. Damage takes effect "
        "when all hits are assigned: a ship with more damage than shield is destroyed. Whoever survives scores the "
        "enemy ships that were lost.",
        "deploy": "After combat, Population on board can land on planets where its ships are. On planets with moons "
        "each cube rolls and may stay on board. Living on a planet brings income, and having the most Population "
        "there brings its VP at the end.",
        "planet_type": "You may have a random planet of a type you choose, CP, Axinium or Phasium, beside your home.",
        "planet_space": "Put the planet you were given on one of the marked hexes beside your home. The other one "
        "gets a planet by chance.",
        "barrier": "Every player puts one Energy Barrier between two hexes, never beside a home, and no hex gets "
        "two. Ships that cross it suffer damage, except Dark Raiders, and rockets fly farther around it.",
        "look": "You may look at one face-down hex beside your home. Only you know what is there until it is explored.",
        "leader": "Leaders give their player a benefit for the whole game. The one you keep lies open; the others "
        "leave the game.",
        "debris": "Your ships went through the debris of a planet and dice have dealt damage. Choose, point by "
        "point, the ship that takes it; with more damage than shield a ship is destroyed.",
        "ignore_event": "Your ships have explored a hex and the Event there is a bane. With Sector Scan you may "
        "ignore it; otherwise it affects you.",
        "wormhole": "A wormhole joins the explored hex with another one of your choice. From then on the two count "
        "as adjacent for ships and rockets.",
        "bounty": "Name another player. Whoever wins the next combat between players in which that player fights "
        "scores extra VP.",
        "outpost": "An Outpost stands on a planet where you have Population. You roll a die, one more for each "
        "Population of yours there, and others for technology and a Fighter. With as many hits as its level you win "
        "a card; otherwise it strikes back at everybody's Population on the planet.",
        "jump": "At the end of a Conquest Stage you may activate one of your Jump Gates. It brings ships of yours "
        "from any single hex to the gate. Choose gate and hex together.",
        "jump_ship": "Choose, one by one, which ships of the hex jump to the gate.",
        "march": "Squadrons of the Stronghold move one hex towards the closest ships, and here several ways are "
        "equally short. You choose for all players where the squadron goes. Where it meets ships, it fights them.",
        "join": "The Stronghold can be attacked from the hexes around it while no squadron is on the map. Each ship "
        "joins or stays. In every round each attacking ship takes damage before hits are assigned, and the "
        "Stronghold is harder to hit than ships.",
        "reward": "The players have beaten the Resistance together. As Chancellor you decide which of those who "
        "took part keeps the card, for its VP or its bonus.",
        "pay_vp": "A card takes VP. In a co-operative game they are paid in resources, VP by VP: choose CP, Axinium "
        "or Phasium. If you have too little of each, all you have of one kind is taken.",
        "gain_vp": "A card gives you VP. In a co-operative game you may take resources for each of them instead.",
        "faction": "Every player has a faction of their own. It sets the home planet, the starting stock, lasting "
        "abilities, the action cards and which technologies can be learned.",
        "second_look": "You may look at a second face-down hex beside your home. One of those you have looked at "
        "will be your second starting hex.",
        "start_hex": "You begin on a second hex beside your home as well, with a Population and a Dark Raider. "
        "Other players may begin on the same hex.",
        "corrupt": "The votes are shown and not yet counted. With Corrupt Politics you may move your token and bid "
        "to another card.",
        "vision": "The card that passed has taken effect. With Visionary Politics you may have another of the "
        "revealed cards for yourself alone: a law or resolution until resolutions end, an executive decision at "
        "once.",
        "office": "Turn-order cards are chosen in the order of the bids, the highest first. A lower number acts "
        "earlier; the first is Chancellor, the second Vice-Chancellor. The card also says how many combat cards you "
        "are dealt.",
        "discard": "Your hand of combat cards is over its limit. Discard down to the limit, one card at a time.",
        "pay_from": "Your faction may pay for a Reaction with Population of any planet. Choose the planet the next "
        "cube leaves.",
        "build_at": "A new ship appears at home or at a Space Port on a planet you control.",
        "fortify": "A card gives you a planetary upgrade. It needs its technology and goes on a planet you control: "
        "one defence system, one Clone Factory and one Space Port in a hex.",
        "arm": "A card gives you a rocket. It needs its technology and goes on a planet you control, two at most on "
        "one.",
        "settle": "A card lets you put Population from your supply on planets. Choose the planet of the next cube.",
        "hyperspace": "When all other ships have moved, ships with a Hyperspace Drive may go to any hex, each once. "
        "Choose the next ship to go.",
        "hyperspace_to": "Choose the hex the ship goes to. It crosses nothing on its way; it takes part in what "
        "happens where it arrives.",
        "decoy": "At the start of the combat you may name one of your ships. Enemy hits must go to it until they "
        "are enough to destroy it.",
        "sacrifice": "At the start of the combat you may give up a Dark Raider to damage one enemy ship by as much "
        "as the Dark Raider's shield.",
        "sacrifice_target": "Choose the enemy ship that the sacrificed Dark Raider damages.",
        "foe_card": "You act for the Resistance in this combat of another player. It has drawn two combat cards; "
        "choose the one it plays.",
        "combat_card": "In each round every player in the combat may play a combat card face down. All are shown "
        "together and take effect in the order of their numbers, for this round. A card whose requirement is not "
        "met is wasted; some cost Population on board.",
        "deflect": "All hits of the round are assigned. Before damage counts you may move one hit from one of your "
        "ships to another. Choose the ship it is taken off.",
        "deflect_to": "Choose the ship of yours in the combat that takes the hit instead; it counts there like any "
        "other.",
        "copy_technology": "You may learn a technology that another player concerned knows, if it is on your own "
        "board: after a combat without paying up to a price, after landing among others for CP.",
        "commando_target": "Your Population attacks on the planet instead of landing. Choose the player who loses a "
        "cube.",
        "cancel_hit": "A combat card cancels hits on your side. Choose, one by one, which of the assigned hits is "
        "lost.",
        "pay_aboard": "The combat card costs Population that is on board. Choose the ship each cube comes from.",
        "political_choice": "In solitaire play you choose the political card that passes. Card A is free; B and C "
        "cost CP that grow with the turn number. The others leave the game.",
        "buy_office": "You may pay CP for a better turn-order card, a fixed price for each step. It decides about "
        "offices and how many combat cards you are dealt.",
    },
    DECISION_NAMES,
    "decision",
)


# What a decision is instead where players win together, and what Edge of Extinction adds to one.
_TOGETHER: Final[dict[int, str]] = by_number(
    {
        "vote": "One of the revealed political cards will take effect. Everybody votes for one of them, without CP; "
        "the card with the most votes wins and the Chancellor breaks ties. A law stays until it is cancelled, a "
        "resolution until the next Council, an executive decision happens at once."
    },
    DECISION_NAMES,
    "decision",
    whole=False,
)
_EDGE: Final[dict[int, str]] = by_number(
    {
        "deploy": "With Commandos, naming a ship lets a cube on board attack the Population of others there instead.",
        "election_tie": "Whoever comes first chooses a turn-order card.",
    },
    DECISION_NAMES,
    "decision",
    whole=False,
)


def explained(t: Tables, decision: int) -> str:
    """The rules of a decision in a paragraph."""
    declared = c.DECLARED[decision]
    parts = [_TOGETHER[decision] if t.coop and decision in _TOGETHER else _RULES[decision]]
    if t.eoe and decision in _EDGE:
        parts.append(_EDGE[decision])
    if declared.secret and t.players > 1:
        parts.append("The others do not see what you choose, or not before it is shown.")
    if declared.private and t.players > 1:
        parts.append("Nor do they know what you can choose from." if declared.secret else "Only you know the choices.")
    if "pass" in declared.families:
        parts.append(f"To pass is to {declared.decline}.")
    if declared.interrupted:
        parts.append("Cards you have won may be used, and upgrades moved, before you decide.")
    return " ".join(parts)
