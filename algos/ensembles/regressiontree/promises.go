package regressiontree

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/cart"
	"playground/algos/num"
	"playground/algos/say"
)

var (
	claimFall    = algos.Guarantee{Name: "fall", Claim: `the recomputed SSE is that of the root minus $n\cdot\text{gain}$ of every split`}
	claimLargest = algos.Guarantee{Name: "largest", Claim: `the chosen split has the largest SSE reduction of all features and thresholds`}
	claimMean    = algos.Guarantee{Name: "centred", Claim: `in every leaf the residuals sum to 0: the prediction is the mean`}
	claimRises   = algos.Guarantee{Name: "rises", Claim: `a split never increases the training error`}
	claimParts   = algos.Guarantee{Name: "parts", Claim: `total sum of squares $\sum_i(y_i-\bar y)^2$ = within the leaves + between their means`}
	claimCheap   = algos.Guarantee{Name: "cheapest", Claim: `the pruned tree minimises the cost-complexity: $\min_T\; R(T)+\alpha\,\text{leaves}(T)$`}
	claimPrice   = algos.Guarantee{Name: "price", Claim: `pruning never increases the cost-complexity $R(T)+\alpha\,\text{leaves}$`}
)

// Checks computes the promises from the state that is shown, by a second route: samples are sent through the tree.
func (v view) Checks() []algos.Check {
	sse, total := v.counted(), v.about(v.mean())
	rest := num.Sum{}
	rest.Add(total.Value)
	largest := 0.0
	for _, i := range v.nodes() {
		if v.split(i) {
			rest.Add(-v.fall(i))
		}
	}
	for _, y := range v.y {
		largest = math.Max(largest, math.Abs(y))
	}
	parts := v.counted()
	for _, l := range v.leaves() {
		d := v.tree.Nodes[l].Value - v.mean()
		parts.Add(float64(v.tree.Nodes[l].N)*d*d, 8*float64(v.tree.Nodes[l].N)*largest*math.Abs(d))
	}
	// Means are rounded before they are subtracted: each square has an error of ulps of its root times the largest target.
	slack := 64 * num.Ulp * float64(len(v.y)) * (total.Value + largest*math.Sqrt(total.Value) + num.Ulp*largest*largest)
	none, rising := say.Phrase(""), say.Phrase("")
	if v.phase != splitting {
		none = "no leaf was split in this step"
		rising = none
	}
	unpruned := say.Phrase("")
	if v.phase != pruning {
		unpruned = "no node was pruned in this step"
	}
	before := v.before()
	checks := []algos.Check{
		claimFall.Equal(sse.Value, rest.Value, slack+sse.Rounding()+rest.Rounding()).
			Between("SSE recomputed", "root SSE − total reduction").Of(total.Value),
		claimParts.Equal(total.Value, parts.Value, slack+total.Rounding()+parts.Rounding()).Between("total", "within + between"),
		v.centred(largest),
		claimRises.AtMost(sse.Value, before.counted().Value, slack+sse.Rounding()).Between("SSE now", "SSE before").Unless(rising),
		claimPrice.AtMost(v.cost(), before.cost(), (slack+sse.Rounding())/float64(len(v.y))+1e-11*v.cost()).Between("now", "before").Unless(unpruned),
	}
	return append(checks, v.largest(none, slack), v.cheapest(slack/float64(len(v.y))))
}

// cheapest compares the pruned tree with the optimum of all prunings, which is found from the leaves up.
func (v view) cheapest(slack float64) algos.Check {
	switch {
	case v.Alpha == 0:
		return claimCheap.Not("pruning is off: α = 0")
	case v.phase == looking || !v.last():
		return claimCheap.Not("the tree is not pruned yet")
	}
	least := make([]float64, len(v.tree.Nodes))
	for i, n := range slices.Backward(v.tree.Nodes) { // children come behind their parents
		least[i] = v.squares(i)/float64(len(v.y)) + v.Alpha
		if n.Feature != cart.Leaf {
			least[i] = math.Min(least[i], least[n.Left]+least[n.Right])
		}
	}
	// as many terms are added up as there are nodes; links of one α, up to rounding, may go or stay
	room := slack + 16*num.Ulp*float64(len(v.tree.Nodes))*v.cost() + 1e-11*v.cost()
	return claimCheap.Equal(v.cost(), least[0], room).Between("this tree", "minimum")
}

// cost is R(T) + α·leaves.
func (v view) cost() float64 {
	s := v.counted()
	return s.Value/float64(len(v.y)) + v.Alpha*float64(len(v.leaves()))
}

func (v view) mean() float64 {
	mean := 0.0
	for _, y := range v.y {
		mean += y / float64(len(v.y))
	}
	return mean
}

func (v view) about(c float64) num.Sum {
	var s num.Sum
	for _, y := range v.y {
		d := y - c
		s.Add(d*d, 4*(math.Abs(y)+math.Abs(c))*math.Abs(d))
	}
	return s
}

// counted is the sum of squares of all samples, each sent through the tree.
func (v view) counted() num.Sum {
	var s num.Sum
	f := v.placed()
	for i, y := range v.y {
		_, at := f(i)
		d := y - at
		s.Add(d*d, 4*(math.Abs(y)+math.Abs(at))*math.Abs(d))
	}
	return s
}

// centred is the leaf whose residuals are farthest from 0 in their sum.
func (v view) centred(largest float64) algos.Check {
	sums := make([]num.Sum, len(v.tree.Nodes))
	f := v.placed()
	for i, y := range v.y {
		l, at := f(i)
		sums[l].Add(y-at, math.Abs(y)+math.Abs(at))
	}
	worst := sums[0]
	for _, s := range sums {
		if math.Abs(s.Value) > math.Abs(worst.Value) {
			worst = s
		}
	}
	return claimMean.Equal(worst.Value, 0, worst.Rounding()+4*num.Ulp*largest*float64(len(v.y))).Of(largest)
}

// largest compares the split with all others.
func (v view) largest(none say.Phrase, slack float64) algos.Check {
	if none != "" {
		return claimLargest.Not(none)
	}
	top := math.Inf(-1)
	for j := range v.columns() {
		for _, c := range v.candidates(v.node, j) {
			if v.allowed(c) {
				top = math.Max(top, float64(len(v.rows[v.node]))*c.Gain)
			}
		}
	}
	return claimLargest.AtLeast(v.fall(v.node), top, slack+1e-12*v.squares(v.node)).Between("this split", "best of all")
}

func (v view) candidates(node, feature int) []cart.Candidate {
	all, err := cart.Candidates(context.Background(), v.sorted, cart.Criterion{Values: v.y}, v.rows[node], feature)
	if err != nil {
		return nil // the context does not end
	}
	return all
}

func (v view) allowed(c cart.Candidate) bool { return c.Left.N >= v.MinLeaf && c.Right.N >= v.MinLeaf }
