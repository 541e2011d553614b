package main

import (
	"errors"
	"fmt"
	"image/gif"
	"image/png"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"playground": main,
		"status1":    func() { os.Exit(expectStatus(1, os.Args[1:])) },
		"status2":    func() { os.Exit(expectStatus(2, os.Args[1:])) },
	})
}

// expectStatus runs a command and succeeds if it ends with the given status.
func expectStatus(want int, args []string) int {
	c := exec.Command(args[0], args[1:]...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	err := c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == want {
		return 0
	}
	fmt.Fprintf(os.Stderr, "ended with %v, want status %d\n", err, want)
	return 1
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			// A program built with -race sleeps for a second before it ends.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"picture": picture},
	})
}

// picture FILE png|gif WIDTH HEIGHT FRAMES checks what a file holds.
func picture(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 5 {
		ts.Fatalf("usage: picture FILE png|gif WIDTH HEIGHT FRAMES")
	}
	var want [3]int
	for i, a := range args[2:] {
		n, err := strconv.Atoi(a)
		ts.Check(err)
		want[i] = n
	}
	f, err := os.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	defer f.Close()
	var got [3]int
	switch args[1] {
	case "png":
		img, err := png.Decode(f)
		ts.Check(err)
		got = [3]int{img.Bounds().Dx(), img.Bounds().Dy(), 1}
	case "gif":
		g, err := gif.DecodeAll(f)
		ts.Check(err)
		got = [3]int{g.Config.Width, g.Config.Height, len(g.Image)}
	}
	if got != want {
		ts.Fatalf("%s is %v (width, height, frames), want %v", args[0], got, want)
	}
}
