package annotate

import (
	"bytes"
	"fmt"
	"strings"

	"bolshak/protocol/pdn"
)

// The chart's measures, in pixels.
const (
	chartWidth  = 800
	chartHeight = 300
	plotLeft    = 46
	plotRight   = chartWidth - 14
	plotTop     = 42
	plotBottom  = chartHeight - 30
)

// markColours are the colours of the marks.
var markColours = map[int]string{Inaccuracy: "#c9a227", Mistake: "#e07b00", Blunder: "#c8102e"}

// Chart returns a picture of a game as SVG: White's chances after every move, and the
// moves that were marked.
func (r Report) Chart() []byte {
	var b bytes.Buffer
	white, black := r.Players()
	title := fmt.Sprintf("%s – %s  %s", white, black, r.Result)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n",
		chartWidth, chartHeight, chartWidth, chartHeight)
	fmt.Fprintf(&b, "<title>%s</title>\n", escapeXML(title))
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", chartWidth, chartHeight)
	fmt.Fprintf(&b, `<text x="%d" y="17" font-size="14" font-weight="bold">%s</text>`+"\n", plotLeft, escapeXML(title))
	fmt.Fprintf(&b, `<text x="%d" y="34" fill="#555">White %.1f %%, Black %.1f %% accuracy</text>`+"\n", plotLeft, r.White.Accuracy, r.Black.Accuracy)
	r.plot(&b)
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// plot draws the curve, the axes and the marks.
func (r Report) plot(b *bytes.Buffer) {
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#5a5a5a"/>`+"\n", plotLeft, plotTop, plotRight-plotLeft, plotBottom-plotTop)
	// 1. White's share, from below.
	fmt.Fprintf(b, `<path fill="#f4f1e8" stroke="#222" stroke-width="1" d="M%d,%d`, plotLeft, plotBottom)
	fmt.Fprintf(b, " L%.1f,%.1f", r.x(0), y(r.Start.Chance))
	for i, m := range r.Moves {
		fmt.Fprintf(b, " L%.1f,%.1f", r.x(i+1), y(m.Score.Chance))
	}
	fmt.Fprintf(b, ` L%d,%d Z"/>`+"\n", plotRight, plotBottom)
	// 2. The scale and the move numbers.
	for _, share := range []float64{0, 0.5, 1} {
		fmt.Fprintf(b, `<path stroke="#999" stroke-dasharray="3 3" d="M%d,%.1f H%d"/>`+"\n", plotLeft, y(share), plotRight)
		fmt.Fprintf(b, `<text x="%d" y="%.1f" text-anchor="end" fill="#555">%.0f %%</text>`+"\n", plotLeft-6, y(share)+4, 100*share)
	}
	step := 10 // plies between two numbers
	for len(r.Moves)/step > 20 {
		step *= 2
	}
	for ply := step; ply <= len(r.Moves); ply += step {
		fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="middle" fill="#555">%d</text>`+"\n", r.x(ply), plotBottom+18, ply/2)
	}
	// 3. The marks.
	for _, m := range r.Moves {
		if m.Mark != 0 {
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s" stroke="#fff"><title>%s</title></circle>`+"\n",
				r.x(m.Ply), y(m.Score.Chance), markColours[m.Mark], escapeXML(fmt.Sprintf("ply %d: %s%s (%v)", m.Ply, m.Text, pdn.Mark(m.Mark), m.Score)))
		}
	}
}

// x returns where the position after so many plies is.
func (r Report) x(ply int) float64 {
	return plotLeft + float64(plotRight-plotLeft)*float64(ply)/float64(max(len(r.Moves), 1))
}

// y returns where a share of White's is.
func y(share float64) float64 {
	return plotBottom - (plotBottom-plotTop)*share
}

// escapeXML returns text as XML has it; what XML cannot have is left out.
func escapeXML(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}
