package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"bolshak/protocol/pdn"
	"bolshak/protocol/pdn/annotate"
	"bolshak/search"
)

const (
	// annotateDepth is how deep positions are searched where no limit is given, in
	// plies.
	annotateDepth = 12
	// annotateHash is the size in MiB of each thread's table.
	annotateHash = 16
	// annotateLine is how many moves of a better line are given, at most.
	annotateLine = 8
)

// annotation is what the flags of pdn annotate say.
type annotation struct {
	depth    int
	moveTime time.Duration
	threads  int
	hash     int
	output   string
	chart    string
	asJSON   bool
}

// newPDNAnnotateCommand returns the command pdn annotate.
func newPDNAnnotateCommand() *cobra.Command {
	a := annotation{hash: annotateHash}
	cmd := &cobra.Command{
		Use:   "annotate FILE",
		Short: "Say what every move of a game is worth",
		Long: `Searches every position of the games of a file and writes the games again, with the
score behind every move, "[%eval +0.12]", in men from White's view, "#9" for a win of
White's in 9 moves and "#-4" for one of Black's. A move that gives away 5 % of the
point that is to be expected is marked ?!, one that gives away 10 % ?, and one of 20 %
??; the line that was better follows as a variation. The expected point is the chance
of a win and half of that of a draw, as "bolshak eval" tells them, or the verdict of
the endgame tables. Before the first move stands how well each side has played: 100 %
accuracy is a game that gave nothing away; moves without a choice do not count.

The games go to the standard output or to the file of -o. With a file, a summary of
each game is printed, with --json as an object a line with the score of every move;
scores are kept in FILE.journal until all is done, and a run that was broken off goes
on where it was when it is started again in the same way. --chart draws the chances
in the course of the game, as SVG, into the file, or for several games into a file
for each, with its number in the name.

What is found by --depth depends on neither the threads, which search a position
each, nor on interruptions.`,
		Example: `  bolshak pdn annotate game.pdn --depth 14 --threads 2 -o annotated.pdn --chart game.svg
  bolshak pdn annotate games.pdn --time 1s -o annotated.pdn`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) != 1:
				return usage(cmd, "want one file of games")
			case args[0] == "-":
				return usage(cmd, "want a file, not the standard input: it is read twice")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case a.asJSON && a.output == "":
				return usage(cmd, "--json wants -o, for the games")
			case a.output != "" && a.output == a.chart:
				return usage(cmd, "-o and --chart want a file each")
			}
			return a.run(cmd, args[0])
		},
	}
	intFlag(cmd, &a.depth, "depth", search.MaxDepth, "PLIES", fmt.Sprintf("how deep to search each position (%d without --time)", annotateDepth))
	cmd.Flags().Var(durationValue{&a.moveTime}, "time", "how long to search each position, such as 1s")
	threadsFlag(cmd, &a.threads)
	hashFlag(cmd, &a.hash, "size of each thread's transposition table in MiB")
	cmd.Flags().StringVarP(&a.output, "output", "o", "", "write the games to `FILE`")
	cmd.Flags().StringVar(&a.chart, "chart", "", "draw the course of the games into `FILE`, SVG")
	jsonFlag(cmd, &a.asJSON)
	return cmd
}

