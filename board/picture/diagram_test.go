package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func parse(t *testing.T, text string) board.Position {
	t.Helper()
	p, err := board.ParsePosition(text)
	require.NoError(t, err)
	return p
}

// diagrams are those of the golden files.
func diagrams(t *testing.T) map[string]Diagram {
	grey := DefaultColours()
	grey.Light, grey.Dark = color.NRGBA{0xff, 0xff, 0xff, 0xff}, color.NRGBA{0xbb, 0xbb, 0xbb, 0xff}
	return map[string]Diagram{
		"start": {Position: board.Start(), Colours: DefaultColours()},
		"shot": {
			Position: parse(t, "W:WKe1:Bc3,b6,d6,d4"), Colours: DefaultColours(), Size: 300,
			Arrows:  [][]board.Square{{board.E1, board.A5, board.C7, board.E5}},
			Crossed: board.C3.Bit() | board.B6.Bit() | board.D6.Bit(),
		},
		"bare": {
			Position: parse(t, "B:Wa1,Kh8:Bh2,Kg1"), Colours: grey, Bare: true, BlackBelow: true,
			Arrows: [][]board.Square{{board.B4}},
		},
	}
}

func TestSVG(t *testing.T) {
	t.Parallel()
	for name, d := range diagrams(t) {
		var got bytes.Buffer
		require.NoError(t, d.WriteSVG(&got))
		file := filepath.Join("testdata", name+".svg")
		if *update {
			require.NoError(t, os.MkdirAll("testdata", 0o755))
			require.NoError(t, os.WriteFile(file, got.Bytes(), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), got.String(), name)
		requireXML(t, got.String())
	}
}

// requireXML reads a document to its end.
func requireXML(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

// TestPNG looks at the pixels in the middle of squares, and where two pictures
// differ.
func TestPNG(t *testing.T) {
	t.Parallel()
	for name, d := range diagrams(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var file bytes.Buffer
			require.NoError(t, d.WritePNG(&file))
			image, err := png.Decode(&file)
			require.NoError(t, err)
			require.Equal(t, d.size(), image.Bounds().Dx())
			at := func(p point) color.NRGBA {
				width, _ := d.extent()
				scale := float64(d.size()) / width
				return color.NRGBAModel.Convert(image.At(int(p.x*scale), int(p.y*scale))).(color.NRGBA)
			}
			for s := range squaresFromTop(false) {
				// Off the middle, where neither arrows, crosses nor crowns are.
				m := d.centre(s)
				left, beside := point{m.x - 0.8*discRadius, m.y}, point{m.x - square, m.y}
				switch {
				case d.Position.White().Has(s):
					require.Equal(t, d.Colours.White, at(left), "%v", s)
				case d.Position.Black().Has(s):
					require.Equal(t, d.Colours.Black, at(left), "%v", s)
				default:
					require.Equal(t, d.Colours.Dark, at(left), "%v", s)
				}
				if corner := d.corner(); beside.x > corner.x {
					require.Equal(t, d.Colours.Light, at(beside), "left of %v", s)
				}
				if d.Crossed.Has(s) {
					require.Equal(t, strike, at(m), "%v", s)
				}
			}
			for _, a := range d.Arrows {
				end := d.centre(a[len(a)-1])
				dark := blend(d.Colours.Dark, d.Colours.Accent, arrowOpacity)
				if len(a) > 1 {
					end = point{end.x - 4, end.y - 4}
				}
				require.InDelta(t, dark.G, at(end).G, 3)
				require.InDelta(t, dark.R, at(end).R, 3)
			}
		})
	}
}

// TestEverySize: no size reaches beyond the image, whatever rounding does.
func TestEverySize(t *testing.T) {
	t.Parallel()
	for size := 1; size < 130; size += 1 + size/8 {
		for _, bare := range []bool{false, true} {
			d := Diagram{Position: board.Start(), Colours: DefaultColours(), Size: size, Bare: bare}
			require.NoError(t, d.WritePNG(io.Discard), size)
		}
	}
}

// TestWhereSquaresLie: a1 is at the bottom left for White, at the top right for
// Black.
func TestWhereSquaresLie(t *testing.T) {
	t.Parallel()
	white, black := Diagram{Bare: true}, Diagram{Bare: true, BlackBelow: true}
	require.Equal(t, point{edge + 25, edge + 375}, white.centre(board.A1))
	require.Equal(t, point{edge + 375, edge + 25}, black.centre(board.A1))
	require.Equal(t, point{edge + 75, edge + 25}, white.centre(board.B8))
}

