"""Players: what they choose is legal, depends on nothing hidden, comes again from the same seed, and makes sense."""

from __future__ import annotations

import io
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from exodus_env import cli
from exodus_env.exodus import core
from exodus_env.exodus.check import check
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content.vocabulary import CP_PRODUCED, TYPES, VP
from exodus_env.exodus.players import styles
from exodus_env.exodus.players.motives import Room
from exodus_env.exodus.players.outlook import learn_means, look_out
from exodus_env.exodus.players.search import Searcher
from exodus_env.exodus.players.term_numbers import COOL, MUSTER
from exodus_env.exodus.rules import frames
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.batch import LOOK, RESET, Batch, copy_array
from exodus_env.kit.content.toml_file import FileError
from exodus_env.kit.human import HELP, Human, Left, Question
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.players import Player, Views, ask
from exodus_env.kit.search import NEGLIGIBLE, SIMULATIONS, promise
from exodus_env.kit.tree import ACTION, CHILD, COLUMNS, ROOT, SIBLING, VISITS
from exodus_env.players import PlayerError, make_player
from tests.module_scenes import SCENES, TEN, config_of, scenes
from tests.position import DECISION_NAMES, Position
from tests.rules.scenes import BATTLE_CARRIER, FIGHTER, WAR_CRUISER
from tests.rules.test_stronghold_squadrons import outer, ring, siege, warship
from tests.spread import scenes as scenes_of_all
from tests.test_random_play import (
    MODULES,
    WHOLE,
    Policy,
    game_with,
    module_policy_of,
    policy_of,
    prepare,
    scenario_game,
    scenario_policy_of,
    some_modules,
    weights,
)

STYLES = [f"motives:{style}" for style in styles.style_names()]
SCRIPTED = ["greedy", "motives", *STYLES]
EVERYBODY = [*SCRIPTED, "search:8"]
WHOLE_GAMES = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")
KERNELS = pytest.mark.skipif(COMPILED, reason="kernels are called by kernels only")

player_of = cache(make_player)  # players keep nothing about a game


def views_of(p: Position, *seeds: int, games: Any = None) -> Views:
    """The pending decision as the one who must take it sees it, once for each seed."""
    count, rules = len(seeds), p.rules
    rows = rules.new_games(count)
    for i in range(count):
        copy_array(p.games if games is None else games, rows[i : i + 1])
    observations = np.zeros((count, rules.observations.size), dtype=np.float32)
    for i in range(count):
        core.ENTRIES.observe_as(rows, i, rules.tables, p.actor, observations)
    masks = np.repeat(p.masks, count, axis=0)
    return Views(rules, np.full(count, p.actor), observations, masks, np.array(seeds, dtype=np.int64), rows)


def chosen(name: str, p: Position, *seeds: int, games: Any = None) -> list[int]:
    """What a player chooses, all at once."""
    return [int(action) for action in player_of(name).choose_all(views_of(p, *seeds, games=games))]


def random_positions(case: dict[str, Any], decisions: int, every: int, seed: int = 1) -> Iterator[Position]:
    """Positions of games at random with a choice to make."""
    rng = np.random.default_rng(seed)
    p = Position(seed, **case)
    for number in range(decisions):
        if p.g.over:
            p = Position(seed + number, **case)
        if number % every == 0 and p.masks.sum() > 1:
            yield p
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))


def outlook(p: Position, player: int = 0) -> np.ndarray[Any, Any]:
    """How far each motive of a player is served."""
    room = Room(p.rules)
    learn_means(p.t, room.sheet)
    look_out(p.g, p.t, player, room.sheet, room.motives)
    return room.motives


def new_table(case: dict[str, Any], seed: int) -> Batch:
    """A new game."""
    table = Batch(ruleset(GameConfig(**case)), 1)
    table.seeds[0], table.actions[0] = seed, RESET
    table.play(False)
    return table


def played(case: dict[str, Any], names: Sequence[str], seed: int) -> Batch:
    """A whole game; who must decide is asked by name, and an illegal answer raises."""
    table = new_table(case, seed)
    decisions = 0
    while not table.games[0].over:
        name = names[int(table.actors[0]) % len(names)]
        table.actions[0] = ask(player_of(name), table, 100_000 * seed + decisions)
        table.play(False)
        decisions += 1
    check(table.games, table.rules.config)
    return table


# Nothing hidden -------------------------------------------------------------------------------------------------------

