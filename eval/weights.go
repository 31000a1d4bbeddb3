package eval

// The weights of giveaway, in centimen.
const (
	losingMan  = 100
	losingKing = -40 // what a king weighs more than a man
)

// weights is what each term is worth, in centimen, in the opening and in the
// ending. They were fitted by logistic regression to the results of self-play
// games: a man is worth about 100 on average, the other numbers follow.
//
// Fitted on 2026-11-29 to 1165163 positions of 51830 games, a tenth of them held out (seed 1, L2 1e-05, of patterns 2e-06):
// 24311 games of seed 9 at 1200 nodes a move.
// 34240 games of seed 21 at 1200 nodes a move.
// Loss 0.38772, on the games held out 0.39180 nats a position.
var weights = [terms]weight{
	pair(110, 33),  // man
	pair(436, 5),   // king
	pair(47, 1),    // king on the main road
	pair(77, -5),   // king on a twin road
	pair(31, -3),   // step left
	pair(31, -3),   // step right
	pair(8, 3),     // safe step
	pair(-31, -3),  // hanging
	pair(-6, 1),    // triangle
	pair(16, -2),   // chain on the left
	pair(21, 0),    // chain on the right
	pair(-12, 1),   // hole left
	pair(-14, 6),   // hole right
	pair(-15, -44), // blocked
	pair(13, -4),   // free man
	pair(58, -10),  // free man past the middle
	pair(112, -9),  // free man on rank 7
	pair(-12, 0),   // centre
	pair(9, -13),   // man on a1
	pair(16, 2),    // man on c1
	pair(19, 5),    // man on e1
	pair(18, 8),    // man on g1
	pair(0, 0),     // man on -
	pair(6, -26),   // man on b2
	pair(29, -10),  // man on d2
	pair(20, -7),   // man on f2
	pair(40, -16),  // man on h2
	pair(17, -6),   // man on a3
	pair(10, -7),   // man on c3
	pair(10, -8),   // man on e3
	pair(-5, -15),  // man on g3
	pair(0, 0),     // man on -
	pair(-11, -4),  // man on b4
	pair(2, 3),     // man on d4
	pair(-2, 14),   // man on f4
	pair(18, -3),   // man on h4
	pair(17, -4),   // man on a5
	pair(2, -5),    // man on c5
	pair(-31, 9),   // man on e5
	pair(-22, -3),  // man on g5
	pair(0, 0),     // man on -
	pair(-3, 7),    // man on b6
	pair(-38, 18),  // man on d6
	pair(-25, 14),  // man on f6
	pair(-1, 25),   // man on h6
	pair(28, 5),    // man on a7
	pair(1, 21),    // man on c7
	pair(-45, 3),   // man on e7
	pair(28, 28),   // man on g7
	pair(0, 0),     // man on -
	pair(0, 0),     // man on b8
	pair(0, 0),     // man on d8
	pair(0, 0),     // man on f8
	pair(0, 0),     // man on h8
	pair(-2, 10),   // guards -
	pair(-9, 2),    // guards a1
	pair(-3, -2),   // guards c1
	pair(0, -8),    // guards a1 c1
	pair(-2, -9),   // guards e1
	pair(-4, -2),   // guards a1 e1
	pair(-2, 1),    // guards c1 e1
	pair(4, 0),     // guards a1 c1 e1
	pair(1, -4),    // guards g1
	pair(-1, -1),   // guards a1 g1
	pair(-5, 2),    // guards c1 g1
	pair(-1, -3),   // guards a1 c1 g1
	pair(-1, 3),    // guards e1 g1
	pair(1, 0),     // guards a1 e1 g1
	pair(5, 12),    // guards c1 e1 g1
	pair(19, 0),    // guards a1 c1 e1 g1
	pair(6, 30),    // any king
	pair(0, -3),    // imbalance of the wings
	pair(6, 2),     // to move
	pair(1, -1),    // opposition
}
