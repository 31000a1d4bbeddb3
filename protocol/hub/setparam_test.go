package hub

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

func TestSetParam(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{}
	c := connect(t, e)
	for _, refused := range []struct{ in, message string }{
		{"value=2", "set-param: no name, want"},
		{"name=threads", "set-param: parameter threads: no value, want an int from 1 to 64"},
		{"name=threads value=0", "set-param: parameter threads: value '0', want an int from 1 to 64"},
		{"name=threads value=65", "set-param: parameter threads: value '65', want an int from 1 to 64"},
		{"name=threads value=two", "set-param: parameter threads: value 'two', want an int from 1 to 64"},
		{"name=threads value=99999999999999999999", "set-param: parameter threads: value '99999999999999999999', want"},
		{"name=book value=maybe", "set-param: parameter book: value 'maybe', want a bool, true or false"},
		{"name=numbering value=h8", "set-param: parameter numbering: value 'h8', want an enum, one of: b8, a1"},
		{"name=variant value=normal", "set-param: parameter variant: value 'normal' is 10x10 draughts, want an enum, one of: russian, losing"},
		{"name=variant value=frisian", "set-param: parameter variant: value 'frisian', want an enum, one of: russian, losing"},
		{"name=tt-size value=30", "set-param: parameter tt-size: value 30 needs 16 GiB of memory"},
	} {
		c.send("set-param " + refused.in)
		c.expect(errorLine("%s", refused.message))
	}
	c.send("set-param name=contempt value=5", "set-param name=Threads value=x", "set-param name=multi-pv", "set-param name=ponder value=true")
	c.send("set-param name=threads value=\" 2 \"", "set-param name=book value=False", "set-param name=variant value=Losing")
	c.send("init", "set-param name=threads value=3", "set-param name=bb-path value=", "hub")
	c.expect("ready", "id ",
		`param name=variant value=losing type=enum values="russian losing"`,
		`param name=threads value=3 type=int min=1 max=64`,
		`param name=tt-size value=24 `,
		`param name=book value=false type=bool`,
		`param name=bb-path value="" type=string`,
		`param name=ponder value=true type=bool`,
		`param name=numbering value=b8 type=enum values="b8 a1"`,
		"wait")
	require.Equal(t, []string{"tt-size=30", "threads=2", "book=false", "init", "threads=3", "bb-path="}, e.noted())
}

func TestVariantChangesTheRulesOfTheGame(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{}
	c := connect(t, e)
	c.send("init", "pos pos="+hubStart+` moves="22-18 10-15"`, "set-param name=variant value=losing", "go")
	c.expect("ready", "done move=")
	require.Equal(t, board.Losing, e.last(t).Game.Rules())
	require.Equal(t, 2, e.last(t).Game.Plies())
	c.send("set-param name=variant value=russian", "pos", "go")
	c.expect("done move=")
	require.Equal(t, board.Russian, e.last(t).Game.Rules())
}
