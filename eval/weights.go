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
// Fitted on 2026-11-29 to 485569 positions of 21568 games, a tenth of them held out (seed 1, L2 1e-05):
// 24311 games of seed 9 at 1200 nodes a move.
// Loss 0.40950, on the games held out 0.39376 nats a position.
var weights = [terms]weight{
	pair(92, 34),   // man
	pair(435, 5),   // king
	pair(42, 1),    // king on the main road
	pair(55, -5),   // king on a twin road
	pair(35, -11),  // step left
	pair(33, -12),  // step right
	pair(9, 5),     // safe step
	pair(-16, -7),  // hanging
	pair(-8, -2),   // triangle
	pair(34, -2),   // chain on the left
	pair(38, -1),   // chain on the right
	pair(-2, 5),    // hole left
	pair(-6, 6),    // hole right
	pair(-28, -39), // blocked
	pair(29, -11),  // free man
	pair(77, -15),  // free man past the middle
	pair(147, 1),   // free man on rank 7
	pair(-17, 0),   // centre
	pair(19, -19),  // man on a1
	pair(9, 3),     // man on c1
	pair(17, 1),    // man on e1
	pair(8, 1),     // man on g1
	pair(0, 0),     // man on -
	pair(-14, -15), // man on b2
	pair(16, -13),  // man on d2
	pair(3, -4),    // man on f2
	pair(30, -14),  // man on h2
	pair(18, -10),  // man on a3
	pair(2, 1),     // man on c3
	pair(19, -6),   // man on e3
	pair(-9, -13),  // man on g3
	pair(0, 0),     // man on -
	pair(-23, -5),  // man on b4
	pair(8, 4),     // man on d4
	pair(7, 6),     // man on f4
	pair(35, -19),  // man on h4
	pair(18, -13),  // man on a5
	pair(-11, 16),  // man on c5
	pair(-45, 22),  // man on e5
	pair(-27, 8),   // man on g5
	pair(0, 0),     // man on -
	pair(-29, 25),  // man on b6
	pair(-22, 19),  // man on d6
	pair(-1, 28),   // man on f6
	pair(10, 6),    // man on h6
	pair(27, -8),   // man on a7
	pair(31, 2),    // man on c7
	pair(-32, 11),  // man on e7
	pair(28, 20),   // man on g7
	pair(0, 0),     // man on -
	pair(0, 0),     // man on b8
	pair(0, 0),     // man on d8
	pair(0, 0),     // man on f8
	pair(0, 0),     // man on h8
	pair(3, 0),     // guards -
	pair(-19, 11),  // guards a1
	pair(-2, -5),   // guards c1
	pair(-1, 9),    // guards a1 c1
	pair(9, -14),   // guards e1
	pair(-7, 4),    // guards a1 e1
	pair(-3, 5),    // guards c1 e1
	pair(12, -11),  // guards a1 c1 e1
	pair(-4, -2),   // guards g1
	pair(5, -1),    // guards a1 g1
	pair(-9, 7),    // guards c1 g1
	pair(10, -20),  // guards a1 c1 g1
	pair(-2, 3),    // guards e1 g1
	pair(7, -4),    // guards a1 e1 g1
	pair(-10, 25),  // guards c1 e1 g1
	pair(12, -7),   // guards a1 c1 e1 g1
	pair(11, 31),   // any king
	pair(-5, -7),   // imbalance of the wings
	pair(6, 1),     // to move
	pair(1, 0),     // opposition
}
