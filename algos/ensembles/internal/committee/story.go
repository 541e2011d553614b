package committee

import (
	"math"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/cart"
	"playground/algos/say"
)

// passMembers is how many members a whole pass takes.
const passMembers = 10

// vars are what the words of a step may name.
func (v View) vars() say.Vars {
	b := v.Number()
	return say.Vars{
		"b": b, "name": Name(b), "h": say.Math(`\ref{` + Ref(b) + `}{h_{` + strconv.Itoa(b) + `}}`), "new": say.Math("h_{" + strconv.Itoa(b) + "}"),
		"n": len(v.Y), "B": len(v.Committee),
		"all": v.Options.Members, "miss": v.Miss, "pass": passMembers,
	}
}

func (s *State) step(phase int, m *Member) (algos.Step, View) {
	v := View{State: s, Phase: phase, New: m}
	next := say.Vars{"next": Name(len(s.Committee) + 1), "pass": passMembers}
	return algos.Step{
		Size: algos.Micro, Metrics: s.metrics(), Status: algos.Status{State: algos.Running},
		Next: algos.Next{Small: next.Text("draw rows for <next>"), Step: next.Text("<next> joins"), Pass: next.Text("<pass member>")},
	}, v
}

// Started is the step before any member, which the demo gives its view.
func (s *State) Started() (algos.Step, View) {
	step, v := s.step(starting, nil)
	step.Phase, step.Size = "start", algos.Pass
	return step, v
}

// Drawn is the step that draws the rows of a member.
func (s *State) Drawn(m *Member) (algos.Step, View) {
	step, v := s.step(drawing, m)
	vars := v.vars()
	step.Phase = vars.Text("draw rows for <name>")
	step.Next = algos.Next{Small: vars.Text("grow <name>"), Step: vars.Text("<name> joins"), Pass: vars.Text("<pass member>")}
	return step, v
}

// Voted is the step in which the last member has joined.
func (s *State) Voted() (algos.Step, View) {
	b := len(s.Committee)
	step, v := s.step(voting, s.Committee[b-1])
	vars := v.vars()
	step.Phase, step.Size = vars.Text("<name> joins"), algos.Normal
	if b%passMembers == 0 {
		step.Size = algos.Pass
	}
	if s.Z == nil && s.Wrong == 0 && !s.wasRight() {
		step.Events = append(step.Events, algos.Event{Kind: "no-mistakes", Text: "the committee gets every training point right"})
	}
	if b < s.Options.Members {
		return step, v
	}
	step.Size = algos.Pass
	vars["wrong"], vars["oob"], vars["rows"] = s.BagWrong, s.BagError(), s.BagRows
	if s.BagRows == 0 {
		step.Status = algos.Status{State: algos.Converged, Reason: vars.Text("<all member> have voted. No row ever stayed out of the bag.")}
		return step, v
	}
	if s.Z != nil {
		vars["squares"] = s.BagLoss
		step.Status = algos.Status{State: algos.Converged, Reason: vars.Text("<all member> are grown. Out of the bag the mean squared error is <squares>.")}
		return step, v
	}
	step.Status = algos.Status{State: algos.Converged, Reason: vars.Text(
		"<all member> have voted. Out of the bag <wrong> of <rows row> are wrong: an error of <oob>.")}
	return step, v
}

