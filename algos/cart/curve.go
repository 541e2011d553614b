package cart

import "context"

// A Candidate is a threshold that a node could take.
type Candidate struct {
	Threshold   float64
	Gain        float64
	Left, Right Node // what would lie on either side, as leaves
}

// Candidates are all thresholds of a column for the rows that are drawn, smallest first, each judged on its own
// by counting its two sides. It takes as many rounds as there are thresholds: what pictures show, not what trees grow by.
func Candidates(ctx context.Context, s *Sorted, c Criterion, rows []int32, column int) ([]Candidate, error) {
	x, order := s.X[column], make([]int32, 0, len(rows))
	in := make([]bool, s.Rows())
	for _, i := range rows {
		in[i] = true
	}
	for _, i := range s.order[column] {
		if in[i] {
			order = append(order, i)
		}
	}
	how := c.criterion()
	node := how.describe(order, 0)
	var out []Candidate
	for k := 1; k < len(order); k++ {
		a, b := x[order[k-1]], x[order[k]]
		if a == b {
			continue
		}
		if k%interval == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		left, right := how.describe(order[:k], 1), how.describe(order[k:], 1)
		out = append(out, Candidate{Threshold: Midway(a, b), Gain: fall(node, left, right), Left: left, Right: right})
	}
	return out, nil
}

// A Criterion is what a tree is grown by: an impurity of labels, or the squares of values.
type Criterion struct {
	Impurity Impurity
	Labels   []int
	Values   []float64 // where there are no labels
	Times    []int     // how often each row is drawn; nil means once
}

func (c Criterion) criterion() criterion {
	if c.Labels != nil {
		return newClasses(c.Labels, c.Impurity, c.Times)
	}
	return &values{y: c.Values, times: c.Times}
}