// run annotates the games of a file.
func (a *annotation) run(cmd *cobra.Command, name string) error {
	if a.depth == 0 && a.moveTime == 0 {
		a.depth = annotateDepth
	}
	for _, written := range []string{a.output, a.chart} {
		if written == "" {
			continue
		}
		if err := refuseInput(written, []string{name}); err != nil {
			return err
		}
	}
	games, positions, err := countGames(cmd, name)
	if err != nil {
		return err
	}
	scorer, err := a.newScorer(cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer scorer.close()
	annotator := &annotate.Annotator{Score: scorer.score, Workers: a.threads, MaxLine: annotateLine}
	var journal *annotate.Journal
	if a.output != "" {
		if journal, err = a.openJournal(name); err != nil {
			return err
		}
		annotator.Known, annotator.Keep = journal.Known, journal.Keep
	}
	bar := newAnnotationBar(cmd.ErrOrStderr(), positions)
	annotator.Done = bar.done

	err = toFile(cmd, a.output, []string{name}, func(out io.Writer) error {
		return a.annotate(cmd, annotator, name, games, out)
	})
	bar.close()
	var told problemsTold
	switch {
	case journal == nil:
		return err
	case err == nil || errors.As(err, &told):
		return errors.Join(err, journal.Remove())
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(cmd.ErrOrStderr(), "what was found is kept in %s: the same command goes on from there\n", a.journalName())
	}
	return errors.Join(err, journal.Close())
}

// countGames reads the file once, and returns how many games and positions it has.
func countGames(cmd *cobra.Command, name string) (games, positions int, err error) {
	_, err = readGames(cmd, name, func(g *pdn.Game) error {
		games++
		positions += annotate.Positions(g)
		return nil
	})
	return games, positions, err
}

// annotate writes the annotated games to out.
func (a *annotation) annotate(cmd *cobra.Command, annotator *annotate.Annotator, name string, games int, out io.Writer) error {
	bad := 0
	_, err := readGames(cmd, name, func(g *pdn.Game) error {
		for _, p := range g.Problems {
			fmt.Fprintf(cmd.ErrOrStderr(), "bolshak: %s: game %d, %v\n", name, g.Index, p)
		}
		if len(g.Problems) > 0 {
			bad++
		}
		report, err := annotator.Game(cmd.Context(), g)
		if err != nil {
			return err
		}
		g.SetTag("Annotator", a.signature())
		text, err := pdn.Append(nil, g)
		if err != nil {
			return fmt.Errorf("%s: game %d: %w", name, g.Index, err)
		}
		if _, err := out.Write(text); err != nil {
			return err
		}
		return a.report(cmd.OutOrStdout(), report, games)
	})
	if err == nil && bad > 0 {
		return problemsTold{bad}
	}
	return err
}

// report draws and tells how a game went.
func (a *annotation) report(out io.Writer, r annotate.Report, games int) error {
	if a.chart != "" {
		if err := os.WriteFile(chartName(a.chart, r.Game, games), r.Chart(), 0o644); err != nil {
			return err
		}
	}
	switch {
	case a.output == "":
		return nil
	case a.asJSON:
		return writeJSON(out, r)
	}
	white, black := r.Players()
	_, err := fmt.Fprintf(out, "game %d, %s - %s, %s, %d plies\n  White: %v\n  Black: %v\n",
		r.Game, white, black, r.Result, len(r.Moves), r.White, r.Black)
	return err
}

// chartName returns the name of a game's chart.
func chartName(name string, game, games int) string {
	if games == 1 {
		return name
	}
	extension := filepath.Ext(name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, extension), game, extension)
}

// signature says who has annotated, and how.
func (a *annotation) signature() string {
	how := fmt.Sprintf("depth %d", a.depth)
	switch {
	case a.depth == 0:
		how = fmt.Sprintf("%v a move", a.moveTime)
	case a.moveTime > 0:
		how += fmt.Sprintf(", %v a move", a.moveTime)
	}
	return "Bolshak, " + how
}

// journalName returns the name of the journal.
func (a *annotation) journalName() string { return a.output + ".journal" }

// openJournal opens the journal that goes with the settings and the file.
func (a *annotation) openJournal(name string) (*annotate.Journal, error) {
	sum, err := sumFile(name)
	if err != nil {
		return nil, err
	}
	settings := fmt.Sprintf("%s, hash %d MiB, %s, file %x", a.signature(), a.hash, readVersion(), sum)
	return annotate.OpenJournal(a.journalName(), settings)
}

// sumFile returns the checksum of a file.
func sumFile(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return sum.Sum(nil), err
}

// annotationBar shows on a terminal how far an annotation has come.
type annotationBar struct {
	bar *progressbar.ProgressBar // nil where there is no terminal
}

// newAnnotationBar returns a bar for so many positions.
func newAnnotationBar(out io.Writer, positions int) annotationBar {
	if !isTerminal(out) || os.Getenv("TERM") == "dumb" {
		return annotationBar{}
	}
	return annotationBar{progressbar.NewOptions(positions,
		progressbar.OptionSetWriter(out),
		progressbar.OptionSetWidth(20),
		progressbar.OptionShowCount(),
		progressbar.OptionSetItsString("positions"),
		progressbar.OptionShowIts(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(barPeriod),
		progressbar.OptionClearOnFinish(),
	)}
}

// done moves the bar by a position.
func (b annotationBar) done() {
	if b.bar != nil {
		_ = b.bar.Add(1) // a terminal that takes no text shows none
	}
}

// close takes the bar away.
func (b annotationBar) close() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
