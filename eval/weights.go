package eval

// The weights of giveaway, in centimen.
const (
	losingMan  = 100
	losingKing = -40 // what a king weighs more than a man
)

// weights is what each term is worth, in centimen, in the opening and in the
// ending. They were fitted by logistic regression to the results of self-play
// games: a man is worth about 100 on average, the other numbers follow.
var weights = [terms]weight{
	pair(78, 20),   // man
	pair(345, 10),  // king
	pair(15, 3),    // king on the main road
	pair(55, -2),   // king on a twin road
	pair(30, -4),   // step left
	pair(31, -7),   // step right
	pair(6, 9),     // safe step
	pair(-28, 1),   // hanging
	pair(-4, -9),   // triangle
	pair(26, 8),    // chain on the left
	pair(29, 6),    // chain on the right
	pair(-2, -3),   // hole left
	pair(-4, 6),    // hole right
	pair(-27, -19), // blocked
	pair(15, -9),   // free man
	pair(53, -8),   // free man past the middle
	pair(113, 11),  // free man on rank 7
	pair(-6, -1),   // centre
	pair(5, 0),     // man on a1
	pair(4, 9),     // man on c1
	pair(15, 0),    // man on e1
	pair(13, 1),    // man on g1
	pair(0, 0),     // man on -
	pair(11, -17),  // man on b2
	pair(19, -10),  // man on d2
	pair(10, -4),   // man on f2
	pair(39, -11),  // man on h2
	pair(24, -4),   // man on a3
	pair(13, 2),    // man on c3
	pair(10, 3),    // man on e3
	pair(1, -12),   // man on g3
	pair(0, 0),     // man on -
	pair(-1, -8),   // man on b4
	pair(3, 4),     // man on d4
	pair(0, 5),     // man on f4
	pair(30, -4),   // man on h4
	pair(39, -3),   // man on a5
	pair(-18, 24),  // man on c5
	pair(-33, 10),  // man on e5
	pair(-11, -2),  // man on g5
	pair(0, 0),     // man on -
	pair(24, 14),   // man on b6
	pair(-23, 29),  // man on d6
	pair(-8, 24),   // man on f6
	pair(17, 5),    // man on h6
	pair(40, 16),   // man on a7
	pair(43, 6),    // man on c7
	pair(-3, 6),    // man on e7
	pair(68, 2),    // man on g7
	pair(0, 0),     // man on -
	pair(0, 0),     // man on b8
	pair(0, 0),     // man on d8
	pair(0, 0),     // man on f8
	pair(0, 0),     // man on h8
	pair(-10, 3),   // guards -
	pair(-11, 8),   // guards a1
	pair(0, -7),    // guards c1
	pair(-9, 3),    // guards a1 c1
	pair(6, -12),   // guards e1
	pair(0, -4),    // guards a1 e1
	pair(3, -2),    // guards c1 e1
	pair(0, -2),    // guards a1 c1 e1
	pair(-12, -1),  // guards g1
	pair(3, -6),    // guards a1 g1
	pair(-6, 2),    // guards c1 g1
	pair(5, -8),    // guards a1 c1 g1
	pair(29, -3),   // guards e1 g1
	pair(9, -1),    // guards a1 e1 g1
	pair(-2, 37),   // guards c1 e1 g1
	pair(8, 16),    // guards a1 c1 e1 g1
	pair(-20, 71),  // any king
	pair(1, -10),   // imbalance of the wings
	pair(6, 1),     // to move
	pair(0, -3),    // opposition
}
