package catalogtest

import (
	"fmt"
	"net/url"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/param"
	"playground/web/record"
)

// A run does not hold much more than its recorder says, for every demo on as many points
// as it takes, with every choice, in the middle of the run: what the solver works on
// counts, too. Where this fails, the run works on something large that no step shows,
// and must say so; see [algos.Working].
func TestBytesOfTheLargestRuns(t *testing.T) {
	const (
		most  = 80      // steps
		blind = 1 << 20 // bytes that may be missing: tables of a demo, the light part of steps
	)
	for _, d := range catalog.All {
		t.Run(d.ID, func(t *testing.T) {
			for _, query := range largest(t, d) {
				r := recipe(t, d, query)
				before := heap()
				rec, err := record.New(t.Context(), d, r, record.Limits{})
				if err != nil {
					t.Fatal(query, err)
				}
				if err := rec.ExtendTo(t.Context(), most); err != nil {
					t.Fatal(query, err)
				}
				used, said := heap()-before, rec.Bytes()
				if used > said*3/2+blind {
					t.Errorf("%s: after %d steps the run holds %d KB, and is said to hold %d KB", query, rec.Len(), used>>10, said>>10)
				}
				const little = 3 << 20 // may stay
				if rec.Retire(1 << 20); used > little {
					if kept := heap() - before; kept > used/2 && kept > little {
						t.Errorf("%s: %d KB of %d KB stay when the run is kept for comparison", query, kept>>10, used>>10)
					}
				}
				rec.Close()
			}
		})
	}
}

// largest are queries of runs on as many points as a demo takes: with its defaults, and
// with each of its choices.
func largest(t *testing.T, d algos.Demo) []string {
	t.Helper()
	base := url.Values{}
	if n := d.Input.Limit(); d.Input.Points != nil {
		for _, data := range []string{"overlap~%d~2~3", "blobs~%d~1~3", "sine~%d~0.3~3", "moons~%d~0.3~3"} {
			q := url.Values{"data": {fmt.Sprintf(data, n)}}
			if r, err := d.ParseRecipe(q); err == nil {
				if p, err := r.Problem(); err == nil && d.Check(p, r.Params) == nil {
					base = q
					break
				}
			}
		}
		if len(base) == 0 {
			t.Fatalf("no data of %d points are known that %s takes", n, d.ID)
		}
	}
	queries := []string{base.Encode()}
	for _, p := range d.Schema() {
		var values []string
		switch p.Kind {
		case param.Bool:
			values = []string{"true", "false"}
		case param.Choice:
			for _, o := range p.Choices {
				values = append(values, o.Value)
			}
		}
		for _, v := range values {
			if v != p.Default {
				queries = append(queries, base.Encode()+"&"+p.Name+"="+v)
			}
		}
	}
	return queries
}
