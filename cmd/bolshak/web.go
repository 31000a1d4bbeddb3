package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"bolshak/eval/endgame"
	"bolshak/protocol/web"
)

// webFlags are the flags of the command web.
type webFlags struct {
	listen string
	engine string
	games  string
	token  string
	open   bool
}

// newWebCommand returns the command web.
func newWebCommand() *cobra.Command {
	f := &webFlags{}
	cmd := &cobra.Command{
		Use:   "web",
		Short: "The board in the browser: play, analyse, read games",
		Long: `Serves a board to the browser: play against the engine, analyse, load and annotate
games. All of it is in this program; no other host is asked for anything.

The engine is our own. --engine names any other that speaks Hub, by words of the form
key=value: cmd='./e hub' is the program and its arguments, name=A, dir=PATH where it
runs, param.NAME=VALUE a parameter, numbering=a1 where it counts the squares of moves
from a1.

Only this machine can reach the board at a loopback address, as by default. At any
other address everybody who sends the token may: it is in the address that is printed,
is remembered by the browser, and is made anew at every start unless --token gives one.

Games against the engine are kept in a folder, so that they go on after whatever end.
Ctrl-C ends the server.`,
		Example: `  bolshak web --open
  bolshak web --listen 0.0.0.0:8064
  bolshak web --engine "name=Other cmd='./other hub' param.threads=2"`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.listen, "listen", defaultWebAddress, "`ADDRESS` to serve at; port 0 takes any that is free")
	flags.StringVar(&f.engine, "engine", "", "`KEYS` of another engine, see above")
	flags.BoolVar(&f.open, "open", false, "open the browser")
	flags.StringVar(&f.games, "games", "", "`FOLDER` in which games are kept; one of this user's by default")
	flags.StringVar(&f.token, "token", "", "the `TEXT` asked of visitors from other machines")
	return cmd
}

// run serves until Ctrl-C.
func (f *webFlags) run(cmd *cobra.Command) error {
	engine, err := f.webEngine()
	if err != nil {
		return usage(cmd, "--engine: %w", err)
	}
	o := web.Options{Engine: engine, Terms: webTerms}
	if o.Games, err = f.gamesFolder(); err != nil {
		return err
	}
	if o.Openings, err = webOpenings(); err != nil {
		return err
	}
	tables := openTables("", endgame.Options{Fault: tellFault(cmd.ErrOrStderr())})
	defer tables.Close()
	o.Tables, o.Verdict = tables.Largest(), webVerdict(tables)
	return serveWeb(cmd, f.listen, f.token, f.open, o)
}

// serveWeb serves the board until the command's context is done.
func serveWeb(cmd *cobra.Command, listen, token string, open bool, o web.Options) error {
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	defer l.Close()
	if token == "" {
		token = rand.Text()
	}
	address := webAddress(l.Addr(), token, &o)
	s, err := web.New(cmd.Context(), o)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "the board is at %s\n", address)
	if open {
		// Not before Serve: some openers last as long as the browser.
		var opener sync.WaitGroup
		defer opener.Wait()
		opener.Go(func() {
			if err := openBrowser(cmd.Context(), address); err != nil && cmd.Context().Err() == nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "bolshak: warning: --open: %v\n", err)
			}
		})
	}
	return s.Serve(cmd.Context(), l)
}

// webAddress returns the address to open. Where other machines can reach it, the token
// is in it, and is asked of all.
func webAddress(a net.Addr, token string, o *web.Options) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || tcp.IP.IsLoopback() {
		return "http://" + a.String() + "/"
	}
	o.Token = token
	return "http://" + hostToShow(tcp) + "/?token=" + url.QueryEscape(token)
}

// hostToShow returns an address by which another machine may reach us.
func hostToShow(a *net.TCPAddr) string {
	if !a.IP.IsUnspecified() {
		return a.String()
	}
	name, err := os.Hostname()
	if err != nil {
		name = "localhost"
	}
	return net.JoinHostPort(name, fmt.Sprint(a.Port))
}

// gamesFolder returns the folder of the games, and makes it.
func (f *webFlags) gamesFolder() (string, error) {
	folder := f.games
	if folder == "" {
		config, err := os.UserConfigDir()
		if err != nil {
			return "", nil // no home: the browser alone keeps the games
		}
		folder = filepath.Join(config, "bolshak", "games")
	}
	err := os.MkdirAll(folder, 0o700)
	if err != nil && f.games == "" {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("--games: %w", err)
	}
	return folder, nil
}

// openBrowser opens an address in the user's browser.
func openBrowser(ctx context.Context, address string) error {
	var words []string
	switch runtime.GOOS {
	case "darwin":
		words = []string{"open", address}
	case "windows":
		words = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	default:
		words = []string{"xdg-open", address}
	}
	// Its output is not read: the browser may hold it open for as long as it runs.
	if err := exec.CommandContext(ctx, words[0], words[1:]...).Run(); err != nil {
		return fmt.Errorf("%s: %w", words[0], err)
	}
	return nil
}
