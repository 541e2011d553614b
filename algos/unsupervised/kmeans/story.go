package kmeans

import (
	"fmt"

	"playground/algos"
	"playground/algos/say"
	"playground/algos/unsupervised/internal/lloyd"
)

// step shows the state: what was done, and what comes next.
func (s *state) step(at phase, part int) algos.Step {
	step := algos.Step{
		Phase: "start", Size: algos.Normal, Next: algos.Next{Small: "assign one point", Step: "assign", Pass: "one iteration"},
		Metrics: s.metrics(), Status: s.status, View: view{state: s, phase: at, part: part},
	}
	switch at {
	case starting, drawing:
		if at == drawing {
			step.Phase = say.Vars{"k": len(s.centres)}.Text("sample centre <k>")
		}
		if len(s.centres) < s.K {
			next := say.Vars{"k": len(s.centres) + 1}.Text("sample centre <k>")
			step.Next = algos.Next{Step: next, Pass: "finish iteration 1"}
		}
	case asking:
		step.Phase, step.Size, step.Next.Small = say.Vars{"row": say.Row(part).Name()}.Text("assign <row>"), algos.Micro, ""
	case assigning:
		step.Phase, step.Events = "assign", s.emptied()
		step.Next.Small, step.Next.Step = moving(s.nextCentre(-1)), "update"
	case fitting:
		step.Phase, step.Size = moving(part), algos.Micro
		step.Next.Small, step.Next.Step = "", "update"
		if k := s.nextCentre(part); k >= 0 {
			step.Next.Small = moving(k)
		}
	case updating:
		step.Phase, step.Size, step.Events = "update", algos.Pass, s.treated()
	}
	return step
}

// nextCentre is the next cluster with points after k, −1 if there is none.
func (s *state) nextCentre(k int) int {
	for k++; k < len(s.counts); k++ {
		if s.counts[k] > 0 {
			return k
		}
	}
	return -1
}

func moving(k int) say.Phrase { return say.Vars{"k": k + 1}.Text("move centre <k>") }

// emptied are the clusters that have just been left without points.
func (s *state) emptied() (events []algos.Event) {
	for _, k := range s.lost {
		if s.was == nil || s.had(k) {
			events = append(events, algos.Event{Kind: "empty", Text: say.Vars{"k": k + 1}.Text("cluster <k> is empty")})
		}
	}
	return events
}

// had reports whether a cluster had points before the last assignment.
func (s *state) had(k int) bool {
	for _, label := range s.was {
		if int(label) == k {
			return true
		}
	}
	return false
}

// treated is what became of empty clusters.
func (s *state) treated() (events []algos.Event) {
	for _, f := range s.filled {
		v := say.Vars{"k": f.cluster + 1, "row": say.Row(f.row).Name()}
		events = append(events, algos.Event{Kind: "empty", Text: v.Text("<row> is reassigned to empty cluster <k>")})
	}
	for _, k := range s.dropped {
		events = append(events, algos.Event{Kind: "empty", Text: say.Vars{"k": k + 1}.Text("empty cluster <k> is removed")})
	}
	return events
}

// precise is an objective: it changes in late digits.
func precise(x float64) say.Digits { return say.Digits{X: x, N: 6} }

// ref is what centre k is called in marks and formulas.
func ref(k int) string { return fmt.Sprint("c", k) }

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: say.Vars{"n": len(v.x), "K": v.K, "J": precise(v.objective), "inertia": precise(v.inertia)}}
	switch v.phase {
	case starting:
		v.sayStart(&s)
	case drawing:
		v.sayDrawn(&s)
	case asking:
		v.sayPoint(&s)
	case assigning:
		v.sayAssigned(&s)
	case fitting:
		v.sayCentre(&s)
	case updating:
		v.sayUpdated(&s)
	}
	if v.status.Final() && v.phase == assigning {
		v.sayBest(&s)
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	if v.seeding != nil {
		s.Text("There is no centre yet. k-means++ samples the first uniformly. Each further one is sampled with probability proportional to the " +
			"squared distance to the nearest centre so far:")
		s.TeX(`P(x_i) = \frac{D^2(x_i)}{\sum_j D^2(x_j)}, \quad D(x) = \min_k \lVert x - \mu_k \rVert`)
		return
	}
	s.Vars["rows"] = named(v.rows)
	switch v.Init {
	case atRandom:
		s.Text("The initial centres are <K point> sampled uniformly at random. No point is assigned to a cluster yet.")
	case atPoints:
		s.Text("The initial centres are <rows>. No point is assigned to a cluster yet.")
	default:
		s.Text("The initial centres are set by hand. No point is assigned to a cluster yet.")
	}
	if j, k, ok := v.twins(); ok {
		s.Vars["j"], s.Vars["k"] = j+1, k+1
		s.Text("Centres <j> and <k> start at the same position: ties go to the first of them.")
	}
	s.TeX(`\sum_{i=1}^{<n>} \min_k \lVert x_i - \mu_k \rVert^2 = <inertia>`)
}

