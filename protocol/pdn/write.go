package pdn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bolshak/board"
	"bolshak/movegen"
)

// roster holds the tags that every game has, in PDN's order, with the value
// that stands for "not known". Result is filled in.
var roster = []Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}, {"Result", ""},
}

// derived are the tags that Game.Tags must not hold.
var derived = []string{"Result", "GameType", "Variant", "SetUp", "FEN"}

// Append appends the text of the game to dst, with an empty line at its end, so
// that games can be written one after another. Lines end in LF and the movetext
// is wrapped at 79 columns.
//
// Moves are written by the names of the squares, "c3-d4", captures with an x,
// "b6xd4", as the Russian game collections have them; the squares between start
// and end are given only where start and end fit two moves, "f8xd6xb4".
// movegen.Parse reads every one of them back as the move it was.
//
// An illegal move is an error that names the ply, from 1; so is a tag that is
// no tag. dst is returned as it was then.
func Append(dst []byte, g Game) ([]byte, error) {
	start := len(dst)
	text, err := appendTags(dst, g)
	if err != nil {
		return dst[:start], err
	}
	units, err := moveUnits(g)
	if err != nil {
		return dst[:start], err
	}
	text = append(text, '\n')
	text = appendWrapped(text, units)
	return append(text, '\n'), nil
}

// appendTags appends the tag section: the roster, what follows from the game,
// and the other tags.
func appendTags(dst []byte, g Game) ([]byte, error) {
	given := make(map[string]string, len(g.Tags))
	for _, t := range g.Tags {
		switch _, twice := given[t.Name]; {
		case !isTagName(t.Name):
			return nil, fmt.Errorf("tag %q: want a name of letters, digits and underscores", t.Name)
		case slices.Contains(derived, t.Name):
			return nil, fmt.Errorf("tag %q: follows from the game and must not be given", t.Name)
		case twice:
			return nil, fmt.Errorf("tag %q: given twice", t.Name)
		}
		given[t.Name] = t.Value
	}

	tags := slices.Clone(roster)
	for i, t := range tags {
		if value, ok := given[t.Name]; ok {
			tags[i].Value = value
		}
		if t.Name == "Result" {
			tags[i].Value = g.Result.String()
		}
	}
	tags = append(tags, Tag{"GameType", strconv.Itoa(g.Rules.GameType)})
	if g.Rules.StuckWins {
		tags = append(tags, Tag{"Variant", g.Rules.Name})
	}
	if g.Start != board.Start() {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", g.Start.FEN()})
	}
	for _, t := range g.Tags {
		if !slices.ContainsFunc(roster, func(r Tag) bool { return r.Name == t.Name }) {
			tags = append(tags, t)
		}
	}

	for _, t := range tags {
		dst = fmt.Appendf(dst, "[%s \"%s\"]\n", t.Name, escapeTag(t.Value))
	}
	return dst, nil
}

// isTagName reports whether name can name a tag.
func isTagName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// escapeTag returns a tag's value as it stands between quotes: on one line, a
// backslash before quotes and backslashes.
func escapeTag(value string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(oneLine(value))
}

// escapeComment returns a comment as it stands between braces. PDN has no way to
// write a brace in it, so they become parentheses.
func escapeComment(comment string) string {
	return strings.NewReplacer("{", "(", "}", ")").Replace(oneLine(comment))
}

// oneLine returns text with every run of blanks, line breaks and control
// characters made one blank, and none at the ends. Bytes that are no UTF-8
// become U+FFFD.
func oneLine(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	return strings.Join(strings.FieldsFunc(text, isSpaceOrControl), " ")
}

// moveUnits returns the movetext in pieces between which a line may be broken:
// moves with their numbers, the words of comments, and the result.
func moveUnits(g Game) ([]string, error) {
	var units []string
	first := 0 // plies that Black's start is ahead of White's
	if g.Start.Side() == board.Black {
		first = 1
	}
	p := g.Start
	for i, m := range g.Moves {
		if !slices.Contains(movegen.Append(nil, p), m.Move) {
			return nil, fmt.Errorf("ply %d: move %v is not legal in %s", i+1, m.Move, p.FEN())
		}
		text := strings.ReplaceAll(movegen.Format(p, m.Move, movegen.Short), ":", "x")
		switch number := (i+first)/2 + 1; {
		case p.Side() == board.White:
			text = fmt.Sprintf("%d. %s", number, text)
		case i == 0:
			text = fmt.Sprintf("%d... %s", number, text)
		}
		units = append(units, text)
		units = appendComment(units, m.Comment)
		p = p.After(m.Move)
	}
	units = appendComment(units, g.Comment)
	return append(units, g.Result.String()), nil
}

// appendComment appends the words of a comment in braces, if there are any.
func appendComment(units []string, comment string) []string {
	words := strings.Fields(escapeComment(comment))
	if len(words) == 0 {
		return units
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	return append(units, words...)
}

// columns is the width of the movetext, in characters, as PGN and PDN ask for.
const columns = 79

// appendWrapped appends the units with blanks between them in lines of at most
// columns characters; a longer unit has a line of its own.
func appendWrapped(dst []byte, units []string) []byte {
	column := 0
	for _, u := range units {
		width := len([]rune(u))
		switch {
		case column == 0:
		case column+1+width > columns:
			dst = append(dst, '\n')
			column = 0
		default:
			dst = append(dst, ' ')
			column++
		}
		dst = append(dst, u...)
		column += width
	}
	return append(dst, '\n')
}
