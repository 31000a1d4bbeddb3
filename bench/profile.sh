#!/usr/bin/env bash
# Makes the profile by which the compiler optimises the program anew:
#   bench/profile.sh
# It is a CPU profile of searches and of move counts. Worth doing after the hot
# paths have changed; `go build -pgo=off ./cmd/bolshak` shows what it brings.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go test -trimpath ./search -run '^$' -bench '^BenchmarkSearch$' -benchtime 1s -cpuprofile "$dir/search.out" -o "$dir/search.test"
go test -trimpath ./movegen -run '^$' -bench '^BenchmarkPerft$' -benchtime 300x -cpuprofile "$dir/perft.out" -o "$dir/perft.test"
go tool pprof -proto "$dir/search.out" "$dir/perft.out" >cmd/bolshak/default.pgo
