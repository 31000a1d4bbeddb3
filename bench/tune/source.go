package tune

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"bolshak/eval"
)

// WriteWeights puts the weights into the Go file that holds the evaluation's: the
// declaration of weights there is replaced, the rest of the file stays. The note,
// a line or more, says what they were fitted to.
func (f *Fit) WriteWeights(name, note string) error {
	source, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("%w: want the file that declares the weights now", err)
	}
	if source, err = f.replaceWeights(source, note); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return replaceFile(name, source)
}

// WritePatterns writes the weights of the patterns as the file that the
// evaluation embeds.
func (f *Fit) WritePatterns(name string) error {
	data, err := eval.PatternFile(f.Patterns)
	if err != nil {
		return err
	}
	return replaceFile(name, data)
}

// replaceWeights replaces the declaration of weights in a Go file.
func (f *Fit) replaceWeights(source []byte, note string) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR || d.Doc == nil || len(d.Specs) != 1 {
			continue
		}
		if names := d.Specs[0].(*ast.ValueSpec).Names; len(names) != 1 || names[0].Name != "weights" {
			continue
		}
		first, end := files.Position(d.Doc.Pos()).Offset, files.Position(d.End()).Offset
		return format.Source(bytes.Join([][]byte{source[:first], f.declaration(note), source[end:]}, nil))
	}
	return nil, errors.New("want a Go file with a documented var weights")
}

// declaration returns the declaration of weights.
func (f *Fit) declaration(note string) []byte {
	var b bytes.Buffer
	b.WriteString(`// weights is what each term is worth, in centimen, in the opening and in the
// ending. They were fitted by logistic regression to the results of self-play
// games: a man is worth about 100 on average, the other numbers follow.
//
`)
	writeComment(&b, note)
	b.WriteString("var weights = [terms]weight{\n")
	for _, w := range f.Weights {
		fmt.Fprintf(&b, "\tpair(%d, %d), // %s\n", w.Opening, w.Ending, w.Term)
	}
	b.WriteString("}")
	return b.Bytes()
}

// WriteSource writes the chances as the Go file that holds them.
func (c Chances) WriteSource(name, note string) error {
	var b bytes.Buffer
	b.WriteString("package tune\n\n// Fitted is the chances of the evaluation's weights.\n//\n")
	writeComment(&b, note)
	fmt.Fprintf(&b, "var Fitted = Chances{\n\tSlope: [3]float64{%.4f, %.4f, %.4f},\n\tMargin: [3]float64{%.4f, %.4f, %.4f},\n}\n",
		c.Slope[0], c.Slope[1], c.Slope[2], c.Margin[0], c.Margin[1], c.Margin[2])
	source, err := format.Source(b.Bytes())
	if err != nil {
		return err
	}
	return replaceFile(name, source)
}

// writeComment writes lines of a comment.
func writeComment(b *bytes.Buffer, text string) {
	for line := range strings.Lines(text) {
		b.WriteString("// " + strings.TrimSpace(line) + "\n")
	}
}

// replaceFile writes a file as a whole or not at all.
func replaceFile(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
