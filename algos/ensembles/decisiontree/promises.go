package decisiontree

import (
	"math"

	"playground/algos"
	"playground/algos/cart"
	"playground/algos/num"
	"playground/algos/say"
)

// Checks states what theory promises about this step.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.checkLargest(), v.checkPotential(), v.checkFalls(), v.checkMost(), v.checkFits(), v.checkPruned()}
	if v.MinDecrease > 0 {
		checks = append(checks, v.checkEnough())
	}
	return checks
}

// rounding bounds what sums over leaves lose.
func (v view) rounding() float64 { return num.Ulp * float64(8*len(v.nodes)+8*len(v.classes)) }

// checkLargest counts all splits again, each on its own, without what the search has kept.
func (v view) checkLargest() algos.Check {
	claim := algos.Guarantee{Name: "largest", Claim: `the chosen split has the largest gain: $\mathrm{gain} \ge \max_a \mathrm{gain}(D, a)$`}
	if v.phase != splitting {
		return claim.Not("no node was split in this step")
	}
	if v.Criterion == ratio {
		return v.checkRatio()
	}
	n := v.current()
	best := 0.0
	for j := range v.x {
		if v.words[j] == nil {
			best = math.Max(best, v.tallied(n, j))
			continue
		}
		for _, q := range v.candidates(n, j) {
			gain, _ := v.recount(n, q)
			best = math.Max(best, gain)
		}
	}
	gain, _ := v.recount(n, *n.ask)
	return claim.AtLeast(gain, best, 64*num.Ulp*float64(len(v.classes))).Between("gain", "largest of all")
}

// tallied is the largest gain of all thresholds of a feature, from how many samples of every class have each of its numbers.
func (v view) tallied(n *node, j int) float64 {
	k := len(v.classes)
	tally := make([]int, k*v.distinct[j])
	for _, i := range n.rows {
		tally[int(v.rank[j][i])*k+v.y[i]]++
	}
	left, right, best := make([]int, k), make([]int, k), 0.0
	total, before := float64(len(n.rows)), 0
	for r := range v.distinct[j] {
		here := tally[r*k:][:k]
		if size(here) == 0 {
			continue
		}
		for c, m := range here {
			left[c] += m
			right[c] = n.counts[c] - left[c]
		}
		before += size(here)
		if after := len(n.rows) - before; before < v.MinLeaf || after < max(1, v.MinLeaf) {
			continue
		}
		after := total - float64(before)
		best = math.Max(best, n.impurity-float64(before)/total*v.impurity().Of(left)-after/total*v.impurity().Of(right))
	}
	return best
}

// checkRatio counts the best split on every feature again, and omits those below the average.
func (v view) checkRatio() algos.Check {
	claim := algos.Guarantee{Name: "ratio", Claim: `of the features with at least average gain, none has a larger gain ratio $\frac{\mathrm{gain}}{H_a}$`}
	n := v.current()
	var gains, ratios []float64
	mean := 0.0
	for _, l := range n.looked {
		if l.count == 0 {
			continue
		}
		gain, iv := v.recount(n, l.best)
		gains, ratios = append(gains, gain), append(ratios, gain/iv)
		mean += gain
	}
	mean /= float64(len(gains))
	best := 0.0
	for k, gain := range gains {
		if gain >= mean-tie {
			best = math.Max(best, ratios[k])
		}
	}
	gain, iv := v.recount(n, *n.ask)
	return claim.AtLeast(gain/iv, best, 64*num.Ulp*float64(len(v.classes))/iv).Between("gain ratio", "largest of these")
}

// recount is the gain of a split, and the entropy of its branches, by sending every sample through it.
func (v view) recount(n *node, q question) (gain, iv float64) {
	parts := make([][]int, max(2, len(q.values)))
	for k := range parts {
		parts[k] = make([]int, len(v.classes))
	}
	x := v.x[q.feature]
	for _, i := range n.rows {
		parts[q.branch(x[i])][v.y[i]]++
	}
	gain = n.impurity
	sizes := make([]int, len(parts))
	for k, counts := range parts {
		sizes[k] = size(counts)
		gain -= float64(sizes[k]) / float64(len(n.rows)) * v.impurity().Of(counts)
	}
	return gain, cart.Entropy.Of(sizes)
}

// checkPotential compares the impurity of the leaves with that before the split.
func (v view) checkPotential() algos.Check {
	claim := algos.Guarantee{Name: "potential", Claim: `a split never increases the weighted impurity $\sum_{\ell} \frac{|D_\ell|}{|D|}\varphi(D_\ell)$`}
	if v.phase != splitting {
		return claim.Not("no node was split in this step")
	}
	before := v
	before.splits--
	was, _, _ := before.sums()
	is, _, _ := v.sums()
	return claim.AtMost(is, was, v.rounding()).Between("after", "before")
}