// twins returns two centres at the same place.
func (s *state) twins() (j, k int, ok bool) {
	for k := range s.centres {
		for j := range k {
			if s.centres[j] == s.centres[k] && s.centres[k] != gone {
				return j, k, true
			}
		}
	}
	return 0, 0, false
}

// named are a few rows by name: "x₇, x₉, x₁₂ and 3 others".
func named(rows []int) say.Phrase {
	v := say.Vars{"more": len(rows) - 3}
	for k, i := range rows[:min(len(rows), 3)] {
		v[string("abc"[k])] = say.Row(i).Name()
	}
	switch len(rows) {
	case 1:
		return v.Text("<a>")
	case 2:
		return v.Text("<a> and <b>")
	case 3:
		return v.Text("<a>, <b> and <c>")
	}
	return v.Text("<a>, <b>, <c> and <more other>")
}

func (v view) sayDrawn(s *algos.Story) {
	k := len(v.centres)
	row := say.Row(v.seeding.Rows[k-1])
	s.Vars["x"], s.Vars["k"] = row, k
	switch {
	case k == 1:
		s.Text(`The first centre is $\hl{<x>}$, sampled uniformly from <n point>.`)
	case v.law.Total == 0:
		s.Text(`Every point coincides with a centre already, so centre <k> is a duplicate: $\hl{<x>}$.`)
		return
	default:
		d2 := v.law.D2[v.seeding.Rows[k-1]]
		s.Vars["d2"], s.Vars["total"], s.Vars["p"] = d2, v.law.Total, d2/v.law.Total
		s.Vars["times"] = d2 / v.law.Total * float64(len(v.x))
		s.Text(`Centre <k> is $\hl{<x>}$, sampled with probability proportional to $D^2$:`)
		s.TeX(`P(<x>) = \frac{D^2}{\sum_j D_j^2} = \frac{<d2>}{<total>} = \hl{<p>}`)
		s.Text("That is <times> times its probability under uniform sampling.")
	}
	s.Text(`Now $\sum_i D^2(x_i) = <inertia>$.`)
}

func (v view) sayPoint(s *algos.Story) {
	own, other, p := int(v.labels[v.part]), -1, v.x[v.part]
	if v.was != nil && v.was[v.part] != v.labels[v.part] {
		other = int(v.was[v.part])
	}
	changes := other >= 0
	if other < 0 {
		other = v.second(v.part)
	}
	row := say.Row(v.part)
	s.Vars["x"], s.Vars["k"], s.Vars["own"] = row, own+1, lloyd.D2(p, v.centres[own])
	if other < 0 {
		s.Text(`There is only one centre, and $\hl{<x>}$ is assigned to it like all points.`)
		return
	}
	s.Vars["j"], s.Vars["other"] = other+1, lloyd.D2(p, v.centres[other])
	switch {
	case changes:
		s.Text(`$\hl{<x>}$ moves from cluster <j> to cluster <k>, whose centre is nearer now:`)
	case v.was == nil:
		s.Text(`The closest decision is $\hl{<x>}$: it is assigned to centre <k>, and centre <j> is second nearest:`)
	default:
		s.Text(`The closest decision is $\hl{<x>}$: it stays in cluster <k>, and centre <j> is second nearest:`)
	}
	s.TeX(`\lVert <x> - \mu_{<k>} \rVert^2 = \hl{<own>}, \qquad \lVert <x> - \mu_{<j>} \rVert^2 = <other>`)
}

