package committee

import (
	"math"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/cart"
	"playground/algos/say"
)

// passMembers is how many trees a whole pass takes.
const passMembers = 10

// vars are what the words of a step may name.
func (v View) vars() say.Vars {
	b := v.Number()
	return say.Vars{
		"b": b, "name": Name(b), "h": say.Math(`\ref{` + Ref(b) + `}{h_{` + strconv.Itoa(b) + `}}`), "new": say.Math("h_{" + strconv.Itoa(b) + "}"),
		"n": len(v.Y), "B": len(v.Committee),
		"all": v.Options.Estimators, "miss": v.Miss, "pass": passMembers,
	}
}

func (s *State) step(phase int, m *Member) (algos.Step, View) {
	v := View{State: s, Phase: phase, New: m}
	next := say.Vars{"next": Name(len(s.Committee) + 1), "pass": passMembers}
	return algos.Step{
		Size: algos.Micro, Metrics: s.metrics(), Status: algos.Status{State: algos.Running},
		Next: algos.Next{Small: next.Text("draw the bootstrap sample of <next>"), Step: next.Text("add <next>"), Pass: next.Text("<pass tree>")},
	}, v
}

// Started is the step before any tree, which the demo gives its view.
func (s *State) Started() (algos.Step, View) {
	step, v := s.step(starting, nil)
	step.Phase, step.Size = "start", algos.Pass
	return step, v
}

// Drawn is the step that draws the samples of a tree.
func (s *State) Drawn(m *Member) (algos.Step, View) {
	step, v := s.step(drawing, m)
	vars := v.vars()
	step.Phase = vars.Text("draw the bootstrap sample of <name>")
	step.Next = algos.Next{Small: vars.Text("train <name>"), Step: vars.Text("add <name>"), Pass: vars.Text("<pass tree>")}
	return step, v
}

// Voted is the step in which the last tree has joined.
func (s *State) Voted() (algos.Step, View) {
	b := len(s.Committee)
	step, v := s.step(voting, s.Committee[b-1])
	vars := v.vars()
	step.Phase, step.Size = vars.Text("add <name>"), algos.Normal
	if b%passMembers == 0 {
		step.Size = algos.Pass
	}
	if s.Z == nil && s.Wrong == 0 && !s.wasRight() {
		step.Events = append(step.Events, algos.Event{Kind: "no-mistakes", Text: "the training error of the ensemble is 0"})
	}
	if b < s.Options.Estimators {
		return step, v
	}
	step.Size = algos.Pass
	vars["wrong"], vars["oob"], vars["rows"] = s.BagWrong, s.BagError(), s.BagRows
	if s.BagRows == 0 {
		step.Status = algos.Status{State: algos.Converged, Reason: vars.Text("<all tree is> trained. No sample is ever out-of-bag.")}
		return step, v
	}
	if s.Z != nil {
		vars["squares"] = s.BagLoss
		step.Status = algos.Status{State: algos.Converged, Reason: vars.Text("<all tree is> trained. OOB error: mean squared error <squares>.")}
		return step, v
	}
	step.Status = algos.Status{State: algos.Converged, Reason: vars.Text(
		"<all tree is> trained. OOB error: <wrong> of <rows sample> misclassified, <oob>.")}
	return step, v
}

// wasRight reports whether the ensemble without its last tree made no mistake either.
func (s *State) wasRight() bool {
	last := s.Committee[len(s.Committee)-1]
	if len(s.Committee) == 1 {
		return false
	}
	votes := make([]float64, s.K)
	for i, y := range s.Y {
		clear(votes)
		s.says(votes, &last.Tree.Nodes[last.Leaves[i]])
		for k := range votes {
			votes[k] = s.Votes[i*s.K+k] - votes[k]
		}
		if Winner(votes) != y {
			return false
		}
	}
	return true
}

// Told is what the step did, with its own numbers.
func (v View) Told() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.Phase {
	case starting:
		v.sayStart(&s)
	case drawing:
		v.sayDraw(&s)
	default:
		v.sayVote(&s)
	}
	return s.Lines
}

