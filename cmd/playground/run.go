package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
)

// runDemo writes every step of a run as one JSON object a line, and a last line
// with the model.
func (a app) runDemo(flags *flag.FlagSet) func(context.Context) error {
	var c choice
	c.bind(flags)
	steps := flags.Int("steps", algos.MaxStep, "stop after step `N`")
	atFile := flags.String("at", "", "predict at the inputs in `FILE`.csv with the columns x1,x2 or x")
	return func(ctx context.Context) error {
		if *steps < 0 || *steps > algos.MaxStep {
			return &usageError{message: fmt.Sprintf("-steps must be from 0 to %d", algos.MaxStep)}
		}
		d, r, err := c.recipe(a.demos)
		if err != nil {
			return err
		}
		p, err := r.Problem()
		if err != nil {
			return err
		}
		var at [][2]float64
		switch {
		case *atFile == "":
		case d.Input.Own():
			return fmt.Errorf("%s makes its own examples and predicts nothing at points: leave -at out", d.ID)
		case d.Input.Table != nil:
			return fmt.Errorf("%s works on a table and predicts nothing at points: leave -at out", d.ID)
		}
		if *atFile != "" {
			at, err = readFile(*atFile, func(r io.Reader) ([][2]float64, error) { return dataset.ReadInputs(r, p.Dim, p.Columns()[:p.Dim]...) })
			if err != nil {
				return err
			}
		}
		seq, err := d.Steps(ctx, p, r.Params)
		if ctx.Err() != nil {
			return errInterrupted
		}
		if err != nil {
			return err
		}
		return a.writeRun(ctx, seq, *steps, at)
	}
}

// errInterrupted is a run that a signal ended.
var errInterrupted = errors.New("interrupted")

// writeRun writes the steps up to the given one, and the last line.
func (a app) writeRun(ctx context.Context, seq iter.Seq[algos.Step], last int, at [][2]float64) error {
	out := bufio.NewWriterSize(a.stdout, 64<<10)
	var line []byte
	var end algos.Step
	n := -1 // number of the step in end
	for s := range seq {
		n++
		end = s
		line = appendStep(line[:0], n, s)
		if _, err := out.Write(line); err != nil {
			return err
		}
		if n == last || ctx.Err() != nil {
			break
		}
	}
	if n < 0 && ctx.Err() != nil {
		return errInterrupted
	}
	if n < 0 {
		return errors.New("the run has no steps")
	}
	line, err := appendFinal(line[:0], n, end, at)
	if err != nil {
		return err
	}
	if _, err := out.Write(line); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if end.Status.State == algos.Refused {
		return errors.New(end.Status.Reason.String())
	}
	if ctx.Err() != nil && !end.Status.Final() {
		return errInterrupted
	}
	return nil
}
