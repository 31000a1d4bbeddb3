package tune

// Fitted is the chances of the evaluation's weights.
//
// Fitted on 2026-11-29 to 485569 positions of 21568 games, a tenth of them held out (seed 1, L2 1e-05):
// 24311 games of seed 9 at 1200 nodes a move.
// Loss 0.40950, on the games held out 0.39376 nats a position.
var Fitted = Chances{
	Slope:  [3]float64{1.9936, -3.0045, 1.5393},
	Margin: [3]float64{1.7581, -5.8113, 2.7826},
}