LOOKED_AT: list[dict[str, Any]] = [
    {"players": 4},
    {"players": 3, "movement": "simultaneous", "turns": 1},
    {"players": 3, "modules": TEN, "map": "minimal", "movement": "simultaneous", "turns": 2},
    {"players": 2, "scenario": "stronghold", "modules": TEN - {"M6"}, "turns": 2},
    {"players": 3, "scenario": "event_horizon", "modules": TEN, "turns": 2},
]

WHICH = ["base", "simultaneous", "modules", "stronghold", "event_horizon"]


def assert_blind(p: Position, name: str, seed: int) -> None:
    """Where all that the one to decide cannot know is something else, the choice is the same."""
    other = p.games.copy()
    core.ENTRIES.redeal_as(other, p.rules.tables, np.array([p.actor]), np.array([seed + 17]))
    assert other.tobytes() != p.games.tobytes()
    assert chosen(name, p, seed) == chosen(name, p, seed, games=other), f"{name}: {p.decision}"


@pytest.mark.parametrize("case", LOOKED_AT, ids=WHICH)
def test_no_choice_depends_on_anything_hidden(case: dict[str, Any]) -> None:
    for number, p in enumerate(random_positions(case, 700 if COMPILED else 20, 5)):
        for name in EVERYBODY if COMPILED else EVERYBODY[number % len(EVERYBODY) :][:1]:
            assert_blind(p, name, 1000 + number)


@pytest.mark.parametrize("scene", sorted(SCENES - {"over"}) if COMPILED else ["look", "debris"])
def test_no_choice_in_a_scene_depends_on_anything_hidden(scene: str) -> None:
    p = Position(1, **config_of(scene).to_dict())
    p.games[:] = scenes()[scene]
    p._play(LOOK)
    for name in EVERYBODY if COMPILED else ("motives",):
        assert_blind(p, name, 3)


@pytest.mark.parametrize("case", [*LOOKED_AT, {"players": 3, "edge_of_extinction": True, "modules": TEN, "turns": 2}])
def test_views_tell_what_the_game_would(case: dict[str, Any]) -> None:
    """They hold a world instead of the game; worlds, words and pictures are those of the game itself, to the bit."""
    for number, p in enumerate(random_positions(case, 400 if COMPILED else 20, 5)):
        views = views_of(p, number, number + 1)
        view, actors = views[1], np.array([p.actor])
        for seed in (number + 1, number + 2, 2**40 + number):
            direct = p.games.copy()
            core.ENTRIES.redeal_as(direct, p.rules.tables, actors, np.array([seed]))
            assert view.world(seed).tobytes() == direct.tobytes()
        assert view.world().tobytes() == view.world(number + 1).tobytes() == views.worlds()[1:].tobytes()
        assert (view.decision, view.seat) == (p.rules.decision(p.g), p.actor)
        if number % 10 == 0:
            assert view.render() == p.rules.render(p.g, p.masks[0], p.actor)


def test_a_human_is_shown_nothing_hidden() -> None:
    for number, p in enumerate(random_positions(LOOKED_AT[2], 500 if COMPILED else 30, 9)):
        other = p.games.copy()
        core.ENTRIES.redeal_as(other, p.rules.tables, np.array([p.actor]), np.array([number]))
        one, two = (Question(views_of(p, 5, games=games)[0]) for games in (p.games, other))
        assert (one.position(), one.board(), one.decision(), one.moves()) == (
            two.position(),
            two.board(),
            two.decision(),
            two.moves(),
        )
        assert one.view.render().startswith(one.position()), "a world looks like the game"


# Every decision -------------------------------------------------------------------------------------------------------

SPREAD: list[dict[str, Any]] = [
    *({"players": n} for n in (2, 4, 6)),
    *({"players": 3, "movement": m} for m in ("simultaneous", "reverse_turn_order", "drive_power")),
    {"players": 5, "movement": "drive_power", "ship_blocking": True},
    {"players": 4, "dice_variant": True, "ask_forced": True},
    *({"players": 3, "variant": variant} for variant in ("long", "combat", "short")),
    *(game_with((module,), number + 3) for number, module in enumerate(MODULES)),
    *(game_with(MODULES, n + 5, players=n) for n in (2, 3, 4, 5, 6)),
    {"players": 3, "modules": TEN, "random_barriers": True, "free_leaders": True, "bonus_draw": True},
    *(game_with(some_modules(number), number) for number in range(200, 206)),
    {"players": 1, "scenario": "stronghold", "mode": "solo"},
    *({"players": n, "scenario": "stronghold", "mode": m} for n in (2, 4) for m in ("coop", "semi_coop")),
    *({"players": n, "scenario": "event_horizon"} for n in (2, 6)),
    *(scenario_game(number) for number in range(12)),
]