// wasRight reports whether the committee without its last member made no mistake either.
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
	s.Text("<all member> will be trees, each grown on a sample of its own: <n row>, drawn with replacement.")
	s.Text("So some rows come twice or more, and each stays out of the bag with the same probability:")
	s.TeX(`\left(1 - \frac{1}{n}\right)^n = \left(1 - \frac{1}{<n>}\right)^{<n>} = \hl{<miss>} \quad \to \quad e^{-1} \approx 0.368`)
	if m, d := v.offered(len(v.Names)), len(v.Names); m > 0 {
		s.Vars["m"], s.Vars["d"] = m, d
		if v.Per == Tree {
			s.Text("Each tree may look at <m> of the <d column> only, drawn once for the whole tree.")
		} else {
			s.Text("Each split may look at <m> of the <d column> only, drawn anew.")
		}
	}
	if v.Z != nil {
		s.Text("Each tree says the mean of its leaf, and the committee the mean of its trees.")
	}
	switch {
	case v.single() && v.Z != nil:
		s.Text("All targets are equal: every tree will be a single leaf.")
	case v.single():
		s.Text("All points have one class: every tree will be a single leaf.")
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
	s.Text("For <new> <n row> are drawn with replacement. <in row> come, <row> most often: <most time>. <out row> stay out of the bag.")
	s.TeX(`\frac{\text{out of the bag}}{n} = \frac{<out>}{<n>} = \hl{<share>}, \qquad \left(1 - \frac{1}{<n>}\right)^{<n>} = <miss>`)
	if m.Columns != nil {
		s.Vars["columns"] = v.named(m.Columns)
		s.Text("Of the columns <new> gets <columns>.")
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
		s.Text("<h> is a tree with <splits split>. On the <out row> that it has not seen its mean squared error is <own>.")
	case m.Out > 0:
		s.Text("<h> is a tree with <splits split>. It gets <wrong> wrong of the <out row> that it has not seen.")
	default:
		s.Text("<h> is a tree with <splits split>. It has seen every row.")
	}
	switch {
	case v.Z != nil:
		v.sayFar(s)
	default:
		v.sayRow(s)
	}
	if st.BagRows > 0 && v.Z != nil {
		s.Vars["sum"], s.Vars["rows"], s.Vars["oob"] = st.BagLoss*float64(st.BagRows), st.BagRows, st.BagLoss
		s.Text("On every row only those speak that have not drawn it. Over <rows row> the squares of what they are off add up:")
		s.TeX(`\text{out-of-bag error} = \frac{<sum>}{<rows>} = \hl{<oob>}`)
	} else if st.BagRows > 0 {
		s.Vars["bagwrong"], s.Vars["rows"], s.Vars["oob"] = st.BagWrong, st.BagRows, st.BagError()
		s.Text("On every row only those vote that have not drawn it. They get <bagwrong> of <rows> wrong:")
		s.TeX(`\text{out-of-bag error} = \frac{<bagwrong>}{<rows>} = \hl{<oob>}`)
	}
	s.Vars["brier"], s.Vars["single"], s.Vars["spread"] = st.Brier, st.Single, st.Single-st.Brier
	if len(st.Committee) > 1 && st.Single > 0 {
		s.Text("In squares the committee is better than its members are on average, by exactly what they differ:")
		s.TeX(`\overline{(y - \bar p)^2} = \overline{(y - p_b)^2} - \overline{(p_b - \bar p)^2} = <single> - <spread> = \hl{<brier>}`)
	}
	v.saySpread(s)
	v.sayImportance(s)
}

// sayRow shows the votes on the row that is nearest to a tie.
func (v View) sayRow(s *algos.Story) {
	st := v.State
	row, nearest := -1, math.Inf(1)
	for i := range st.Y {
		if st.Voters[i] == 0 {
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
	if row < 0 || len(st.Committee) < 2 {
		return
	}
	bag := st.Bag[row*st.K:][:st.K]
	k := Winner(bag)
	s.Vars["row"], s.Vars["voters"], s.Vars["votes"] = say.Row(row), st.Voters[row], bag[k]
	s.Vars["class"], s.Vars["p"] = say.Given(st.Set.ClassName(k)), bag[k]/float64(st.Voters[row])
	s.Text("The closest vote is on <row>: <voters member> have not drawn it, and <class> comes first:")
	s.TeX(`\bar p(<row>) = \frac{<votes>}{<voters>} = <p>`)
}

// sayFar shows the row on which the members that have not drawn it are farthest off.
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
	s.Text("Out of the bag the committee is farthest off on <row>: <voters member> have not drawn it, their mean is <said>, and the value <value>.")
}

func (v View) saySpread(s *algos.Story) {
	st := v.State
	if !(st.OfTree > 0) || len(st.Committee) != len(st.Heard) {
		return
	}
	s.Vars["samples"], s.Vars["tree"], s.Vars["rho"], s.Vars["team"], s.Vars["rest"] = len(st.copies), st.OfTree, st.Rho(), st.OfCommittee, 1-st.Rho()
	s.Text("On <samples> other samples of the same generator a single tree has the variance <tree>, two of them the correlation <rho>, and so the committee:")
	s.TeX(`\rho\sigma^2 + \frac{1-\rho}{B}\,\sigma^2 = <rho> \cdot <tree> + \frac{<rest>}{<B>} \cdot <tree> = \hl{<team>}`)
}

func (v View) sayImportance(s *algos.Story) {
	mean, se := v.Importances()
	if mean == nil || v.OutSum == 0 {
		return
	}
	best := Winner(mean)
	s.Vars["column"], s.Vars["drop"], s.Vars["se"] = say.Given(v.Names[best]), mean[best], se[best]
	if mean[best] <= 0 {
		s.Text("No column is missed when it is shuffled among the rows out of the bag.")
		return
	}
	if v.Z != nil {
		s.Text("Shuffle <column> among the rows out of the bag, and the mean squared error of a tree rises by <drop> (standard error <se>): no column is missed more.")
		return
	}
	s.Text("Shuffle <column> among the rows out of the bag, and a tree gets the share <drop> more of them wrong (standard error <se>): no column is missed more.")
}

// used are the columns that a tree splits.
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