func (v View) sayStart(s *algos.Story) {
	s.Text("<all tree> will be trained, each on its own bootstrap sample: <n sample> drawn with replacement.")
	s.Text("So some samples are drawn twice or more, and each is out-of-bag with the same probability:")
	s.TeX(`\left(1 - \frac{1}{n}\right)^n = \left(1 - \frac{1}{<n>}\right)^{<n>} = \hl{<miss>} \quad \to \quad e^{-1} \approx 0.368`)
	if m, d := v.offered(len(v.Names)), len(v.Names); m > 0 {
		s.Vars["m"], s.Vars["d"] = m, d
		if v.FeatureSampling == Tree {
			s.Text("Each tree uses one random subset of <m> of the <d feature> (random subspace).")
		} else {
			s.Text("Each split considers a new random subset of <m> of the <d feature>.")
		}
	}
	if v.Z != nil {
		s.Text("Each tree predicts the mean of its leaf, and the ensemble the mean of its trees.")
	}
	switch {
	case v.single() && v.Z != nil:
		s.Text("All targets are equal: every tree is a single leaf.")
	case v.single():
		s.Text("All points have one class: every tree is a single leaf.")
	}
}

// single reports whether all points have one class, or one value.
func (t *Task) single() bool {
	for i, y := range t.Y {
		if y != t.Y[0] || t.Z != nil && t.Z[i] != t.Z[0] {
			return false
		}
	}
	return true
}

func (v View) sayDraw(s *algos.Story) {
	m := v.New
	row, most := 0, uint16(0)
	for i, c := range m.Times {
		if c > most {
			row, most = i, c
		}
	}
	n := len(v.Y)
	s.Vars["in"], s.Vars["out"], s.Vars["row"], s.Vars["most"] = n-m.Out, m.Out, say.Row(row), int(most)
	s.Vars["share"] = share(m.Out, n)
	s.Text("The bootstrap sample of <new>: <n> draws with replacement. <in> distinct samples, <row> most often: <most time>. Out-of-bag: <out sample>.")
	s.TeX(`\text{OOB fraction} = \frac{<out>}{<n>} = \hl{<share>}, \qquad \left(1 - \frac{1}{<n>}\right)^{<n>} = <miss>`)
	if m.Columns != nil {
		s.Vars["columns"] = v.named(m.Columns)
		s.Text("The random feature subset of <new>: <columns>.")
	}
}

func (t *Task) named(columns []int) say.Given {
	var names []string
	for _, j := range columns {
		names = append(names, t.Names[j])
	}
	return say.Given(strings.Join(names, ", "))
}

func (v View) sayVote(s *algos.Story) {
	m, st := v.New, v.State
	s.Vars["splits"], s.Vars["out"], s.Vars["wrong"] = m.Tree.Leaves()-1, m.Out, m.Wrong
	switch {
	case m.Out > 0 && v.Z != nil:
		s.Vars["own"] = m.Squares / float64(m.Out)
		s.Text("<h> is a tree with <splits split>. Its mean squared error on <out sample> out-of-bag is <own>.")
	case m.Out > 0:
		s.Text("<h> is a tree with <splits split>. It misclassifies <wrong> of <out sample> out-of-bag.")
	default:
		s.Text("<h> is a tree with <splits split>. Its bootstrap sample has every sample, so none is out-of-bag.")
	}
	if st.BagRows > 0 && v.Z != nil {
		s.Vars["sum"], s.Vars["rows"], s.Vars["oob"] = st.BagLoss*float64(st.BagRows), st.BagRows, st.BagLoss
		s.Text("Out-of-bag predictions: only trees that did not train on a sample are averaged. Sum of squared residuals over <rows sample>:")
		s.TeX(`\text{out-of-bag error} = \frac{<sum>}{<rows>} = \hl{<oob>}`)
	} else if st.BagRows > 0 {
		s.Vars["bagwrong"], s.Vars["rows"], s.Vars["oob"] = st.BagWrong, st.BagRows, st.BagError()
		s.Text("Out-of-bag votes: only trees that did not train on a sample vote on it. They misclassify <bagwrong> of <rows>:")
		s.TeX(`\text{out-of-bag error} = \frac{<bagwrong>}{<rows>} = \hl{<oob>}`)
	}
	s.Fold()
	if v.Z != nil {
		v.sayFar(s)
	} else {
		v.sayRow(s)
	}
	s.Vars["brier"], s.Vars["single"], s.Vars["spread"] = st.Brier, st.Single, st.Single-st.Brier
	if len(st.Committee) > 1 && st.Single > 0 {
		s.Text("Ambiguity decomposition: squared error of the ensemble = mean error of the trees − their diversity:")
		s.TeX(`\overline{(y - \bar p)^2} = \overline{(y - p_b)^2} - \overline{(p_b - \bar p)^2} = <single> - <spread> = \hl{<brier>}`)
	}
	v.saySpread(s)
	v.sayImportance(s)
}

