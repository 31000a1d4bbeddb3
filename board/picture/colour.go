package picture

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

// Colours are the colours of a picture.
type Colours struct {
	Light, Dark  color.NRGBA // squares
	White, Black color.NRGBA // pieces
	Accent       color.NRGBA // arrows
}

// DefaultColours returns colours that stay apart in print without colour too.
func DefaultColours() Colours {
	return Colours{
		Light:  color.NRGBA{0xf6, 0xe7, 0xcb, 0xff},
		Dark:   color.NRGBA{0xb5, 0x8a, 0x63, 0xff},
		White:  color.NRGBA{0xff, 0xfc, 0xf5, 0xff},
		Black:  color.NRGBA{0x2b, 0x28, 0x26, 0xff},
		Accent: color.NRGBA{0x2c, 0x8f, 0x4a, 0xff},
	}
}

// The colours of the paper, of frame and names, and of crosses.
var (
	paper  = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	ink    = color.NRGBA{0x33, 0x33, 0x33, 0xff}
	strike = color.NRGBA{0xd6, 0x33, 0x2b, 0xff}
)

// ParseColour reads a colour as CSS writes it: "#b58a63", "#b86", or a name such
// as "tan".
func ParseColour(text string) (color.NRGBA, error) {
	if c, ok := colornames.Map[strings.ToLower(text)]; ok {
		return color.NRGBA(c), nil
	}
	digits, found := strings.CutPrefix(text, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if !found || len(digits) != 6 || err != nil {
		return color.NRGBA{}, fmt.Errorf("colour %q: want #rrggbb, #rgb or a name of CSS such as tan", text)
	}
	return color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}, nil
}

// blend returns the colour that lies the given part of the way from a to b.
func blend(a, b color.NRGBA, part float64) color.NRGBA {
	mix := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*part + 0.5) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), mix(a.A, b.A)}
}

// darker returns the darker of two colours, by their luma.
func darker(a, b color.NRGBA) color.NRGBA {
	luma := func(c color.NRGBA) int { return 299*int(c.R) + 587*int(c.G) + 114*int(c.B) }
	if luma(a) < luma(b) {
		return a
	}
	return b
}

func withOpacity(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(opacity*0xff + 0.5)
	return c
}
