package main

import (
	"flag"
	"fmt"
	"runtime/debug"
	"strings"
)

// help tells what the program can do.
func (a app) help() error {
	var b strings.Builder
	b.WriteString("Playground teaches machine learning by letting people watch it work step by step.\n\nUsage:\n\n")
	b.WriteString("  playground                serve on " + defaultAddr + " and print the URL\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "  playground %-8s       %s\n", c.name, c.about)
	}
	b.WriteString("  playground help COMMAND   show the options of a command\n")
	b.WriteString("  playground -version       show the version\n")
	_, err := fmt.Fprint(a.stdout, b.String())
	return err
}

// commandHelp shows the options of one command.
func (a app) commandHelp(c command, flags *flag.FlagSet) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: playground %s %s\n\n%s%s.\n\nOptions:\n\n", c.name, c.usage, strings.ToUpper(c.about[:1]), c.about[1:])
	flags.SetOutput(&b)
	flags.PrintDefaults()
	_, err := fmt.Fprint(a.stdout, b.String())
	return err
}

// version names the build: a release, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "playground (unknown build)"
	}
	v := "playground " + info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 && !strings.Contains(v, s.Value[:12]) {
			v += " " + s.Value[:12]
		}
	}
	return v + " " + info.GoVersion
}
