package kernels

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// checkRule compares the least eigenvalue with what the rule allows.
func (v view) checkRule() []algos.Check {
	n := v.part()
	if len(n.args) == 0 {
		return nil
	}
	k, a := v.now, v.operand(0)
	if a.eigen == nil {
		return nil
	}
	negative := say.Phrase("")
	if a.least() < -a.off {
		negative = "the rule asks for a kernel, and this part's argument has a negative eigenvalue"
	}
	switch n.op {
	case sum, difference, product:
		return v.checkPair(n, k, a, v.operand(1), negative)
	case scaled:
		right := n.value * a.least()
		if n.value < 0 {
			right = n.value * a.most()
		}
		return []algos.Check{
			claimScaled.Equal(k.least(), right, k.off+math.Abs(n.value)*a.off).Of(k.size()).Between("λ min(cK)", "from K"),
		}
	case power:
		low := math.Pow(max(0, a.lowest()), n.value-1)
		return []algos.Check{v.bounded("power", claimPower, k, a.least()*low, a.off*low).Unless(negative)}
	case exponential:
		return []algos.Check{v.bounded("exponential", claimExponential, k, a.least(), a.off).Unless(negative)}
	case weighted:
		low := math.Inf(1)
		for _, x := range v.x {
			f := n.fun.at(x, n.numbers).v
			low = min(low, f*f)
		}
		return []algos.Check{v.bounded("weighted", claimWeighted, k, a.least()*low, a.off*low).Unless(negative)}
	case marginal:
		return []algos.Check{v.checkMarginal(k, a)}
	}
	return nil
}

func (v view) checkPair(n *node, k, a, b *sheet, negative say.Phrase) []algos.Check {
	switch {
	case b.eigen == nil:
		return nil
	case n.op == sum:
		return []algos.Check{v.bounded("weyl", claimWeyl, k, a.least()+b.least(), a.off+b.off)}
	case n.op == difference:
		return []algos.Check{v.bounded("difference", claimDifference, k, a.least()-b.most(), a.off+b.off)}
	}
	if b.least() < -b.off {
		negative = "the rule asks for two kernels, and one of both has a negative eigenvalue"
	}
	low := b.lowest()
	off := a.off*math.Abs(low) + b.off*math.Abs(a.least()) + a.off*b.size() + b.off*a.size()
	return []algos.Check{v.bounded("schur", claimSchur, k, a.least()*low, off).Unless(negative)}
}

// bounded says that the least eigenvalue is at least something.
func (v view) bounded(name string, claim say.Phrase, k *sheet, least, off float64) algos.Check {
	return algos.AtLeast(name, claim, k.least(), least, k.off+off).Of(max(k.size(), math.Abs(least))).Between("λ min", "at least")
}

// lowest is the least entry of the diagonal.
func (s *sheet) lowest() float64 {
	low := math.Inf(1)
	for i := range s.n {
		low = min(low, s.at(i, i))
	}
	return low
}

// checkMarginal adds up the double sum by matrices, at the entry that is off the most.
func (v view) checkMarginal(k, a *sheet) algos.Check {
	p, q, worst, got := 0, 0, -1.0, 0.0
	for i := range k.n {
		for j := range i + 1 {
			x, z := v.States.shares(v.x[i]), v.States.shares(v.x[j])
			s := 0.0
			for h := range x {
				for g := range z {
					if h == g { // k((x, h), (z, g)) is 0 for other states
						s += x[h].v * a.at(i, j) * z[g].v
					}
				}
			}
			if d := math.Abs(s - k.at(i, j)); d > worst {
				p, q, worst, got = j, i, d, s
			}
		}
	}
	w := say.Vars{"i": say.Row(p).Name(), "j": say.Row(q).Name()}
	return claimMarginal.Equal(k.at(p, q), got, k.each[p*k.n+q]+8*num.Ulp*math.Abs(a.at(p, q))).Of(largest(a.values)).
		Between("entry", "by both sums").Because(w.Text("at <i> and <j>"))
}
