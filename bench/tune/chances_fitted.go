package tune

// Fitted is the chances of the evaluation's weights.
//
// Fitted on 2026-11-29 to 2501434 positions of 113118 games, a tenth of them held out (seed 1, L2 1e-05, of patterns 1.5e-06):
// 24311 games of seed 9 at 1200 nodes a move.
// 37632 games of seed 21 at 1200 nodes a move.
// 65592 games of seed 31 at 1500 nodes a move.
// Loss 0.39348, on the games held out 0.39813 nats a position.
var Fitted = Chances{
	Slope:  [3]float64{2.2568, -3.3140, 1.8511},
	Margin: [3]float64{1.8177, -4.9880, 2.1095},
}
