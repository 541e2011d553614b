package main

import (
	"context"
	"flag"

	"playground/licences"
)

// licences prints what whoever hands the program on has to hand on with it.
func (a app) licences(*flag.FlagSet) func(context.Context) error {
	return func(context.Context) error { return licences.Write(a.stdout) }
}