func (v view) sayAssigned(s *algos.Story) {
	s.Vars["changed"], s.Vars["before"], s.Vars["fall"] = v.changed, precise(v.before), v.before-v.objective
	const objective = `J(c, \mu) = \sum_{i=1}^{<n>} \lVert x_i - \mu_{c(i)} \rVert^2 = \hl{<J>}`
	switch {
	case v.was == nil:
		s.Text("Assignment step: each point is assigned to its nearest centre. The regions on the board are the Voronoi cells of the centres.")
		s.TeX(objective)
	case v.changed == 0:
		s.Text("Assignment step: every point is already assigned to its nearest centre, and no assignment changes. $J$ stays at <J>.")
	default:
		s.Text("Assignment step: each point is assigned to its nearest centre. <changed=metric.changed point> changed cluster, and $J$ fell by <fall>:")
		s.TeX(objective)
	}
	if len(v.lost) == 0 || v.status.Final() {
		return
	}
	s.Vars["k"], s.Vars["others"] = v.lost[0]+1, len(v.lost)-1
	switch v.Empty {
	case farthest:
		s.Text("Cluster <k> is empty, so it has no mean. The update step will reassign the point farthest from its centre to it, if a cluster " +
			"has another point to spare.")
	case drop:
		s.Text("Cluster <k> is empty, so it has no mean. The update step will remove it.")
	default:
		s.Text("Cluster <k> is empty, so it has no mean. Its centre will stay where it is.")
	}
	if len(v.lost) > 1 {
		s.More("The same holds for <others other cluster>.")
	}
}

// fitted are the numbers of centre k, the mean of its points.
func (v view) fitted(k int, m means) say.Vars {
	mean, n := m.centres[k], float64(m.counts[k])
	vars := say.Vars{"k": k + 1, "ref": ref(k), "N": m.counts[k], "sum": vec{n * mean[0], n * mean[1]}, "mean": mean}
	if v.Dim == 1 {
		vars["sum"], vars["mean"] = say.Factor(n*mean[0]), mean[0]
	}
	return vars
}

const newMean = `\hl{\ref{<ref>}{\mu_{<k>}}} \leftarrow \frac{1}{N_{<k>}}\sum_{c(i)=<k>} x_i = \frac{1}{<N>}\cdot <sum> = <mean>`

func (v view) sayCentre(s *algos.Story) {
	s.Vars = v.fitted(v.part, v.next)
	s.Text("Centre <k> moves to the mean of its <N point>:")
	s.TeX(newMean)
}

func (v view) sayUpdated(s *algos.Story) {
	for _, f := range v.filled {
		s.Vars["k"], s.Vars["x"], s.Vars["d2"] = f.cluster+1, say.Row(f.row), f.d2
		s.Text(`Cluster <k> was empty: $\hl{<x>}$ is reassigned to it. Its squared distance to its centre, <d2>, was the largest among points ` +
			`that share a cluster.`)
	}
	for _, k := range v.dropped {
		s.Vars["k"], s.Vars["left"] = k+1, len(v.alive())
		s.Text("Cluster <k> was empty and is removed: <left centre is> left.")
	}
	k := v.fastest()
	if k < 0 {
		s.Text("Update step: every centre is already the mean of its cluster. $J$ stays at <J>.")
		return
	}
	vars := v.fitted(k, means{v.centres, v.counts})
	for name, value := range vars {
		s.Vars[name] = value
	}
	s.Vars["fall"], s.Vars["before"] = v.before-v.objective, precise(v.before)
	s.Text("Update step: each centre moves to the mean of its cluster. Centre <k> moves most:")
	s.TeX(newMean)
	s.Text("$J$ falls by <fall> to <J=metric.objective>.")
}

// fastest is the centre that moved most in the last update, −1 if none did.
func (s *state) fastest() int {
	best, far := -1, 0.0
	for k, c := range s.centres {
		if s.counts[k] > 0 && lloyd.D2(c, s.old[k]) > far {
			best, far = k, lloyd.D2(c, s.old[k])
		}
	}
	return best
}

// sayBest compares the end with the best clusters, where they are known.
func (v view) sayBest(s *algos.Story) {
	o := v.best()
	s.Vars["best"], s.Vars["factor"] = precise(o.value), v.objective/o.value
	switch {
	case o.how == unknown || v.status.State != algos.Converged:
	case v.objective <= o.value*(1+bestShare)+v.rounding(v.objective):
		s.Text("This is the global minimum: no partition of the points has a smaller $J$.")
	case o.value == 0:
		s.Text("This is a local minimum: the global minimum is $J = 0$.")
	default:
		s.Text("This is a local minimum, <factor> times the global minimum $J = <best>$.")
	}
	if !v.countable() {
		s.Text("The 100 restarts of each initialisation are not computed for <n point> and <K cluster>: that would take too long.")
	}
}

// bestShare is by what share two objectives differ that are the same to a reader.
const bestShare = 1e-9
