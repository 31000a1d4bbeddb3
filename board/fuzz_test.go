package board

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// fuzzPosition fuzzes a reader of positions: it must not panic, and what it
// reads must be possible and print and parse back in every form.
func fuzzPosition(f *testing.F, parse func(string) (Position, error)) {
	for _, kind := range []string{"fen-ok", "fen-error"} {
		for _, fault := range faults(f, kind) {
			f.Add(fault.text(f))
		}
	}
	for _, fen := range corpusFENs(f)[:20] {
		p := mustParse(f, fen)
		f.Add(p.Hub())
		f.Add(p.Written(InEnglish))
		f.Add(p.Written(InRussian))
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parse(text)
		if err != nil {
			require.Zero(t, p)
			require.Less(t, len(err.Error()), 400)
			return
		}
		fresh, err := New(p.White(), p.Black(), p.Kings(), p.Side())
		require.NoError(t, err)
		require.Equal(t, fresh, p)
		requireRoundTrips(t, p)
	})
}

func FuzzFEN(f *testing.F)           { fuzzPosition(f, ParseFEN) }
func FuzzHubPosition(f *testing.F)   { fuzzPosition(f, ParseHub) }
func FuzzWritten(f *testing.F)       { fuzzPosition(f, ParseWritten) }
func FuzzParsePosition(f *testing.F) { fuzzPosition(f, ParsePosition) }
