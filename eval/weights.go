package eval

// The weights, in centimen.
const (
	man     = 100
	king    = 300
	advance = 2 // for every rank a man has gone
	guard   = 6 // for a man on its own first rank, while the enemy has men

	losingKing = -40 // what a king weighs more than a man in giveaway
)
