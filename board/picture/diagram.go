// Package picture shows positions: as SVG, as PNG and in text. It draws squares,
// pieces and arrows; which moves there are is the business of others.
package picture

import (
	"image/color"
	"io"

	"bolshak/board"
)

// Diagram is a picture of a position, as books print it.
type Diagram struct {
	Position board.Position
	// BlackBelow turns the board: Black sits at the bottom.
	BlackBelow bool
	// Bare leaves out what stands around the board: the names of files and
	// ranks, and the small piece on the right that shows the side to move.
	Bare bool
	// Arrows are drawn over the pieces. Each goes from its first square to its
	// last by way of those between.
	Arrows [][]board.Square
	// Crossed squares are struck out: pieces that the move shown takes.
	Crossed board.Bits
	// Colours are those of the picture: see DefaultColours.
	Colours Colours
	// Size is the width in pixels; 0 is DefaultSize.
	Size int
}

// The width of a picture in pixels, unless another is asked for, and the largest.
const (
	DefaultSize = 480
	MaxSize     = 4096
)

// Measures of a picture, in the units of its drawing.
const (
	square    = 50.0
	boardSide = 8 * square
	margin    = 26.0 // left, right and below, where names stand
	edge      = 4.0  // where none do
	frame     = 1.5  // the line around the board

	discRadius   = 0.42 * square
	outline      = 0.035 * square
	grooveRadius = 0.29 * square
	grooveWidth  = 0.025 * square
	nameSize     = 15.0
	moverRadius  = 6.5
)

// WriteSVG writes the diagram as an SVG document.
func (d Diagram) WriteSVG(w io.Writer) error {
	width, height := d.extent()
	c := newSVG(width, height, d.size(), d.Position.FEN())
	d.draw(c)
	return c.finish(w)
}

// WritePNG writes the diagram as a PNG image.
func (d Diagram) WritePNG(w io.Writer) error {
	width, height := d.extent()
	c := newRaster(width, height, d.size())
	d.draw(c)
	return c.finish(w)
}

func (d Diagram) size() int {
	if d.Size == 0 {
		return DefaultSize
	}
	return d.Size
}

// extent returns width and height of the drawing, in its units.
func (d Diagram) extent() (width, height float64) {
	if d.Bare {
		return boardSide + 2*edge, boardSide + 2*edge
	}
	return boardSide + 2*margin, boardSide + margin + edge
}

// corner returns the top left corner of the board.
func (d Diagram) corner() point {
	if d.Bare {
		return point{edge, edge}
	}
	return point{margin, edge}
}

// centre returns the middle of a square.
func (d Diagram) centre(s board.Square) point {
	column, row := s.File(), 7-s.Rank()
	if d.BlackBelow {
		column, row = 7-column, 7-row
	}
	c := d.corner()
	return point{c.x + (float64(column)+0.5)*square, c.y + (float64(row)+0.5)*square}
}

// draw draws everything, what lies below first.
func (d Diagram) draw(c canvas) {
	d.drawBoard(c)
	if !d.Bare {
		d.drawNames(c)
		d.drawMover(c)
	}
	for s := range squaresFromTop(d.BlackBelow) {
		switch {
		case d.Position.White().Has(s):
			d.drawPiece(c, s, d.Colours.White, d.Colours.Black)
		case d.Position.Black().Has(s):
			d.drawPiece(c, s, d.Colours.Black, d.Colours.White)
		}
	}
	for _, a := range d.Arrows {
		d.drawArrow(c, a)
	}
	for b := d.Crossed; b != 0; b = b.Rest() {
		c.fill(cross(d.centre(b.First()), 0.6*discRadius, 0.17*discRadius), strike)
	}
}

// drawBoard draws the paper, the frame and the squares.
func (d Diagram) drawBoard(c canvas) {
	width, height := d.extent()
	c.fill(path{rectangle(0, 0, width, height)}, paper)
	at := d.corner()
	c.fill(path{rectangle(at.x-frame, at.y-frame, boardSide+2*frame, boardSide+2*frame)}, ink)
	c.fill(path{rectangle(at.x, at.y, boardSide, boardSide)}, d.Colours.Light)
	var dark path
	for s := range squaresFromTop(d.BlackBelow) {
		m := d.centre(s)
		dark = append(dark, rectangle(m.x-square/2, m.y-square/2, square, square))
	}
	c.fill(dark, d.Colours.Dark)
}

// drawNames writes the ranks on the left and the files below.
func (d Diagram) drawNames(c canvas) {
	at := d.corner()
	for i := range 8 {
		rank, file := '8'-rune(i), 'a'+rune(i)
		if d.BlackBelow {
			rank, file = '1'+rune(i), 'h'-rune(i)
		}
		along := (float64(i) + 0.5) * square
		c.letter(rank, point{at.x - margin/2, at.y + along}, nameSize, ink)
		c.letter(file, point{at.x + along, at.y + boardSide + margin/2}, nameSize, ink)
	}
}

// drawMover shows the side to move on the right, at its own end of the board.
func (d Diagram) drawMover(c canvas) {
	side, at := d.Position.Side(), d.corner()
	m := point{at.x + boardSide + margin/2, at.y + square/2}
	if (side == board.Black) == d.BlackBelow {
		m.y += 7 * square
	}
	c.fill(path{circle(m, moverRadius)}, ink)
	fill := d.Colours.White
	if side == board.Black {
		fill = d.Colours.Black
	}
	c.fill(path{circle(m, moverRadius-1.25)}, fill)
}

// drawPiece draws a disc with a groove, and a crown on it for a king.
func (d Diagram) drawPiece(c canvas, s board.Square, own, other color.NRGBA) {
	m := d.centre(s)
	c.fill(path{circle(m, discRadius)}, darker(own, other))
	c.fill(path{circle(m, discRadius-outline)}, own)
	if d.Position.Kings().Has(s) {
		c.fill(crown(m, discRadius), other)
		return
	}
	c.fill(path{circle(m, grooveRadius)}, blend(own, other, 0.35))
	c.fill(path{circle(m, grooveRadius-grooveWidth)}, own)
}

// drawArrow draws an arrow; a single square gets a dot.
func (d Diagram) drawArrow(c canvas, squares []board.Square) {
	var way []point
	for _, s := range squares {
		way = append(way, d.centre(s))
	}
	c.fill(arrow(way), withOpacity(d.Colours.Accent, arrowOpacity))
}
