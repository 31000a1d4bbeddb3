package web

import "encoding/json"

// Version is the version of the message schema, which is this:
//
// The socket is at /socket, its subprotocol "bolshak.1"; every frame is one JSON
// object. The browser sends requests {"id": 7, "do": "look", "args": {...}} and gets
// exactly one answer to each, {"id": 7, "ok": {...}} or {"id": 7, "error": "..."}.
// Between them come events, {"event": "lines", "data": {...}}. Positions are FEN,
// moves are written in Hub form in both directions (any notation is read), scores are
// White's. Unknown fields are ignored; unknown requests are errors.
//
//	do            args          ok           what it is
//	look          path          Look         a position with its legal moves
//	texts         path          texts        the position written out
//	terms         path          Terms        the evaluation term by term
//	analyse       analyse       {}           lines events until stop or the next analyse
//	stop          -             {}
//	openings      {table}       Opening      one drawn by lot
//	play          playArgs      GameState    begin a game against the engine
//	restore       playArgs      GameState    the same from the browser's storage
//	join          {game}        GameState    go on with a game
//	leave         -             {}
//	move          {move,ply}    GameState    ply: how many were played before it
//	undo hint resign offer retry -  GameState
//	readPDN       {text,index}  pdnFile      the games of a text, one of them in full
//	writePDN      pdnGame       {text}
//	annotate      annotateArgs  {}           annotated events until it is done
//	stopAnnotate  -             {}
//	watch         -             MatchState   match events from then on
//
// Events: hello (Hello, the first of all), lines (linesEvent), game (GameState),
// annotated (annotated), match (MatchState).
const Version = 1

// subprotocol names the schema in the socket's handshake.
const subprotocol = "bolshak.1"

// request is what the browser sends.
type request struct {
	ID   int64           `json:"id"`
	Do   string          `json:"do"`
	Args json.RawMessage `json:"args"`
}

// answer is what it gets for that.
type answer struct {
	ID    int64  `json:"id"`
	OK    any    `json:"ok,omitempty"`
	Error string `json:"error,omitempty"`
}

// event is what it is told besides.
type event struct {
	Event string `json:"event"`
	Data  any    `json:"data"`
}

// Hello says what the server has to offer.
type Hello struct {
	Version  int      `json:"version"`
	Engine   string   `json:"engine,omitempty"` // name and version; empty where only a match is shown
	Levels   int      `json:"levels"`
	Variants []string `json:"variants"` // that the engine plays
	Terms    bool     `json:"terms"`    // the evaluation can be had term by term
	Tables   int      `json:"tables"`   // endgame tables of up to so many pieces; 0: none
	Openings []string `json:"openings"` // tables to draw from
	Match    bool     `json:"match"`    // there is a match to watch
}

// nothing is the answer that says no more than that all is well.
type nothing struct{}
