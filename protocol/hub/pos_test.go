package hub

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

func TestPos(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{}
	c := connect(t, e)
	asked := func(line string) Request {
		t.Helper()
		c.send(line, "go")
		c.expect("done move=")
		return e.last(t)
	}
	plays(t, asked("new-game"), "start", 0)
	plays(t, asked("pos"), "start", 0)
	plays(t, asked("pos pos="+hubStart), "start", 0)
	plays(t, asked(`pos pos=`+hubStart+` moves=""`), "start", 0)
	after := "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,d4,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,c5,f6,h6"
	plays(t, asked(`pos moves="22-18 10-14"`), after, 2)
	plays(t, asked(`pos pos=`+hubStart+`  moves="  c3-d4   d6-c5 " other=1`), after, 2)
	plays(t, asked(`pos pos=`+hubStart+` moves="c3-d4 10-14"`), after, 2)
	// f8:b4 with two ways: the victims tell, in any order.
	plays(t, asked(`pos pos=WeeWbeeebeeeewbbbeeewwewwweeweeee moves="3x17x16x8x15x14"`), "B:WKb4,e3,g3,h4,a5,b2,h2,a3:Bh8", 1)
}

func TestPosErrors(t *testing.T) {
	t.Parallel()
	c := connect(t, &fakeEngine{})
	for _, refused := range []struct{ in, message string }{
		{"pos pos=", "pos: "},
		{"pos pos=Wbbb", "pos: "},
		{"pos pos=" + strings.Repeat("w", 5000), "pos: "},
		{"pos pos=X" + hubStart[1:], "pos: "},
		{"pos pos=Wxbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "pos: "},
		{"pos pos=Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww", "pos: Hub position: character 2 (square 1, b8): a white man on its promotion rank"},
		{`pos moves="22-18 10-15 18-11"`, "pos: moves, ply 3: "},
		{`pos moves="22-18 22-18"`, "pos: moves, ply 2: "},
		{`pos moves="33-18"`, "pos: moves, ply 1: "},
		{`pos moves=` + strings.Repeat("x", 5000), "pos: moves, ply 1: "},
	} {
		c.send(refused.in)
		line := c.next()
		require.True(t, strings.HasPrefix(line, errorLine("%s", refused.message)), "%s: %s", refused.in, line)
		require.Less(t, len(line), 1200)
		c.send("go think")
		c.expect(errorLine("go: no position, the last pos failed"))
	}
	c.send("new-game", "go")
	c.expect(errorLine("go: no position"))
	c.send("pos", "go")
	c.expect("done move=")
}

func TestNumberingConcernsMovesOnly(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{search: func(ctx context.Context, r Request, report func(Info)) (Best, error) {
		best := firstMove(r)
		report(Info{Depth: 1, PV: []board.Move{best.Move}})
		return best, nil
	}}
	c := connect(t, e)
	// White's only man stands on a1, which is 29 (b8 numbering) or 1 (a1 numbering).
	c.send("set-param name=numbering value=a1", "pos pos=Weeeebeeeeeeeeeeeeeeeeeeeeeeeweee", "go")
	c.expect(`info depth=1 score=0.00 nodes=0 time=0.000 nps=0.00 pv="1-5"`, "done move=1-5")
	plays(t, e.last(t), "W:Wa1:Ba7", 0)
	c.send(`pos pos=Weeeebeeeeeeeeeeeeeeeeeeeeeeeweee moves="1-5 25-21 b2-c3"`, "go")
	c.expect("info ", "done move=21-")
	plays(t, e.last(t), "B:Wc3:Bb6", 3)
	c.send("set-param name=numbering value=b8", "pos pos=Weeeebeeeeeeeeeeeeeeeeeeeeeeeweee", "go")
	c.expect("info ", "done move=29-25")
}
