package main

import (
	"io"
	"strings"
	"testing"

	"playground/algos"
	"playground/web/testdemos/chain"
)

// A matrix is a parameter like others, with blanks or commas between its numbers.
func TestMatrixOnTheCommandLine(t *testing.T) {
	run := func(args ...string) (string, error) {
		var out strings.Builder
		a := app{demos: []algos.Demo{chain.Demo()}, stdout: &out, stderr: io.Discard}
		err := a.run(t.Context(), args)
		return out.String(), err
	}
	for _, c := range []struct{ p, out, err string }{
		{"0.5 0.5; 0.25 0.75", `"pi":[0.3359375,0.6640625]`, ""},
		{"0.5,0.5;0.25,0.75", `"pi":[0.3359375,0.6640625]`, ""},
		{"0.7 0.3; 0.2 0.7", "", "P: row 2 sums to 0.9: make it 1, or press Normalise"},
	} {
		out, err := run("run", "-demo", "chain", "-set", "P="+c.p)
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) || !strings.Contains(out, c.out) {
			t.Errorf("%s: %v, %s", c.p, err, out)
		}
	}
	out, err := run("list")
	for _, want := range []string{"2–4 × 2–4 numbers from 0 to 1, square, each row sums to 1", "1–3 × 2–3 numbers from 0 to 1, all sum to 1", "2 × 2 numbers from -10 to 10, symmetric"} {
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("listed as %s (%v), without %s", out, err, want)
		}
	}
}
