"""Write every golden playthrough anew."""

from tests.golden import FOLDER, GAMES, playthrough

for name in GAMES:
    (FOLDER / f"{name}.txt").write_text(playthrough(name))
    print(f"renewed tests/golden/{name}.txt")