// checkFalls sends all samples down the tree and counts them in their leaves; the other side is the sum of the gains.
func (v view) checkFalls() algos.Check {
	claim := algos.Guarantee{Name: "falls", Claim: `weighted impurity of the leaves = impurity of the root − sum of weighted gains: ` +
		`$\sum_\ell \frac{|D_\ell|}{|D|}\varphi(D_\ell) = \varphi(D) - \sum_t \frac{|D_t|}{|D|}\mathrm{gain}_t$`}
	counts := map[int][]int{}
	for _, i := range v.learn {
		at := v.of(i)
		if counts[at] == nil {
			counts[at] = make([]int, len(v.classes))
		}
		counts[at][v.y[i]]++
	}
	left, total := 0.0, float64(len(v.learn))
	for at := range v.nodes {
		if c := counts[at]; c != nil {
			left += float64(size(c)) / total * v.impurity().Of(c)
		}
	}
	right := v.nodes[0].impurity
	v.visit(v.splits, v.folds, func(n *node, leaf bool) {
		if !leaf {
			right -= float64(len(n.rows)) / total * n.ask.gain
		}
	})
	return claim.Equal(left, right, v.rounding()).Of(v.nodes[0].impurity).Between("counted in the leaves", "from the gains")
}

// checkMost: the impurity of K classes is largest at equal proportions.
func (v view) checkMost() algos.Check {
	k := float64(len(v.classes))
	claim, most := say.Phrase(`$\varphi \le 1 - \frac{1}{K}$, attained at equal class proportions`), 1-1/k
	if v.Criterion == entropy || v.Criterion == ratio {
		claim, most = `$\varphi \le \log_2 K$, attained at equal class proportions`, math.Log2(k)
	}
	return algos.AtMost("most", claim, v.current().impurity, most, 8*num.Ulp*k).Between("φ of this node", "maximum").Metered()
}

// checkFits: a fully grown tree misclassifies only samples that contradict each other.
func (v view) checkFits() algos.Check {
	claim := algos.Guarantee{Name: "fits", Claim: `a fully grown tree misclassifies only contradictory samples (equal inputs, different labels)`}
	switch {
	case v.MaxDepth > 0 || v.MinLeaf > 1 || v.MinDecrease > 0:
		return claim.Not("stopped by max depth, min samples or min decrease")
	case v.Prune != unpruned:
		return claim.Not("the tree is pruned")
	}
	type key [12]float64
	alike := map[key][]int{}
	for _, i := range v.learn {
		var k key
		for j, x := range v.x {
			k[j] = x[i]
		}
		alike[k] = append(alike[k], i)
	}
	least := 0
	for _, rows := range alike {
		most := 0
		for _, c := range v.count(rows) {
			most = max(most, c)
		}
		least += len(rows) - most
	}
	_, wrong, _ := v.sums()
	status := algos.Status{State: algos.Running}
	if v.phase != looking && v.ended(v.splits, v.folds) {
		status.State = algos.Converged
	}
	return claim.Tends(float64(wrong), float64(least), 0, status).Between("misclassified", "contradictory")
}

var claimCheapest = algos.Guarantee{Name: "cheapest", Claim: `no subtree has a smaller cost: $\min_T\; \text{errors}(T) + \alpha\cdot\text{leaves}(T)$`}

// checkPruned compares the objective of pruning with its minimum over all subtrees, found by another route.
func (v view) checkPruned() algos.Check {
	switch v.Prune {
	case byAlpha:
		return v.checkAlpha()
	case byValidation:
		const claim = `pruning never increases the validation error`
		if v.phase != folding {
			return algos.Inapplicable("aside", claim, "nothing has been pruned yet")
		}
		full := v
		full.folds = 0
		return algos.AtMost("aside", claim, float64(v.asideWrong()), float64(full.asideWrong()), 0).Between("pruned tree", "full tree")
	case byMDL:
		const claim = `the pruned tree has minimum description length`
		best := v.cheapest(0, func(n *node, leaf bool) float64 { return v.bits(n, leaf) })
		return v.minimum("shortest", claim, v.length(v.splits, v.folds), best)
	}
	return claimCheapest.Not("pruning is off")
}

func (v view) checkAlpha() algos.Check {
	cost := func(n *node, leaf bool) float64 {
		if !leaf {
			return 0
		}
		return float64(n.wrong()) + v.Alpha
	}
	_, wrong, leaves := v.sums()
	const claim = `no subtree has a smaller cost: $\min_T\; \text{errors}(T) + \alpha\cdot\text{leaves}(T)$`
	return v.minimum("cheapest", claim, float64(wrong)+v.Alpha*float64(leaves), v.cheapest(0, cost))
}

// minimum holds at the end, and is open before.
func (v view) minimum(name string, claim say.Phrase, now, best float64) algos.Check {
	if v.phase == looking || !v.ended(v.splits, v.folds) {
		return algos.Inapplicable(name, claim, "the tree is not pruned yet")
	}
	return algos.Equal(name, claim, now, best, num.Ulp*float64(16*len(v.nodes))*(1+best)).Between("this tree", "minimum")
}

// cheapest is the minimum cost of a subtree below a node, from the bottom up.
func (v view) cheapest(at int, cost func(n *node, leaf bool) float64) float64 {
	n := v.nodes[at]
	leaf := cost(n, true)
	if n.ask == nil {
		return leaf
	}
	sum := cost(n, false)
	for _, k := range n.children {
		sum += v.cheapest(k, cost)
	}
	return math.Min(leaf, sum)
}
