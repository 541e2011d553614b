package algotest

import (
	"context"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/param"
)

// someActions are a few actions in a row, all that there are among them.
func someActions(p param.Spec) string {
	var list []string
	for i := range min(p.Count[1], max(3, min(len(p.Acts), 8))) {
		list = append(list, strconv.Itoa(i%len(p.Acts)))
	}
	return strings.Join(list, " ")
}

// takenKeys are the keys of the page itself, and of pages with a board of points.
const (
	takenKeys  = "negwsrtfplujkq"
	pointsKeys = "12345678abxmvho"
)

// acted sees that actions can be taken, by keys of their own, and that the run goes on where
// one is appended: all that was shown before is shown again.
func acted(ctx context.Context, d algos.Demo, r *report) {
	for _, p := range d.Schema() {
		if p.Kind != param.Actions {
			continue
		}
		taken := takenKeys
		if d.Input.Points != nil {
			taken += pointsKeys
		}
		if len(p.Acts) == 0 || p.Count[1] < 1 {
			r.fault("%s: there is nothing to do", p.Name)
			continue
		}
		for i, a := range p.Acts {
			if a.Label == "" {
				r.fault("%s: the action %d has no label", p.Name, i)
			}
			if a.Key == "" {
				continue // there are more than digits
			}
			if len(a.Key) != 1 || !strings.Contains("0123456789abcdefghijklmnopqrstuvwxyz", a.Key) || strings.Contains(taken, a.Key) {
				r.fault("%s: the key %q of %q is taken, or no digit or small letter", p.Name, a.Key, a.Label)
			}
			taken += a.Key
		}
		v := param.Values{}
		for _, c := range []*param.Condition{p.When, p.And} {
			if c != nil {
				v[c.Param] = c.Values[0]
			}
		}
		r.extended(ctx, d, p, v)
	}
}

// extended compares the run of some actions with those of fewer.
func (r *report) extended(ctx context.Context, d algos.Demo, p param.Spec, v param.Values) {
	const most = 2000 // steps looked at
	list := strings.Fields(someActions(p))
	var before []algos.Step
	for n := range len(list) + 1 {
		v[p.Name] = strings.Join(list[:n], " ")
		steps, err := take(ctx, d, Small(d), v, most)
		switch {
		case err != nil:
			r.fault("%s = %q: %v", p.Name, v[p.Name], err)
			return
		case n > 0 && len(steps) <= len(before) && len(steps) < most:
			r.fault("%s = %q: %d steps, and %d without the last action: nothing was done", p.Name, v[p.Name], len(steps), len(before))
			return
		}
		for i := range max(0, len(before)-1) { // the last one said that it was the last
			if a, b := Text(before[i]), Text(steps[i]); a != b {
				r.fault("%s = %q: step %d is another one than without the last action: %s", p.Name, v[p.Name], i, firstDifference(a, b))
				return
			}
		}
		before = steps
	}
}
