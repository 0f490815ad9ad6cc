"""Programs for `llm:COMMAND`, good and bad: python -m tests.llm_programs KIND."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any


def say(values: Any) -> None:
    print(json.dumps(values), flush=True)


def heard() -> Any:
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit(0)


def hello(**more: Any) -> None:
    assert heard()["type"] == "hello"
    say({"type": "hello", **more})
    assert heard()["type"] == "start"


def first(question: Any) -> Any:
    return {"number": question["number"], "move": question["moves"][0]["id"]}


def plays(kind: str) -> None:
    """Answers until it is time to fail: the ninth question."""
    hello(name=kind, wants=["facts", "observation"] if kind == "wants" else [], retries=1)
    for number in range(10_000):
        question = heard()
        if kind == "wants":
            assert question["facts"]["viewer"] == question["seat"] and len(question["observation"]) > 100
            assert "text" not in question
        if kind == "by name":
            say({"move": question["moves"][-1]["move"]})
            continue
        if number % 9 < 8 or kind in ("wants", "sound"):
            say(first(question))
            continue
        fail(kind, question)


def fail(kind: str, question: Any) -> None:
    if kind == "dies":
        os._exit(7)
    if kind == "sleeps":
        time.sleep(600)
    if kind == "chats":
        print("thinking ...", flush=True)
        heard()
        print("still thinking", flush=True)
    if kind == "twice":
        say(first(question))
        say(first(question))
    if kind == "old":
        say({**first(question), "number": question["number"] - 1})
    if kind == "illegal":
        say({"move": 10**9})
        say({"move": heard()["kind"]})
    if kind == "learns":
        say({"move": "no such thing"})
        again = heard()
        assert again["kind"] == "ILLEGAL" and "no legal move reads" in again["reason"]
        say(first(question))
    if kind == "floods":
        sys.stdout.write("x" * 10_000_000)
    if kind == "closes":
        os.close(1)
        time.sleep(600)
    if kind == "forks":
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)


if __name__ == "__main__":
    plays(sys.argv[1])
