package perceptron

import (
	"context"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A rival is the path of the other rule: of all mistakes at once beside single rows,
// and the other way around.
type rival struct {
	path    []waypoint
	updates int
	done    bool
}

// runRival runs the other rule from the same start, with the same η(k), which is 1 for
// the standard rule.
func (t *task) runRival(ctx context.Context) rival {
	r, looks := rival{path: []waypoint{{theta: t.start}}}, 0
	theta := t.start
	update := func(rows []int) {
		r.updates++
		theta = addScaled(theta, t.rate.at(r.updates), t.sum(rows))
		r.path = extend(r.path, waypoint{k: r.updates, theta: theta})
	}
	for pass := 0; pass < t.Passes && looks < mostLooks && !r.done && ctx.Err() == nil; pass++ {
		before := r.updates
		looks += len(t.rows)
		if t.Variant != batch {
			if rows := t.demanding(theta); len(rows) > 0 {
				update(rows)
			}
		} else {
			for i := range t.rows {
				if t.mistaken(theta, t.rows[i]) {
					update([]int{i})
				}
			}
		}
		r.done = r.updates == before
	}
	if last := r.path[len(r.path)-1]; last.k != r.updates {
		r.path = append(r.path, waypoint{k: r.updates, theta: theta})
	}
	return r
}

// rivals reports whether the path of the other rule is drawn: the rules with a margin
// have none.
func (o options) rivals() bool { return o.Other && o.Variant != marginal && o.Variant != increment }

// rivalPath is that path in the weight space, nil where it is not drawn.
func (v view) rivalPath() ([]mark.XY, say.Phrase) {
	if !v.rivals() {
		return nil, ""
	}
	r := v.rival()
	s := say.Vars{"k": r.updates}
	legend := s.Text("the batch rule, <k update>")
	if v.Variant == batch {
		legend = s.Text("single rows, <k update>")
	}
	return panel.Path(len(r.path), func(i int) mark.XY { return plane(r.path[i].theta) }), legend
}
