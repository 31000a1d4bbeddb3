package tune

// Fitted is the chances of the evaluation's weights.
//
// Fitted on 2026-11-29 to 1165163 positions of 51830 games, a tenth of them held out (seed 1, L2 1e-05, of patterns 2e-06):
// 24311 games of seed 9 at 1200 nodes a move.
// 34240 games of seed 21 at 1200 nodes a move.
// Loss 0.38772, on the games held out 0.39180 nats a position.
var Fitted = Chances{
	Slope:  [3]float64{2.1169, -3.2597, 1.9492},
	Margin: [3]float64{1.7184, -5.0261, 2.0089},
}
