"""The game as one numpy record: every fact of a position, and nothing that is not one.

Nothing is private in this game: what lies face up is `public`, and `hidden` fields nobody sees. Systems are numbered by
slots, in the order they are revealed; the Starting System is slot 0. Ships are numbered 0 to `t.ships` - 1 and are not
seats: `captain` says whose each is. Absent things (no slot, no ship) are -1.
"""

from __future__ import annotations

from exodus_env.corruption import capacity as c
from exodus_env.corruption.record_types import Game as Game
from exodus_env.corruption.tables import TABLES_DTYPE
from exodus_env.kit.log import log_fields
from exodus_env.kit.record import Field, Schema, base_fields

_S, _T, _K, _F = c.SHIPS, c.TILES, c.KEYS, c.FOE_CARDS

FIELDS: tuple[Field, ...] = (
    *base_fields(frames=c.FRAMES, columns=c.FRAME_WIDTH, scripted=c.SCRIPTED),
    # course of the game
    ("turn", "i2", (), "public", "game turn, from 1"),
    ("phase", "i2", (), "public", "0 setup, 1 Action phase, 2 Corruption phase, 3 End phase"),
    ("leader", "i2", (), "public", "seat that names the ships this turn, or is asked first"),
    ("active", "i2", (), "public", "number of the Fleet whose turn it is, -1 none"),
    ("lead", "i2", (), "public", "ship that leads it: its captain decides what all do, -1 none"),
    ("asked", "i2", (), "public", "ship the pending decision is asked of, -1: of the seat as such"),
    ("actions_left", "i2", (), "public", "Actions the active Fleet has left"),
    ("turn_over", "i2", (), "public", "1: the turn of the active Fleet ends"),
    ("outcome", "i2", (), "public", "1: won, 2: lost because all are defeated, 3: lost because the Corruption rose"),
    # ships
    ("captain", "i2", (_S,), "public", "seat of each ship's captain"),
    ("mat", "i2", (_S,), "public", "ship mat, -1 not chosen yet"),
    ("alive", "i2", (_S,), "public", "1: the ship is in play; 0: it was defeated"),
    ("slot", "i2", (_S,), "public", "system each ship, or its wreck, is in; -1 before the map is there"),
    ("fleet", "i2", (_S,), "public", "number of its Fleet: that of a ship; a lone ship is a Fleet of its own"),
    ("played", "i2", (_S,), "public", "1: its Activation marker is flipped"),
    ("engaged", "i2", (_S,), "public", "1: it is engaged with the Enemies and Avatars in its system"),
    ("hidden", "i2", (_S,), "public", "1: it hides since it disengaged"),
    ("health", "i2", (_S,), "public", "Health left"),
    ("markers", "i2", (_S,), "public", "derived: Health markers, with or without Health"),
    ("health_gone", "i2", (_S,), "public", "Health markers lost for good"),
    ("energy", "i2", (_S,), "public", "Energy markers"),
    ("ready", "i2", (_S,), "public", "Energy markers that are not turned"),
    ("scraps", "i2", (_S,), "public", "Scraps"),
    ("xp", "i2", (_S,), "public", "space of the XP marker"),
    (
        "mod",
        "i2",
        (_S, c.LEVELS),
        "public",
        "Mods: 0 locked, 1 or 2 the effect chosen, 3 to be chosen, 4 lost for good",
    ),
    ("module", "i2", (_S, c.MODULE_SLOTS), "public", "modules: kind + 1, 0 none; Ship Modules first, then Precursor"),
    ("waiting", "i2", (_S,), "public", "kind + 1 of a module the ship has no room for"),
    ("damaged", "i2", (_S, c.DAMAGED_KINDS), "public", "Damaged cards of each kind"),
    ("modifier", "i2", (_S, c.MODIFIERS), "public", "derived: lasting values"),
    ("strained", "i2", (_S,), "public", "1: it has strained its engine this turn"),
    ("scavenged", "i2", (_S,), "public", "1: it has scavenged this turn"),
    ("served", "i2", (_S,), "public", "1: it has used the service of an Ally this turn"),
    ("refused", "i2", (_S,), "public", "1: it was invited into the active Fleet here, and has refused"),
    ("probes", "i2", (_S,), "public", "probes it has sent for no Action this turn"),
    ("energy_saved", "i2", (_S,), "public", "Energy markers it need not have turned this turn"),
    ("used", "i2", (_S, c.EQUIPMENT), "public", "1: the Mod or module was used in this attack or Action"),
    # the map, by slot
    ("systems", "i2", (), "public", "systems revealed"),
    ("tile", "i2", (_T,), "public", "tile of each system"),
    ("turned", "i2", (_T,), "public", "by how many sides it is turned counter-clockwise"),
    ("place", "i2", (_T, 2), "public", "axial coordinates; the Starting System is at 0, 0"),
    ("around", "i2", (_T, c.SIDES), "public", "system beside it in each direction, lane or not; -1 empty"),
    ("beside", "i2", (_T, c.SIDES), "public", "system a lane leads to in each direction, -1 none"),
    ("exploration", "i2", (_T,), "public", "1: an Exploration marker lies there"),
    ("pacified", "i2", (_T,), "public", "End phases until it is not pacified any more; 2 green, 1 red"),
    ("gate", "i2", (_T,), "public", "1: there is a wormhole, printed or opened"),
    ("rift", "i2", (_T,), "public", "1: there is a Rift, printed or opened, and not disabled"),
    ("fled", "i2", (_T,), "public", "1: ships have fled from Avatars there this turn, so the marker has advanced"),
    ("ally", "i2", (_T,), "public", "Ally met there + 1"),
    ("display", "i2", (c.ALLIES, c.DISPLAY), "public", "modules each Ally offers: kind + 1, 0 none"),
    # Keys and Signals, by Key
    ("key_state", "i2", (_K,), "public", "0 on the mat, 1 on its system, 2 on a ship or wreck, 3 on the Main Rift"),
    ("key_slot", "i2", (_K,), "public", "system of the Key's signal, -1 not revealed"),
    ("key_ship", "i2", (_K,), "public", "ship, or wreck, that carries the Key"),
    ("signal", "i2", (_K,), "hidden", "Signal card of each Key, known once it is face up"),
    ("signal_state", "i2", (_K,), "public", "0 face down, 1 face up, 2 solved"),
    ("signal_markers", "i2", (_K,), "public", "markers left on the Signal"),
    # Enemies and Avatars, by card: Enemies first, then Avatars by number
    ("foe_slot", "i2", (_F,), "public", "system the card lies in, -1 none"),
    ("foe_health", "i2", (_F,), "public", "Health it has left there"),
    ("foe_roused", "i2", (_F,), "public", "1: its abilities of the begin of a fight have worked"),
    ("foe_seen", "i2", (_F,), "public", "1: everybody has seen where the card went"),
    ("enemy_discarded", "i2", (c.ENEMIES,), "public", "1: the Enemy is among the discards"),
    ("reserve", "i2", (c.ENEMIES,), "hidden", "Enemies of the reserve, next last: level 1 on top, 4 at the bottom"),
    ("reserve_left", "i2", (), "public", "Enemies in the reserve"),
    ("enemy_deck", "i2", (c.ENEMIES,), "hidden", "the Enemy deck, next last"),
    ("enemy_left", "i2", (), "public", "cards in the Enemy deck"),
    # the Corruption mat
    ("corruption", "i2", (), "public", "space of the Corruption marker, from 1"),
    ("box_avatar", "i2", (c.BOXES,), "hidden", "Avatar that lies on each red box, face down; -1 none"),
    ("boxes_open", "i2", (), "public", "red boxes that were reached"),
    ("returns", "i2", (c.AVATARS,), "public", "space a beaten Avatar waits on, 0 none, -1 out for good"),
    ("avatar_moves", "i2", (), "public", "added to the movement of Avatars until the next Corruption phase is over"),
    ("hold", "i2", (), "public", "1: the marker does not advance in the next Corruption phase"),
    ("pinned", "i2", (c.AVATARS,), "public", "1: the Avatar does not move until the next Corruption phase is over"),
    ("final_rush", "i2", (), "public", "1: the last Key was activated, and the Avatars have answered"),
    # decks: the next card last, -1 beyond
    ("tiles", "i2", (c.STACK,), "hidden", "the System stack"),
    ("tiles_left", "i2", (), "public", "tiles in the System stack, in blocks whose kinds everybody knows"),
    ("exploration_deck", "i2", (c.EXPLORATIONS,), "hidden", "the Explorations"),
    ("exploration_left", "i2", (), "public", "cards in the Exploration deck"),
    ("exploration_known", "i2", (), "public", "cards at its bottom everybody saw go there"),
    (
        "exploration_seen",
        "i2",
        (c.EXPLORATIONS,),
        "public",
        "1: the Exploration was turned up; 2: it went under its deck",
    ),
    ("module_deck", "i2", (c.MODULE_CARDS,), "hidden", "the Ship Modules, by kind"),
    ("module_left", "i2", (), "public", "cards in the deck of Ship Modules"),
    ("precursor_deck", "i2", (c.PRECURSOR_CARDS,), "hidden", "the Precursor Ship Modules, by kind"),
    ("precursor_left", "i2", (), "public", "cards in the deck of Precursor Ship Modules"),
    ("damaged_deck", "i2", (c.DAMAGED_CARDS,), "hidden", "the Damaged cards, by kind"),
    ("damaged_left", "i2", (), "public", "cards in the deck of Damaged cards"),
    ("damaged_discard", "i2", (c.DAMAGED_KINDS,), "public", "Damaged cards of each kind that were removed"),
    ("ally_deck", "i2", (c.ALLIES,), "hidden", "the Allies"),
    ("ally_left", "i2", (), "public", "cards in the Ally deck"),
    # scratch of what is under way; cleared when it ends
    ("success", "i2", (), "public", "1: the last roll succeeded"),
    ("face", "i2", (_S, c.DICE), "public", "symbol each die of the roll shows, -1 not rolled"),
    ("colour", "i2", (_S, c.DICE), "public", "colour of each die of the roll, -1 none"),
    ("die_rerolled", "i2", (_S, c.DICE), "public", "1: the die was rolled again"),
    ("die_spent", "i2", (_S, c.DICE), "public", "1: the die was used up to trigger something; 2: it was turned"),
    ("die_ignored", "i2", (_S, c.DICE), "public", "1: the miss of the die does not count"),
    ("counted", "i2", (), "public", "added to what a Skill Roll counts"),
    ("unseen", "i2", (), "public", "1: the Detection Roll succeeds whatever the dice show"),
    (
        "manoeuvre",
        "i2",
        (_S,),
        "public",
        "0 none, 1 Offense, 2 and 3 Defense with the first or second die, 4 Disengage",
    ),
    ("power", "i2", (), "public", "hits added to this attack by effects, less those cancelled"),
    ("pierce", "i2", (), "public", "Shields lowered by effects for this attack"),
    ("shield_up", "i2", (), "public", "Shields added to the Enemy that is fought, for this round"),
    ("silenced", "i2", (), "public", "1: abilities of the Enemy that is fought do nothing this round"),
    ("jammed", "i2", (_S,), "public", "1: no effects that take Energy for the rest of this round"),
    ("guard", "i2", (_S,), "public", "Health the ship loses less to this retaliation or Damage Roll"),
    ("retaliation", "i2", (_S,), "public", "Health the ship loses more to this retaliation"),
    ("struck", "i2", (), "public", "1: this attack took Health off the Enemy that is fought"),
    ("escaped", "i2", (_S,), "public", "1: no Damage Rolls for the disengaging under way"),
    ("veiled", "i2", (), "public", "1: the disengaging under way does not advance the Corruption"),
    ("card", "i2", (), "public", "Exploration being resolved, -1 none"),
    ("option_taken", "i2", (c.OPTIONS,), "public", "1: the option of the Exploration was taken"),
    ("taker", "i2", (_S,), "public", "1: the ship takes part in the option, instruction or solving under way"),
    ("moved_module", "i2", (_S, c.MODULE_SLOTS), "public", "1: the module has changed hands in this Trade"),
    ("moved_scraps", "i2", (_S,), "public", "Scraps the ship was given in this Trade"),
    ("moved_key", "i2", (_K,), "public", "1: the Key has changed hands in this Trade"),
    # scratch of a single step; nothing is there when somebody decides
    ("measured", "i1", (c.MEASURED,), "flow", "how far each system is"),
    ("passable", "i1", (c.MEASURED,), "flow", "a bit for each number of jumps that can be made from each system"),
    # what happened since the last decision, for stories and renderings
    *log_fields(c.LOG_ROWS),
)

SCHEMA = Schema(__package__, FIELDS, TABLES_DTYPE)
GAME_DTYPE = SCHEMA.dtype
new_games = SCHEMA.new_games
