package pdn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"bolshak/board"
)

// roster holds the tags that every game has, in PDN's order, with the value
// that stands for "not known". Result is filled in.
var roster = []Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}, {"Result", ""},
}

// Append appends the text of a game to dst in the form that all programs read, with
// an empty line at its end, so that games can be written one after another. Lines
// end in LF and the movetext is wrapped at 79 columns.
//
// The tags of the roster come first, whether the game has them or not, then what
// follows from the game, then its other tags in their order. Moves are written by
// the names of the squares, "c3-d4", captures with a colon, "b6:d4"; the squares
// between start and end are given only where start and end fit two moves,
// "f8:d6:b4". A null move is "--". Read back, it is the same game.
//
// An illegal move is an error that names the ply, from 1; so is a tag that is no
// tag, and a second Event, with which another game would begin. dst is returned as
// it was then.
func Append(dst []byte, g *Game) ([]byte, error) { return appendGame(dst, g, algebraic) }

// AppendNumeric is Append with squares by their numbers from b8, "22-18", and
// captures with an x, "9x18".
func AppendNumeric(dst []byte, g *Game) ([]byte, error) { return appendGame(dst, g, numeric) }

// appendGame appends a game whose moves are written by write.
func appendGame(dst []byte, g *Game, write moveWriter) ([]byte, error) {
	start := len(dst)
	text, err := appendTags(dst, g)
	if err != nil {
		return dst[:start], err
	}
	w := unitWriter{write: write}
	w.comments(g.Comments)
	if err := w.line(g.Start, g.First, 1); err != nil {
		return dst[:start], err
	}
	w.add(g.ResultText())
	text = append(text, '\n')
	text = appendWrapped(text, w.units)
	return append(text, '\n'), nil
}

// derived returns the tags that follow from the other fields of a game.
func (g *Game) derived() []Tag {
	tags := []Tag{{"Result", g.ResultText()}, {"GameType", strconv.Itoa(g.Rules.GameType)}}
	if g.Rules.StuckWins {
		tags = append(tags, Tag{"Variant", g.Rules.Name})
	}
	if g.Start != board.Start() {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", g.Start.FEN()})
	}
	return tags
}

// isDerived reports whether a tag is never written as it is given. A Variant is,
// unless it follows from the game.
func isDerived(name string) bool {
	switch strings.ToLower(name) {
	case "result", "gametype", "setup", "fen":
		return true
	}
	return false
}

// appendTags appends the tag section: the roster, what follows from the game,
// and the other tags.
func appendTags(dst []byte, g *Game) ([]byte, error) {
	tags := slices.Clone(roster)
	for _, t := range g.derived() {
		tags = setTag(tags, t)
	}
	fixed := len(tags)
	given := make(map[string]bool, len(g.Tags))
	for _, t := range g.Tags {
		key := strings.ToLower(t.Name)
		at := slices.IndexFunc(tags[:fixed], func(known Tag) bool { return strings.EqualFold(known.Name, t.Name) })
		switch {
		case !isTagName(t.Name):
			return nil, fmt.Errorf("tag %q: want a name of letters, digits and underscores", t.Name)
		case key == "event" && given[key]:
			return nil, fmt.Errorf("tag %q: given twice", t.Name)
		case isDerived(t.Name), at >= len(roster), key == "variant" && isLosing(t.Value):
		case at >= 0 && !given[key]:
			tags[at].Value = t.Value
		default:
			tags = append(tags, t)
		}
		given[key] = true
	}
	for _, t := range tags {
		dst = fmt.Appendf(dst, "[%s \"%s\"]\n", t.Name, escapeTag(t.Value))
	}
	return dst, nil
}

// setTag returns tags with the value of a tag set, which stands last if there was
// none.
func setTag(tags []Tag, t Tag) []Tag {
	for i := range tags {
		if strings.EqualFold(tags[i].Name, t.Name) {
			tags[i].Value = t.Value
			return tags
		}
	}
	return append(tags, t)
}

// isTagName reports whether name can name a tag.
func isTagName(name string) bool {
	return name != "" && strings.IndexFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("_.-", r)
	}) < 0
}

// escapeTag returns a tag's value as it stands between quotes: on one line, a
// backslash before quotes and backslashes.
func escapeTag(value string) string {
	value = strings.TrimFunc(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(value, "\uFFFD")), isSpaceOrControl)
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
}

// oneLine returns text with every run of blanks, line breaks and control
// characters made one blank, and none at the ends. Bytes that are no UTF-8
// become U+FFFD.
func oneLine(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	return strings.Join(strings.FieldsFunc(text, isSpaceOrControl), " ")
}
