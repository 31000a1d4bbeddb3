package search

import (
	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// drawn reports whether the position at ply is a draw by repetition or by a
// counter. The side to move must not be stuck: that comes first.
func (w *worker) drawn(f *frame, ply int) bool {
	if !w.repeated(f, ply) && f.counters.Draw(f.position) == board.NoDraw {
		return false
	}
	return movegen.HasMove(f.position)
}

// drawScore returns what a draw at ply is worth to the side to move there: the
// side to move at the root has the contempt for its opponent to lose by it.
func (w *worker) drawScore(ply int) eval.Score {
	if ply%2 == 0 {
		return eval.Draw - w.contempt
	}
	return eval.Draw + w.contempt
}

// repeated reports whether the position stood before: once is enough on the
// line being searched, since what could be improved then could be improved now;
// in the game itself the rule wants it to have stood twice.
func (w *worker) repeated(f *frame, ply int) bool {
	reversible := f.counters.QuietKings()
	key := f.position.Key()
	back := 4 // a position cannot come back sooner
	for ; back <= reversible && back <= ply; back += 2 {
		if w.stack[ply-back].position.Key() == key {
			return true
		}
	}
	stood := 0
	for ; back <= reversible && back-ply <= len(w.past); back += 2 {
		if w.past[len(w.past)-(back-ply)].Key() == key {
			if stood++; stood == 2 {
				return true
			}
		}
	}
	return false
}

// tableKey returns the key under which the table keeps the position. When a
// draw by a counter is near, the same placement is worth less the nearer it
// is: the distance then becomes a part of the key, so that an entry made far
// from the draw never hides it.
func (f *frame) tableKey() board.Key {
	key := f.position.Key()
	if left := f.counters.PliesToDraw(f.position); left <= nearDraw {
		key ^= board.Key(left+1) * 0xA24B_AED4_963E_E406 // even: the side stays
	}
	return key
}
