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
		c.tell(a.stderr)
		p, err := r.Problem()
		if err != nil {
			return err
		}
		var at places
		if *atFile != "" {
			if d.Input.Own() {
				return fmt.Errorf("%s makes its own examples and predicts nothing at points: leave -at out", d.ID)
			}
			if at, err = readFile(*atFile, func(r io.Reader) (places, error) { return readPlaces(r, p) }); err != nil {
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
		return a.writeRun(ctx, seq, *steps, r.Data.Left, at)
	}
}

// places are where a model is asked for predictions: points, or rows of a table.
type places struct {
	points [][2]float64
	rows   [][]float64
}

func readPlaces(r io.Reader, p algos.Problem) (at places, err error) {
	if p.Table.Empty() {
		at.points, err = dataset.ReadInputs(r, p.Dim, p.Columns()[:p.Dim]...)
		return at, err
	}
	at.rows, err = dataset.ReadRows(r, p.Table)
	return at, err
}

func (at places) len() int { return max(len(at.points), len(at.rows)) }

// predicted reports whether a model says anything about such places.
func (at places) predicted(m algos.Model) bool {
	if len(at.rows) > 0 {
		return m.PredictRow != nil
	}
	return m.Predict != nil
}

func (at places) predict(m algos.Model, i int) []algos.Value {
	if len(at.rows) > 0 {
		return m.PredictRow(at.rows[i])
	}
	return m.Predict(at.points[i])
}

// errInterrupted is a run that a signal ended.
var errInterrupted = errors.New("interrupted")

// writeRun writes the steps up to the given one, and the last line.
func (a app) writeRun(ctx context.Context, seq iter.Seq[algos.Step], last int, left dataset.Left, at places) error {
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
	line, err := appendFinal(line[:0], n, end, left, at)
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
