package picture

import (
	"image"
	"image/color"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// raster is a canvas that fills the pixels of an image, anti-aliased.
type raster struct {
	image *image.RGBA
	scale float64 // pixels per unit
}

// newRaster returns a canvas of the given extent, size pixels wide.
func newRaster(width, height float64, size int) *raster {
	scale := float64(size) / width
	return &raster{image.NewRGBA(image.Rect(0, 0, size, int(math.Round(height*scale)))), scale}
}

// finish writes the image.
func (r *raster) finish(w io.Writer) error { return png.Encode(w, r.image) }

func (r *raster) fill(p path, c color.NRGBA) {
	low, high := p.bounds()
	area := r.pixels(low, high)
	v := vector.NewRasterizer(area.Dx(), area.Dy())
	at := func(q point) (x, y float32) {
		return float32(q.x*r.scale - float64(area.Min.X)), float32(q.y*r.scale - float64(area.Min.Y))
	}
	for _, o := range p {
		if o.radius > 0 {
			fillCircle(v, o, at)
			continue
		}
		for i, q := range o.corners {
			if x, y := at(q); i == 0 {
				v.MoveTo(x, y)
			} else {
				v.LineTo(x, y)
			}
		}
		v.ClosePath()
	}
	v.Draw(r.image, area, image.NewUniform(c), image.Point{})
}

// arcControl is where the control points of a quarter of a circle lie, so that
// a cubic Bézier curve comes nearest to it.
const arcControl = 0.5522847498

// fillCircle draws a circle as four curves, clockwise.
func fillCircle(v *vector.Rasterizer, o shape, at func(point) (x, y float32)) {
	on := func(dx, dy float64) (x, y float32) {
		return at(point{o.centre.x + dx*o.radius, o.centre.y + dy*o.radius})
	}
	v.MoveTo(on(1, 0))
	dx, dy := 1.0, 0.0
	for range 4 {
		nx, ny := -dy, dx
		bx, by := on(dx+nx*arcControl, dy+ny*arcControl)
		cx, cy := on(nx+dx*arcControl, ny+dy*arcControl)
		ex, ey := on(nx, ny)
		v.CubeTo(bx, by, cx, cy, ex, ey)
		dx, dy = nx, ny
	}
	v.ClosePath()
}

// bounds returns the corners of the rectangle around a path.
func (p path) bounds() (low, high point) {
	low, high = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	include := func(x, y float64) {
		low = point{min(low.x, x), min(low.y, y)}
		high = point{max(high.x, x), max(high.y, y)}
	}
	for _, o := range p {
		if o.radius > 0 {
			include(o.centre.x-o.radius, o.centre.y-o.radius)
			include(o.centre.x+o.radius, o.centre.y+o.radius)
		}
		for _, q := range o.corners {
			include(q.x, q.y)
		}
	}
	return low, high
}

// pixels returns the pixels of the image that the rectangle touches.
func (r *raster) pixels(low, high point) image.Rectangle {
	return image.Rect(
		int(math.Floor(low.x*r.scale)), int(math.Floor(low.y*r.scale)),
		int(math.Ceil(high.x*r.scale)), int(math.Ceil(high.y*r.scale)),
	).Intersect(r.image.Rect)
}

// typeface is that of the names around the board.
var typeface = func() *sfnt.Font {
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return f
}()

func (r *raster) letter(char rune, m point, size float64, c color.NRGBA) {
	var buffer sfnt.Buffer
	em := fixed.Int26_6(size*r.scale*64 + 0.5)
	glyph, err := typeface.GlyphIndex(&buffer, char)
	if err != nil {
		return
	}
	segments, err := typeface.LoadGlyph(&buffer, glyph, em, nil)
	if err != nil {
		return
	}
	bounds := segments.Bounds()
	width := float64(bounds.Min.X+bounds.Max.X) / 64
	area := r.pixels(point{m.x - size, m.y - size}, point{m.x + size, m.y + size})
	v := vector.NewRasterizer(area.Dx(), area.Dy())
	at := func(p fixed.Point26_6) (x, y float32) {
		return float32(m.x*r.scale - width/2 + float64(p.X)/64 - float64(area.Min.X)),
			float32((m.y+capHeight/2*size)*r.scale + float64(p.Y)/64 - float64(area.Min.Y))
	}
	for _, s := range segments {
		x, y := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			v.ClosePath()
			v.MoveTo(x, y)
		case sfnt.SegmentOpLineTo:
			v.LineTo(x, y)
		case sfnt.SegmentOpQuadTo:
			ex, ey := at(s.Args[1])
			v.QuadTo(x, y, ex, ey)
		case sfnt.SegmentOpCubeTo:
			cx, cy := at(s.Args[1])
			ex, ey := at(s.Args[2])
			v.CubeTo(x, y, cx, cy, ex, ey)
		}
	}
	v.ClosePath()
	v.Draw(r.image, area, image.NewUniform(c), image.Point{})
}
