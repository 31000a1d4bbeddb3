package picture

import (
	"image/color"
	"math"
)

// canvas is what a picture is drawn on: an SVG document or an image. Lengths
// are in the units of the drawing, y goes down.
type canvas interface {
	// fill fills the union of the outlines of a path.
	fill(p path, c color.NRGBA)
	// letter writes one character, with its middle at m. Size is that of the
	// letter's em.
	letter(r rune, m point, size float64, c color.NRGBA)
}

type point struct{ x, y float64 }

// path is a set of outlines. All go round clockwise as seen on the screen, so
// that where they overlap the union is filled under the non-zero rule.
type path []shape

// shape is a polygon, or a circle where the radius is not 0.
type shape struct {
	corners []point
	centre  point
	radius  float64
}

func circle(m point, radius float64) shape { return shape{centre: m, radius: radius} }

func rectangle(x, y, width, height float64) shape {
	return shape{corners: []point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}}
}

// bar returns the rectangle of the given width around the line from a to b.
func bar(a, b point, width float64) shape {
	u := direction(a, b)
	n := point{-u.y * width / 2, u.x * width / 2}
	return shape{corners: []point{
		{a.x - n.x, a.y - n.y}, {b.x - n.x, b.y - n.y}, {b.x + n.x, b.y + n.y}, {a.x + n.x, a.y + n.y},
	}}
}

// cross returns a saltire around m: arm is half its height.
func cross(m point, arm, width float64) path {
	return path{
		bar(point{m.x - arm, m.y - arm}, point{m.x + arm, m.y + arm}, width),
		bar(point{m.x - arm, m.y + arm}, point{m.x + arm, m.y - arm}, width),
	}
}

// crown returns the mark of a king on a disc of the given radius: five points
// with a pearl on three of them, and a band below.
func crown(m point, radius float64) path {
	at := func(x, y float64) point { return point{m.x + x*radius, m.y + y*radius} }
	return path{
		{corners: []point{
			at(-0.50, 0.24), at(-0.62, -0.26), at(-0.27, 0.00), at(0, -0.46),
			at(0.27, 0.00), at(0.62, -0.26), at(0.50, 0.24),
		}},
		rectangle(m.x-0.50*radius, m.y+0.33*radius, radius, 0.15*radius),
		circle(at(-0.62, -0.30), 0.09*radius),
		circle(at(0, -0.50), 0.09*radius),
		circle(at(0.62, -0.30), 0.09*radius),
	}
}

// Measures of an arrow.
const (
	arrowWidth   = 0.13 * square
	arrowGap     = 0.36 * square // from the middle of the first square, where a piece may stand
	headLength   = 0.40 * square
	headWidth    = 0.42 * square
	arrowOpacity = 0.85
)

// arrow returns an arrow along the points, which begins a little behind the
// first. Points that repeat the one before are passed over; what is left of a
// single point is a dot.
func arrow(way []point) path {
	var points []point
	for _, p := range way {
		if len(points) == 0 || p != points[len(points)-1] {
			points = append(points, p)
		}
	}
	if len(points) > 1 {
		u := direction(points[0], points[1])
		points[0] = point{points[0].x + u.x*arrowGap, points[0].y + u.y*arrowGap}
	}
	var drawn path
	for _, p := range points[:max(len(points)-1, min(1, len(points)))] {
		drawn = append(drawn, circle(p, arrowWidth/2)) // the start, and every turn
	}
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		if i == len(points)-1 {
			u := direction(from, to)
			base := point{to.x - u.x*headLength, to.y - u.y*headLength}
			n := point{-u.y * headWidth / 2, u.x * headWidth / 2}
			drawn = append(drawn, shape{corners: []point{{base.x - n.x, base.y - n.y}, to, {base.x + n.x, base.y + n.y}}})
			to = base
		}
		drawn = append(drawn, bar(from, to, arrowWidth))
	}
	return drawn
}

// direction returns the unit vector from a to b, which must differ.
func direction(a, b point) point {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	return point{(b.x - a.x) / length, (b.y - a.y) / length}
}
