package bench

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"bolshak/search"
)

// Ablation is the worth of a technique: the cost of searching the positions to
// the same depth without it.
type Ablation struct {
	Technique string // the name of its switch in search.Options, without the No
	Without   Result
	With      Result // all techniques on; the same run for all of them
}

// Ratio returns how many times longer the search takes without the technique:
// above 1 it pays.
func (a Ablation) Ratio() float64 { return ratio(a.Without.Time.Seconds(), a.With.Time.Seconds()) }

// NodesRatio returns how many times more nodes the search visits without the
// technique.
func (a Ablation) NodesRatio() float64 {
	return ratio(float64(a.Without.Nodes), float64(a.With.Nodes))
}

func ratio(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return a / b
}

// Techniques returns the names of all techniques that search.Options can switch
// off, in the order of their fields.
func Techniques() []string {
	var names []string
	for field := range reflect.TypeFor[search.Options]().Fields() {
		if name, ok := strings.CutPrefix(field.Name, "No"); ok && field.Type.Kind() == reflect.Bool {
			names = append(names, name)
		}
	}
	return names
}

// without returns the options with a technique switched off.
func without(o search.Options, technique string) search.Options {
	reflect.ValueOf(&o).Elem().FieldByName("No" + technique).SetBool(true)
	return o
}

// Ablate runs the positions to the given depth with all techniques that o has
// on, and then without each of them in turn. The result begins with the
// technique that is worth most time. begin, which may be nil, is called before
// every run with the name of the technique, "" for all of them. When ctx ends
// before the last run, the error is its cause.
func Ablate(ctx context.Context, o search.Options, depth int, begin func(technique string)) ([]Ablation, error) {
	engine, err := search.New(o)
	if err != nil {
		return nil, err
	}
	run := func(technique string, o search.Options) (Result, error) {
		if begin != nil {
			begin(technique)
		}
		if err := engine.Configure(o); err != nil {
			return Result{}, err
		}
		return Run(ctx, engine, depth)
	}
	with, err := run("", o)
	if err != nil {
		return nil, err
	}
	var all []Ablation
	for _, technique := range Techniques() {
		r, err := run(technique, without(o, technique))
		if err != nil {
			return nil, err
		}
		all = append(all, Ablation{Technique: technique, Without: r, With: with})
	}
	// The machine may have become faster or slower in between.
	again, err := run("", o)
	if err != nil {
		return nil, err
	}
	mean := with
	mean.Time = (with.Time + again.Time) / 2
	for i := range all {
		all[i].With = mean
	}
	slices.SortStableFunc(all, func(a, b Ablation) int { return int(b.Without.Time - a.Without.Time) })
	return all, nil
}
