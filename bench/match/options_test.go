package match

import (
	"testing"
	"time"

	"bolshak/board"
	"github.com/stretchr/testify/require"
)

func TestParseEngines(t *testing.T) {
	t.Parallel()
	got, err := ParseEngines("tc=10+0.1 param.threads=1 param.ponder=false init=30 timemargin=50 depth=20", []string{
		`name=A cmd='./bolshak hub' dir=. param.threads=2 param.tt-size=20 numbering=a1`,
		`name="Engine B" cmd="'/opt/my engines/b' --book \"\" x\\ y" st=0.5 nodes=1000 init=2.5 timemargin=0`,
		"name=C\tcmd=builtin\r\ntc=40/300",
	})
	require.NoError(t, err)
	require.Equal(t, []EngineSpec{
		{
			Name: "A", Cmd: []string{"./bolshak", "hub"}, Dir: ".",
			Params:      []Param{{"threads", "2"}, {"ponder", "false"}, {"tt-size", "20"}},
			Numbering:   board.FromA1,
			Limits:      Limits{Clock: TimeControl{Time: 10 * time.Second, Increment: 100 * time.Millisecond}, Depth: 20},
			InitTimeout: 30 * time.Second, TimeMargin: 50 * time.Millisecond,
		},
		{
			Name: "Engine B", Cmd: []string{"/opt/my engines/b", "--book", "", "x y"},
			Params:      []Param{{"threads", "1"}, {"ponder", "false"}},
			Limits:      Limits{MoveTime: 500 * time.Millisecond, Depth: 20, Nodes: 1000},
			InitTimeout: 2500 * time.Millisecond,
		},
		{
			Name: "C", Builtin: true,
			Params:      []Param{{"threads", "1"}, {"ponder", "false"}},
			Limits:      Limits{Clock: TimeControl{Moves: 40, Time: 5 * time.Minute}, Depth: 20},
			InitTimeout: 30 * time.Second, TimeMargin: 50 * time.Millisecond,
		},
	}, got)

	got, err = ParseEngines("", []string{"name=A cmd=builtin nodes=1", "name=B cmd=builtin depth=1"})
	require.NoError(t, err)
	require.Equal(t, DefaultInitTimeout, got[0].InitTimeout)
	require.Equal(t, Limits{Depth: 1}, got[1].Limits)
}

func TestParseEnginesErrors(t *testing.T) {
	t.Parallel()
	const good = "name=A cmd=builtin depth=1"
	tests := []struct {
		each    string
		engines []string
		want    string
	}{
		{"", nil, "engines: 0 given: expected --engine twice or more"},
		{"", []string{good}, "engines: 1 given"},
		{"", []string{good, "name=A cmd=x depth=1"}, `engine 2 (A): key "name": engine 1 has that name already`},
		{"", []string{good, "cmd=x depth=1"}, `engine 2: key "name" is missing`},
		{"", []string{good, "name='' cmd=x depth=1"}, `engine 2: key "name": bad value "": expected a name of printable characters`},
		{"", []string{good, "name='a\tb' cmd=x depth=1"}, `engine 2: key "name": bad value`},
		{"", []string{good, "name=B depth=1"}, `engine 2 (B): key "cmd" is missing: expected a command line or builtin`},
		{"", []string{good, "name=B cmd='' depth=1"}, `engine 2 (B): key "cmd": bad value "": expected a command line or builtin`},
		{"", []string{good, `name=B cmd="'x" depth=1`}, `engine 2 (B): key "cmd": command line "'x": `},
		{"", []string{good, "name=B cmd=x"}, `engine 2 (B): key "tc" is missing: expected a limit, one of tc, st, depth, nodes, jitter`},
		{"", []string{good, "name=B cmd=x tc=5:00"}, `engine 2 (B): key "tc": bad time control "5:00"`},
		{"", []string{good, "name=B cmd=x st=0"}, `engine 2 (B): key "st": bad value "0": expected more than 0 seconds`},
		{"", []string{good, "name=B cmd=x st=1 tc=1"}, `engine 2 (B): key "st": expected either tc or st, not both`},
		{"", []string{good, "name=B cmd=x depth=0"}, `engine 2 (B): key "depth": bad value "0": expected a whole number from 1 to 1000`},
		{"", []string{good, "name=B cmd=x nodes=1.5"}, `engine 2 (B): key "nodes": bad value "1.5": expected a whole number, 1 or more`},
		{"", []string{good, "name=B cmd=x numbering=c3"}, `engine 2 (B): key "numbering": unknown numbering "c3": expected b8 or a1`},
		{"", []string{good, "name=B cmd=x dir="}, `engine 2 (B): key "dir": empty: expected a directory`},
		{"", []string{good, "name=B cmd=x init=0"}, `engine 2 (B): key "init": bad value "0"`},
		{"", []string{good, "name=B cmd=x timemargin=-1"}, `engine 2 (B): key "timemargin": bad value "-1"`},
		{"", []string{good, "name=B cmd=x depth=3 jitter=10"}, `engine 2 (B): key "jitter": expected it with nodes, which it changes`},
		{"", []string{good, "name=B cmd=x nodes=9 jitter=91"}, `engine 2 (B): key "jitter": bad value "91": expected a whole number from 0 to 90`},
		{"", []string{good, "name=B colour=red"}, `engine 2 (B): key "colour": unknown: expected one of name, cmd, dir, param.NAME, numbering, init, timemargin, tc, st, depth, nodes, jitter`},
		{"", []string{good, "name=B param.=red"}, `engine 2 (B): key "param.": unknown`},
		{"", []string{good, "name=B param.a=1 param.a=2"}, `engine 2 (B): key "param.a": given twice`},
		{"", []string{good, "name=B =x"}, `engine 2 (B): word "=x": expected key=value`},
		{"", []string{good, "name=B 'cmd=x"}, `engine 2: text "name=B 'cmd=x": `},
		{"name=X", []string{good, good}, `each: key "name": engines cannot share a name`},
		{"tc=1 st=1", []string{good, good}, `each: key "st": expected either tc or st`},
		{"tc=", []string{good, good}, `each: key "tc": bad time control ""`},
	}
	for _, tt := range tests {
		_, err := ParseEngines(tt.each, tt.engines)
		require.ErrorContains(t, err, tt.want, "%q %q", tt.each, tt.engines)
	}
}

func TestEnginesDoNotShareParams(t *testing.T) {
	t.Parallel()
	got, err := ParseEngines("cmd=builtin depth=1 param.a=1", []string{"name=A param.a=2", "name=B"})
	require.NoError(t, err)
	require.Equal(t, []Param{{"a", "2"}}, got[0].Params)
	require.Equal(t, []Param{{"a", "1"}}, got[1].Params)
}

func FuzzParseEngines(f *testing.F) {
	f.Add("tc=10+0.1", "name=A cmd='./bolshak hub' param.threads=1")
	f.Add("", `name="B c" cmd=builtin nodes=5 # comment`)
	f.Add("st=1", `name=\`)
	f.Fuzz(func(t *testing.T, each, engine string) {
		specs, err := ParseEngines(each, []string{"name=first cmd=builtin depth=1", engine})
		if err != nil {
			require.Nil(t, specs)
			return
		}
		require.Len(t, specs, 2)
		require.NotEmpty(t, specs[1].Name)
		require.True(t, specs[1].Builtin || len(specs[1].Cmd) > 0)
		require.True(t, specs[1].Limits.IsSet())
	})
}
