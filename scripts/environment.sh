#!/usr/bin/env bash
# Shared by the scripts beside it: one virtual environment at the project root, installed once.
#
# Source it, then call `prepare_environment [EXTRA...]`; afterwards $venv_python is ready to use. What is installed
# is written to a stamp inside .venv, so a later call returns at once unless pyproject.toml, constraints.txt, the
# project's place or the wanted extras changed. The stamp goes away before an install and comes back after it, so an
# interrupted install is simply done again.

project_root="$(CDPATH="" cd -- "${BASH_SOURCE[0]%/*}/.." && pwd)"
venv="$project_root/.venv"
venv_python="$venv/bin/python"
stamp="$venv/installed.stamp"

say() { printf '%s\n' "$*" >&2; }

# Prints nothing when the given Python will do, otherwise one line saying what is wrong with it.
python_problem() {
    local answer
    if ! answer="$("$1" -c '
import sys
if sys.version_info < (3, 11):
    print("is Python %d.%d, too old" % sys.version_info[:2])
else:
    try:
        import ensurepip, venv
    except ImportError as error:
        print("cannot create virtual environments (%s); on Debian or Ubuntu install python3-venv" % error)
' 2>/dev/null)"; then
        answer="does not start"
    fi
    printf '%s' "$answer"
}

find_python() {
    local name problem tried=""
    for name in python3.11 python3.12 python3.13 python3; do
        if ! command -v "$name" >/dev/null 2>&1; then
            problem="not found"
        else
            problem="$(python_problem "$name")"
        fi
        if [[ -z "$problem" ]]; then
            printf '%s' "$name"
            return 0
        fi
        tried+="  $name: $problem"$'\n'
    done
    say "error: this project needs Python 3.11 or newer, and none was found. Tried:"
    say "${tried%$'\n'}"
    say "Install Python 3.11 (or make it reachable through PATH) and run this again."
    return 1
}

fingerprint() {
    "$venv_python" - "$project_root" <<'PYTHON'
import hashlib, pathlib, sys

root = pathlib.Path(sys.argv[1])
digest = hashlib.sha256(f"{root}\n{sys.version}\n".encode())
for name in ("pyproject.toml", "constraints.txt"):
    digest.update((root / name).read_bytes())
print(digest.hexdigest())
PYTHON
}

# prepare_environment [EXTRA...]: the stamp holds the fingerprint on its first line and the extras on its second.
prepare_environment() {
    local python wanted_print stamped_print="" stamped_extras="" extras extra missing=""

    if [[ ! -x "$venv_python" ]] || [[ -n "$(python_problem "$venv_python")" ]]; then
        python="$(find_python)" || return 1
        say "Creating a virtual environment in .venv with $python ..."
        if ! "$python" -m venv --clear "$venv"; then
            say "error: '$python -m venv' failed; its message is above."
            return 1
        fi
    fi

    wanted_print="$(fingerprint)"
    if [[ -f "$stamp" ]]; then
        { IFS= read -r stamped_print && IFS= read -r stamped_extras; } <"$stamp" || true
    fi
    extras="$stamped_extras"
    for extra in "$@"; do
        if [[ " $stamped_extras " != *" $extra "* ]]; then
            missing=yes
            extras="${extras:+$extras }$extra"
        fi
    done
    if [[ "$stamped_print" == "$wanted_print" && -z "$missing" ]]; then
        return 0
    fi

    say "Installing the project and what it needs${extras:+ (extras: $extras)}; the first time takes a minute or two ..."
    rm -f -- "$stamp"
    if ! "$venv_python" -c 'import pip' 2>/dev/null; then
        "$venv_python" -m ensurepip --upgrade >&2 # the environment's own creation was interrupted
    fi
    if ! (cd -- "$project_root" && "$venv_python" -m pip install --disable-pip-version-check \
        --constraint constraints.txt --editable ".${extras:+[${extras// /,}]}") >&2; then
        say "error: the installation failed; pip's message is above. Run this again to retry."
        return 1
    fi
    printf '%s\n%s\n' "$wanted_print" "$extras" >"$stamp.new"
    mv -f -- "$stamp.new" "$stamp"
}
