package picture

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
)

// svg is a canvas that writes an SVG 1.1 document.
type svg struct{ b strings.Builder }

// newSVG begins a document of the given extent, size pixels wide. The title is
// what screen readers and tooltips say.
func newSVG(width, height float64, size int, title string) *svg {
	s := &svg{}
	fmt.Fprintf(&s.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%s" viewBox="0 0 %s %s">`+"\n<title>%s</title>\n",
		size, decimal(float64(size)*height/width), decimal(width), decimal(height), title)
	return s
}

func (s *svg) fill(p path, c color.NRGBA) {
	if len(p) == 1 && p[0].radius > 0 {
		fmt.Fprintf(&s.b, `<circle cx="%s" cy="%s" r="%s"%s/>`+"\n",
			decimal(p[0].centre.x), decimal(p[0].centre.y), decimal(p[0].radius), paint(c))
		return
	}
	s.b.WriteString(`<path d="`)
	for i, o := range p {
		if i > 0 {
			s.b.WriteByte(' ')
		}
		o.writeSVG(&s.b)
	}
	fmt.Fprintf(&s.b, `"%s/>`+"\n", paint(c))
}

// writeSVG writes the shape as path data.
func (o shape) writeSVG(b *strings.Builder) {
	if o.radius > 0 { // two half circles, clockwise
		r, left, right, y := decimal(o.radius), decimal(o.centre.x-o.radius), decimal(o.centre.x+o.radius), decimal(o.centre.y)
		fmt.Fprintf(b, "M%s %sA%s %s 0 0 1 %s %sA%s %s 0 0 1 %s %sZ", left, y, r, r, right, y, r, r, left, y)
		return
	}
	for i, p := range o.corners {
		command := byte('L')
		if i == 0 {
			command = 'M'
		}
		b.WriteByte(command)
		b.WriteString(decimal(p.x) + " " + decimal(p.y))
	}
	b.WriteByte('Z')
}

// capHeight is the height of digits, as a part of the em, in the fonts named.
const capHeight = 0.72

func (s *svg) letter(r rune, m point, size float64, c color.NRGBA) {
	fmt.Fprintf(&s.b, `<text x="%s" y="%s" font-family="Go, Helvetica, Arial, sans-serif" font-size="%s" text-anchor="middle"%s>%c</text>`+"\n",
		decimal(m.x), decimal(m.y+capHeight/2*size), decimal(size), paint(c), r)
}

// finish writes the document.
func (s *svg) finish(w io.Writer) error {
	s.b.WriteString("</svg>\n")
	_, err := io.WriteString(w, s.b.String())
	return err
}

// paint returns the attributes that fill with a colour.
func paint(c color.NRGBA) string {
	text := fmt.Sprintf(` fill="#%02x%02x%02x"`, c.R, c.G, c.B)
	if c.A != 0xff {
		text += fmt.Sprintf(` fill-opacity="%s"`, decimal(float64(c.A)/0xff))
	}
	return text
}

// decimal writes a length with two decimals at most.
func decimal(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100+0, 'f', -1, 64) // + 0: no "-0"
}
