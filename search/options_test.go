package search

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// testTableLog2 is the size of the tables in tests: 1 MiB.
const testTableLog2 = 16

// allOff returns options with every technique switched off: what remains is a
// full-width search with a quiescence of captures. A technique's switch is a
// bool field whose name begins with No; it is found by that.
func allOff() Options {
	o := Options{Threads: 1, TableLog2: testTableLog2}
	v := reflect.ValueOf(&o).Elem()
	for _, name := range switches() {
		v.FieldByName(name).SetBool(true)
	}
	return o
}

// onlyOn returns allOff with the named techniques on; the names are those of
// the switches.
func onlyOn(names ...string) Options {
	o := allOff()
	for _, name := range names {
		reflect.ValueOf(&o).Elem().FieldByName(name).SetBool(false)
	}
	return o
}

// allOn returns options with every technique on.
func allOn() Options { return Options{Threads: 1, TableLog2: testTableLog2} }

// without returns allOn with one technique off.
func without(name string) Options {
	o := allOn()
	reflect.ValueOf(&o).Elem().FieldByName(name).SetBool(true)
	return o
}

// switches returns the names of the fields of Options that switch a technique.
func switches() (names []string) {
	for field := range reflect.TypeFor[Options]().Fields() {
		if field.Type.Kind() == reflect.Bool {
			names = append(names, field.Name)
		}
	}
	return names
}

// TestSwitchesAreNamedNo: allOff relies on the names.
func TestSwitchesAreNamedNo(t *testing.T) {
	t.Parallel()
	require.NotEmpty(t, switches())
	for _, name := range switches() {
		require.True(t, strings.HasPrefix(name, "No"), "Options.%s: a bool field is a technique's off switch and begins with No", name)
	}
}

// TestEveryTechniqueCanBeSwitchedOff: each alone and all together leave an
// engine whose lines are legal and whose searches reach their depth.
func TestEveryTechniqueCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	options := map[string]Options{"all": allOff()}
	for _, name := range switches() {
		options[name] = without(name)
	}
	games := []*board.Game{
		newGame(t, board.Russian, "start"),
		newGame(t, board.Russian, "W:Wd4,f4,a3,c3,e3,d2,f2,h2,c1,e1,g1:Bb8,d8,f8,h8,a7,b6,d6,h6,c5,g5,h4"),
		newGame(t, board.Russian, "W:WKc1,Kh2,a3:BKb8,h6"),
		newGame(t, board.Losing, "B:Wb4,e3,g3,h2:Bb8,h8,a7,f6"),
	}
	for name, o := range options {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEngine(t, o)
			for _, g := range games {
				infos, result := searched(t, e, g, Limits{Depth: 5, Analyse: true})
				require.Len(t, infos, 5)
				requireLegal(t, g.Position(), []board.Move{result.Best, result.Ponder}[:1])
				for _, i := range infos {
					requireLegal(t, g.Position(), i.PV)
				}
			}
		})
	}
}

func TestConfigureRefusesTableSizes(t *testing.T) {
	t.Parallel()
	for _, log2 := range []int{-1, 1, MinTableLog2 - 1, MaxTableLog2 + 1, 1 << 30} {
		_, err := New(Options{TableLog2: log2})
		require.ErrorContains(t, err, "table size", "2^%d", log2)
	}
	e := newEngine(t, Options{TableLog2: MinTableLog2})
	require.Equal(t, 1, e.Options().Threads, "no threads means one")
	require.NoError(t, e.Configure(Options{Threads: 3, TableLog2: MinTableLog2 + 1}))
	require.Equal(t, 3, e.Options().Threads)
	require.Len(t, e.table.entries, 1<<(MinTableLog2+1))

	// A refused change leaves an engine that works as before.
	require.Error(t, e.Configure(Options{TableLog2: MaxTableLog2 + 1}))
	require.Equal(t, 3, e.Options().Threads)
	searched(t, e, newGame(t, board.Russian, "start"), Limits{Depth: 3})
}

func TestTableBytes(t *testing.T) {
	t.Parallel()
	require.Equal(t, uint64(128<<20), TableBytes(DefaultTableLog2))
	e := newEngine(t, Options{TableLog2: MinTableLog2})
	require.Equal(t, TableBytes(MinTableLog2), uint64(len(e.table.entries))*uint64(reflect.TypeFor[entry]().Size()))
}
