package main

import (
	"flag"
	"fmt"
	"strings"
)

// help tells what the program can do.
func (a app) help() error {
	var b strings.Builder
	b.WriteString("Playground teaches machine learning by letting people watch it work step by step.\n\nUsage:\n\n")
	b.WriteString("  playground                serve on " + defaultAddr + " and print the URL\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "  playground %-13s  %s\n", c.name, c.about)
	}
	b.WriteString("  playground help COMMAND   show the options of a command\n")
	b.WriteString("  playground version        show the version and the commit\n")
	_, err := fmt.Fprint(a.stdout, b.String())
	return err
}

// commandHelp shows the options of one command.
func (a app) commandHelp(c command, flags *flag.FlagSet) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: playground %s %s\n\n%s%s.\n\nOptions:\n\n", c.name, c.usage, strings.ToUpper(c.about[:1]), c.about[1:])
	flags.SetOutput(&b)
	flags.PrintDefaults()
	if more := notes[c.name]; more != "" {
		b.WriteString("\n" + more)
	}
	_, err := fmt.Fprint(a.stdout, b.String())
	return err
}
