#!/usr/bin/env bash
# How far apart are the levels for people? Plays every level against the one below
# it and prints a row of a table for each.
#
#   bench/levels.sh [FIRST [LAST [flag of bolshak match ...]]]
#
# FIRST and LAST, 2 and 20 by default, are the stronger levels of the pairs. The
# environment sets the number of GAMES of a pair, 200 by default. The upper levels
# take some seconds a game.
set -euo pipefail

first=${1:-2}
last=${2:-20}
shift $(($# < 2 ? $# : 2))

root=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$root" && go build -o "$work/bolshak" ./cmd/bolshak)

echo "| level | games | result | draws | Elo above the level before |"
echo "|---|---|---|---|---|"
for ((level = first; level <= last; level++)); do
    "$work/bolshak" match --engine "name=A cmd=builtin param.level=$level" \
        --engine "name=B cmd=builtin param.level=$((level - 1))" \
        --each "nodes=100000000 param.tt-size=10" --games "${GAMES:-200}" --report-every 1000000 "$@" |
        sed -nE "s/^A: Games ([0-9]+): ([^,]*), .* draws ([0-9.]+ %), .* Elo ([-0-9.]+ ± [0-9.]+), nElo.*/| $level | \1 | \2 | \3 | \4 |/p"
done
