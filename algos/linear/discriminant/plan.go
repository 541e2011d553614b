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
	size  algos.Size
	k     int        // group
	row   int        // of deciding
	angle float64    // of turning, in degrees
	label say.Phrase // the step's phase, and what the button before it says
}

// turns is how many angles the sweep tries.
const turns = 12

// schedule lists the steps of the run.
func (t *task) schedule() {
	t.add(item{kind: starting, size: algos.Normal, label: "start"})
	for k := range t.groups {
		w := say.Vars{"class": t.name(k)}
		t.add(item{kind: averaging, k: k, size: algos.Micro, label: w.Text("mean of class <class>")})
		t.add(item{kind: scattering, k: k, size: ends(k, len(t.groups)), label: w.Text("scatter of class <class>")})
	}
	switch t.Method {
	case fisher:
		t.add(item{kind: separating, size: algos.Normal, label: "compare the means"})
		t.add(item{kind: pooling, size: algos.Pass, label: "add up S_w"})
		for i := range turns {
			angle := 180 * float64(i) / turns
			t.add(item{kind: turning, angle: angle, size: ends(i, turns), label: say.Vars{"angle": angle}.Text("turn w to <angle>°")})
		}
		t.add(item{kind: inverting, size: algos.Normal, label: "invert S_w"})
		t.add(item{kind: directing, size: algos.Normal, label: "find w*"})
		t.add(item{kind: cutting, size: algos.Pass, label: "cut midway"})
	case lda:
		t.add(item{kind: separating, size: algos.Normal, label: "count the classes"})
		t.add(item{kind: pooling, size: algos.Pass, label: "pool the scatter"})
		t.add(item{kind: inverting, size: algos.Normal, label: "invert Σ"})
		if t.two() {
			t.add(item{kind: directing, size: algos.Normal, label: "find w"})
		}
		t.combine()
	case qda:
		t.add(item{kind: separating, size: algos.Pass, label: "count the classes"})
		for k := range t.groups {
			t.add(item{kind: inverting, k: k, size: algos.Normal, label: say.Vars{"k": t.sub(k)}.Text("invert Σ<k>")})
		}
		t.combine()
	}
	for i := range t.z {
		t.add(item{kind: deciding, row: i, size: algos.Micro, label: say.Vars{"x": say.Row(i).Name()}.Text("classify <x>")})
	}
	t.add(item{kind: evaluating, size: algos.Pass, label: "classify all points"})
	t.index()
}

// combine are the steps from the inverse to the rule of a Gaussian model.
func (t *task) combine() {
	if t.two() {
		t.add(item{kind: cutting, size: algos.Pass, label: "find the threshold"})
		return
	}
	for k := range t.groups {
		t.add(item{kind: scoring, k: k, size: ends(k, len(t.groups)), label: say.Vars{"class": t.name(k)}.Text("score of class <class>")})
	}
}

// ends is the size of step i of n that are one pass.
func ends(i, n int) algos.Size {
	if i == n-1 {
		return algos.Pass
	}
	return algos.Normal
}

// add appends a step, unless the run has failed by then.
func (t *task) add(next item) {
	n := len(t.plan)
	if n > 0 && t.plan[n-1].kind == failing {
		return
	}
	if f := t.fail; f != nil && f.at == next.kind && f.k == next.k {
		next = item{kind: failing, k: next.k, size: algos.Pass, label: next.label}
	}
	t.plan = append(t.plan, next)
}

// when is the step that does something to group k, later than every step if none does.
func (t *task) when(did kind, k int) int {
	for at, it := range t.plan {
		if it.kind == did && it.k == k {
			return at
		}
	}
	return math.MaxInt
}

// index notes at which step each thing becomes known.
func (t *task) index() {
	t.pooledAt, t.decidedAt, t.evaluatedAt = t.when(pooling, 0), t.when(deciding, 0), t.when(evaluating, 0)
	if t.Method == qda {
		t.pooledAt = t.when(separating, 0)
	}
	t.ruleAt = min(t.when(cutting, 0), t.when(scoring, len(t.groups)-1))
	t.directAt = min(t.when(directing, 0), t.ruleAt) // of several groups w* is only shown beside the rule
}

// step is what the plan has at a place.
func (t *task) step(at int) algos.Step {
	v := view{t, at}
	it, status := v.item(), v.status()
	return algos.Step{
		Phase: it.label, Next: v.next(), Size: it.size, Events: v.events(status),
		Metrics: v.metrics(), Status: status, Told: it.kind == evaluating, View: v,
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
		return algos.Status{State: algos.Converged, Reason: w.Text("The rule is complete: it gets <wrong> of <n point> wrong.")}
	}
	return algos.Status{State: algos.Running}
}

func (v view) events(status algos.Status) []algos.Event {
	switch it := v.item(); it.kind {
	case scattering:
		return []algos.Event{{Kind: "class", Text: say.Vars{"class": v.name(it.k)}.Text("class <class> is measured")}}
	case directing:
		return []algos.Event{{Kind: "direction", Text: "w* is found"}}
	case cutting:
		return []algos.Event{{Kind: "rule", Text: "the rule is complete"}}
	case evaluating:
		return []algos.Event{{Kind: string(status.State), Text: status.Reason}}
	case deciding:
		if v.rows[it.row].wrong {
			return []algos.Event{{Kind: "mistake", Text: say.Vars{"x": say.Row(it.row).Name()}.Text("<x> is misclassified")}}
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
