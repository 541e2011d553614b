package discriminant

import (
	"fmt"
	"math"

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
	k     int     // group
	row   int     // of deciding
	angle float64 // of turning, in degrees
	size  algos.Size
	label string // the step's phase, and what the button before it says
}

// reached says from which step on something is known.
type reached struct {
	meanAt, scatterAt []int
	pooledAt          int // S_w and S_b
	inverseAt         []int
	directAt, ruleAt  int
	decidedAt         int // the first row
	evaluatedAt       int
}

// turns is how many angles the sweep tries.
const turns = 12

// never is later than every step.
const never = math.MaxInt

// schedule lists the steps of the run.
func (m *machine) schedule() {
	m.reached = reached{
		meanAt: make([]int, len(m.groups)), scatterAt: make([]int, len(m.groups)), inverseAt: make([]int, len(m.groups)),
		pooledAt: never, directAt: never, ruleAt: never, decidedAt: never, evaluatedAt: never,
	}
	for k := range m.groups {
		m.meanAt[k], m.scatterAt[k], m.inverseAt[k] = never, never, never
	}
	m.add(item{kind: starting, size: algos.Normal, label: "start"})
	m.measures()
	switch m.Method {
	case fisher:
		m.add(item{kind: separating, size: algos.Normal, label: "compare the means"})
		m.add(item{kind: pooling, size: algos.Pass, label: "add up S_w"})
		for i := range turns {
			angle := 180 * float64(i) / turns
			size := algos.Normal
			if i == turns-1 {
				size = algos.Pass
			}
			m.add(item{kind: turning, angle: angle, size: size, label: fmt.Sprintf("turn w to %s°", say.Num(angle))})
		}
		m.add(item{kind: inverting, size: algos.Normal, label: "invert S_w"})
		m.add(item{kind: directing, size: algos.Normal, label: "find w*"})
		m.add(item{kind: cutting, size: algos.Pass, label: "cut midway"})
	case lda:
		m.add(item{kind: separating, size: algos.Normal, label: "count the classes"})
		m.add(item{kind: pooling, size: algos.Pass, label: "pool the scatter"})
		m.add(item{kind: inverting, size: algos.Normal, label: "invert Σ"})
		m.combine()
	case qda:
		m.add(item{kind: separating, size: algos.Pass, label: "count the classes"})
		for k := range m.groups {
			m.add(item{kind: inverting, k: k, size: algos.Normal, label: "invert Σ" + m.sub(k)})
		}
		m.combine()
	}
	m.decisions()
	m.index()
}

// measures are the steps that look at one class after the other.
func (m *machine) measures() {
	for k := range m.groups {
		size := algos.Normal
		if k == len(m.groups)-1 {
			size = algos.Pass
		}
		m.add(item{kind: averaging, k: k, size: algos.Micro, label: "mean of class " + m.name(k)})
		m.add(item{kind: scattering, k: k, size: size, label: "scatter of class " + m.name(k)})
	}
}

// combine are the steps from the inverse to the rule of a Gaussian model.
func (m *machine) combine() {
	if m.two() {
		if m.Method == lda {
			m.add(item{kind: directing, size: algos.Normal, label: "find w"})
		}
		m.add(item{kind: cutting, size: algos.Pass, label: "find the threshold"})
		return
	}
	for k := range m.groups {
		size := algos.Normal
		if k == len(m.groups)-1 {
			size = algos.Pass
		}
		m.add(item{kind: scoring, k: k, size: size, label: "score of class " + m.name(k)})
	}
}

// decisions are the steps that apply the rule.
func (m *machine) decisions() {
	for i := range m.z {
		m.add(item{kind: deciding, row: i, size: algos.Micro, label: "classify " + name(i)})
	}
	m.add(item{kind: evaluating, size: algos.Pass, label: "classify all points"})
}

// add appends a step, unless the run has failed by then.
func (m *machine) add(next item) {
	n := len(m.plan)
	if n > 0 && m.plan[n-1].kind == failing {
		return
	}
	if f := m.fail; f != nil && f.at == next.kind && f.k == next.k {
		next = item{kind: failing, k: next.k, size: algos.Pass, label: next.label}
	}
	m.plan = append(m.plan, next)
}

// index notes at which step each thing becomes known.
func (m *machine) index() {
	for at, next := range m.plan {
		switch next.kind {
		case averaging:
			m.meanAt[next.k] = at
		case scattering:
			m.scatterAt[next.k] = at
		case separating:
			if m.Method == qda {
				m.pooledAt = at
			}
		case pooling:
			m.pooledAt = at
		case inverting:
			for k := range m.inverseAt {
				if m.Method != qda || k == next.k {
					m.inverseAt[k] = at
				}
			}
		case directing:
			m.directAt = at
		case scoring, cutting:
			m.ruleAt = at
		case deciding:
			m.decidedAt = min(m.decidedAt, at)
		case evaluating:
			m.evaluatedAt = at
		}
	}
	if m.directAt == never && m.ruleAt != never { // w* is only shown beside the rule
		m.directAt = m.ruleAt
	}
}

// name is what people call group k: the label of its class.
func (m *machine) name(k int) string {
	label := m.Label(m.groups[k].class)
	if m.Signed && label > 0 {
		return "+1"
	}
	return say.Num(float64(label))
}

// sub is the group as an index in Unicode, texSub in TeX.
func (m *machine) sub(k int) string {
	switch label := m.Label(m.groups[k].class); {
	case !m.Signed:
		return say.Sub(label)
	case label > 0:
		return "₊"
	}
	return "₋"
}

func (m *machine) texSub(k int) string {
	switch label := m.Label(m.groups[k].class); {
	case !m.Signed:
		return fmt.Sprint(label)
	case label > 0:
		return "+"
	}
	return "-"
}

// ref is what row i is called in marks and formulas, name what people read; a
// group is called after its mean.
func ref(i int) string      { return fmt.Sprintf("x%d", i) }
func name(i int) string     { return "x" + say.Sub(i+1) }
func groupRef(k int) string { return fmt.Sprintf("m%d", k) }
