package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"

	"playground/algos"
)

// A goalLine is how far a run has come towards one goal, as goals writes it.
type goalLine struct {
	Goal    string   `json:"goal"`
	Text    string   `json:"text"`
	Asks    float64  `json:"asks"`
	Fewer   bool     `json:"fewer,omitempty"`
	Number  *float64 `json:"number"` // null where there is nothing to count
	Words   string   `json:"words,omitempty"`
	Reached bool     `json:"reached"`
	// Own says that the run counts: its data or parameters are not those of a preset.
	Own bool `json:"own"`
}

// goals writes for every goal of a demo how far a run has come, one JSON object a line.
func (a app) goals(flags *flag.FlagSet) func(context.Context) error {
	var c choice
	c.bind(flags)
	steps := flags.Int("steps", algos.MaxStep, "stop after step `N`")
	return func(ctx context.Context) error {
		if *steps < 0 || *steps > algos.MaxStep {
			return &usageError{message: fmt.Sprintf("-steps must be from 0 to %d", algos.MaxStep)}
		}
		d, r, err := c.recipe(a.demos)
		if err != nil {
			return err
		}
		c.tell(a.stderr)
		if len(d.Goals) == 0 {
			return fmt.Errorf("%s has no goals", d.ID)
		}
		run, err := d.Try(ctx, r, *steps)
		if ctx.Err() != nil {
			return errInterrupted
		}
		if err != nil {
			return err
		}
		out := json.NewEncoder(a.stdout)
		out.SetEscapeHTML(false)
		for _, g := range d.Goals {
			line, err := judge(ctx, d, g, r, run, *steps)
			if err != nil {
				return err
			}
			if err := out.Encode(line); err != nil {
				return err
			}
		}
		if run.Last.Status.State == algos.Refused {
			return errors.New(run.Last.Status.Reason.String())
		}
		return nil
	}
}

// judge looks at a run for one goal. A goal that compares takes the run that it starts
// from as the one before the last edit.
func judge(ctx context.Context, d algos.Demo, g algos.Goal, r algos.Recipe, run algos.Attempt, most int) (goalLine, error) {
	line := goalLine{Goal: g.ID, Text: g.Text, Asks: g.Asks, Fewer: g.Fewer}
	if g.Compares {
		before, err := d.Before(ctx, g, most)
		if err != nil {
			return line, err
		}
		run.Before = before
	}
	result := d.Result(g, r, run)
	line.Own, line.Reached = result.Own, result.Reached
	if result.Counted() {
		line.Number, line.Words = &result.Score.Number, result.Score.Words.String()
	}
	return line, nil
}
