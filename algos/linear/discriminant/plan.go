package discriminant

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// A kind is what a step does.
type kind int

const (
	starting   kind = iota
	averaging       // the mean of class k
	scattering      // its scatter and covariance
	separating      // between the means: S_b, or the priors
	pooling         // S_w, or the shared covariance
	turning         // w at one more angle
	inverting       // S_w⁻¹, Σ⁻¹ or Σₖ⁻¹
	directing       // w*
	scoring         // δₖ of more than two classes
	cutting         // the threshold
	deciding        // one row is classified
	evaluating      // all rows are
	failing         // it cannot be done
)

// An item is one step of the plan.
type item struct {
	kind  kind
	k     int // the group; of deciding the row, of turning which angle
	size  algos.Size
	label say.Phrase // the step's phase, and what the button before it says
}

// turns is how many angles the sweep tries.
const turns = 12

// turned is angle i of the sweep in degrees.
func turned(i int) float64 { return 180 * float64(i) / turns }

// schedule lists the steps of the run, and notes from which on something is known.
func (t *task) schedule() {
	t.add(starting, 0, algos.Normal, "start")
	for k := range t.groups {
		w := say.Vars{"class": t.name(k)}
		t.add(averaging, k, algos.Micro, w.Text("mean of class <class>"))
		t.add(scattering, k, ends(k, len(t.groups)), w.Text("scatter of class <class>"))
	}
	switch t.Method {
	case fisher:
		t.add(separating, 0, algos.Normal, "compute between-class scatter")
		t.add(pooling, 0, algos.Pass, "sum within-class scatter")
		for i := range turns {
			t.add(turning, i, ends(i, turns), say.Vars{"angle": turned(i)}.Text("rotate w to <angle>°"))
		}
		t.add(inverting, 0, algos.Normal, "invert within-class scatter")
		t.add(directing, 0, algos.Normal, "find w*")
	case lda:
		t.add(separating, 0, algos.Normal, "estimate class priors")
		t.add(pooling, 0, algos.Pass, "compute pooled covariance")
		t.add(inverting, 0, algos.Normal, "invert Σ")
		if t.two() {
			t.add(directing, 0, algos.Normal, "find w")
		}
	case qda:
		t.add(separating, 0, algos.Pass, "estimate class priors")
		for k := range t.groups {
			t.add(inverting, k, algos.Normal, say.Vars{"k": t.sub(k)}.Text("invert Σ<k>"))
		}
	}
	switch { // the rule
	case t.Method == fisher:
		t.add(cutting, 0, algos.Pass, "set the threshold")
	case t.two():
		t.add(cutting, 0, algos.Pass, "compute the threshold")
	default:
		for k := range t.groups {
			t.add(scoring, k, ends(k, len(t.groups)), say.Vars{"class": t.name(k)}.Text("discriminant of class <class>"))
		}
	}
	for i := range t.z {
		t.add(deciding, i, algos.Micro, say.Vars{"x": say.Row(i).Name()}.Text("classify <x>"))
	}
	t.add(evaluating, 0, algos.Pass, "classify all points")
	t.pooledAt, t.decidedAt, t.evaluatedAt = t.when(pooling, 0), t.when(deciding, 0), t.when(evaluating, 0)
	if t.Method == qda {
		t.pooledAt = t.when(separating, 0)
	}
	t.ruleAt = min(t.when(cutting, 0), t.when(scoring, len(t.groups)-1))
	t.directAt = min(t.when(directing, 0), t.ruleAt) // of several groups w* is only shown beside the rule
}

// ends is the size of step i of n that are one pass.
func ends(i, n int) algos.Size {
	if i == n-1 {
		return algos.Pass
	}
	return algos.Normal
}

// add appends a step, unless the run has failed by then.
func (t *task) add(did kind, k int, size algos.Size, label say.Phrase) {
	if n := len(t.plan); n > 0 && t.plan[n-1].kind == failing {
		return
	}
	if f := t.fail; f != nil && f.at == did && f.k == k {
		did, size = failing, algos.Pass
	}
	t.plan = append(t.plan, item{did, k, size, label})
}

// when is the step that does something to group k (or row, or angle), later than
// every step if none does.
func (t *task) when(did kind, k int) int {
	for at, it := range t.plan {
		if it.kind == did && it.k == k {
			return at
		}
	}
	return math.MaxInt
}

// step is what the plan has at a place.
func (t *task) step(at int) algos.Step {
	v := view{t, at}
	it, status := v.item(), v.status()
	return algos.Step{
		Phase: it.label, Next: v.next(), Size: it.size, Events: v.events(status),
		Metrics: v.metrics(), Status: status, EndTold: it.kind == evaluating, View: v,
	}
}

// next names the steps to come.
func (v view) next() (next algos.Next) {
	for _, it := range v.plan[v.at+1:] {
		next.Small = cmp.Or(next.Small, it.label)
		if it.size >= algos.Normal {
			next.Step = cmp.Or(next.Step, it.label)
		}
		if it.size == algos.Pass {
			next.Pass = it.label
			break
		}
	}
	return next
}

func (v view) status() algos.Status {
	switch v.item().kind {
	case failing:
		return algos.Status{State: algos.Refused, Reason: v.fail.reason}
	case evaluating:
		w := say.Vars{"wrong": v.wrong(), "n": len(v.rows)}
		return algos.Status{State: algos.Converged, Reason: w.Text("Classifier complete: <wrong=metric.n_errors> of <n point> misclassified.")}
	}
	return algos.Status{State: algos.Running}
}

func (v view) events(status algos.Status) []algos.Event {
	switch it := v.item(); it.kind {
	case scattering:
		return []algos.Event{{Kind: "class", Text: say.Vars{"class": v.name(it.k)}.Text("class <class> is estimated")}}
	case directing:
		return []algos.Event{{Kind: "direction", Text: "w* is found"}}
	case cutting:
		return []algos.Event{{Kind: "rule", Text: "the classifier is complete"}}
	case evaluating:
		return []algos.Event{{Kind: string(status.State), Text: status.Reason}}
	case deciding:
		if v.rows[it.k].wrong {
			return []algos.Event{{Kind: "mistake", Text: say.Vars{"x": say.Row(it.k).Name()}.Text("<x> is misclassified")}}
		}
	}
	return nil
}

// name is what people call group k: the label of its class.
func (t *task) name(k int) string {
	label := t.Label(t.groups[k].class)
	if t.Signed && label > 0 {
		return "+1"
	}
	return say.Num(float64(label))
}

func (t *task) texName(k int) string { return strings.ReplaceAll(t.name(k), "−", "-") }

// sub and texSub are the index of group k, in Unicode and in TeX: its name, or the
// sign alone.
func (t *task) sub(k int) string {
	if t.Signed {
		return map[string]string{"+": "₊", "-": "₋"}[t.texSub(k)]
	}
	return say.Sub(t.Label(t.groups[k].class))
}

func (t *task) texSub(k int) string {
	if t.Signed {
		return t.texName(k)[:1]
	}
	return t.texName(k)
}

// groupRef is what group k is called in marks and formulas: after its mean.
func groupRef(k int) string { return "m" + strconv.Itoa(k) }
