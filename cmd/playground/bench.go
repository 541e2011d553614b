package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/gonum/stat"

	"playground/algos"
)

// bench times what the demos' solvers do, so that their speed can be compared
// with other programs' on the same data, and so that a teacher learns how large a
// board a machine carries.
func (a app) bench(flags *flag.FlagSet) func(context.Context) error {
	lines := flags.Bool("json", false, "write one JSON object per line instead of a table")
	only := flags.String("task", "", "time only the tasks that match `REGEXP`")
	dir := flags.String("data", "", "read the data from the CSV files in `DIR`; default: generated data")
	return func(ctx context.Context) error {
		match, err := regexp.Compile(*only)
		if err != nil {
			return &usageError{message: fmt.Sprintf("-task: %v", err)}
		}
		write := a.writeTiming
		if *lines {
			write = a.writeTimingJSON
		}
		found := false
		for _, w := range a.work(ctx) {
			if !match.MatchString(w.Task) {
				continue
			}
			found = true
			var all []timing
			for _, n := range w.Sizes {
				t, err := timeWork(ctx, w, n, *dir)
				if err != nil {
					return fmt.Errorf("%s, n = %d: %w", w.Task, n, err)
				}
				if err := write(t); err != nil {
					return err
				}
				all = append(all, t)
			}
			if len(all) > 1 && !*lines {
				if _, err := fmt.Fprintf(a.stdout, "%-40s grows as n^%.2f\n", "", exponent(all)); err != nil {
					return err
				}
			}
		}
		if !found {
			return &usageError{message: fmt.Sprintf("-task: nothing matches %q", *only)}
		}
		return nil
	}
}

// work is everything that can be timed.
func (a app) work(ctx context.Context) []algos.Bench {
	var all []algos.Bench
	for _, d := range a.demos {
		all = append(all, d.Benches...)
	}
	return append(all, a.frameWork(ctx))
}

// A timing is how long a task took on n rows, and what it answered.
type timing struct {
	task    string
	n       int
	took    []time.Duration // rising
	answers []algos.Value
}

func (t timing) median() time.Duration { return t.took[len(t.took)/2] }

// The limits of a timing: after one run that does not count, at least leastRuns,
// and then as many as fit into the patience, up to mostRuns.
const (
	leastRuns = 3
	mostRuns  = 25
	patience  = 6 * time.Second
)

func timeWork(ctx context.Context, w algos.Bench, n int, dir string) (timing, error) {
	x, y, err := benchData(w.Data, n, dir)
	if err != nil {
		return timing{}, err
	}
	do, answers, err := w.Setup(x, y)
	if err != nil {
		return timing{}, err
	}
	do()
	t := timing{task: w.Task, n: n}
	for began := time.Now(); len(t.took) < leastRuns || len(t.took) < mostRuns && time.Since(began) < patience; {
		if ctx.Err() != nil {
			return timing{}, errInterrupted
		}
		start := time.Now()
		do()
		t.took = append(t.took, time.Since(start))
	}
	slices.Sort(t.took)
	t.answers = answers()
	return t, nil
}

// writeTimingJSON writes task, n, median_ms, min_ms, runs and the answers.
func (a app) writeTimingJSON(t timing) error {
	line, err := appendObject(nil, append([]algos.Value{
		{Name: "task", Value: t.task},
		{Name: "n", Value: t.n},
		{Name: "median_ms", Value: milliseconds(t.median())},
		{Name: "min_ms", Value: milliseconds(t.took[0])},
		{Name: "runs", Value: len(t.took)},
	}, t.answers...))
	if err != nil {
		return err
	}
	_, err = a.stdout.Write(append(line, '\n'))
	return err
}

func (a app) writeTiming(t timing) error {
	_, err := fmt.Fprintf(a.stdout, "%-40s n = %-6d %10s ms  (best %s, %d runs)\n", t.task, t.n,
		brief(milliseconds(t.median())), brief(milliseconds(t.took[0])), len(t.took))
	return err
}

// exponent is the slope of the line through the logarithms of sizes and medians, by
// least squares.
func exponent(all []timing) float64 {
	var x, y []float64
	for _, t := range all {
		x, y = append(x, math.Log(float64(t.n))), append(y, math.Log(milliseconds(t.median())))
	}
	_, slope := stat.LinearRegression(x, y, nil, false)
	return slope
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

func brief(ms float64) string { return strconv.FormatFloat(ms, 'g', 4, 64) }
