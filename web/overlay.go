package web

import (
	"context"
	"math"
	"net/http"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
)

// How the two sides look in one picture.
const (
	roleA = mark.RoleAccent
	roleB = mark.RoleInk
)

// errorMetric is what two runs on the same data always have in common: how wrong their
// predictions are on the points.
const errorMetric = "error"

// errorSteps is at how many steps of a run its predictions are looked at.
const errorSteps = 64

// A common is a quantity that both runs tell of their steps.
type common struct {
	ID   string `json:"id"`
	Name string `json:"name"` // in the reader's language
	Log  bool   `json:"-"`
}

// commons are the quantities that the runs have in common: first how wrong their
// predictions are, where both predict, then metrics of the same name.
func commons(ctx context.Context, a, b *kept, predict bool) []common {
	var found []common
	if predict {
		name := lang.From(ctx).T("compare.wrong-labels")
		if a.rec.Set().Target == dataset.Values {
			name = lang.From(ctx).T("compare.squared-error")
		}
		found = append(found, common{ID: errorMetric, Name: name})
	}
	theirs := b.rec.Metrics()
	for _, c := range a.rec.Charts() {
		for _, series := range c.Series {
			m := common{ID: series.Metric, Name: say.Phrase(series.Name()).In(a.book), Log: c.Log}
			if title := say.Phrase(c.Title).In(a.book); len(c.Series) > 1 && title != m.Name {
				m.Name = lang.From(ctx).T("seeds.series", title, m.Name)
			} else {
				m.Name = title
			}
			known := slices.ContainsFunc(found, func(f common) bool { return f.ID == m.ID })
			if !series.Bound && !known && slices.Contains(theirs, m.ID) {
				found = append(found, m)
			}
		}
	}
	return found
}

// predicts reports whether the model of the last step that was recorded predicts targets.
func (h *kept) predicts(ctx context.Context, a side) (bool, error) {
	set := h.rec.Set()
	if len(set.Points) == 0 || !a.learns(set.Target) {
		return false, nil
	}
	step, err := h.rec.Step(ctx, h.rec.Len()-1)
	if err != nil {
		return false, err
	}
	y := step.Model().Predicted(set.Target, set.Points[0].X)
	return y == y, nil
}

// values are a quantity at some steps of a run: at all where that costs nothing.
func (h *kept) values(ctx context.Context, metric string) (steps []int, values []float64, err error) {
	n := h.rec.Len()
	if metric != errorMetric {
		steps, values = thin(h.rec.Series(metric)[:n])
		return steps, values, nil
	}
	steps = spread(n, errorSteps)
	if at, found := slices.BinarySearch(steps, h.step); !found {
		steps = slices.Insert(steps, at, h.step)
	}
	for _, i := range steps {
		wrong, err := h.misses(ctx, i)
		if err != nil {
			return nil, nil, err
		}
		values = append(values, wrong)
	}
	return steps, values, nil
}

// chartSteps is about how many steps of a run a chart draws.
const chartSteps = 1000

// thin leaves out what a chart has no room for, and keeps what is least and most.
func thin(all []float64) (steps []int, values []float64) {
	each := max(1, len(all)*2/chartSteps)
	for from := 0; from < len(all); from += each {
		part := all[from:min(from+each, len(all))]
		least, most := 0, 0
		for i, x := range part {
			if x < part[least] || part[least] != part[least] {
				least = i
			}
			if x > part[most] || part[most] != part[most] {
				most = i
			}
		}
		kept := []int{0, min(least, most), max(least, most)}
		if from+each >= len(all) {
			kept = append(kept, len(part)-1)
		}
		for _, i := range slices.Compact(kept) {
			steps, values = append(steps, from+i), append(values, part[i])
		}
	}
	return steps, values
}

