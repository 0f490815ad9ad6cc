"""A player as a program of its own: reads a question a line from standard input, writes an answer a line.

    exodus arena --players "llm:python docs/examples/program.py,random" --games 20

It takes the move whose words promise most. A language model goes in the place of `decide`; its prompt is
`question["text"]`, for programs that want it. Nothing of the package is imported, so the same can be written in any
language.
"""

import json
import sys

LIKED = ("learn", "build", "put as many", "take all", "land", "place all", "back card", "fight")


def decide(question: dict) -> int:
    """The id of a move."""
    moves = question["moves"]
    liked = [move for word in LIKED for move in moves if move["words"].startswith(word)]
    return (liked or moves)[question["seed"] % len(liked or moves)]["id"]


def main() -> None:
    refused: set[int] = set()
    question: dict = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "hello", "name": "example", "seconds": 2, "detail": 1, "wants": []}
        elif message["type"] == "choose":
            question, refused = message, set()
            answer = {"number": message["number"], "move": decide(question)}
        elif message["type"] == "again":  # the answer was no legal move: message["reason"] says why
            refused.add(decide(question))
            other = next(move["id"] for move in question["moves"] if move["id"] not in refused)
            answer = {"number": message["number"], "move": other}
        else:  # "start" says which game is played, and wants no answer
            continue
        print(json.dumps(answer), flush=True)
    print("the game is over", file=sys.stderr)


if __name__ == "__main__":
    main()