def short(case: dict[str, Any], turns: int) -> dict[str, Any]:
    """The same for fewer turns, where the variant leaves them open."""
    return case if case.get("variant") in ("long", "combat") else {**case, "turns": turns}


@WHOLE_GAMES
@pytest.mark.parametrize("number", range(len(SPREAD)))
def test_motives_plays_legal_games_everywhere(number: int) -> None:
    played(short(SPREAD[number], 3), ["motives"], number + 1)


@WHOLE_GAMES
@pytest.mark.parametrize("name", [*STYLES, "greedy", "search:4"])
def test_every_other_player_plays_legal_games(name: str) -> None:
    for case in (LOOKED_AT[2], LOOKED_AT[3], LOOKED_AT[4]):
        played({**case, "turns": 1 if name.startswith("search") else 2}, [name, "random"], 1)


@pytest.mark.skipif(COMPILED, reason="the same rules, compiled, play whole games")
@pytest.mark.parametrize(
    "case",
    [
        {"players": 2, "modules": ("M2", "M3")},
        {"players": 2, "modules": TEN, "map": "minimal", "movement": "simultaneous"},
        {"players": 1, "scenario": "stronghold", "mode": "solo"},
        pytest.param({"players": 2, "scenario": "event_horizon", "ask_forced": True}, marks=pytest.mark.uncompiled),
    ],
    ids=["modules", "all", "solo", "event_horizon"],
)
def test_motives_plays_a_turn_uncompiled(case: dict[str, Any]) -> None:
    played({**case, "turns": 1}, ["motives", "random"], 1)


@pytest.mark.uncompiled
def test_choices_in_every_scene_are_legal() -> None:
    for games, config in scenes_of_all().values():
        p = Position(1, **config.to_dict())
        p.games[:] = games
        p._play(LOOK)
        legal_choices(p, ["motives", "greedy", "search:4"] if COMPILED else ["motives"])


def legal_choices(p: Position, names: Sequence[str]) -> None:
    """What players would choose is legal; the game itself does not change."""
    before = p.games.tobytes()
    for name in names:
        (action,) = chosen(name, p, 7)
        assert p.masks[0, action] == 1, f"{name}: {p.decision}: {p.text(action)}"
    assert p.games.tobytes() == before


def asked_everywhere(case: dict[str, Any], policy: Policy, seed: int, asked: Counter[str]) -> None:
    """A game at random in which what comes up for the first few times is put to the players as well."""
    p, rng = Position(seed, **case), np.random.default_rng(seed)
    ready = False
    while not p.g.over:
        if not ready and p.g.stage != frames.SETUP:
            prepare(p, policy, rng)
            ready = True
        if asked[p.decision] < 3 and p.masks.sum() > 1:
            asked[p.decision] += 1
            legal_choices(p, ["motives", "greedy", "search:4"])
        legal = np.flatnonzero(p.masks[0])
        p._play(int(rng.choice(legal, p=weights(p, policy, legal))))


