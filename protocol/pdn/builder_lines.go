package pdn

// skip passes over what is too deep in parentheses.
func (b *builder) skip(t token) {
	switch t.kind {
	case openParen:
		b.deeper++
	case closeParen:
		b.deeper--
	}
}

// comment keeps a comment: it is behind the move before it, unless variations
// stand between.
func (b *builder) comment(t token) {
	l := b.top()
	b.text += len(t.text) + textCost
	switch {
	case t.text == "" || l.lost:
	case b.text > maxText:
		b.problem(t, 0, "more than %d MiB of comments in one game, which are not read", maxText>>20)
	case l.last != nil && len(l.last.Variations) == 0 && len(l.ahead) == 0:
		l.last.Comments = append(l.last.Comments, t.text)
	case l.last == nil && !b.inVariation():
		b.game.Comments = append(b.game.Comments, t.text)
	default:
		l.lead = append(l.lead, t.text)
	}
}

// annotate keeps an annotation of the last move.
func (b *builder) annotate(t token) {
	l := b.top()
	if l.lost || l.last == nil {
		return
	}
	nags, ok := parseAnnotation(t.text)
	if !ok {
		b.problem(t, 0, "%q is no annotation, want $0 to $255", shorten(t.text))
		return
	}
	if len(l.last.NAGs)+len(nags) > maxNAGs {
		b.problem(t, 0, "more than %d annotations of one move, which are not read", maxNAGs)
		return
	}
	l.last.NAGs = append(l.last.NAGs, nags...)
}

// open begins a variation, or passes over the parentheses round a mark, "(!)".
func (b *builder) open(t token) {
	if mark, err := b.reader.peek(0); err == nil && mark.kind == annotation {
		if after, err := b.reader.peek(1); err == nil && after.kind == closeParen {
			b.reader.drop()
			b.reader.drop()
			b.annotate(mark)
			return
		}
	}
	if len(b.lines) > maxDepth {
		b.problem(t, 0, "variations in variations, %d deep, are not read", maxDepth)
		b.deeper = 1
		return
	}
	l := b.top()
	v := line{lost: true, open: t}
	switch {
	case l.lost:
	case l.last == nil:
		b.problem(t, 0, "a variation before the first move, want it behind the move that it replaces")
	case b.isAhead(l):
		v.lost, v.isAhead = false, true
		v.position, v.ply = l.position, l.ply
		l.ahead = append(l.ahead, nil)
		v.first = &l.ahead[len(l.ahead)-1]
	default:
		v.lost = false
		v.position, v.ply = l.last.Position, l.ply-1
		l.last.Variations = append(l.last.Variations, nil)
		v.first = &l.last.Variations[len(l.last.Variations)-1]
	}
	b.lines = append(b.lines, v)
}

// isAhead reports whether the variation that begins does not replace the last move of
// a line, as it should, but the next one: some programs write it so, and players do
// behind the last move of a game. Its first move tells.
func (b *builder) isAhead(l *line) bool {
	const furthest = 4 // tokens before the first move
	for i := range furthest {
		t, err := b.reader.peek(i)
		if err != nil {
			return false
		}
		if t.kind != moveText {
			continue
		}
		move, _ := cutMarks(t.text)
		if _, err := b.reader.parseMove(l.last.Position, move, b.nu); err == nil {
			return false
		}
		_, err = b.reader.parseMove(l.position, move, b.nu)
		return err == nil
	}
	return false
}

// close ends a variation.
func (b *builder) close(t token) {
	if !b.inVariation() && b.bare {
		return // "12) c3-d4"
	}
	if !b.inVariation() {
		b.problem(t, 0, "\")\" found, but no variation is open")
		return
	}
	b.closeLine()
}

// closeLine ends the line that is read. One without moves is dropped.
func (b *builder) closeLine() {
	l := b.top()
	b.keepLead(l)
	b.lines = b.lines[:len(b.lines)-1]
	if l.first == nil || *l.first != nil {
		return
	}
	parent := b.top()
	if l.isAhead {
		parent.ahead = parent.ahead[:len(parent.ahead)-1]
		return
	}
	parent.last.Variations = parent.last.Variations[:len(parent.last.Variations)-1]
}

// keepLead puts the comments and the variations that no move follows behind the last
// move: a variation as text.
func (b *builder) keepLead(l *line) {
	if l.last == nil {
		return
	}
	for _, v := range l.ahead {
		if v != nil {
			l.last.Comments = append(l.last.Comments, lineText(v, l.ply))
		}
	}
	l.last.Comments = append(l.last.Comments, l.lead...)
	l.lead, l.ahead = nil, nil
}
