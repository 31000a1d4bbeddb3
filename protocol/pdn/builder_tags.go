package pdn

import (
	"strings"

	"bolshak/board"
)

// tag takes a tag.
func (b *builder) tag(t token) {
	if len(b.game.Tags) == maxTags {
		b.problem(t, 0, "more than %d tags, which are not read", maxTags)
		return
	}
	b.game.Tags = append(b.game.Tags, Tag{t.name, t.text})
	if key := strings.ToLower(t.name); b.tags[key].name == "" {
		b.tags[key] = t
	}
}

// begin does what the tags say, before the first move.
func (b *builder) begin() {
	if b.begun {
		return
	}
	b.begun = true
	if t, ok := b.tags["variant"]; ok && isLosing(t.text) {
		b.game.Rules = board.Losing
	}
	if t, ok := b.tags["gametype"]; ok && t.text != "" {
		nu, err := parseGameType(t.text)
		if err != nil {
			b.problem(t, 0, "%v", err)
			b.foreign = true
		}
		b.nu = nu
	}
	if t, ok := b.tags["fen"]; ok && strings.Trim(t.text, "?*- ") != "" {
		b.start(t, "tag FEN: ")
	}
}

// start sets the position in which the game begins.
func (b *builder) start(t token, what string) {
	p, err := board.ParseFEN(t.text)
	if err != nil {
		b.lose(t, 0, "%s%s", what, strings.TrimPrefix(err.Error(), "FEN: "))
		return
	}
	b.game.Start, b.top().position = p, p
}

// setUp takes a position in the movetext, which can only be the start.
func (b *builder) setUp(t token) {
	l := b.top()
	switch {
	case l.lost:
	case l.last != nil || b.inVariation():
		b.lose(t, 0, "a position behind the first move, which is not read")
	default:
		b.start(t, "")
	}
}
