package eval

// weight is what a term is worth, in centimen: in the opening, with all men on
// the board, in the lower half of the word and in the ending, without men, in
// the upper one. So one addition adds both.
type weight int64

func pair(opening, ending int) weight { return weight(opening) + weight(ending)<<32 }

func (w weight) opening() int { return int(int32(w)) }

// ending undoes the borrow that a negative lower half took.
func (w weight) ending() int { return int((w - weight(int32(w))) >> 32) }

// maxPhase is the phase of a position with all its men.
const maxPhase = 24

// blend returns the value between opening and ending at a phase, the number of
// men on the board up to maxPhase.
func (w weight) blend(phase int) Score {
	s := (w.opening()*phase + w.ending()*(maxPhase-phase)) / maxPhase
	return Score(min(max(s, -int(Max)), int(Max)))
}

// guardWeights are the weights of the men on the first rank, where sum looks
// them up.
var guardWeights [16]weight

func init() { copy(guardWeights[:], weights[firstGuard:anyKing]) }
