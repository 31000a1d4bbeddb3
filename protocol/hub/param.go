package hub

import (
	"fmt"
	"strconv"
	"strings"
)

// Type is the type of a parameter, as the protocol names it.
type Type string

// The types.
const (
	Bool   Type = "bool"
	Int    Type = "int"
	Enum   Type = "enum"
	String Type = "string"
)

// Param is a parameter as it is declared to the client.
type Param struct {
	Name     string
	Type     Type
	Value    string   // the present value
	Min, Max int      // of an Int
	Values   []string // of an Enum
}

// line returns the declaration.
func (p Param) line() Line {
	line := Line{Command: "param", Args: []Arg{
		{Name: "name", Value: p.Name},
		{Name: "value", Value: p.Value},
		{Name: "type", Value: string(p.Type)},
	}}
	switch p.Type {
	case Int:
		line.Args = append(line.Args,
			Arg{Name: "min", Value: strconv.Itoa(p.Min)}, Arg{Name: "max", Value: strconv.Itoa(p.Max)})
	case Enum:
		line.Args = append(line.Args, Arg{Name: "values", Value: strings.Join(p.Values, " ")})
	}
	return line
}

// check returns the value in its usual spelling. The error names the
// parameter, its type and its range.
func (p Param) check(value string) (string, error) {
	text := strings.TrimSpace(value)
	switch p.Type {
	case Bool:
		for _, v := range []string{"true", "false"} {
			if strings.EqualFold(v, text) {
				return v, nil
			}
		}
	case Int:
		if n, err := strconv.Atoi(text); err == nil && n >= p.Min && n <= p.Max {
			return strconv.Itoa(n), nil
		}
	case Enum:
		for _, v := range p.Values {
			if strings.EqualFold(v, text) {
				return v, nil
			}
		}
	default:
		return value, nil
	}
	return "", fmt.Errorf("parameter %s: value %q, want %s", p.Name, abbreviate(value), p.wanted())
}

// wanted describes type and range.
func (p Param) wanted() string {
	switch p.Type {
	case Bool:
		return "a bool, true or false"
	case Int:
		return fmt.Sprintf("an int from %d to %d", p.Min, p.Max)
	case Enum:
		return "an enum, one of: " + strings.Join(p.Values, ", ")
	}
	return "a string"
}
