"""A search with a policy: legal and reproducible choices that depend on nothing hidden, in every game."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors")
from exodus_env import cli  # noqa: E402
from exodus_env.corruption.config import CorruptionConfig  # noqa: E402
from exodus_env.corruption.ruleset import corruption  # noqa: E402
from exodus_env.exodus import core  # noqa: E402
from exodus_env.exodus.check import check  # noqa: E402
from exodus_env.exodus.config import GameConfig  # noqa: E402
from exodus_env.exodus.ruleset import ruleset  # noqa: E402
from exodus_env.kit.batch import LOOK, RESET, Batch  # noqa: E402
from exodus_env.kit.definition import Definition  # noqa: E402
from exodus_env.kit.kernel import COMPILED  # noqa: E402
from exodus_env.kit.players import View, ask, view_of  # noqa: E402
from exodus_env.players import PlayerError, make_player  # noqa: E402
from exodus_env.policies.checkpoint import PolicyError, save_policy  # noqa: E402
from exodus_env.policies.compiled import CompiledNetwork  # noqa: E402
from exodus_env.policies.network import TorchNetwork, build_network  # noqa: E402
from exodus_env.policies.player import policy  # noqa: E402
from exodus_env.policies.search import PolicySearcher, Root, Thought, halvings  # noqa: E402
from exodus_env.policies.trials import Course, Trials  # noqa: E402

GAMES: dict[str, dict[str, Any]] = {
    "two": {"players": 2, "scenario": "event_horizon", "turns": 2},
    "three": {"players": 3, "movement": "simultaneous", "turns": 1},
    "four": {"players": 4, "scenario": "event_horizon", "turns": 1},
    "team": {"players": 2, "scenario": "stronghold", "turns": 1},
    "edge": {"players": 2, "edge_of_extinction": True, "modules": ["M1", "M4", "M10"], "turns": 1},
    "x-odus": {"players": 2, "ships": 3},
}
FEW = Course(own=1)
WHOLE_GAMES = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")


def rules_of(game: str, **changes: Any) -> Definition:
    if game == "x-odus":
        return corruption(CorruptionConfig.from_dict(GAMES[game] | changes))
    return ruleset(GameConfig.from_dict(GAMES[game] | changes))


def network_of(rules: Definition, kind: str = "mlp") -> Any:
    """A network whose weights are all different, so that it prefers some choices."""
    torch.manual_seed(3)
    network = build_network({"kind": kind, "width": 32, "tokens": 16}, rules)
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    return network


@pytest.fixture
def folder_for(tmp_path: Path) -> Callable[..., Path]:
    """Saves a policy for a game."""

    def save(rules: Definition, kind: str = "mlp") -> Path:
        network = network_of(rules, kind)
        save_policy(tmp_path / kind, rules, network.description, network.state_dict(), {})
        return tmp_path / kind

    return save


def searcher(folder: Path, simulations: int | None = 16, course: Course = FEW, **root: Any) -> PolicySearcher:
    settings = Root(**{"slight": 1e-4, **root})
    return PolicySearcher("search", policy(str(folder)), simulations, None, settings, course)


def table_of(rules: Definition, decisions: int = 0, seed: int = 1) -> Batch:
    """A game after some decisions at random, at a decision with a choice."""
    table = Batch(rules, 1)
    table.seeds[0], table.actions[0] = seed, RESET
    table.play(False)
    taken = 0
    while taken < decisions or table.masks[0].sum() < 3:
        rules.sample_actions(table.masks, 1000 * seed + taken, table.actions)
        table.play(False)
        taken += 1
    return table


# Choices --------------------------------------------------------------------------------------------------------------


@WHOLE_GAMES
@pytest.mark.parametrize("kind", ["mlp", "board"])
@pytest.mark.parametrize("game", GAMES)
def test_it_plays_legal_games_with_every_number_of_players(game: str, kind: str, folder_for: Any) -> None:
    rules = rules_of(game)
    player = searcher(folder_for(rules, kind), 8)
    player.start(rules)
    table = table_of(rules)
    for number in range(40 if kind == "board" else 120):
        if table.games[0].over:
            break
        table.actions[0] = ask(player, table, number)  # raises where it is not legal
        table.play(False)
    if game != "x-odus":
        check(table.games, rules.config)
    assert player.simulations > 100


@pytest.mark.uncompiled
@pytest.mark.parametrize("game", ["two", "three", "x-odus"])
def test_a_choice_comes_again_from_the_same_seed_and_depends_on_nothing_hidden(game: str, folder_for: Any) -> None:
    rules = rules_of(game)
    folder = folder_for(rules)
    some, same = searcher(folder), searcher(folder)
    different = 0
    for decisions in range(5, 200, 5) if COMPILED else (20,):
        table = table_of(rules, decisions % 60, decisions)
        action = ask(some, table, decisions)
        other = table.games.copy()
        rules.redeal_as(other, rules.tables, table.actors, np.array([decisions + 17]))
        different += other.tobytes() != table.games.tobytes()
        table.games[:] = other
        assert ask(same, table, decisions) == action
        assert ask(some, table, decisions) == action
    assert different > 0


@pytest.mark.parametrize("budget", [1, 2, 5, 24, 100])
def test_it_spends_no_more_than_its_simulations(budget: int, folder_for: Any) -> None:
    rules = rules_of("two")
    player = searcher(folder_for(rules), budget)
    for decisions in (10, 20, 30) if COMPILED else ():
        before = player.simulations
        player.choose(view_of(table_of(rules, decisions, decisions), 5))
        assert player.simulations - before <= budget
    assert player.simulations > 0 or budget == 1 or not COMPILED


def test_a_forced_choice_costs_nothing(folder_for: Any) -> None:
    rules = rules_of("two")
    table = table_of(rules)
    table.masks[0, np.flatnonzero(table.masks[0])[1:]] = 0
    player = searcher(folder_for(rules))
    assert player.choose(view_of(table, 1)) == np.flatnonzero(table.masks[0])[0]
    assert player.simulations == 0


@WHOLE_GAMES
def test_it_keeps_to_its_seconds(folder_for: Any) -> None:
    rules = rules_of("four")
    player = make_player(f"search:0.2s?policy={folder_for(rules)}")
    player.start(rules)
    assert player.seconds == 0.2
    began = time.process_time()
    player.choose(view_of(table_of(rules, 30), 1))
    assert time.process_time() - began < 1.0


def test_it_advises_what_it_would_choose(folder_for: Any) -> None:
    rules = rules_of("two")
    player = searcher(folder_for(rules), 24 if COMPILED else 2)
    view = view_of(table_of(rules, 30), 3)
    advice = player.advise(view)
    assert advice.choices[0].action == player.choose(view)
    assert advice.worth == advice.choices[0].worth
    shares = [choice.share or 0.0 for choice in advice.choices]
    assert shares == sorted(shares, reverse=True) and sum(shares) == pytest.approx(1)
    assert all(choice.worth is not None and -1 <= choice.worth <= 1 for choice in advice.choices)


def test_a_policy_that_is_sure_is_not_searched(folder_for: Any) -> None:
    rules = rules_of("two")
    player = searcher(folder_for(rules), slight=0.999999)
    view = view_of(table_of(rules, 30), 3)
    assert player.choose(view) == player.policy.choose(view)
    assert player.advise(view) == player.policy.advise(view)
    assert player.simulations == 0


@WHOLE_GAMES
def test_it_wins_where_the_last_decision_decides(folder_for: Any) -> None:
    """In positions where one choice is better than the rest, whatever the policy thinks of them."""
    rules = rules_of("two", turns=1, scenario="none", map="minimal")
    player = searcher(folder_for(rules), 64, candidates=64, slight=1e-30, trust=1e3)
    decided = 0
    for seed in range(40):
        table, before = table_of(rules, 0, seed), None
        rng = np.random.default_rng(seed)
        while not table.games[0].over:
            before = table.games.copy(), table.masks.copy(), table.observations.copy(), table.actors.copy()
            table.actions[0] = rng.choice(np.flatnonzero(table.masks[0]))
            table.play(False)
        assert before is not None
        table.games[:], table.masks[:], table.observations[:], table.actors[:] = before
        legal = np.flatnonzero(table.masks[0])
        trials = Trials(rules, player.policy.network_for(rules), None, FEW)
        if not 2 <= len(legal) <= 16:
            continue
        worth = trials.run(view_of(table, seed + 1000), legal, 0, 24).mean(axis=1)
        if worth.max() - worth.min() < 0.5:
            continue
        decided += 1
        chosen = player.choose(view_of(table, seed))
        assert worth[list(legal).index(chosen)] >= worth.max() - 0.25
    assert decided >= 3


def test_the_budget_is_spent_on_the_better_half(folder_for: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With worths that are known, every round keeps the better half, and all that are left share their worlds."""
    rules = rules_of("two")
    player = searcher(folder_for(rules), 48, candidates=4, slight=1e-30, trust=1e6)
    view = view_of(table_of(rules, 30), 3)
    seen: list[tuple[list[int], int, int]] = []
    worth = {int(action): float(action % 7) + action / 1e4 for action in view.legal}

    def run(view: View, actions: Any, first: int, count: int) -> Any:
        seen.append((actions.tolist(), first, count))
        return np.array([[worth[int(action)]] * count for action in actions])

    monkeypatch.setattr(player.trials_for(rules), "run", run)
    chosen = player.choose(view)
    assert len(seen) == 2
    (all_four, first, count), (half, then, more) = seen
    assert len(all_four) == 4 and (first, count) == (0, 6) and (then, more) == (6, 12)
    assert set(half) == set(sorted(all_four, key=lambda action: worth[action])[2:])
    assert chosen == max(all_four, key=lambda action: worth[action])


