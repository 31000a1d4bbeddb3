package hub

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseLine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   string
		want Line
	}{
		"empty":          {"", Line{}},
		"blanks":         {" \t ", Line{}},
		"command":        {"ping", Line{Command: "ping"}},
		"CRLF":           {"ping\r\n", Line{Command: "ping"}},
		"byte order":     {"\uFEFFhub", Line{Command: "hub"}},
		"blanks around":  {"  go \t think  ", Line{"go", []Arg{{Name: "think", Flag: true}}}},
		"value":          {"level move-time=.5", Line{"level", []Arg{{Name: "move-time", Value: ".5"}}}},
		"empty value":    {"set-param name=x value=", Line{"set-param", []Arg{{Name: "name", Value: "x"}, {Name: "value"}}}},
		"quoted":         {`pos moves="22-18 9-13" x=1`, Line{"pos", []Arg{{Name: "moves", Value: "22-18 9-13"}, {Name: "x", Value: "1"}}}},
		"quoted empty":   {`param value="" type=string`, Line{"param", []Arg{{Name: "value"}, {Name: "type", Value: "string"}}}},
		"= in quotes":    {`set-param value="a=b"`, Line{"set-param", []Arg{{Name: "value", Value: "a=b"}}}},
		"= in a value":   {`set-param value=a=b`, Line{"set-param", []Arg{{Name: "value", Value: "a=b"}}}},
		"back slash":     {`set-param value="C:\bb \"`, Line{"set-param", []Arg{{Name: "value", Value: `C:\bb \`}}}},
		"Cyrillic":       {"pos moves=с3-d4", Line{"pos", []Arg{{Name: "moves", Value: "с3-d4"}}}},
		"same name":      {"level depth=1 depth=2", Line{"level", []Arg{{Name: "depth", Value: "1"}, {Name: "depth", Value: "2"}}}},
		"= in a command": {"a=b", Line{Command: "a=b"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := ParseLine(c.in)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestParseLineErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"never closed":     {`pos moves="22-18`, `column 11: the quote that opens the value of moves is never closed`},
		"quote in command": {`"pos`, `column 1: a quote in the command`},
		"quote in name":    {`pos mo"ves=1`, `column 7: a quote in the name`},
		"quote in value":   {`pos moves=22"18`, `column 13: a quote inside the value of moves`},
		"behind the quote": {`pos moves="22"18`, `column 15: the quoted value of moves goes on`},
		"no name":          {`pos =5`, `column 5: an argument without a name`},
		"NUL":              {"pi\x00ng", `column 3: control character 0x00`},
		"CR inside":        {"pi\rng", `column 3: control character 0x0d`},
		"not UTF-8":        {"ping \xff", `column 6: byte 0xff is not UTF-8`},
		"long name":        {"x " + strings.Repeat("é", 1000) + `="`, `column 2004: the quote that opens the value of ` + strings.Repeat("é", 100) + `... is`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := ParseLine(c.in)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestParseLineOfAMebibyte(t *testing.T) {
	t.Parallel()
	moves := strings.Repeat("22-18 ", 1<<20/6)
	line, err := ParseLine(`pos moves="` + moves + `"`)
	require.NoError(t, err)
	require.Equal(t, Line{"pos", []Arg{{Name: "moves", Value: moves}}}, line)
}

func TestLineString(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   Line
		want string
	}{
		"nothing":           {Line{}, ""},
		"command":           {Line{Command: "wait"}, "wait"},
		"flag":              {Line{"go", []Arg{{Name: "think", Flag: true}}}, "go think"},
		"value":             {Line{"done", []Arg{{Name: "move", Value: "22x15x18"}}}, "done move=22x15x18"},
		"blank":             {Line{"id", []Arg{{Name: "author", Value: "A B"}}}, `id author="A B"`},
		"= sign":            {Line{"x", []Arg{{Name: "y", Value: "a=b"}}}, `x y="a=b"`},
		"empty value":       {Line{"x", []Arg{{Name: "y"}}}, `x y=""`},
		"no-break space":    {Line{"x", []Arg{{Name: "y", Value: "a\u00a0b"}}}, "x y=\"a\u00a0b\""},
		"quote in value":    {Line{"error", []Arg{{Name: "message", Value: `move "22"`}}}, `error message="move '22'"`},
		"line end in value": {Line{"x", []Arg{{Name: "y", Value: "a\r\nquit"}}}, `x y="a  quit"`},
		"not UTF-8":         {Line{"x", []Arg{{Name: "y", Value: "\xff"}}}, "x y=\uFFFD"},
		"bad names":         {Line{"a b", []Arg{{Name: "c=d\n", Value: "1"}, {Name: ""}}}, "a_b c_d_=1"},
		"no command":        {Line{"", []Arg{{Name: "x", Flag: true}}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, c.in.String())
		})
	}
}

// FuzzLine checks that what parses prints and parses back to the same, and
// that whatever is printed is one line that parses.
func FuzzLine(f *testing.F) {
	for _, text := range []string{
		"", "hub\r\n", "go think", `pos pos=Wbbbb moves="22-18 9-13"`, "level move-time=.5 infinite",
		`x a="" b==c d="e=f"`, "\uFEFF hub", "\x00\xff", `a "b`, "a\u0085b c=\u2028", "error message=\"a 'b'\"",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line, err := ParseLine(text)
		if err == nil {
			again, err := ParseLine(line.String())
			require.NoError(t, err)
			require.Equal(t, line, again)
		}
		made := Line{text, []Arg{{Name: text, Value: text}, {Name: "x" + text, Flag: true}}}.String()
		require.NotContains(t, made, "\n")
		parsed, err := ParseLine(made)
		require.NoError(t, err)
		require.Equal(t, made, parsed.String())
	})
}