@pytest.mark.slow  # a minute of games until the rarest decision comes up; scenes ask nearly all of them
@WHOLE_GAMES
def test_every_decision_there_is_is_taken_legally() -> None:
    asked: Counter[str] = Counter()
    missing = set(DECISION_NAMES[1 : DECISION_NAMES.index("faction")])  # for the rest see test_edge_players.py
    missing -= {"join"}  # too rare by chance; tests of the siege below ask it
    rare = (179, 350)  # games in which what is rare comes up, as things are
    for game in dict.fromkeys((*range(45), *rare, *range(400))):
        case, policy = WHOLE[game % len(WHOLE)], policy_of(game // 2)
        if game % 2 == 1:
            case, policy = game_with(MODULES, game), module_policy_of(game // 2)
        if game % 3 == 2:
            case, policy = scenario_game(game), scenario_policy_of(game)
        asked_everywhere(case, policy, 10_000 + game, asked)
        missing -= set(asked)
        if not missing:
            return
    raise AssertionError(f"never asked: {sorted(missing)}")


# Styles ---------------------------------------------------------------------------------------------------------------


def test_styles_are_those_the_issue_asks_for_and_name_what_there_is() -> None:
    assert {"balanced", "expansionist", "warlord", "trader", "scientist", "politician", "team"} <= set(
        styles.style_names()
    )
    for name in styles.style_names():
        style = styles.make_style(name)
        assert style.weights.shape == (len(DECISION_NAMES), len(styles.MOTIVE_NAMES))
        assert np.isfinite(style.weights).all() and np.isfinite(style.traits).all()
        assert set(styles.style_tables()[name]) <= {*styles.MOTIVE_NAMES, *styles.TRAIT_NAMES}


def test_styles_want_different_things() -> None:
    made = {name: styles.make_style(name) for name in styles.style_names()}
    assert len({(style.weights.tobytes(), style.traits.tobytes()) for style in made.values()}) == len(made)


def test_every_decision_has_a_row_and_every_motive_speaks() -> None:
    assert set(styles.TABLE) == set(DECISION_NAMES)
    speaking = {motive for _, motives in styles.TABLE.values() for motive in motives}
    assert speaking == set(styles.MOTIVE_NAMES)
    assert len(styles.MOTIVE_NAMES) >= 25
    assert {look for look, _ in styles.TABLE.values()} <= set(styles.LOOKS)
    assert set(styles.THROWS) <= set(DECISION_NAMES)
    heard = np.zeros(len(styles.MOTIVE_NAMES), dtype=bool)
    for name in styles.style_names():
        heard |= (styles.make_style(name).weights != 0).any(axis=0)
    assert heard.all(), "every motive has a weight in some style"


def test_a_style_that_names_nothing_there_is_is_refused() -> None:
    with pytest.raises(FileError, match="there is no motive or trait 'greed'"):
        styles.completed("mine", {"mine": {"greed": 1.0}})
    with pytest.raises(FileError, match="based_on names 'yours', and there is no such style"):
        styles.completed("mine", {"mine": {"based_on": "yours"}})
    based = styles.completed("mine", {"mine": {"based_on": "base", "hunt": 2}, "base": {"hunt": 1, "fleet": 3}})
    assert based == {"hunt": 2.0, "fleet": 3.0}


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("motives:pacifist", ["'pacifist'", "warlord", "trader"]),
        ("greedy:very", ["greedy takes no argument", "'very'"]),
        ("human:me", ["human takes no argument", "'me'"]),
        ("search:0", ["1 to", "500", "'0'"]),
        ("search:-3", ["'-3'"]),
        ("search:1.5", ["'1.5'", "1s"]),
        ("search:0s", ["'0s'"]),
        ("search:nans", ["'nans'"]),
        ("search:soon", ["'soon'"]),
        (f"search:{SIMULATIONS + 1}", [f"'{SIMULATIONS + 1}'"]),
        ("searching", ["no player 'searching'", "human, llm, motives, policy, random, rllib, sb3, search"]),
    ],
)
def test_a_wrong_name_is_one_line_that_names_the_way_out(spec: str, words: list[str]) -> None:
    with pytest.raises(PlayerError) as found:
        make_player(spec)
    said = str(found.value)
    assert "\n" not in said
    for word in words:
        assert word in said


# The same again -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SCRIPTED, "search:8" if COMPILED else "search:1", "random"])
def test_a_choice_is_the_same_alone_and_among_others_and_again(name: str) -> None:
    player = make_player(name)
    for p in random_positions(
        {"players": 3, "modules": TEN, "turns": 2}, 300 if COMPILED else 6, 15 if COMPILED else 3
    ):
        seeds = (4, 5, 4, 2**62 + 1) if COMPILED else (4, 4)
        together = [int(action) for action in player.choose_all(views_of(p, *seeds))]
        assert together == [player.choose(view) for view in views_of(p, *seeds)]
        assert together[0] == together[seeds.index(4, 1)]
        assert together == [int(action) for action in make_player(name).choose_all(views_of(p, *seeds))]


@WHOLE_GAMES
@pytest.mark.parametrize("name", ["greedy", "motives", "search:4"])
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    games = [played({"players": 2, "turns": 2}, [name], seed).games.tobytes() for seed in (3, 3, 4)]
    assert games[0] == games[1] != games[2]


# Search ---------------------------------------------------------------------------------------------------------------


def searcher(spec: str) -> Searcher:
    """A new searching player."""
    made = make_player(spec)
    assert isinstance(made, Searcher)
    return made


@pytest.mark.parametrize("budget", [1, 7, 33, 100] if COMPILED else [3])
def test_a_search_spends_no_more_than_its_simulations(budget: int) -> None:
    player = searcher(f"search:{budget}")
    assert player.seconds is None
    for asked, p in enumerate(random_positions({"players": 3}, 200 if COMPILED else 1, 25), start=1):
        before = player.simulations
        player.choose(views_of(p, asked)[0])
        assert 1 <= player.simulations - before <= budget


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", [{"players": 2}, {"players": 2, "scenario": "stronghold"}], ids=["base", "team"])
def test_a_search_can_play_on_at_random(case: dict[str, Any]) -> None:
    player = Searcher("search", 2, None, settings=(2, 100, 0, 0, 60))
    p = Position(1, **case)
    assert p.masks[0, player.choose(views_of(p, 1)[0])] == 1
    assert player.simulations == 2


