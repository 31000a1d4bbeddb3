package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bolshak/board"
	"bolshak/board/picture"
	"bolshak/movegen"
)

// newDiagramCommand returns the command diagram.
func newDiagramCommand() *cobra.Command {
	source := gameSource{rules: board.Russian}
	var move, arrows, file string
	var unicode bool
	d := picture.Diagram{Colours: picture.DefaultColours(), Size: picture.DefaultSize}
	cmd := &cobra.Command{
		Use:   "diagram [FILE]",
		Short: "Print a picture of a position",
		Long: `Prints a position in text, or with -o draws it: what the file's name ends in says
how, .svg, .png or .txt. "-o -.svg" and "-o -.png" write to the standard output.

The position is given by --fen, or FILE is a PDN file: the game of the number
--game, after --ply moves counted one by one, at its end by default.

In text w and b are men, W and B kings; with --unicode they are draughts pieces.

--move shows a move of the position with an arrow and strikes out what it takes.
--arrows draws others: squares with a dash or a colon between them, as many as
the arrow has turns.`,
		Example: `  bolshak diagram --fen "White: K e1, c1; Black: h6"
  bolshak diagram --moves "c3-d4 d6-c5" --flip -o board.svg
  bolshak diagram --fen "W:WKe1:Bc3,b6,d6,d4" --move e1:e5 --size 900 -o shot.png
  bolshak diagram games.pdn --game 3 --ply 21 -o position.png
  bolshak diagram --arrows "c3-d4 f6-g5" --light white --dark "#bbb" -o print.svg`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			game, err := source.game(cmd, args)
			if err != nil {
				return err
			}
			d.Position = game.Position()
			format, err := diagramFormat(cmd, file)
			if err != nil {
				return err
			}
			if format == ".txt" {
				text := picture.Text{Position: d.Position, BlackBelow: d.BlackBelow, Unicode: unicode}
				return writeTo(cmd.OutOrStdout(), file, []byte(text.String()))
			}
			if d.Arrows, err = parseArrows(arrows); err != nil {
				return err
			}
			if move != "" {
				if err := showMove(&d, move); err != nil {
					return err
				}
			}
			var drawn bytes.Buffer
			if format == ".svg" {
				err = d.WriteSVG(&drawn)
			} else {
				err = d.WritePNG(&drawn)
			}
			if err != nil {
				return err
			}
			return writeTo(cmd.OutOrStdout(), file, drawn.Bytes())
		},
	}
	source.flags(cmd)
	cmd.Flags().StringVarP(&file, "output", "o", "", "`FILE` to draw into: .svg, .png or .txt")
	cmd.Flags().BoolVar(&d.BlackBelow, "flip", false, "Black sits at the bottom")
	cmd.Flags().BoolVar(&unicode, "unicode", false, "draughts pieces instead of letters, in text")
	cmd.Flags().StringVar(&move, "move", "", "show this `MOVE`")
	cmd.Flags().StringVar(&arrows, "arrows", "", "`ARROWS` to draw, parted by blanks, such as \"c3-d4 a1:c3:e5\"")
	cmd.Flags().BoolVar(&d.Bare, "bare", false, "leave out coordinates and the side to move")
	intFlag(cmd, &d.Size, "size", picture.MaxSize, "PIXELS", "width of a picture")
	cmd.Flags().Var(colourValue{&d.Colours.Light}, "light", "of the light squares: #rrggbb, #rgb or a name of CSS")
	cmd.Flags().Var(colourValue{&d.Colours.Dark}, "dark", "of the dark squares")
	cmd.Flags().Var(colourValue{&d.Colours.White}, "white", "of the white pieces")
	cmd.Flags().Var(colourValue{&d.Colours.Black}, "black", "of the black pieces")
	cmd.Flags().Var(colourValue{&d.Colours.Accent}, "accent", "of the arrows")
	return cmd
}

// ofPictures and ofText are the flags that count for either alone.
var (
	ofPictures = []string{"move", "arrows", "bare", "size", "light", "dark", "white", "black", "accent"}
	ofText     = []string{"unicode"}
)

// diagramFormat returns what to draw, as a file name ends in it. It refuses the
// flags that would say nothing there.
func diagramFormat(cmd *cobra.Command, file string) (string, error) {
	format := strings.ToLower(filepath.Ext(file))
	foreign, wants := ofText, "text"
	switch {
	case file == "" && !cmd.Flags().Changed("output"):
		format, foreign, wants = ".txt", ofPictures, "a picture: -o FILE.svg or FILE.png"
	case format == ".txt":
		foreign, wants = ofPictures, "a picture: -o FILE.svg or FILE.png"
	case format != ".svg" && format != ".png":
		return "", usage(cmd, "-o %q: want a file that ends in .svg, .png or .txt", file)
	}
	for _, name := range foreign {
		if cmd.Flags().Changed(name) {
			return "", usage(cmd, "--%s wants %s", name, wants)
		}
	}
	return format, nil
}

// writeTo writes to a file, or to out where there is none or its name is a dash
// and an ending.
func writeTo(out io.Writer, file string, data []byte) error {
	if file == "" || strings.TrimSuffix(file, filepath.Ext(file)) == "-" {
		_, err := out.Write(data)
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// showMove puts a move of the position into the diagram, by the route given or
// else the first there is.
func showMove(d *picture.Diagram, text string) error {
	m, err := movegen.Parse(d.Position, text)
	if err != nil {
		return fmt.Errorf("--move: %w", err)
	}
	routes := movegen.Routes(d.Position, m)
	if !slices.Contains(routes, text) {
		text = routes[0]
	}
	route, err := parseArrow(text)
	if err != nil {
		return err
	}
	d.Arrows = append(d.Arrows, route)
	d.Crossed = m.Captured()
	return nil
}

// parseArrows reads the value of --arrows.
func parseArrows(text string) (arrows [][]board.Square, err error) {
	for i, word := range strings.Fields(text) {
		a, err := parseArrow(word)
		if err != nil {
			return nil, fmt.Errorf("--arrows, arrow %d, %q: %w", i+1, word, err)
		}
		arrows = append(arrows, a)
	}
	return arrows, nil
}

// parseArrow reads squares parted by dashes or colons.
func parseArrow(text string) (squares []board.Square, err error) {
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ':' || board.IsDash(r) }) {
		s, err := board.ParseSquare(name)
		if err != nil {
			return nil, err
		}
		squares = append(squares, s)
	}
	if len(squares) < 2 {
		return nil, fmt.Errorf("want two squares or more, such as c3-d4")
	}
	return squares, nil
}
