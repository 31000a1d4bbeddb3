package match

import (
	"fmt"
	"strings"
)

// Setting is something that must be the same when a match is resumed: its name and
// its value as texts.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// journalVersion is the version of the journal's lines.
const journalVersion = 1

// journalHeader is the first line of a journal.
type journalHeader struct {
	Version  int       `json:"version"`
	Settings []Setting `json:"settings"`
}

// differences returns how the settings now differ from those of a journal, ""
// where they do not.
func differences(then, now []Setting) string {
	var texts []string
	valueOf := func(settings []Setting, name string) (string, bool) {
		for _, s := range settings {
			if s.Name == name {
				return s.Value, true
			}
		}
		return "", false
	}
	for _, s := range then {
		switch value, ok := valueOf(now, s.Name); {
		case !ok:
			texts = append(texts, fmt.Sprintf("%s was %q and is not set now", s.Name, s.Value))
		case value != s.Value:
			texts = append(texts, fmt.Sprintf("%s was %q and is now %q", s.Name, s.Value, value))
		}
	}
	for _, s := range now {
		if _, ok := valueOf(then, s.Name); !ok {
			texts = append(texts, fmt.Sprintf("%s was not set and is now %q", s.Name, s.Value))
		}
	}
	return strings.Join(texts, "; ")
}