def test_a_forced_choice_costs_a_search_nothing() -> None:
    p = Position(1, players=2)
    p.masks[:] = 0
    p.masks[0, 0] = 1
    player = searcher("search:100")
    assert player.choose(views_of(p, 1)[0]) == 0
    assert player.simulations == 0


def test_a_search_advises_what_it_would_choose() -> None:
    p = Position(1, players=2)
    player = searcher("search:100" if COMPILED else "search:3")
    view = views_of(p, 1)[0]
    advice = player.advise(view)
    assert len(view.legal) > 1
    assert advice.choices[0].action == player.choose(view)
    assert advice.worth == advice.choices[0].worth
    shares = [choice.share for choice in advice.choices if choice.share is not None]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1)
    assert all(choice.worth is not None and -1 <= choice.worth <= 1 for choice in advice.choices)


@WHOLE_GAMES
@pytest.mark.parametrize(
    "case", [{"players": 4}, {"players": 4, "modules": TEN}, {"players": 2, "scenario": "stronghold"}]
)
def test_a_search_keeps_to_its_seconds(case: dict[str, Any]) -> None:
    player = searcher("search:0.05s")
    assert player.seconds == 0.05
    for p in random_positions(case, 400, 40):
        began = time.process_time()  # of this process alone, whatever else the machine does
        player.choose(views_of(p, 1)[0])
        assert time.process_time() - began < 0.5, p.decision
    assert player.simulations > 100


def worths(p: Position, worlds: int = 12) -> dict[int, float] | None:
    """What each choice earns on average if it ends the game; None where the game goes on."""
    games, masks, actor = p.games.copy(), p.masks.copy(), p.actor
    found = {}
    for action in np.flatnonzero(masks[0]):
        earned = []
        for seed in range(worlds):
            p.games[:], p.masks[:] = games, masks
            core.ENTRIES.redeal_as(p.games, p.rules.tables, np.array([actor]), np.array([seed]))
            p._play(int(action))
            if not p.g.over:
                return None
            earned.append(p.rewards[actor])
        found[int(action)] = float(np.mean(earned))
    p.games[:], p.masks[:] = games, masks
    return found


def last_decision(case: dict[str, Any], seed: int) -> Position:
    """The last decision of a game at random."""
    p, rng = Position(seed, **case), np.random.default_rng(seed)
    while True:
        before = p.games.copy(), p.masks.copy()
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
        if p.g.over:
            p.games[:], p.masks[:] = before
            return p


@WHOLE_GAMES
def test_a_search_wins_where_the_last_decision_decides() -> None:
    """Positions in which one choice is better than all others by half of the way from a place to the next or more."""
    decided = 0
    for seed in range(60):
        p = last_decision({"players": 2 + seed % 2, "turns": 1 + seed % 2, "map": "minimal"}, seed)
        worth = worths(p)
        if worth is None or len(worth) < 2:
            continue
        ranked = sorted(worth.values())
        if ranked[-1] - ranked[0] < 0.5:
            continue
        decided += ranked[-1] - ranked[-2] >= 0.5
        for name in ("search:64", "search:200"):
            (action,) = chosen(name, p, seed)
            assert worth[action] >= ranked[-1] - 0.1, f"seed {seed}: {p.text(action)}"
    assert decided >= 3


# Weights --------------------------------------------------------------------------------------------------------------


@cache
def technologies(style: str) -> dict[str, float]:
    """Technologies of each type that a player of a style knows in the end, on average over some games."""
    total = np.zeros(len(TYPES))
    games = 8
    for seed in range(games):
        table = played({"players": 4, "turns": 5}, [f"motives:{style}"], seed)
        kinds = ruleset(table.rules.config).t.technology_type
        for kind in range(len(TYPES)):
            total[kind] += table.games[0].technology[:, kinds == kind].sum()
    return dict(zip(TYPES, (total / (4 * games)).tolist(), strict=True))


@WHOLE_GAMES
def test_a_game_of_four_asks_few_questions() -> None:
    """About 950 when every step was a choice of its own; 796 on average over 40 games now."""
    games = [played({"players": 4}, ["motives"], seed).games[0] for seed in range(3)]
    assert np.mean([game.decisions for game in games]) < 860


