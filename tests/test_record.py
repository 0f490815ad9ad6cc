"""Records and tables the kit can work with, and those it refuses by name."""

from __future__ import annotations

import numpy as np
import pytest

from exodus_env.kit.layout import ActionLayout, Family
from exodus_env.kit.record import BASE_FIELDS, BASE_TABLES, Field, Schema, SchemaError, base_fields, fill_actions

BASE = base_fields(frames=2, columns=5, scripted=1)
OWN: Field = ("gold", "i2", (4,), "public", "what a player has")
TABLES = np.dtype(
    [("players", "i2"), ("family_start", "i2", (2,)), ("action_family", "i2", (5,)), ("action_factor", "i2", (5, 1))]
)


def test_a_schema_makes_type_hash_and_room() -> None:
    schema = Schema("a_game", (*BASE, OWN), TABLES)
    assert schema.dtype.names == (*BASE_FIELDS, "gold")
    games = schema.new_games(3)
    assert games.shape == (3,) and games[2].gold.shape == (4,) and not games.tobytes().strip(b"\0")
    told: Field = (*OWN[:4], "told in other words")
    assert Schema("a_game", (*BASE, told), TABLES).hash == schema.hash
    wider: Field = ("gold", "i2", (5,), "public", "what a player has")
    assert Schema("a_game", (*BASE, wider), TABLES).hash != schema.hash


@pytest.mark.parametrize("name", BASE_FIELDS)
def test_a_record_that_lacks_a_field_the_kit_needs_is_refused_by_name(name: str) -> None:
    fields = [field for field in BASE if field[0] != name]
    with pytest.raises(SchemaError, match=rf"the record of a_game must have {name}: the kit needs them"):
        Schema("a_game", (*fields, OWN), TABLES)


@pytest.mark.parametrize("name", BASE_TABLES)
def test_tables_that_lack_what_the_kit_needs_are_refused_by_name(name: str) -> None:
    names = [other for other in TABLES.names or () if other != name]
    with pytest.raises(SchemaError, match=rf"the tables of a_game must have {name}"):
        Schema("a_game", BASE, np.dtype([(other, TABLES[other]) for other in names]))


def test_fields_in_another_order_or_of_another_kind_are_refused() -> None:
    with pytest.raises(SchemaError, match="must begin with rng_key, rng_counter"):
        Schema("a_game", (OWN, *BASE), TABLES)
    flat: Field = ("stack", "i2", (10,), "flow", "no frames at all")
    with pytest.raises(SchemaError, match="stack must be i2 with 2 axes"):
        Schema("a_game", tuple(flat if field[0] == "stack" else field for field in BASE), TABLES)
    secret: Field = ("gold", "i2", (4,), "secret", "what a player has")
    with pytest.raises(SchemaError, match="gold is known to 'secret'"):
        Schema("a_game", (*BASE, secret), TABLES)
    with pytest.raises(SchemaError, match="two fields gold"):
        Schema("a_game", (*BASE, OWN, OWN), TABLES)


def test_tables_know_what_action_ids_mean() -> None:
    families = (Family("pass", (), (), "pass", 0), Family("take", ("thing",), (3,), "take {}", 1))
    tables = np.zeros(1, TABLES)
    fill_actions(tables, ActionLayout(families, lambda factor, value, seat: str(value)))
    assert tables["family_start"][0].tolist() == [0, 1]
    assert tables["action_family"][0].tolist() == [0, 1, 1, 1, 0]
    assert tables["action_factor"][0, 1:4, 0].tolist() == [0, 1, 2]
    many = (Family("take", ("thing",), (6,), "take {}", 0),)
    with pytest.raises(ValueError, match="6 actions do not fit into the 5 of the tables"):
        fill_actions(tables, ActionLayout(many, lambda factor, value, seat: str(value)))
