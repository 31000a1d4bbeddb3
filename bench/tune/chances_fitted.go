package tune

// Fitted is the chances of the evaluation's weights.
//
// Fitted on 2026-11-29 to the evaluation of 181547 positions of self-play games
// of seed 7 at 1200 nodes a move.
var Fitted = Chances{
	Slope:  [3]float64{1.5648, -1.0714, -0.2046},
	Margin: [3]float64{1.7658, -6.0553, 3.0880},
}