@WHOLE_GAMES
def test_weights_change_play() -> None:
    warlord, trader, scientist = (technologies(style) for style in ("warlord", "trader", "scientist"))
    assert warlord["military"] > trader["military"] + 0.2
    assert trader["civilian"] > warlord["civilian"]
    assert sum(scientist.values()) > sum(trader.values())


@pytest.mark.parametrize("name", ["motives", "greedy"])
def test_scripted_players_cast_their_vote(name: str) -> None:
    """A card passes whether they vote or not, and a voting token costs nothing."""
    p = Position(1, players=3).until("vote")
    assert p.action("pass") in np.flatnonzero(p.masks[0])
    assert p.action("pass") not in chosen(name, p, *range(6))
    p.decline()
    while p.decision != "vote":
        nothing = p.action("bid_fifties" if p.decision == "vote_fifties" else "bid", 0)
        assert chosen(name, p, 1, 2) == [nothing, nothing], "who abstains has nothing to gain by a bid"
        p._play(nothing)


@pytest.mark.parametrize("name", ["motives", "greedy"])
@pytest.mark.parametrize("cp", [3, 9, 40])
def test_scripted_players_take_the_minerals_they_can_pay_for(name: str, cp: int) -> None:
    p = Position(1, players=2)
    p.g.counter[:] = 0
    mineral = p.t.planet_resource[p.g.planet] > CP_PRODUCED
    for hexagon in np.flatnonzero((p.g.planet >= 0) & mineral)[:3]:
        p.settle(int(hexagon), int(p.g.order[0]), 1).g.counter[hexagon] = 1
    p.g.resource[:2, :VP] = cp, 2, 2
    p.jump(frames.UPKEEP)
    assert p.decision == "mineral"
    assert set(chosen(name, p, 1, 2, 3)) == {p.action("take_all")}


@WHOLE_GAMES
def test_a_player_with_motives_beats_one_without() -> None:
    """A rough check; the arena measures it."""
    first = 0
    for seed in range(8):
        names = ["motives" if seat == seed % 4 else "random" for seat in range(4)]
        first += int(played({"players": 4, "turns": 4}, names, seed).games[0].rank[seed % 4] == 1)
    assert first >= 6


# Human ----------------------------------------------------------------------------------------------------------------


