package main

// english holds the texts of play in English.
var english = phrases{
	"greeting": `Russian draughts against Bolshak, %s. Type a move, such as c3-d4, or "help".`,
	"giveaway": "This is giveaway: whoever has no piece or no move left has won.",
	"farewell": "Good-bye.",
	"help": `Type a move: c3-d4, cd4 or 22-18; a capture b4:d6, with the squares between
where two captures have the same ends: a3:c5:e7. Or a word:
  hint          what you might play
  undo          take your last move back, and the answer to it
  draw          offer a draw
  resign        give the game up
  go            let Bolshak move for you; you go on with the other colour
  moves         what you may play
  board         the board, and the position as a FEN
  flip          turn the board round
  game          the moves so far
  level N       how strong Bolshak is: 1 to 20, or full
  save FILE     write the game to a PDN file, behind what is there
  load FILE N   go on with the game of number N of a PDN file
  new COLOUR    another game, with white, black or random, or as before
  quit          leave; so does the end of the input, and Ctrl-C`,
	"what next": `Another game: "new". Or: undo, save FILE, quit.`,

	"full strength": "full strength",
	"level":         "level %d",
	"plays at":      "Bolshak plays at %s.",
	"no level":      "%q is no level, want 1 to 20 or full.",
	"no colour":     "%q is no colour, want white, black or random.",

	"you white":     "You play White.",
	"you black":     "You play Black.",
	"to move white": "White",
	"to move black": "Black",
	"engine plays":  "Bolshak plays %s",
	"hint":          "Hint: %s (%s)",
	"wins in":       "wins in %d moves",
	"loses in":      "loses in %d moves",
	"so far":        "Moves so far: %s",
	"clock":         "Clock: White %s, Black %s",
	"must capture":  "You must capture.",
	"no move":       "%q is no move here. You may play: %s",

	"nothing to undo": "There is no move of yours to take back.",
	"offered already": "You have offered a draw at this move already.",
	"draw declined":   "Bolshak plays on.",
	"stood twice":     "This position has stood twice; the third time it is a draw.",

	"count kings-only":  "Towards a draw: %d of %d moves with kings alone.",
	"count balance":     "Towards a draw: %d of %d moves without a capture or a promotion.",
	"count three-kings": "Towards a draw: %d of %d moves of three kings or more against one.",
	"count main-road":   "Towards a draw: %d of %d moves with the lone king on the main road.",

	"no pieces white": "White has no pieces left.",
	"no pieces black": "Black has no pieces left.",
	"no moves white":  "White has no move.",
	"no moves black":  "Black has no move.",
	"resigned white":  "White resigns.",
	"resigned black":  "Black resigns.",
	"time white":      "White has no time left.",
	"time black":      "Black has no time left.",

	"draw repetition":  "Draw by repetition: the position stands for the third time.",
	"draw kings-only":  "Draw: both sides have played 15 moves in a row with kings alone, and nothing was taken.",
	"draw balance":     "Draw: the balance of forces has stood for %d moves of each side with %d pieces on the board.",
	"draw three-kings": "Draw: three kings or more have not caught the lone king in 15 moves.",
	"draw main-road":   "Draw: the lone king has held the main road for 5 moves.",
	"draw agreement":   "Draw by agreement.",

	"result 1-0":     "White wins, 1-0.",
	"result 0-1":     "Black wins, 0-1.",
	"result 1/2-1/2": "1/2-1/2.",
	"is over":        `The game is over. Another: "new".`,

	"saved":      "Saved to %s",
	"save where": `Save where? "save FILE"`,
	"not saved":  "Not saved: %v",
	"load what":  `Load what? "load FILE", or "load FILE 3" for the third game in it`,
	"not loaded": "Not loaded: %v",
	"event":      "Game against Bolshak",
	"player":     "Player",
}
