"""Language models and programs as players (docs/LANGUAGE_MODELS.md).

`prompt` puts a decision into text, `read_answer` and `Moves.find` read an answer strictly, `ask` asks with retries, and
`ModelPlayer` plays with any function from messages to text.
"""

from exodus_env.llm.answers import Failure, NoAnswer, read_answer
from exodus_env.llm.asking import Attempt, GaveUp, Model, ModelPlayer, Outcome, Said, ask
from exodus_env.llm.prompts import Detail, Moves, Prompt, prompt, prompt_for
from exodus_env.llm.tokens import tokens

__all__ = [
    "Attempt",
    "Detail",
    "Failure",
    "GaveUp",
    "Model",
    "ModelPlayer",
    "Moves",
    "NoAnswer",
    "Outcome",
    "Prompt",
    "Said",
    "ask",
    "prompt",
    "prompt_for",
    "read_answer",
    "tokens",
]