// TestArrowsOfAnySquares: nothing that is asked for is divided by 0.
func TestArrowsOfAnySquares(t *testing.T) {
	t.Parallel()
	for _, squares := range [][]board.Square{
		nil, {board.A1}, {board.A1, board.A1}, {board.A1, board.H8, board.A1}, {board.C3, board.C3, board.B8}, {board.A1, board.C1},
	} {
		d := Diagram{Position: board.Start(), Colours: DefaultColours(), Arrows: [][]board.Square{squares}, Size: 100}
		var svg bytes.Buffer
		require.NoError(t, d.WriteSVG(&svg))
		require.NotContains(t, svg.String(), "NaN")
		require.NotContains(t, svg.String(), "Inf")
		require.NoError(t, d.WritePNG(io.Discard), "%v", squares)
	}
}

// TestOutlinesGoOneWay: paths are filled under the non-zero rule, where an
// outline that goes round the other way would cut a hole.
func TestOutlinesGoOneWay(t *testing.T) {
	t.Parallel()
	m := point{100, 100}
	paths := []path{cross(m, 10, 2), crown(m, 20), {rectangle(0, 0, 3, 4)}}
	for _, to := range []point{{150, 150}, {150, 50}, {50, 150}, {50, 50}, {100, 10}, {10, 100}} {
		paths = append(paths, arrow([]point{m, to, {7, 200}}))
	}
	for _, p := range paths {
		for _, s := range p {
			area := 0.0
			for i, a := range s.corners {
				b := s.corners[(i+1)%len(s.corners)]
				area += a.x*b.y - b.x*a.y
			}
			require.True(t, s.radius > 0 || area > 0, "%+v goes round anticlockwise", s)
		}
	}
}

func TestParseColour(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]color.NRGBA{
		"#b58a63": {0xb5, 0x8a, 0x63, 0xff},
		"#B8F":    {0xbb, 0x88, 0xff, 0xff},
		"Tan":     {0xd2, 0xb4, 0x8c, 0xff},
	} {
		got, err := ParseColour(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "#", "#12", "b58a63", "#b58a6", "#b58a63ff", "#gggggg", "#+12345", "brownish", "#ы1"} {
		_, err := ParseColour(text)
		require.ErrorContains(t, err, "want #rrggbb", text)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	p := parse(t, "B:WKf8,a3:BKa1,a5")
	for _, c := range []struct {
		text Text
		want string
	}{
		{Text{Position: p}, `
8    .   .   W   .
7  .   .   .   .
6    .   .   .   .
5  b   .   .   .
4    .   .   .   .
3  w   .   .   .
2    .   .   .   .
1  B   .   .   .
   a b c d e f g h
Black to move
`},
		{Text{Position: p, BlackBelow: true, Unicode: true}, `
1    ·   ·   ·   ⛃
2  ·   ·   ·   ·
3    ·   ·   ·   ⛀
4  ·   ·   ·   ·
5    ·   ·   ·   ⛂
6  ·   ·   ·   ·
7    ·   ·   ·   ·
8  ·   ⛁   ·   ·
   h g f e d c b a
Black to move
`},
		{Text{Position: p, Marked: board.A5.Bit() | board.B4.Bit() | board.H8.Bit() | board.F8.Bit()}, `
8    .   .  [W] [.]
7  .   .   .   .
6    .   .   .   .
5 [b]  .   .   .
4   [.]  .   .   .
3  w   .   .   .
2    .   .   .   .
1  B   .   .   .
   a b c d e f g h
Black to move
`},
	} {
		require.Equal(t, strings.TrimPrefix(c.want, "\n"), c.text.String())
	}
}

// FuzzParseColour: what is read is written back the same.
func FuzzParseColour(f *testing.F) {
	for _, text := range []string{"#b58a63", "#b86", "tan", "", "#", "#ы1", "#+12345"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseColour(text)
		if err != nil {
			return
		}
		again, err := ParseColour(strings.TrimSuffix(strings.TrimPrefix(paint(c), ` fill="`), `"`))
		require.NoError(t, err)
		require.Equal(t, c, again)
	})
}
