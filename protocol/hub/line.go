package hub

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line is one Hub message: a command and its arguments, in order.
//
// The grammar is that of Hub version 2 (Letouzey's protocol.txt, kept with the
// engine Scan): blanks part the words; an argument is name=value, or a name
// alone, which is a flag; a value with a blank or an = in it, or an empty one,
// stands in double quotes. There is no escape, so no value holds a double quote.
type Line struct {
	Command string
	Args    []Arg
}

// Arg is one argument of a line.
type Arg struct {
	Name  string
	Value string // empty for a flag
	Flag  bool   // a name alone, without = and value
}

// Value returns the value of the first argument with the given name. A flag
// has the empty value. ok is false where there is no such argument.
func (l Line) Value(name string) (value string, ok bool) {
	for _, a := range l.Args {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// byteOrderMark precedes the first line some Windows programs send.
const byteOrderMark = '\uFEFF'

// ParseLine reads one line, with or without its line end. An empty line gives
// the zero Line. Errors name the column, counted in bytes from 1: of a control
// character, of a byte that is not UTF-8, of a quote out of place or never
// closed, of an argument without a name.
func ParseLine(text string) (Line, error) {
	text = strings.TrimRight(text, "\r\n")
	if err := checkText(text); err != nil {
		return Line{}, err
	}

	// The command is the first word.
	at := len(text) - len(strings.TrimLeft(text, " \t"+string(byteOrderMark)))
	end := wordEnd(text, at)
	if quote := strings.IndexByte(text[at:end], '"'); quote >= 0 {
		return Line{}, fmt.Errorf("column %d: a quote in the command, want a plain word", at+quote+1)
	}
	line := Line{Command: text[at:end]}

	// Then the arguments.
	for {
		for end < len(text) && isBlank(text[end]) {
			end++
		}
		if end == len(text) {
			return line, nil
		}
		var arg Arg
		var err error
		if arg, end, err = parseArg(text, end); err != nil {
			return Line{}, err
		}
		line.Args = append(line.Args, arg)
	}
}

// parseArg reads the argument that begins at the given index and returns the
// index behind it.
func parseArg(text string, at int) (arg Arg, end int, err error) {
	end = wordEnd(text, at)
	name, value, hasValue := strings.Cut(text[at:end], "=")
	if quote := strings.IndexByte(name, '"'); quote >= 0 {
		return Arg{}, 0, fmt.Errorf("column %d: a quote in the name of an argument, want name=\"value\"", at+quote+1)
	}
	if !hasValue {
		return Arg{Name: name, Flag: true}, end, nil
	}
	if name == "" {
		return Arg{}, 0, fmt.Errorf("column %d: an argument without a name, want name=value", at+1)
	}
	at += len(name) + 1

	if !strings.HasPrefix(value, `"`) {
		if quote := strings.IndexByte(value, '"'); quote >= 0 {
			return Arg{}, 0, fmt.Errorf("column %d: a quote inside the value of %s, want it around the whole value", at+quote+1, abbreviate(name))
		}
		return Arg{Name: name, Value: value}, end, nil
	}
	length := strings.IndexByte(text[at+1:], '"')
	if length < 0 {
		return Arg{}, 0, fmt.Errorf("column %d: the quote that opens the value of %s is never closed", at+1, abbreviate(name))
	}
	value, end = text[at+1:at+1+length], at+length+2
	if end < len(text) && !isBlank(text[end]) {
		return Arg{}, 0, fmt.Errorf("column %d: the quoted value of %s goes on behind its closing quote, want a blank", end+1, abbreviate(name))
	}
	return Arg{Name: name, Value: value}, end, nil
}

// checkText refuses what is not plain text.
func checkText(text string) error {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return fmt.Errorf("column %d: byte 0x%02x is not UTF-8, want a line of text", i+1, text[i])
		case isControl(r):
			return fmt.Errorf("column %d: control character 0x%02x, want a line of text", i+1, r)
		}
		i += size
	}
	return nil
}

// wordEnd returns the index of the first blank at or behind the given one.
func wordEnd(text string, at int) int {
	if n := strings.IndexAny(text[at:], " \t"); n >= 0 {
		return at + n
	}
	return len(text)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isControl reports the control characters other than the tab.
func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }

// String writes the line as it is sent, without a line end. Values are quoted
// where they must be. What the grammar has no way to say is replaced, so that
// the result always parses and is always one line: a double quote in a value
// becomes a single one, a control character a blank, anything out of place in a
// name an underscore. A line without a command is empty.
func (l Line) String() string {
	command := plain(strings.TrimLeft(l.Command, string(byteOrderMark)), "\"")
	if command == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString(command)
	for _, a := range l.Args {
		name := plain(a.Name, "\"=")
		if name == "" {
			continue
		}
		b.WriteByte(' ')
		b.WriteString(name)
		if a.Flag {
			continue
		}
		b.WriteByte('=')
		if value := printable(a.Value); needsQuotes(value) {
			b.WriteString(`"` + value + `"`)
		} else {
			b.WriteString(value)
		}
	}
	return b.String()
}

// plain returns the text as one word without the forbidden characters.
func plain(text, forbidden string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' || isControl(r) || strings.ContainsRune(forbidden, r) {
			return '_'
		}
		return r
	}, text)
}

// printable returns the text as a value that quotes can hold. (strings.Map
// replaces invalid UTF-8 by U+FFFD.)
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '"':
			return '\''
		case isControl(r):
			return ' '
		}
		return r
	}, text)
}

// needsQuotes reports a value that would be misread without quotes.
func needsQuotes(value string) bool {
	return value == "" || strings.ContainsFunc(value, func(r rune) bool {
		return r == '=' || unicode.IsSpace(r)
	})
}

// maxQuoted is the number of bytes of someone else's text that a message repeats.
const maxQuoted = 200

// abbreviate returns the text, or its beginning when it is long.
func abbreviate(text string) string {
	if len(text) <= maxQuoted {
		return text
	}
	end := maxQuoted
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}
