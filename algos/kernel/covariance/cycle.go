package covariance

// A Cycle is a part of a kernel that comes back after a period: a periodic kernel, with
// the factors in front of it.
type Cycle struct {
	Kernel Kernel
	Period float64
	// Sharp is Σ1/ℓ² over its lengths: how much an error in the sine counts.
	Sharp float64
}

// Cycles lists the parts of a kernel that come back after a period, in reading order.
// In a product they are its periodic factors of one period, with its constants; what
// else stands in the product is left out.
func (k Kernel) Cycles() []Cycle { return k.cycles(k.root, nil) }

func (k Kernel) cycles(n *node, all []Cycle) []Cycle {
	switch n.op {
	case leaf:
		return k.cycle([]*node{n}, all)
	case sum:
		for _, part := range n.args {
			all = k.cycles(part, all)
		}
	case product:
		var factors []*node
		for _, part := range n.args {
			switch part.op {
			case constant, leaf:
				factors = append(factors, part)
			default:
				all = k.cycles(part, all)
			}
		}
		return k.cycle(factors, all)
	}
	return all
}

// cycle adds the periodic kernels among some factors, if they have one period.
func (k Kernel) cycle(factors []*node, all []Cycle) []Cycle {
	var c Cycle
	var kept []*node
	periodic := familyOf("periodic")
	for _, n := range factors {
		switch {
		case n.op == constant:
			kept = append(kept, n)
		case n.family == periodic:
			length, period := k.values[n.from], k.values[n.from+1]
			if c.Period != 0 && c.Period != period {
				return all
			}
			kept = append(kept, n)
			c.Period, c.Sharp = period, c.Sharp+1/(length*length)
		}
	}
	if c.Period == 0 {
		return all
	}
	root := kept[0]
	if len(kept) > 1 {
		root = &node{op: product, args: kept}
	}
	c.Kernel = Kernel{root: root, values: k.values}
	return append(all, c)
}
