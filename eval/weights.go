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
// Fitted on 2026-11-29 to 2501434 positions of 113118 games, a tenth of them held out (seed 1, L2 1e-05, of patterns 1.5e-06):
// 24311 games of seed 9 at 1200 nodes a move.
// 37632 games of seed 21 at 1200 nodes a move.
// 65592 games of seed 31 at 1500 nodes a move.
// Loss 0.39348, on the games held out 0.39813 nats a position.
var weights = [terms]weight{
	pair(120, 26),  // man
	pair(418, 3),   // king
	pair(40, 1),    // king on the main road
	pair(48, -3),   // king on a twin road
	pair(25, -2),   // step left
	pair(28, -4),   // step right
	pair(9, 4),     // safe step
	pair(-29, -3),  // hanging
	pair(-7, 0),    // triangle
	pair(13, 1),    // chain on the left
	pair(15, 2),    // chain on the right
	pair(-13, 1),   // hole left
	pair(-11, 7),   // hole right
	pair(-18, -41), // blocked
	pair(-4, -2),   // free man
	pair(66, -11),  // free man past the middle
	pair(111, -15), // free man on rank 7
	pair(-12, -1),  // centre
	pair(7, -12),   // man on a1
	pair(17, 1),    // man on c1
	pair(20, 7),    // man on e1
	pair(16, 9),    // man on g1
	pair(0, 0),     // man on -
	pair(11, -28),  // man on b2
	pair(24, -7),   // man on d2
	pair(24, -10),  // man on f2
	pair(34, -13),  // man on h2
	pair(19, -12),  // man on a3
	pair(12, -9),   // man on c3
	pair(11, -6),   // man on e3
	pair(-4, -15),  // man on g3
	pair(0, 0),     // man on -
	pair(-9, -4),   // man on b4
	pair(-1, 2),    // man on d4
	pair(-7, 17),   // man on f4
	pair(13, -2),   // man on h4
	pair(15, -6),   // man on a5
	pair(-3, -1),   // man on c5
	pair(-27, 4),   // man on e5
	pair(-18, -3),  // man on g5
	pair(0, 0),     // man on -
	pair(4, 4),     // man on b6
	pair(-31, 10),  // man on d6
	pair(-23, 15),  // man on f6
	pair(-5, 24),   // man on h6
	pair(25, 9),    // man on a7
	pair(-4, 18),   // man on c7
	pair(-37, 11),  // man on e7
	pair(35, 23),   // man on g7
	pair(0, 0),     // man on -
	pair(0, 0),     // man on b8
	pair(0, 0),     // man on d8
	pair(0, 0),     // man on f8
	pair(0, 0),     // man on h8
	pair(0, 11),    // guards -
	pair(-6, 3),    // guards a1
	pair(-5, 2),    // guards c1
	pair(0, -7),    // guards a1 c1
	pair(-4, -7),   // guards e1
	pair(-3, -9),   // guards a1 e1
	pair(-1, -1),   // guards c1 e1
	pair(4, -1),    // guards a1 c1 e1
	pair(1, -5),    // guards g1
	pair(-3, -2),   // guards a1 g1
	pair(-6, 0),    // guards c1 g1
	pair(0, -10),   // guards a1 c1 g1
	pair(1, 0),     // guards e1 g1
	pair(-2, 7),    // guards a1 e1 g1
	pair(7, 12),    // guards c1 e1 g1
	pair(19, 7),    // guards a1 c1 e1 g1
	pair(70, 6),    // any king
	pair(0, -4),    // imbalance of the wings
	pair(7, 2),     // to move
	pair(1, -1),    // opposition
}