def test_a_choice_needs_more_worth_the_less_likely_it_is() -> None:
    thought = Thought(np.array([5, 6]), np.log(np.array([0.8, 0.2])))
    thought.add(np.array([0, 1]), np.array([[0.1, 0.1], [0.2, 0.2]]))
    assert thought.ranked(np.array([0, 1]), 10.0).tolist() == [0, 1]  # ln 4 is more than 1
    assert thought.ranked(np.array([0, 1]), 20.0).tolist() == [1, 0]
    assert [halvings(n) for n in (1, 2, 3, 4, 8)] == [0, 1, 2, 2, 3]


# Trials ---------------------------------------------------------------------------------------------------------------


class Told:
    """A network that notes what it is asked, and prefers later choices."""

    def __init__(self) -> None:
        self.rows: list[bytes] = []

    def evaluate(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        self.rows.extend(row.tobytes() for row in observations)
        wanted = np.arange(masks.shape[1], dtype=np.float32) * 50
        scores = np.where(masks == 1, wanted, np.float32(-1e9)).astype(np.float32)
        return scores, np.zeros(len(masks), dtype=np.float32)


@pytest.mark.skipif(not COMPILED, reason="compared with compiled code")
def test_trials_are_worth_the_same_in_compiled_code_and_in_pytorch() -> None:
    for game in ("two", "four", "x-odus"):
        rules = rules_of(game)
        network = network_of(rules)
        weights = {name: tensor.numpy() for name, tensor in network.state_dict().items()}
        view = view_of(table_of(rules, 30), 3)
        found = [
            Trials(rules, evaluator, None, Course()).run(view, view.legal[:3], 0, 8)
            for evaluator in (CompiledNetwork(network.description, weights, rules), TorchNetwork(network))
        ]
        alike = np.isclose(found[0], found[1], atol=1e-3)  # rounding may turn a choice once in a long while
        assert alike.mean() > 0.9 and np.ptp(found[0]) > 0.0


@pytest.mark.uncompiled
def test_a_trial_does_not_depend_on_what_else_is_tried() -> None:
    rules = rules_of("two")
    view = view_of(table_of(rules, 30), 3)
    trials = Trials(rules, Told(), make_player("motives") if COMPILED else None, FEW)
    several = trials.run(view, view.legal[:2], 0, 4)
    alone = [trials.run(view, view.legal[i : i + 1], first, 2) for i in range(2) for first in (0, 2)]
    assert np.concatenate(alone).reshape(2, 4).tobytes() == several.tobytes()


def card_round(rules: Definition) -> Batch:
    """The first action cards of a game are being chosen."""
    table = table_of(rules)
    step = 0
    while rules.decision(table.games[0]) != "choose an action card in secret":
        rules.sample_actions(table.masks, step, table.actions)
        table.play(False)
        step += 1
    return table


@pytest.mark.uncompiled
def test_nobody_answers_a_choice_made_in_secret() -> None:
    """Whatever card the first player chooses, the second sees the same."""
    rules = rules_of("two")
    table = card_round(rules)
    seen = []
    for action in np.flatnonzero(table.masks[0])[:2]:
        network = Told()
        Trials(rules, network, None, Course(own=0)).run(view_of(table, 3), np.array([action]), 0, 1)
        seen.append(network.rows[0])
    assert seen[0] == seen[1]


@pytest.mark.uncompiled
def test_what_others_have_committed_is_what_those_who_play_them_would() -> None:
    """The second player knows that the first has chosen a card; in trials it is the policy's favourite, not any."""
    rules = rules_of("two")
    table = card_round(rules)
    (first,) = table.actors
    before = table.games.copy(), table.masks.copy()
    cards = {}  # by choice
    for action in np.flatnonzero(table.masks[0]):
        table.games[:], table.masks[:] = before
        table.actions[0] = action
        table.play(False)
        if table.games["chosen"][0, first] >= 0:
            cards[action] = int(table.games["chosen"][0, first])
    table.games[:], table.masks[:] = before
    table.actions[0] = min(cards)
    table.play(False)
    assert table.actors[0] != first
    view, keys = view_of(table, 3), np.arange(6) + 5
    dealt = Trials(rules, Told(), None, FEW)._deal(view, view.world(), keys, np.arange(6))
    anything = table.games.repeat(6)
    core.ENTRIES.redeal_as(anything, rules.tables, np.full(6, view.seat), keys)
    assert dealt["chosen"][:, first].tolist() == [cards[max(cards)]] * 6
    assert len(set(anything["chosen"][:, first].tolist())) > 1
    anything["chosen"][:, first] = dealt["chosen"][:, first]
    assert anything.tobytes() == dealt.tobytes()  # nothing else is taken over


@WHOLE_GAMES
@pytest.mark.parametrize("game", ["three", "four", "edge"])
def test_worlds_with_new_commitments_are_possible_ones(game: str) -> None:
    rules = rules_of(game)
    secret = ("in secret", "movement orders")
    taken = 0
    for seed in range(30):
        table = table_of(rules, 0, seed)
        rng = np.random.default_rng(seed)
        for _ in range(120):
            if table.games[0].over:
                break
            if any(words in rules.decision(table.games[0]) for words in secret) and rng.random() < 0.3:
                view = view_of(table, seed)
                trials = Trials(rules, Told(), None, FEW)
                before = view.world()
                rules.redeal_as(before, rules.tables, table.actors, np.array([11]))
                worlds = trials._deal(view, view.world(), np.array([11]), np.array([1]))
                check(worlds, rules.config)
                taken += worlds.tobytes() != before.tobytes()
            table.actions[0] = rng.choice(np.flatnonzero(table.masks[0]))
            table.play(False)
    assert taken > 3


def test_mates_follow_the_policy() -> None:
    rules = rules_of("team")
    assert Trials(rules, Told(), make_player("motives"), Course()).scripted is None


# Names ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("search:100?policy=baseline/nobody", ["no baseline 'nobody'", "event_horizon"]),
        ("search:100?policy=no/such/folder", ["no/such/folder does not exist"]),
        ("search:100?policy=../../../etc/passwd", ["does not exist"]),
        ("search:100?policy=", ["search:100?policy=baseline/event_horizon"]),
        ("search:100?depth=3", ["search:100?policy=baseline/event_horizon", "'100?depth=3'"]),
        ("search:100?policy=a&policy=b", ["search:100?policy=baseline/event_horizon"]),
        ("search:policy=baseline/event_horizon", ["search:100?policy=baseline/event_horizon"]),
        ("search:100?policy=baseline/event_horizon?sample", ["leave out ?sample"]),
        ("search:0?policy=baseline/event_horizon", ["1 to", "'0'"]),
        ("search:nans?policy=baseline/event_horizon", ["'nans'"]),
        ("search:5?policy=a%2Cb%00\x1b[31m", ["does not exist"]),
    ],
)
def test_names_that_make_no_sense_are_refused_with_the_way_out(spec: str, words: list[str]) -> None:
    with pytest.raises(PlayerError) as told:
        make_player(spec)
    for word in words:
        assert word in str(told.value)
    assert "\x1b" not in str(told.value) and "\0" not in str(told.value)


