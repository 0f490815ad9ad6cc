"""Information-set MCTS of OpenSpiel against a random player. It thinks in worlds that its seat holds possible.

python docs/examples/open_spiel_ismcts.py --games 4 --simulations 50
"""

import argparse
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import exodus_env.bridges.open_spiel  # noqa: F401  # registers the games

options = argparse.ArgumentParser()
options.add_argument("--game", default="exodus_event_horizon(players=2,settings=turns:2)")
options.add_argument("--games", type=int, default=2)
options.add_argument("--simulations", type=int, default=20)
options.add_argument("--decisions", type=int, default=10_000, help="the most in a game")


def main(given=None):
    chosen = options.parse_args(given)
    game = pyspiel.load_game(chosen.game)
    chance = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, chance)
    searches = ismcts.ISMCTSBot(game, rollouts, uct_c=1.0, max_simulations=chosen.simulations, random_state=chance)
    # Every simulation in another world: hidden cards and later dice are dealt again.
    searches.set_resampler(lambda state, player: state.resampled(player, int(chance.randint(2**31))))
    players = [searches] + [uniform_random.UniformRandomBot(seat, chance) for seat in range(1, game.num_players())]
    earned, decisions, thought, started = np.zeros(game.num_players()), 0, 0, time.perf_counter()
    for _ in range(chosen.games):
        state = game.new_initial_state()
        in_game = 0
        while not state.is_terminal() and in_game < chosen.decisions:
            if state.is_chance_node():
                deals, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(chance.choice(deals, p=shares)))
                continue
            seat = state.current_player()
            thought += seat == 0
            state.apply_action(players[seat].step(state))
            in_game += 1
        decisions += in_game
        earned += state.returns()
    speed = decisions / (time.perf_counter() - started)
    print(f"{decisions} decisions, {thought} by search, {speed:.1f} a second; returns {earned / chosen.games}")


if __name__ == "__main__":
    main()
