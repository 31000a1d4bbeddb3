package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/shlex"

	"bolshak/board"
)

// EngineSpec says how an engine is started and what it plays by.
type EngineSpec struct {
	Name        string
	Builtin     bool     // our own engine inside the process; Cmd is empty
	Cmd         []string // program and arguments
	Dir         string   // working directory; empty: that of the manager
	Params      []Param  // Hub parameters, in the order they are sent
	Numbering   board.Numbering
	Limits      Limits
	InitTimeout time.Duration // from the start of the program to "ready"
	TimeMargin  time.Duration // by which a clock may be overstepped
}

// Param is a Hub parameter to set before init.
type Param struct{ Name, Value string }

// What an engine has unless told otherwise.
const (
	DefaultInitTimeout = 10 * time.Second
	DefaultTimeMargin  = 0
)

// engineKeys are the keys of --engine and --each.
var engineKeys = append([]string{"name", "cmd", "dir", "param.NAME", "numbering", "init", "timemargin"}, limitKeys...)

// ParseEngines reads the texts of all --engine flags, on top of the defaults in
// that of --each (empty where there is none). Keys:
//
//	name=A             unique; not in --each
//	cmd='./e hub'      program and arguments; builtin: our own engine, no process
//	dir=PATH           working directory
//	param.NAME=VALUE   a Hub parameter
//	numbering=b8|a1    how the engine numbers the squares in moves; default b8
//	tc= st=            clock (see ParseTimeControl), or seconds for each move
//	depth= nodes=      plies, nodes for each move
//	jitter=PERCENT     nodes are more or fewer by up to so much, at random
//	init=SECONDS       time from the start to "ready"; default 10
//	timemargin=MS      milliseconds by which a clock may be overstepped; default 0
//
// An engine's own key replaces that of --each; its own tc or st replaces both. An
// error names the engine, the key and what was expected.
func ParseEngines(each string, engines []string) ([]EngineSpec, error) {
	defaults := EngineSpec{InitTimeout: DefaultInitTimeout, TimeMargin: DefaultTimeMargin}
	seen, err := parseKeys(each, defaults.set)
	switch {
	case err != nil:
		return nil, fmt.Errorf("each: %w", err)
	case seen["name"]:
		return nil, fmt.Errorf("each: key %q: engines cannot share a name; expected it in --engine", "name")
	case seen["tc"] && seen["st"]:
		return nil, fmt.Errorf("each: %w", errTwoClocks)
	}
	if len(engines) < 2 {
		return nil, fmt.Errorf("engines: %d given: expected --engine twice or more", len(engines))
	}

	specs := make([]EngineSpec, len(engines))
	for i, text := range engines {
		e, err := parseEngine(defaults, text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", place(i, e.Name), err)
		}
		for j, other := range specs[:i] {
			if other.Name == e.Name {
				return nil, fmt.Errorf("%s: key %q: engine %d has that name already", place(i, e.Name), "name", j+1)
			}
		}
		specs[i] = e
	}
	return specs, nil
}

// place names an engine in an error: by its number, from 1, and its name if known.
func place(i int, name string) string {
	if name == "" {
		return fmt.Sprintf("engine %d", i+1)
	}
	return fmt.Sprintf("engine %d (%s)", i+1, name)
}

var errTwoClocks = errors.New(`key "st": expected either tc or st, not both`)

// parseEngine reads the text of one --engine flag. The spec it returns beside an
// error has the name, if that was read.
func parseEngine(defaults EngineSpec, text string) (EngineSpec, error) {
	e := defaults
	e.Params = slices.Clone(defaults.Params)
	ownTime := false
	seen, err := parseKeys(text, func(key, value string) error {
		if (key == "tc" || key == "st") && !ownTime {
			ownTime = true
			e.Limits.Clock, e.Limits.MoveTime = TimeControl{}, 0
		}
		return e.set(key, value)
	})
	switch {
	case err != nil:
		return e, err
	case seen["tc"] && seen["st"]:
		return e, errTwoClocks
	case e.Name == "":
		return e, fmt.Errorf("key %q is missing: expected a text such as \"name=A cmd='./engine hub'\"", "name")
	case !e.Builtin && len(e.Cmd) == 0:
		return e, fmt.Errorf("key %q is missing: expected a command line or builtin", "cmd")
	case e.Limits.Jitter > 0 && e.Limits.Nodes == 0:
		return e, fmt.Errorf("key %q: expected it with nodes, which it changes", "jitter")
	case !e.Limits.IsSet():
		return e, fmt.Errorf("key %q is missing: expected a limit, one of %s, here or in --each", "tc", strings.Join(limitKeys, ", "))
	}
	return e, nil
}