// misses is how wrong the predictions of a step are on the points to learn from: the share
// of wrong labels, or the mean squared error.
func (h *kept) misses(ctx context.Context, n int) (float64, error) {
	if wrong, ok := h.wrong[n]; ok {
		return wrong, nil
	}
	step, err := h.rec.Step(ctx, n)
	if err != nil {
		return 0, err
	}
	set, model, sum := h.rec.Set().Training(), step.Model(), 0.0
	for i, q := range set.Points {
		if i%64 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		y := model.Predicted(set.Target, q.X)
		switch {
		case y != y:
			sum = math.NaN()
		case set.Target == dataset.Values:
			sum += (y - q.Y) * (y - q.Y)
		case y != float64(set.Label(q.Class())):
			sum++
		}
	}
	h.wrong[n] = sum / float64(len(set.Points))
	return h.wrong[n], nil
}

// axis says where steps of a run stand in a chart: among the steps as the page counts them,
// among passes, or at their share of the run in percent. What is in the middle of a pass
// stands there.
func (h *kept) axis(by string) func(n int) float64 {
	least, last := algos.Normal, h.rec.Len()-1
	switch by {
	case "share":
		return func(n int) float64 { return 100 * float64(n) / float64(max(1, last)) }
	case "pass":
		least = algos.Pass
	}
	at := make([]float64, last+1)
	count, from := 0, 0
	for n, size := range h.rec.Sizes() {
		if n == 0 || n < last && algos.Size(size) < least {
			continue
		}
		for k := from + 1; k <= n; k++ {
			at[k] = float64(count) + float64(k-from)/float64(n-from)
		}
		count, from = count+1, n
	}
	return func(n int) float64 { return at[n] }
}

// overlay draws a quantity of both runs into one chart, with a mark at the steps that are
// shown.
func overlay(ctx context.Context, p pair, a, b *kept, metric string) (mark.Panel, error) {
	l := lang.From(ctx)
	predict, err := bothPredict(ctx, p, a, b)
	if err != nil {
		return mark.Panel{}, err
	}
	all := commons(ctx, a, b, predict)
	if len(all) == 0 {
		return mark.Panel{}, refusal(http.StatusUnprocessableEntity, "compare.no-metric").about("metric", "")
	}
	at := 0
	if metric != "" {
		if at = slices.IndexFunc(all, func(c common) bool { return c.ID == metric }); at < 0 {
			var ids []string
			for _, c := range all {
				ids = append(ids, c.ID)
			}
			return mark.Panel{}, refusal(http.StatusBadRequest, "error.one-of", clipped(metric), join(ids)).about("metric", "")
		}
	}
	c := all[at]
	panel := mark.Panel{
		ID: "metrics", Title: say.Phrase(param.Clip(c.Name)),
		X: mark.Axis{Name: say.Phrase(l.T("compare.axis-" + p.by)), Integer: p.by != "share"}, Y: mark.Axis{Log: c.Log},
	}
	for i, h := range []*kept{a, b} {
		axis := h.axis(p.by)
		steps, values, err := h.values(ctx, c.ID)
		if err != nil {
			return panel, err
		}
		role, legend := roleA.Wide(2), say.Phrase("A")
		if i == 1 {
			role, legend = roleB.Wide(2).Dashed(), "B"
		}
		line := mark.PolyLine{Style: role, Legend: legend, Name: legend}
		now := mark.Points{Style: role}
		for k, n := range steps {
			y := values[k]
			if math.IsNaN(y) || math.IsInf(y, 0) || c.Log && y <= 0 {
				continue
			}
			place := mark.XY{X: axis(n), Y: y}
			line.At = append(line.At, place)
		}
		if y, err := h.valueAt(ctx, c.ID); err != nil {
			return panel, err
		} else if y != nil && !(c.Log && *y <= 0) {
			now.At = append(now.At, mark.XY{X: axis(h.step), Y: *y})
		}
		if len(line.At) > 0 {
			panel.Add(line)
		}
		if len(now.At) > 0 {
			panel.Add(now)
		}
	}
	return panel, nil
}

// bothPredict reports whether the predictions of both runs can be compared.
func bothPredict(ctx context.Context, p pair, a, b *kept) (bool, error) {
	for i, h := range []*kept{a, b} {
		if ok, err := h.predicts(ctx, p.sides()[i]); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}
