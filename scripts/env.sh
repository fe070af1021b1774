# Sourced by the other scripts, which set `self` to their own path: gives them .venv.
#
# Scripts ask for a kind of installation: `run` is the package alone, `test` adds the tools
# of the `test` extra. A stamp in .venv for each kind holds what it was made from: this folder's
# path and the text of pyproject.toml and constraints.txt. The stamp is written last and
# taken away first, so a .venv without one is half-made, whatever happened, and starts over.

root=${self%/scripts/*}
venv=$root/.venv

say() { printf '%s: %s\n' "${self##*/}" "$*" >&2; }
die() { say "$*"; exit 1; }

# The first argument of some scripts names a game, one of those after it here.
need_game() {
    local given=$1 game games=${*:2}
    for game in $games; do
        [[ $given == "$game" ]] && return
    done
    say "${given:-nothing}: the first word is one of ${games// /, }"
    exit 2
}

# Tests of the strategy book drive Chromium; without it, and no way to install it, they are skipped.
need_browser() {
    command -v chromium >/dev/null && return
    if ((EUID == 0)) && command -v apt-get >/dev/null; then
        say "installing Chromium for the tests of the strategy book"
        export DEBIAN_FRONTEND=noninteractive
        { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } \
            </dev/null >/dev/null 2>&1 || say "Chromium could not be installed"
    fi
}

# Make sure that .venv holds a kind of installation. Costs three small reads when it does.
need_venv() {
    local kind=$1
    made_from=$root$'\n'$(<"$root/pyproject.toml")$'\n'$(<"$root/constraints.txt")
    if ! is_made "$kind"; then
        (make_venv "$kind") # a subshell, so that the lock ends with it
    fi
}

is_made() {
    local stamp=$venv/stamp-$1
    [[ -x $venv/bin/python && -f $stamp && $(<"$stamp") == "$made_from" ]]
}

make_venv() {
    local kind=$1 started=$SECONDS python what=.
    trap 'say "interrupted; the next run starts over"; exit 130' INT
    python=$(find_python)
    lock "$python"
    is_made "$kind" && return # by another script, while this one waited

    if [[ $kind == test ]]; then
        what='.[test]'
        say "installing the package and its test tools into $venv (a minute or two)"
    else
        say "installing numpy, numba, pandas and the rest into $venv (a minute or two)"
    fi
    start_over_if_half_made "$python"
    rm -f "$venv"/stamp-*
    cd "$root"
    "$venv/bin/python" -m pip install -qq --disable-pip-version-check --no-input \
        --constraint constraints.txt --editable "$what" </dev/null >&2 ||
        die "pip could not install the package (see above); the next run tries again"
    # Python may be told not to write bytecode; without it every call would compile the sources.
    "$venv/bin/python" -m compileall -q analyzer </dev/null >/dev/null 2>&1 || true
    stamp run
    [[ $kind == run ]] || stamp "$kind"
    say "installed in $((SECONDS - started)) s"
}

# The first Python that is new enough; PYTHON names one.
find_python() {
    local candidate
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    die "Python 3.11 or newer is needed; ${PYTHON:-python3} is" \
        "$("${PYTHON:-python3}" --version 2>/dev/null || echo 'not there')" \
        "(PYTHON=/path/to/python3.11 names another)"
}

# One script at a time: a lock on the folder itself, held by this shell and by the pip it runs,
# so that nobody takes over while a pip lives whose script was killed.
lock() {
    exec 9<"$root"
    "$1" -c '
import fcntl, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
try:
    fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print(sys.argv[1], file=sys.stderr, flush=True)
    fcntl.flock(9, fcntl.LOCK_EX)
' "${self##*/}: waiting for another script that is installing"
}

# Keep a .venv that was complete once; one of ours that is half-made goes. A .venv that
# somebody else made is used as it is, or left alone.
start_over_if_half_made() {
    rmdir "$venv" 2>/dev/null || true # an empty one was only begun
    if [[ -e $venv/made-by-scripts ]]; then
        was_complete || rm -rf "$venv"
    elif [[ -e $venv ]]; then
        is_usable || die "$venv has no Python 3.11 or newer with pip; move it away"
    fi
    if [[ ! -e $venv ]]; then
        mkdir "$venv" || die "$venv cannot be made"
        : >"$venv/made-by-scripts"
        "$1" -m venv "$venv" </dev/null >&2 ||
            die "$1 could not make $venv (see above; some systems keep venv in an extra package)"
    fi
}

# A moved checkout does not count: the commands in .venv know the old path.
was_complete() {
    [[ -f $venv/stamp-run && $(<"$venv/stamp-run") == "$root"$'\n'* ]] && is_usable
}

is_usable() {
    "$venv/bin/python" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

stamp() {
    printf '%s\n' "$made_from" >"$venv/stamp.new" && mv "$venv/stamp.new" "$venv/stamp-$1"
}
