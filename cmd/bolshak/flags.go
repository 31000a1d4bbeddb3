package main

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/search"
)

// maxThreads is the largest number of threads that can be asked for.
var maxThreads = max(64, 2*runtime.NumCPU())

// intFlag declares a flag for a whole number from 1 to last. *value keeps its
// default, 0 for none, where the flag is not given.
func intFlag(cmd *cobra.Command, value *int, name string, last int, unit, usage string) {
	cmd.Flags().Var(&intValue{value: value, last: last, unit: unit}, name, usage)
}

// intValue implements pflag.Value.
type intValue struct {
	value *int
	first int // 0 is as good as 1
	last  int
	unit  string // what is counted, as the help shows it
	why   string // where last comes from, for the error
}

func (v *intValue) String() string { return strconv.Itoa(*v.value) }
func (v *intValue) Type() string   { return v.unit }

func (v *intValue) Set(text string) error {
	n, err := strconv.Atoi(text)
	first := max(v.first, 1)
	switch {
	case err == nil && n >= first && n <= v.last:
		*v.value = n
		return nil
	case v.last == math.MaxInt:
		return fmt.Errorf("want an integer of at least %d", first)
	}
	return fmt.Errorf("want an integer from %d to %d%s", first, v.last, v.why)
}

// threadsFlag declares --threads.
func threadsFlag(cmd *cobra.Command, value *int) {
	*value = 1
	intFlag(cmd, value, "threads", maxThreads, "N", "threads")
}

// hashFlag declares --hash, the size of a table in MiB.
func hashFlag(cmd *cobra.Command, value *int, usage string) {
	memory := int(min(physicalMemory()>>20, math.MaxInt>>20))
	cmd.Flags().Var(&intValue{value: value, last: memory, unit: "MIB", why: ", MiB of this machine's memory"}, "hash", usage)
}

// searchHashFlag is hashFlag for the transposition table of a search.
func searchHashFlag(cmd *cobra.Command, value *int) {
	*value = int(search.TableBytes(search.DefaultTableLog2) >> 20)
	hashFlag(cmd, value, "size of the transposition table in MiB; a power of two of entries is used of it")
}

// tableLog2 returns the size of the largest table that fits into so many MiB,
// as log2 of the number of entries.
func tableLog2(mib int) int {
	entries := uint64(mib) << 20 / search.TableBytes(0)
	return min(bits.Len64(entries)-1, search.MaxTableLog2)
}

// durationValue implements pflag.Value for a time above 0.
type durationValue struct{ value *time.Duration }

func (v durationValue) Type() string { return "TIME" }

func (v durationValue) String() string {
	if *v.value == 0 {
		return ""
	}
	return v.value.String()
}

func (v durationValue) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return fmt.Errorf("want a time above 0 with its unit, such as 5s, 500ms or 2m")
	}
	*v.value = d
	return nil
}

// variantFlag declares --variant.
func variantFlag(cmd *cobra.Command, value *board.Rules) {
	*value = board.Russian
	cmd.Flags().Var(variantValue{value}, "variant", "russian, or losing for giveaway")
}

// variantValue implements pflag.Value.
type variantValue struct{ value *board.Rules }

func (v variantValue) Type() string   { return "NAME" }
func (v variantValue) String() string { return v.value.Name }

func (v variantValue) Set(text string) (err error) {
	*v.value, err = board.ParseRules(text)
	return err
}

// notationValue implements pflag.Value.
type notationValue struct{ value *movegen.Notation }

func (v notationValue) Type() string   { return "NAME" }
func (v notationValue) String() string { return v.value.String() }

func (v notationValue) Set(text string) (err error) {
	*v.value, err = movegen.ParseNotation(text)
	return err
}

var (
	_ pflag.Value = (*intValue)(nil)
	_ pflag.Value = durationValue{}
	_ pflag.Value = variantValue{}
	_ pflag.Value = notationValue{}
)

// fenFlag declares --fen.
func fenFlag(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "fen", "start", "a `POSITION`: FEN, Hub, written or start")
}

// parseFEN reads the value of --fen.
func parseFEN(text string) (board.Position, error) {
	p, err := board.ParsePosition(text)
	if err != nil {
		return board.Position{}, fmt.Errorf("--fen: %w", err)
	}
	return p, nil
}
