package movegen

import (
	"strings"

	"bolshak/board"
)

// Format returns the text of m, a legal move of p, in the given notation. What
// it returns, Parse reads as the same move.
//
// A capture that can be played by several routes is written in full by the
// first of them in byte order; Routes lists them all. Short writes start and
// end even where both are the same square ("d4:d4"). A move that is no legal
// one has no route and is written in Hub form.
func Format(p board.Position, m board.Move, n Notation) string {
	switch {
	case n == Hub:
		return m.String()
	case !m.IsCapture():
		return m.From().String() + "-" + m.To().String()
	case n == Short && !sharesEnds(p, m):
		return m.From().String() + ":" + m.To().String()
	}
	text := m.String()
	walkRoutes(p, m, nil, func(route []board.Square) bool {
		text = formatRoute(m.From(), route)
		return false
	})
	return text
}

// Routes returns every full form of m, a legal move of p, in byte order: one
// for each route of a capture, a single one for a quiet move.
func Routes(p board.Position, m board.Move) []string {
	if !m.IsCapture() {
		return []string{Format(p, m, Full)}
	}
	var texts []string
	walkRoutes(p, m, nil, func(route []board.Square) bool {
		texts = append(texts, formatRoute(m.From(), route))
		return true
	})
	return texts
}

// formatRoute returns the full form of a capture by the given landings.
func formatRoute(from board.Square, route []board.Square) string {
	var b strings.Builder
	b.WriteString(from.String())
	for _, s := range route {
		b.WriteByte(':')
		b.WriteString(s.String())
	}
	return b.String()
}

// sharesEnds reports whether another legal move starts and ends where m does.
func sharesEnds(p board.Position, m board.Move) bool {
	for _, other := range Append(nil, p) {
		if other != m && other.From() == m.From() && other.To() == m.To() {
			return true
		}
	}
	return false
}