def say(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Lines typed at the terminal, and nothing after them."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def asked(p: Position) -> int:
    """A human's choice."""
    return Human().choose(views_of(p, 1)[0])


def test_a_human_chooses_by_number(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    p = Position(1, players=3).until("vote")
    legal = np.flatnonzero(p.masks[0])
    for number, action in enumerate(legal, start=1):
        say(monkeypatch, str(number), "")
        assert asked(p) == action
    shown = capsys.readouterr().out
    assert "PLANETS" in shown and "Turn 1 of 7" in shown and "to decide:" in shown
    assert f"1 to {len(legal)}" in shown and "Enter to commit, u to undo" in shown


def test_a_human_chooses_by_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    p = Position(1, players=3).until("action_card")
    question = Question(views_of(p, 1)[0])
    unique = next(i for i, text in enumerate(question.texts) if len(question.found(text)) == 1)
    say(monkeypatch, "no such move", question.texts[0][0], question.texts[unique].upper(), "")
    assert asked(p) == question.actions[unique]
    shown = capsys.readouterr().out
    assert "No legal move holds 'no such move'" in shown
    assert "Several moves hold" in shown


def test_a_human_types_moves_as_they_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the words on the screen, on one line or copied from several, and in those of the action's id."""
    p = Position(1, players=3, variant="combat")
    for action, (head, tail) in list(Question(views_of(p, 1)[0]).phrases.items())[:6]:
        for said in (f"{head} {tail}", f"{head}    {tail.upper()}", p.text(action)):
            say(monkeypatch, said, "")
            assert asked(p) == action


def test_a_human_who_mistypes_sees_the_near_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    p = Position(1, players=3, variant="combat")
    say(monkeypatch, "Ion Canon", "9" * 5000, "Ion Cannon", "")
    assert asked(p) == p.action("technology", p.index("technologies", "ion_cannon"))
    shown = capsys.readouterr().out
    assert re.search(r"Near ones:\n +\d+  learn Ion Cannon", shown)
    assert "There is no move 999" in shown


def test_a_human_takes_a_choice_back(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    p = Position(1, players=3).until("vote")
    legal = np.flatnonzero(p.masks[0])
    say(monkeypatch, "undo", "1", "u", "2", "what?", "undo", "2", "")
    assert asked(p) == legal[1]
    shown = capsys.readouterr().out
    assert shown.count("Taken back.") == 2
    assert "There is nothing to take back" in shown


def test_a_human_gets_help(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    p = Position(1, players=3).until("vote")
    say(monkeypatch, "?", "board", "moves", "position", "", "0", "99", "1", "")
    asked(p)
    shown = capsys.readouterr().out
    assert HELP in shown
    assert shown.count("In each hex: number, name") == 3, "at first, for board, and for position"
    assert "There is no move 99; they go from 1 to" in shown and "There is no move 0" in shown


def test_a_human_leaves_or_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    p = Position(1, players=3).until("vote")
    for lines in (["quit"], ["1", "quit"]):
        say(monkeypatch, *lines)
        with pytest.raises(Left):
            asked(p)
    for lines in ([], ["1"]):
        say(monkeypatch, *lines)
        with pytest.raises(EOFError, match="the input ended while it was the human player's turn"):
            asked(p)


def test_a_human_has_time() -> None:
    player = make_player("human")
    assert isinstance(player, Human)
    assert player.seconds is not None and player.seconds >= 3600


@pytest.mark.parametrize("case", LOOKED_AT, ids=WHICH)
def test_every_move_of_a_human_has_a_number_and_words(case: dict[str, Any]) -> None:
    for p in random_positions(case, 400 if COMPILED else 40, 7):
        question = Question(views_of(p, 1)[0])
        listed = question.moves()
        assert all(len(line) <= 120 for line in listed.splitlines()), listed
        words = f" {listed} ".replace("\n", " ")
        for number, text in enumerate(question.texts, start=1):
            assert text and f" {number} " in words
            assert question.actions[number - 1] in np.flatnonzero(p.masks[0])


def test_the_same_position_is_shown_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    p = Position(1, players=3).until("vote")
    player = Human()
    say(monkeypatch, "1", "", "1", "")
    for _ in range(2):
        player.choose(views_of(p, 1)[0])
    shown = capsys.readouterr().out
    assert shown.count("PLANETS") == 1
    assert shown.count("to decide:") == 2


# exodus play ----------------------------------------------------------------------------------------------------------


def test_a_game_is_played_at_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    say(monkeypatch, *["1", ""] * 300)
    given = ["--players", "human,random", "--turns", "1", "--map", "minimal", "--seed", "3"]
    assert cli.main(["play", *given]) == 0
    shown = capsys.readouterr().out
    assert "White is played by human." in shown and "Red is played by random." in shown
    assert "=== Turn 1 of 1 ===" in shown and "You chose:" in shown
    assert "Red's income" in shown, "what others do is told"
    assert shown.rstrip().splitlines()[-1].split()[-1] in ("1", "2"), "the score, with ranks"
    assert "total  rank" in shown
    say(monkeypatch, *["1", ""] * 300)
    cli.main(["play", *given])
    assert capsys.readouterr().out == shown


def test_a_game_without_a_human_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    name = "motives" if COMPILED else "random"
    assert cli.main(["play", "--players", f"{name},random", "--turns", "1", "--scenario", "stronghold"]) == 0
    shown = capsys.readouterr().out
    assert "Result: time is up; the players have lost together" in shown


def test_a_game_can_be_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    say(monkeypatch, "quit")
    assert cli.main(["play", "--players", "human,random", "--turns", "1"]) == 0
    assert "You have left the game in turn 1." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([], ["--players", "human,motives"]),
        (["--players", "human"], ["players", "2 to 6"]),
        (["--players", "human,nobody"], ["no player 'nobody'", "human"]),
        (["--players", "human,random", "--seed", "-1"], ["--seed"]),
        (["--players", "human,random"], ["the input ended", "quit"]),
    ],
)
def test_a_game_that_cannot_be_played_is_one_line(
    given: list[str], words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    say(monkeypatch)
    assert cli.main(["play", *given]) == 2
    said = capsys.readouterr().err
    assert said.startswith("exodus: error: ") and said.count("\n") == 1
    for word in words:
        assert word in said


def test_an_answer_is_asked_of_whoever_must_decide() -> None:
    """`ask` hands on what a player answers, or says whose fault it is; see test_gym.py for the faults."""

    class Last(Player):
        name = "last"

        def choose(self, view: Any) -> int:
            return int(view.legal[-1])

    table = new_table({"players": 2}, 1)
    assert ask(Last(), table, 1) == np.flatnonzero(table.masks[0])[-1]


# Event Horizon --------------------------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@KERNELS
def test_a_ship_in_the_heat_counts_as_half_lost_unless_its_shield_bears_it() -> None:
    p = Position(1, players=2, scenario="event_horizon").until("vote").before_council().remove_ships()
    hexagon = int(p.t.home_hex[0])
    p.place_ship(0, FIGHTER, hexagon)
    assert outlook(p)[COOL] == 0.0
    p.g.heat[hexagon] = 1
    hot = outlook(p)[COOL]
    p.g.shield[0, FIGHTER] = p.g.star_tokens + 1
    assert hot < outlook(p)[COOL] < 0.0


# The Stronghold -------------------------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@KERNELS
def test_fleets_gather_sooner_where_the_stronghold_can_be_attacked() -> None:
    p = siege()
    warship(p, 0, ring(p)[0], 12, 6, WAR_CRUISER)
    p.g.stronghold = 1
    attacked = outlook(p)[MUSTER]
    p.g.activations = 0
    assert attacked > outlook(p)[MUSTER]


@pytest.mark.uncompiled
@pytest.mark.parametrize(("dice", "shield", "joins"), [(12, 6, True), (1, 0, False)])
@pytest.mark.parametrize("mode", ["coop", "semi_coop"])
def test_motives_attack_the_stronghold_with_fleets_that_can_destroy_a_level(
    mode: str, dice: int, shield: int, joins: bool
) -> None:
    p = siege(mode=mode)
    for player in range(2):
        for ship_class in (WAR_CRUISER, BATTLE_CARRIER):
            warship(p, player, ring(p)[0], dice, shield, ship_class)
    p.jump(frames.ASSAULT)
    assert p.decision == "join"
    (action,) = chosen("motives", p, 1)
    ships = {p.action("join", ship) for (ship,) in p.legal("join")}
    assert action in (ships if joins else {p.action("pass")}), p.text(action)


@pytest.mark.uncompiled
@pytest.mark.parametrize("where", ["beside", "no combat", "behind a wormhole", "far"])
def test_motives_count_the_fleets_an_attack_on_the_stronghold_can_come_from(where: str) -> None:
    """A fleet counts beside the centre and behind a wormhole that leads there, not where no combat is possible."""
    p = siege(players=4, modules=("M4",))
    strong = ring(p)[1] if where in ("beside", "no combat") else outer(p)[0]
    warship(p, 0, ring(p)[0], 1, 0)
    for player in (1, 2):
        for ship_class in (WAR_CRUISER, BATTLE_CARRIER):
            warship(p, player, strong, 12, 6, ship_class)
    p.g.no_combat = strong if where == "no combat" else -1
    p.g.wormhole[:] = (p.t.centre_hex, strong) if where == "behind a wormhole" else (-1, -1)
    p.jump(frames.ASSAULT)
    assert (p.decision, p.actor) == ("join", 0)
    (action,) = chosen("motives", p, 1)
    joins = where in ("beside", "behind a wormhole")
    ships = {p.action("join", ship) for (ship,) in p.legal("join")}
    assert action in (ships if joins else {p.action("pass")}), p.text(action)


def root_with(*choices: tuple[int, float]) -> tuple[np.ndarray, np.ndarray]:
    """A tree of a root and its choices, each with its visits and what it is worth on average."""
    tree = np.zeros((1 + len(choices), COLUMNS), dtype=np.int64)
    values = np.zeros(1 + len(choices))
    for i, (visits, mean) in enumerate(choices, start=1):
        tree[i] = 0
        tree[i, [ACTION, SIBLING, VISITS]] = i, tree[ROOT, CHILD], visits
        tree[ROOT, CHILD] = i
        values[i] = visits * mean
    return tree, values


def test_thinking_on_promises_less_the_clearer_and_the_better_known_a_choice_is() -> None:
    assert promise(*root_with((500, 0.1))) == 0.0
    assert promise(*root_with((500, 0.1), (0, 0.0))) == 0.0, "what was never tried is not thought to be better"
    near, clear = promise(*root_with((60, 0.1), (40, 0.1))), promise(*root_with((60, 0.3), (40, 0.0)))
    known = promise(*root_with((6000, 0.1), (4000, 0.1)))
    behind = promise(*root_with((60, 0.0), (40, 0.3)))
    assert 0.0 < clear < NEGLIGIBLE < near < behind and 0.0 < known < NEGLIGIBLE
    assert behind == pytest.approx(0.3, abs=0.01), "the gain is what the better one is better by"
