//go:build unix

package match

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/hub"
)

// dummyArgument as first argument makes the test binary an engine; the second one
// says how it behaves.
const dummyArgument = "dummy-engine"

func TestMain(m *testing.M) {
	switch {
	case len(os.Args) >= 3 && os.Args[1] == dummyArgument:
		if len(os.Args) == 4 && noteProcess(os.Args[3]) > 1 && os.Args[2] == "starts once" {
			os.Exit(4)
		}
		dummy(os.Args[2])
		os.Exit(0)
	case len(os.Args) == 4 && os.Args[1] == matchArgument:
		killedMatch(os.Args[2], os.Args[3])
		os.Exit(0)
	}
	// The race detector otherwise lets every program sleep for a second at its end.
	if os.Getenv("GORACE") == "" {
		_ = os.Setenv("GORACE", "atexit_sleep_ms=0")
	}
	// Most tests wait for an engine that does nothing: let more of them do so at once.
	flag.Parse()
	if err := flag.Set("test.parallel", strconv.Itoa(max(10, runtime.GOMAXPROCS(0)))); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// noteProcess appends the number of this process to a file, and returns how many
// are there.
func noteProcess(file string) int {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err == nil {
		_, err = fmt.Fprintln(f, os.Getpid())
	}
	if err != nil {
		panic(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return strings.Count(string(text), "\n")
}

// dummyEngine is an engine that plays random moves and does one thing wrong.
type dummyEngine struct {
	mode      string
	numbering board.Numbering
	position  board.Position
	searches  int
	last      string // the done of the last search
}

// dummy runs an engine until quit or the end of its input.
func dummy(mode string) {
	switch mode {
	case "dies at start":
		fmt.Fprintln(os.Stderr, "cannot find weights.bin")
		os.Exit(7)
	case "deaf":
		sleepForEver()
	case "sleeper":
		sleepForEver()
	case "manager":
		dummyManager()
	}
	e := &dummyEngine{mode: mode}
	if mode == "numbers from a1" {
		e.numbering = board.FromA1
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line, err := hub.ParseLine(lines.Text())
		if err != nil {
			panic(err)
		}
		if line.Command == "quit" {
			return
		}
		e.obey(line)
	}
}

func (e *dummyEngine) obey(line hub.Line) {
	switch line.Command {
	case "hub":
		fmt.Println("Dummy 1.0 greets you")
		fmt.Printf("id name=Dummy version=1.0\nparam name=variant value=russian type=enum values=\"russian losing\"\nparam name=threads value=1 type=int min=1 max=8\nwait\n")
	case "set-param":
		if value, _ := line.Value("value"); value == "99" {
			fmt.Println(`error message="threads: 99 is above 8"`)
		}
	case "init":
		switch e.mode {
		case "never ready":
			return
		case "slow init":
			time.Sleep(300 * time.Millisecond)
		}
		fmt.Println("ready")
	case "ping":
		fmt.Println("pong")
	case "stop":
		if e.mode == "only when stopped" {
			fmt.Println(e.last)
		}
	case "pos":
		if e.mode == "refuses positions" {
			fmt.Println(`error message="pos: what is that?"`)
			return
		}
		e.position = e.read(line)
	case "go":
		e.search()
	}
}

// read reads a pos command.
func (e *dummyEngine) read(line hub.Line) board.Position {
	text, _ := line.Value("pos")
	p, err := board.ParseHub(text)
	if err != nil {
		panic(err)
	}
	moves, _ := line.Value("moves")
	for _, text := range strings.Fields(moves) {
		m, err := movegen.ParseNumbered(p, text, e.numbering)
		if err != nil {
			panic(err)
		}
		p = p.After(m)
	}
	return p
}

// search answers go: the first few times well, then as the mode says.
func (e *dummyEngine) search() {
	e.searches++
	legal := movegen.Append(nil, e.position)
	move := legal[rand.IntN(len(legal))].AppendHub(nil, e.numbering)
	e.last = fmt.Sprintf("done move=%s", move)
	info := fmt.Sprintf("info depth=3 score=0.17 nodes=%d time=0.001 pv=%s", 100+e.searches, move)
	if e.searches < 5 {
		fmt.Println(info)
		fmt.Println(e.last)
		return
	}
	switch e.mode {
	default:
		fmt.Println(info)
		fmt.Println(e.last)
	case "exits", "starts once":
		fmt.Fprintln(os.Stderr, "panic: index out of range")
		os.Exit(3)
	case "ends":
		os.Exit(0)
	case "kills itself":
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		sleepForEver()
	case "hangs":
		sleepForEver()
	case "hangs with a child":
		child := exec.Command(os.Args[0], dummyArgument, "sleeper")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr // holds the pipes too
		if err := child.Start(); err != nil {
			panic(err)
		}
		sleepForEver()
	case "late once":
		if e.searches == 5 {
			time.Sleep(4 * time.Second)
		}
		fmt.Println(e.last)
	case "late":
		time.Sleep(3500 * time.Millisecond)
		fmt.Println(e.last)
	case "only when stopped":
	case "illegal move":
		fmt.Println("done move=1-32")
	case "garbage":
		fmt.Print("\x7fELF\x02\x01\x00\n")
	case "no move":
		fmt.Println("done")
	case "prose":
		fmt.Println("done move=e4!")
	case "closes its output":
		_ = os.Stdout.Close()
		sleepForEver()
	case "half a line and the end":
		fmt.Print("done move=22")
		os.Exit(0)
	case "half a line":
		fmt.Print("done move=22")
	case "answers twice":
		fmt.Printf("%s\ndone move=1-32\n", e.last)
	case "gives up":
		fmt.Println(`error message="out of memory"`)
	case "floods with lines":
		flood(info + strings.Repeat(" x=1", 200) + "\n")
	case "floods without a line end":
		flood(strings.Repeat("x", 1000))
	case "chatters":
		for range 3000 {
			fmt.Println(info)
		}
		fmt.Println(e.last)
	}
}

// flood writes a text for ever.
func flood(text string) {
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	for {
		if _, err := io.WriteString(out, text); err != nil {
			sleepForEver()
		}
	}
}

// sleepForEver does not even notice that its input has ended.
func sleepForEver() {
	for {
		time.Sleep(time.Hour)
	}
}

// dummyManager plays against an engine that hangs with a child, prints the number
// of its process group and waits to be killed.
func dummyManager() {
	p, err := NewPlayer(dummySpec("hangs with a child", Limits{MoveTime: time.Second}), PlayerOptions{Grace: time.Hour})
	if err != nil {
		panic(err)
	}
	if err := p.Start(context.Background()); err != nil {
		panic(err)
	}
	fmt.Println(p.(*external).process.cmd.Process.Pid)
	g := board.NewGame(board.Russian, board.Start())
	for {
		if _, err := p.Move(context.Background(), g); err != nil {
			panic(err)
		}
	}
}

// dummySpec returns the spec of a dummy engine.
func dummySpec(mode string, l Limits) EngineSpec {
	spec := EngineSpec{
		Name: mode, Cmd: []string{os.Args[0], dummyArgument, mode}, Limits: l,
		InitTimeout: 2 * time.Minute, TimeMargin: 2 * time.Second, // other tests share the machine
	}
	if mode == "numbers from a1" {
		spec.Numbering = board.FromA1
	}
	return spec
}
