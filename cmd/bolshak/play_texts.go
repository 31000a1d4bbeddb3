package main

import (
	"fmt"
	"strings"
)

// phrases are the texts of a language, by their keys. Both tables have the same
// keys, and behind each the same arguments.
type phrases map[string]string

// text returns a phrase with its arguments filled in.
func (p phrases) text(key string, args ...any) string {
	return fmt.Sprintf(p[key], args...)
}

// playLanguage returns the phrases of a language, en or ru; empty stands for that
// of the environment, which is English where it is neither.
func playLanguage(name string, getenv func(string) string) (phrases, error) {
	switch {
	case name == "ru", name == "" && strings.HasPrefix(locale(getenv), "ru"):
		return russian, nil
	case name == "en", name == "":
		return english, nil
	}
	return nil, fmt.Errorf("--lang: %q: want en or ru", name)
}
