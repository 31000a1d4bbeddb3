package main

import (
	"bytes"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/board/picture"
)

// TestDiagramInText: turned, with the pieces of Unicode, after moves, in a file.
func TestDiagramInText(t *testing.T) {
	t.Parallel()
	turned := output(t, "", "diagram", "--fen", "B:WKa1,c3:BKh8,a7", "--flip", "--unicode")
	require.Equal(t, strings.TrimPrefix(`
1    ·   ·   ·   ⛁
2  ·   ·   ·   ·
3    ·   ·   ⛀   ·
4  ·   ·   ·   ·
5    ·   ·   ·   ·
6  ·   ·   ·   ·
7    ·   ·   ·   ⛂
8  ⛃   ·   ·   ·
   h g f e d c b a
Black to move
`, "\n"), turned)

	moved := output(t, "", "diagram", "--moves", "c3-d4 d6-c5")
	require.Contains(t, moved, "\n4    .   w   .   .\n")
	file := filepath.Join(t.TempDir(), "board.txt")
	require.Empty(t, output(t, "", "diagram", "--moves", "c3-d4 d6-c5", "-o", file))
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, moved, string(written))
}

// TestDiagramIsDrawn: a move has its arrow and strikes out what it takes.
func TestDiagramIsDrawn(t *testing.T) {
	t.Parallel()
	args := []string{"diagram", "--fen", "W:WKe1:Bc3,b6,d6,d4", "--move", "e1:e5", "--arrows", "a1-h8 b2:c3", "--size", "320",
		"--light", "white", "--dark", "#bbb", "--accent", "#123456"}
	svg := output(t, "", append(args, "-o", "-.svg")...)
	golden(t, "diagram.svg", svg)
	require.Equal(t, 3, strings.Count(svg, `fill="#123456"`), "arrows")
	require.Equal(t, 3, strings.Count(svg, `fill="#d6332b"`), "crosses")

	file := filepath.Join(t.TempDir(), "board.PNG")
	require.Empty(t, output(t, "", append(args, "-o", file)...))
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	image, err := png.DecodeConfig(bytes.NewReader(data))
	require.NoError(t, err)
	require.Equal(t, 320, image.Width)
}

// TestDiagramByTheRouteGiven: of several routes of a move it draws the one that
// was asked for.
func TestDiagramByTheRouteGiven(t *testing.T) {
	t.Parallel()
	draw := func(move string) string {
		return output(t, "", "diagram", "--fen", "W:Wc3:Bb4,b6,d4,d6", "--move", move, "-o", "-.svg")
	}
	left, right := "c3:a5:c7:e5:c3", "c3:e5:c7:a5:c3"
	require.NotEqual(t, draw(left), draw(right))
	require.Equal(t, draw(left), draw("c3:c3"), "the first in byte order")
}

// TestDiagramRefuses says what it wants instead.
func TestDiagramRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args string // parted by |
		code int
		says []string
	}{
		{"-o|board.gif", exitUsage, []string{"board.gif", ".svg, .png or .txt"}},
		{"-o|", exitUsage, []string{".svg, .png or .txt"}},
		{"--size|100", exitUsage, []string{"--size", "-o FILE.svg"}},
		{"--arrows|c3-d4|-o|b.txt", exitUsage, []string{"--arrows", "-o FILE.svg"}},
		{"--unicode|-o|b.svg", exitUsage, []string{"--unicode wants text"}},
		{"--size|5000|-o|b.svg", exitUsage, []string{"--size", "from 1 to 4096"}},
		{"--dark|brownish|-o|b.svg", exitUsage, []string{"--dark", "brownish", "#rrggbb"}},
		{"--move|c3-d5|-o|b.svg", exitFailure, []string{"--move", "c3-d5"}},
		{"--moves|c3-d4 c3-d4", exitFailure, []string{"--moves, ply 2"}},
		{"--arrows|c3-d4 c3|-o|b.svg", exitFailure, []string{"--arrows, arrow 2", `"c3"`, "two squares"}},
		{"--arrows|c3-c4|-o|b.svg", exitFailure, []string{"--arrows, arrow 1", `"c4"`, "light square"}},
		{"-o|no/such/folder/b.svg", exitFailure, []string{"no/such/folder/b.svg"}},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			a := bolshak(t, "", append([]string{"diagram"}, strings.Split(c.args, "|")...)...)
			require.Equal(t, c.code, a.code, a.stderr)
			require.Empty(t, a.stdout)
			require.Equal(t, 1, strings.Count(a.stderr, "\n"), a.stderr)
			for _, part := range c.says {
				require.Contains(t, a.stderr, part)
			}
		})
	}
}

// FuzzArrows: an arrow that is read has squares to go between, and can be drawn.
func FuzzArrows(f *testing.F) {
	for _, text := range []string{"c3-d4", "a1:c3:e5 22-17", "c3", "-", "a1–h8", "c3-c4", "99999999999999999999-1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		arrows, err := parseArrows(text)
		if err != nil {
			return
		}
		for _, a := range arrows {
			require.GreaterOrEqual(t, len(a), 2)
		}
		d := picture.Diagram{Position: board.Start(), Colours: picture.DefaultColours(), Arrows: arrows}
		require.NoError(t, d.WriteSVG(io.Discard))
	})
}
