package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"bolshak/board"
	"bolshak/search"
)

// levelValue implements pflag.Value for a level; 0 is full strength.
type levelValue struct{ value *int }

func (v levelValue) Type() string { return "LEVEL" }

func (v levelValue) String() string { return levelName(*v.value) }

func (v levelValue) Set(text string) (err error) {
	*v.value, err = parseLevel(text)
	return err
}

// levelName returns the level as parseLevel reads it.
func levelName(level int) string {
	if level == 0 {
		return "full"
	}
	return strconv.Itoa(level)
}

// parseLevel reads a level, or full, in either language.
func parseLevel(text string) (int, error) {
	switch strings.ToLower(text) {
	case "full", "полный", "полная":
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > search.MaxLevel {
		return 0, fmt.Errorf("want an integer from 1 to %d, or full", search.MaxLevel)
	}
	return n, nil
}

// playTime is a time control for people. The zero value is no clock.
type playTime struct{ base, increment time.Duration }

// maxPlayMinutes is against slips of the keyboard: a day.
const maxPlayMinutes = 24 * 60

func (v *playTime) Type() string { return "MINUTES+SECONDS" }

func (v *playTime) String() string {
	if *v == (playTime{}) {
		return ""
	}
	return fmt.Sprintf("%v+%v", v.base.Minutes(), v.increment.Seconds())
}

func (v *playTime) Set(text string) error {
	base, increment, _ := strings.Cut(text, "+")
	if !strings.Contains(text, "+") {
		increment = "0"
	}
	minutes, err1 := parseAmount(base)
	seconds, err2 := parseAmount(increment)
	if err1 != nil || err2 != nil || minutes+seconds == 0 {
		return fmt.Errorf(`want minutes, or minutes and seconds such as "5+3"`)
	}
	v.base = time.Duration(minutes * float64(time.Minute))
	v.increment = time.Duration(seconds * float64(time.Second))
	return nil
}

// parseAmount reads a decimal number from 0 to maxPlayMinutes.
func parseAmount(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= maxPlayMinutes) {
		return 0, fmt.Errorf("%q is no amount of time", text)
	}
	return x, nil
}

// playColour is whom the human plays.
type playColour uint8

// The choices.
const (
	sideToMove playColour = iota
	playWhite
	playBlack
	eitherColour
)

// parsePlayColour reads a colour, or random, in either language; empty is the side
// to move.
func parsePlayColour(text string) (playColour, error) {
	switch strings.ToLower(text) {
	case "":
		return sideToMove, nil
	case "white", "w", "белые", "белыми", "б":
		return playWhite, nil
	case "black", "b", "чёрные", "черные", "чёрными", "черными", "ч":
		return playBlack, nil
	case "random", "случайно":
		return eitherColour, nil
	}
	return 0, fmt.Errorf("%q: want white, black or random", text)
}

// of returns the colour in a game; coin decides where chance does.
func (c playColour) of(p board.Position, coin bool) board.Colour {
	switch {
	case c == playWhite, c == eitherColour && coin:
		return board.White
	case c == playBlack, c == eitherColour:
		return board.Black
	}
	return p.Side()
}

var (
	_ pflag.Value = levelValue{}
	_ pflag.Value = (*playTime)(nil)
)