def test_a_policy_for_another_number_of_players_is_refused() -> None:
    player = make_player("search:10?policy=baseline/event_horizon")
    with pytest.raises(PolicyError, match="holds policies for 2, 4 players, none for 3 players"):
        player.start(ruleset(GameConfig(players=3, scenario="event_horizon")))


def test_a_game_without_a_search_of_its_own_has_this_one(folder_for: Any) -> None:
    from exodus_env.policies.search import search

    folder = folder_for(rules_of("two"))
    assert isinstance(search(f"5?policy={folder}"), PolicySearcher)
    with pytest.raises(ValueError, match=r"no search of its own; .*policy=baseline"):
        search("100")


def test_values_learned_with_shaping_are_added_to_what_the_game_pays(folder_for: Any) -> None:
    shaped, plain = rules_of("two", shaping=1.0), rules_of("two")
    player = searcher(folder_for(shaped))
    assert player.trials_for(plain).rules.config == shaped.config
    assert player.trials_for(shaped).rules is shaped
    assert searcher(folder_for(plain)).trials_for(plain).rules is plain


@WHOLE_GAMES
def test_it_plays_in_the_arena_by_name(folder_for: Any, capsys: pytest.CaptureFixture[str]) -> None:
    folder = folder_for(rules_of("two"))
    name = f"search:4?policy={folder}"
    words = ["arena", "--players", f"{name},random", "--scenario", "event_horizon", "--turns", "2", "--games", "2"]
    assert cli.main([*words, "--seed", "3", "--workers", "1"]) == 0
    shown = capsys.readouterr().out
    assert name in shown and "fault" not in shown


@WHOLE_GAMES
def test_a_game_comes_again(folder_for: Any) -> None:
    rules = rules_of("two")
    folder = folder_for(rules)
    games = []
    for _ in range(2):
        player, table = searcher(folder), table_of(rules)
        for number in range(60):
            if not table.games[0].over:
                table.actions[0] = ask(player, table, number)
                table.play(False)
        games.append(table.games.tobytes())
    assert games[0] == games[1]


def test_positions_at_which_it_is_asked_stay_as_they_are(folder_for: Any) -> None:
    rules = rules_of("two")
    table = table_of(rules, 20)
    before = table.games.tobytes()
    ask(searcher(folder_for(rules), 16 if COMPILED else 2), table, 3)
    assert table.games.tobytes() == before
    table.actions[0] = LOOK
    table.play(False)
    assert table.games.tobytes() == before
