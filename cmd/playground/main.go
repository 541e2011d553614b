// Command playground serves the playground, and runs and draws its demos from
// the command line.
//
//	playground                  serve on localhost:8080 and print the URL
//	playground serve  …         the same with options
//	playground list   [-json]   every demo with its parameters and presets
//	playground run    -demo ID … every step of a run, one JSON object a line
//	playground goals  -demo ID … a run's progress towards the goals of its demo
//	playground render -demo ID … a step as SVG or PNG, or a run as GIF
//	playground receipt check …  check the receipts of runs that reach a goal
//	playground receipt key …    make a key by which a server signs receipts
//	playground bench  …         how long the solvers take
//	playground licences         of the program and of all that is part of it
//	playground version          which build it is
//
// "playground help COMMAND" shows the options of one command. The exit status
// is 1 after an error and 2 after a command line that was not understood.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"playground/algos"
	"playground/algos/catalog"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(report(os.Stderr, err))
}

// run carries out one command line.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return app{demos: catalog.All, stdin: os.Stdin, stdout: stdout, stderr: stderr}.run(ctx, args)
}

// report tells what went wrong and returns the exit status.
func report(stderr io.Writer, err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, "playground:", err)
	var usage *usageError
	if errors.As(err, &usage) {
		fmt.Fprintf(stderr, "playground: try \"playground help%s\"\n", usage.command)
		return 2
	}
	return 1
}

// An app carries out commands on a list of demos.
type app struct {
	demos          []algos.Demo
	stdin          io.Reader
	stdout, stderr io.Writer
}

// A command is a word after the program's name, or two. setup binds its flags and
// returns what it does once they are parsed.
type command struct {
	name, usage, about string
	setup              func(app, *flag.FlagSet) func(context.Context) error
}

// commands are in the order of the help text; the first is what the program
// does when it is called without a command.
var commands = []command{
	{"serve", "[-addr host:port] [-log text|json] …", "serve the playground and print its URL", app.serve},
	{"list", "[-json]", "list every demo with its parameters and presets", app.list},
	{"run", "-demo ID [-data FILE.csv | -preset NAME] [-set name=value]… [-seed N] [-steps N] [-at FILE.csv]", "run a demo and write one JSON object per step", app.runDemo},
	{"render", "-demo ID [-data FILE.csv | -preset NAME] [-set name=value]… [-seed N] [-step K] -o FILE.svg|.png|.gif", "draw a step, or a run as an animation", app.render},
	{"goals", "-demo ID [-data FILE.csv | -preset NAME] [-set name=value]… [-seed N] [-steps N]", "report a run's progress towards the goals of its demo, one JSON object per line", app.goals},
	{
		"receipt check", "[-public FILE[,FILE]] [-json] [-time T] RECEIPT|FILE|FOLDER|LINK…",
		"verify receipts of completed challenges: their signatures, and their runs by running them again", app.receiptCheck,
	},
	{"receipt key", "-o FILE.pem", "generate the key with which \"serve -receipt-key\" signs receipts, and print its public key", app.receiptKey},
	{"licences", "", "print the licences of the program and its dependencies", app.licences},
	{"bench", "[-json] [-task REGEXP] [-data DIR]", "benchmark the solvers on data of several sizes", app.bench},
}

// operands are the commands that take something after their options.
var operands = map[string]bool{"receipt check": true}

// notes are more for the help of a command.
var notes = map[string]string{"receipt check": receiptNotes}

// hidden are commands that the help text leaves out: they are for who works on the program.
var hidden = []command{
	{
		"new", `-family FOLDER -id ID [-title "TITLE"] [-shelf "SHELF"] [-new-family "TITLE"]`,
		"start a demo in the repository: its files, and the line in its family", app.newDemo,
	},
	{
		"translate", "-demo ID [-check]",
		"add missing texts to the zh.json of a demo in the order of its source, and remove stale ones", app.translate,
	},
	{"load", "[-playing N] [-dragging N] [-watching N] [-url URL] …", "load-test a server on this machine, and write one JSON object", app.load},
}

// A usageError is a command line that was not understood.
type usageError struct {
	command string // " run": what to ask help for; empty for the program itself
	message string
}

func (e *usageError) Error() string { return e.message }

func (a app) run(ctx context.Context, args []string) error {
	name := commands[0].name
	switch {
	case len(args) == 0:
	case args[0] == "-version" || args[0] == "--version" || args[0] == "version":
		_, err := fmt.Fprintln(a.stdout, version())
		return err
	case args[0] == "help" && len(args) > 1:
		name, _ = commandOf(args[1:])
		return a.runCommand(ctx, name, []string{"-h"})
	case isHelp(args[0]):
		return a.help()
	case !strings.HasPrefix(args[0], "-"):
		name, args = commandOf(args)
	}
	return a.runCommand(ctx, name, args)
}

// commandOf divides a command line behind the name of its command, which is one word or two.
func commandOf(args []string) (name string, rest []string) {
	if len(args) > 1 {
		two := args[0] + " " + args[1]
		if slices.ContainsFunc(commands, func(c command) bool { return c.name == two }) {
			return two, args[2:]
		}
	}
	return args[0], args[1:]
}

func isHelp(arg string) bool {
	return strings.TrimLeft(arg, "-") == "help" || arg == "-h" || arg == "--h"
}

func (a app) runCommand(ctx context.Context, name string, args []string) error {
	for _, c := range slices.Concat(commands, hidden) {
		if c.name != name {
			continue
		}
		flags := flag.NewFlagSet(name, flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		do := c.setup(a, flags)
		switch err := flags.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			return a.commandHelp(c, flags)
		case err != nil:
			return &usageError{" " + name, err.Error()}
		case flags.NArg() > 0 && !operands[name]:
			return &usageError{" " + name, fmt.Sprintf("unexpected argument %q", flags.Arg(0))}
		}
		err := do(ctx)
		var usage *usageError
		if errors.As(err, &usage) {
			usage.command = " " + name
		}
		return err
	}
	for _, c := range commands {
		if strings.HasPrefix(c.name, name+" ") {
			return &usageError{"", fmt.Sprintf("%s takes another word, as in %q", name, c.name)}
		}
	}
	return &usageError{"", fmt.Sprintf("there is no command %q", name)}
}
