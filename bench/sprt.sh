#!/usr/bin/env bash
# Is one revision of the engine stronger than another? Builds both in temporary
# worktrees and plays a sequential test between them, over the Hub protocol.
#
#   bench/sprt.sh OLD NEW [flag of bolshak match ...]
#
# OLD and NEW are whatever git calls a revision; "." is the working tree as it is.
# The verdict H1 says that NEW is at least ELO1 stronger, H0 that it is no more than
# ELO0. The environment sets the rest:
#
#   LIMIT        how the engines think, as in --each     tc=10+0.1
#   ELO0, ELO1   the hypotheses, in normalised Elo       0, 5
#   ALPHA, BETA  the probabilities of an error           0.05, 0.05
#   CONCURRENCY  games at a time                         the number of cores
#   OPENINGS     table or file                           moves
#   GAMES        to play at most                         no limit
#
# Examples:
#   bench/sprt.sh HEAD .
#   LIMIT="nodes=5000 jitter=10" ELO1=10 bench/sprt.sh v0.1 v0.2 --json
#   bench/sprt.sh HEAD~1 HEAD --pdn games.pdn
#
# A test that was broken off cannot be resumed: the programs are gone with it.
set -euo pipefail

usage() {
    sed -n '2,/^set /{/^set /!s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}" >&2
    exit 2
}

[[ $# -ge 2 && $1 != -* && $2 != -* ]] || usage
old=$1
new=$2
shift 2

root=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)
work=$(mktemp -d)
cleanup() {
    for tree in "$work"/*.tree; do
        if [[ -d $tree ]]; then
            git -C "$root" worktree remove --force "$tree" || true
        fi
    done
    rm -rf "$work"
}
trap cleanup EXIT

# build REVISION NAME builds a revision as $work/NAME and names it for the tables.
build() {
    local revision=$1 name=$2 tree=$root
    if [[ $revision != . ]]; then
        if ! git -C "$root" rev-parse --quiet --verify "$revision^{commit}" >/dev/null; then
            echo "sprt.sh: revision \"$revision\": git knows no such commit" >&2
            exit 2
        fi
        tree=$work/$name.tree
        git -C "$root" worktree add --quiet --detach "$tree" "$revision"
    fi
    (cd "$tree" && go build -o "$work/$name" ./cmd/bolshak)
}
build "$old" old
build "$new" new
# The manager is that of the working tree, whatever is tested.
(cd "$root" && go build -o "$work/manager" ./cmd/bolshak)

games=()
if [[ -n ${GAMES:-} ]]; then
    games=(--games "$GAMES")
fi
# Not exec: the trap has to run. Ctrl-C reaches the manager too, which shows the result.
trap : INT
"$work/manager" match \
    --engine "name='new $new' cmd='\"$work/new\" hub'" \
    --engine "name='old $old' cmd='\"$work/old\" hub'" \
    --each "${LIMIT:-tc=10+0.1}" \
    --sprt "elo0=${ELO0:-0} elo1=${ELO1:-5} alpha=${ALPHA:-0.05} beta=${BETA:-0.05}" \
    --openings "${OPENINGS:-moves}" \
    --concurrency "${CONCURRENCY:-$(getconf _NPROCESSORS_ONLN)}" \
    ${games[@]+"${games[@]}"} "$@"
