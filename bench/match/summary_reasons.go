package match

import "bolshak/board"

// Why a game ended other than by the rules of board. Those up to Init are
// losses of the engine that did it.
const (
	TimeLoss       = "time"         // overstepped its clock
	IllegalMove    = "illegal move" // answered with a move that may not be played
	Crash          = "crash"        // the program ended on its own with an error or a signal
	Hang           = "hang"         // no answer at all where there is no clock to overstep
	Disconnect     = "disconnect"   // closed its output
	Garbage        = "garbage"      // answered with something that is no message of the protocol
	ErrorMessage   = "error"        // sent error instead of an answer
	Init           = "init"         // not ready in time, or could not be started
	Resign         = "resign"       // adjudicated by a ResignRule
	AdjudicateDraw = "draw score"   // adjudicated by a DrawRule
	MaxPlies       = "max plies"    // adjudicated as drawn for its length
	EndgameTable   = "endgame table"
)

// Reasons returns every reason for which a game can end.
func Reasons() []string {
	return []string{
		board.NoMoves, board.NoPieces,
		string(board.Repetition), string(board.KingsOnly), string(board.Balance),
		string(board.ThreeKings), string(board.OnMainRoad), string(board.Agreement),
		TimeLoss, IllegalMove, Crash, Hang, Disconnect, Garbage, ErrorMessage, Init,
		Resign, AdjudicateDraw, MaxPlies, EndgameTable,
	}
}
