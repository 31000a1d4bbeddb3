package main

import (
	"fmt"
	"image/color"

	"github.com/spf13/pflag"

	"bolshak/board/picture"
)

// colourValue implements pflag.Value.
type colourValue struct{ value *color.NRGBA }

func (v colourValue) Type() string { return "COLOUR" }

func (v colourValue) String() string {
	if v.value == nil {
		return ""
	}
	return fmt.Sprintf("#%02x%02x%02x", v.value.R, v.value.G, v.value.B)
}

func (v colourValue) Set(text string) (err error) {
	*v.value, err = picture.ParseColour(text)
	return err
}

var _ pflag.Value = colourValue{}