// sayRow shows the votes on the sample that is nearest to a tie.
func (v View) sayRow(s *algos.Story) {
	st := v.State
	row, nearest := -1, math.Inf(1)
	for i := range st.Y {
		if st.Voters[i] < 2 {
			continue
		}
		bag := st.Bag[i*st.K:][:st.K]
		first := Winner(bag)
		second := math.Inf(-1)
		for k, x := range bag {
			if k != first {
				second = max(second, x)
			}
		}
		if gap := (bag[first] - second) / float64(st.Voters[i]); gap < nearest {
			row, nearest = i, gap
		}
	}
	if row < 0 {
		return
	}
	bag := st.Bag[row*st.K:][:st.K]
	k := Winner(bag)
	s.Vars["row"], s.Vars["voters"], s.Vars["votes"] = say.Row(row), st.Voters[row], bag[k]
	s.Vars["class"], s.Vars["p"] = say.Given(st.Set.ClassName(k)), bag[k]/float64(st.Voters[row])
	s.Text("The closest OOB vote is on <row>: of <voters tree>, most predict <class>:")
	s.TeX(`\bar p(<row>) = \frac{<votes>}{<voters>} = <p>`)
}

// sayFar shows the sample on which the trees that have not drawn it are farthest off.
func (v View) sayFar(s *algos.Story) {
	row, far := -1, 0.0
	for i := range v.Y {
		if e := v.bagged(i); e > far {
			row, far = i, e
		}
	}
	if row < 0 {
		return
	}
	said := v.Bag[row] / float64(v.Voters[row])
	s.Vars["row"], s.Vars["voters"], s.Vars["said"], s.Vars["value"], s.Vars["off"] = say.Row(row), v.Voters[row], said, v.Z[row], v.Z[row]-said
	s.Text("The largest OOB residual is at <row>: the mean of <voters tree> is <said>, the target <value>.")
}

func (v View) saySpread(s *algos.Story) {
	st := v.State
	if !(st.OfTree > 0) || len(st.Committee) != len(st.Heard) {
		return
	}
	if s.Vars["samples"], s.Vars["tree"] = len(st.copies), st.OfTree; len(st.Heard) == 1 {
		s.Text("Over <samples> other training sets of the same generator a single tree has variance <tree>.")
		return
	}
	s.Vars["rho"], s.Vars["team"], s.Vars["rest"] = st.Rho(), st.OfCommittee, 1-st.Rho()
	s.Text("Over <samples> other training sets of the same generator a single tree has variance <tree>, two trees have correlation <rho>, and the " +
		"ensemble has:")
	s.TeX(`\rho\sigma^2 + \frac{1-\rho}{B}\,\sigma^2 = <rho> \cdot <tree> + \frac{<rest>}{<B>} \cdot <tree> = \hl{<team>}`)
}

func (v View) sayImportance(s *algos.Story) {
	mean, se := v.Importances()
	if mean == nil || v.OutSum == 0 {
		return
	}
	best := Winner(mean)
	s.Vars["column"], s.Vars["drop"] = say.Given(v.Names[best]), mean[best]
	switch {
	case mean[best] <= 0:
		s.Text("No feature has positive permutation importance.")
		return
	case se == nil && v.Z != nil:
		s.Text("Permutation importance: permuting <column> on the OOB samples adds <drop> to the mean squared error of the tree, the most of all features.")
		return
	case se == nil:
		s.Text("Permutation importance: permuting <column> on the OOB samples adds <drop> to the error rate of the tree, the most of all features.")
		return
	}
	s.Vars["se"] = se[best]
	if v.Z != nil {
		s.Text("Permutation importance: permuting <column> on the OOB samples adds <drop> to the mean squared error of a tree (standard error <se>), " +
			"the most of all features.")
		return
	}
	s.Text("Permutation importance: permuting <column> on the OOB samples adds <drop> to the error rate of a tree (standard error <se>), the most of " +
		"all features.")
}

// used are the features that a tree splits.
func used(t *cart.Tree, columns int) (count int) {
	seen := make([]bool, columns)
	for _, n := range t.Nodes {
		if n.Feature != cart.Leaf && !seen[n.Feature] {
			seen[n.Feature] = true
			count++
		}
	}
	return count
}
