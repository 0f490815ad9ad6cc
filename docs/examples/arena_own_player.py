"""An agent of your own that is not a torch network, measured in the arena beside named players.

python docs/examples/arena_own_player.py --games 400
"""

import argparse

import exodus_env
from exodus_env.kit.players import Player

options = argparse.ArgumentParser()
options.add_argument("--games", type=int, default=200)
options.add_argument("--turns", type=int, default=7)
options.add_argument("--workers", type=int, default=1)


class Rollouts(Player):
    """Tries each choice in worlds that its seat holds possible, and takes the one with the most VP."""

    def __init__(self, worlds=2, most=6):
        self.name = f"rollouts of {worlds}"
        self.worlds, self.most = worlds, most

    def choose(self, view):
        choices = view.legal[: self.most]
        if len(choices) == 1:
            return int(choices[0])
        return int(max(choices, key=lambda action: self.worth(view, int(action))))

    def worth(self, view, action):
        from exodus_env.kit.batch import LOOK, Batch, copy_array

        total = 0.0
        for number in range(self.worlds):
            table = Batch(view.rules, 1, observe=False)
            copy_array(view.world(view.seed ^ number), table.games)
            table.actions[0] = LOOK
            table.play(False)
            table.actions[0] = action
            table.play(False)
            standing = view.rules.result(table.games[0])
            total += standing.score[view.seat]
        return total / self.worlds


def main(given=None):
    chosen = options.parse_args(given)
    game = {"scenario": "event_horizon", "turns": chosen.turns}
    players = [Rollouts(), "random", "greedy"]
    table = exodus_env.arena(players, chosen.games, seed=1, workers=chosen.workers, progress=True, **game)
    print(table)
    mine = table["rollouts of 2"]
    print(f"won {mine['win_share']:.2f} [{mine['win_low']:.2f}, {mine['win_high']:.2f}] of {mine['games']} games")
    # On the command line, with this file as mine.py: exodus arena --players "mine:Rollouts?worlds=4,random,greedy"


if __name__ == "__main__":
    main()