// set sets one field by its option key.
func (e *EngineSpec) set(key, value string) (err error) {
	if known, err := e.Limits.set(key, value); known {
		return err
	}
	switch key {
	case "name":
		e.Name, err = parseName(value)
	case "cmd":
		e.Builtin, e.Cmd, err = parseCommand(value)
	case "dir":
		if e.Dir = value; value == "" {
			err = errors.New("empty: expected a directory")
		}
	case "numbering":
		e.Numbering, err = parseNumbering(value)
	case "init":
		if e.InitTimeout, err = parseSeconds(value); err == nil && e.InitTimeout <= 0 {
			err = fmt.Errorf("bad value %q: expected more than 0 seconds", value)
		}
	case "timemargin":
		var ms int64
		ms, err = parseCount(value, 0, maxSeconds*1000)
		e.TimeMargin = time.Duration(ms) * time.Millisecond
	default:
		name, ok := strings.CutPrefix(key, "param.")
		if !ok || name == "" {
			return unknownKey(engineKeys...)
		}
		e.setParam(name, value)
	}
	return err
}

// setParam sets a parameter: in its old place where it is there already.
func (e *EngineSpec) setParam(name, value string) {
	if i := slices.IndexFunc(e.Params, func(p Param) bool { return p.Name == name }); i >= 0 {
		e.Params[i].Value = value
		return
	}
	e.Params = append(e.Params, Param{name, value})
}

// parseName reads an engine's name: any printable text.
func parseName(text string) (string, error) {
	if strings.TrimSpace(text) == "" || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		return "", fmt.Errorf("bad value %q: expected a name of printable characters", text)
	}
	return text, nil
}

// parseCommand reads a command line as a shell would split it, or "builtin".
func parseCommand(text string) (builtin bool, cmd []string, err error) {
	if text == "builtin" {
		return true, nil, nil
	}
	cmd, err = shlex.Split(text)
	if err != nil {
		return false, nil, fmt.Errorf("command line %q: %w", text, err)
	}
	if len(cmd) == 0 || cmd[0] == "" {
		return false, nil, fmt.Errorf("bad value %q: expected a command line or builtin", text)
	}
	return false, cmd, nil
}

// parseNumbering reads the name of a numbering.
func parseNumbering(name string) (board.Numbering, error) {
	switch name {
	case "b8":
		return board.FromB8, nil
	case "a1":
		return board.FromA1, nil
	}
	return 0, fmt.Errorf("unknown numbering %q: expected b8 or a1", name)
}

// String returns the spec as option text, everything that is not as by default.
func (e EngineSpec) String() string {
	words := []string{"name=" + e.Name}
	if e.Builtin {
		words = append(words, "cmd=builtin")
	} else {
		words = append(words, "cmd="+Quote(e.Cmd...))
	}
	if e.Dir != "" {
		words = append(words, "dir="+e.Dir)
	}
	for _, p := range e.Params {
		words = append(words, "param."+p.Name+"="+p.Value)
	}
	if e.Numbering == board.FromA1 {
		words = append(words, "numbering=a1")
	}
	if e.InitTimeout != DefaultInitTimeout {
		words = append(words, "init="+seconds(e.InitTimeout))
	}
	if e.TimeMargin != DefaultTimeMargin {
		words = append(words, fmt.Sprintf("timemargin=%d", e.TimeMargin.Milliseconds()))
	}
	return Quote(append(words, strings.Fields(e.Limits.String())...)...)
}

// param returns the value of a parameter; empty where it is not set.
func (e EngineSpec) param(name string) string {
	for _, p := range e.Params {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}
