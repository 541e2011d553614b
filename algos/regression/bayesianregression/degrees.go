package bayesianregression

import "math"

// A score is what one degree gets from the observations so far.
type score struct {
	degree                 int
	evidence, bic, laplace float64
}

// scores compares the degrees on the observations so far.
func (v view) scores() []score { return v.task.scores[v.post.n]() }

// compare compares the degrees on the first n observations.
func (t *task) compare(n int) []score {
	var all []score
	for degree := range maxDegree + 1 {
		if degree == 0 && t.opt.Basis == origin {
			continue
		}
		all = append(all, t.score(n, degree))
	}
	return all
}

// score learns n observations at once; what rotations leave over is the misfit that the
// evidence counts.
func (t *task) score(n, degree int) score {
	other, root := *t, math.Sqrt(t.opt.NoiseVar)
	other.basis = newBasis(t.opt.Basis, degree)
	p := other.prior()
	for i, x := range t.x[:n] {
		p.factor.take(times(1/root, other.basis.at(x)), t.y[i]/root)
		p.flat.take(times(1/root, other.basis.at(t.scaled(x))), t.y[i]/root)
	}
	p.n, p.mu = n, p.factor.mean()
	evidence := other.logLikelihood(n, p.rest) - (float64(p.d)*math.Log(t.opt.PriorVar)+p.logDet())/2
	return score{degree, evidence, other.bic(p), other.laplace(p)}
}

// favourite is the score with the largest evidence; of equal ones the simplest.
func favourite(all []score) score {
	best := all[0]
	for _, s := range all[1:] {
		if s.evidence > best.evidence {
			best = s
		}
	}
	return best
}
