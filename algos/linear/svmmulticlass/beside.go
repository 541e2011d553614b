package svmmulticlass

import (
	"fmt"
	"sync"

	"playground/algos/say"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/kernel"
)

// beside are the two other methods on the same points, solved when they are first
// looked at.
type beside struct {
	once  sync.Once
	other []other
}

// An other is what another method makes of the points.
type other struct {
	method    string
	predicted []int
	region    algos.FieldFunc
	sharp     bool
}

// Limits of the comparison: the most points, pairs of a machine and blocks of the
// dual, and the tolerance, which is enough for a picture.
const (
	maxBeside    = 200
	besidePairs  = 10_000
	besideBlocks = 30_000
	besideTol    = 1e-4
)

var methodNames = map[string]string{crammerSinger: "Crammer–Singer", oneVsOne: "One-vs-one", oneVsRest: "One-vs-rest"}

// panelsBeside shows the other methods for few enough points.
func (m *machine) panelsBeside() []algos.Panel {
	if len(m.x) > maxBeside {
		return nil
	}
	m.beside.once.Do(func() {
		for _, method := range []string{crammerSinger, oneVsOne, oneVsRest} {
			switch {
			case method == m.Method:
			case method == crammerSinger:
				m.beside.other = append(m.beside.other, m.as(method).solved())
			default:
				m.beside.other = append(m.beside.other, m.as(method).trained())
			}
		}
	})
	var panels []algos.Panel
	for _, o := range m.beside.other {
		p := m.newBoard()
		p.ID, p.Title, p.Height = "beside-"+o.method, say.Phrase(methodNames[o.method]+", for comparison"), 0.75
		wrong := 0
		fill := make([]int, len(m.x))
		for i, k := range o.predicted {
			fill[i] = m.classes[k]
			if k != m.y[i] {
				wrong++
			}
		}
		p.Note = say.Phrase(fmt.Sprintf("%d wrong", wrong))
		p.Alt = say.Phrase(fmt.Sprintf("the regions of %s on the same points, %d wrong", methodNames[o.method], wrong))
		points := m.points(fill, func(i int) string { return name(i) + ": " + m.class(o.predicted[i]) })
		points.Size = make([]float64, len(m.x))
		for i := range points.Size {
			points.Size[i] = 3
		}
		p.Marks = []algos.Mark{algos.Field{Eval: o.region, Scale: algos.Regions, Sharp: o.sharp}, points}
		panels = append(panels, p)
	}
	return panels
}

// as is the same problem for another method. Crammer and Singer's form is linear
// here, so beside it the machines are linear, too.
func (m *machine) as(method string) *machine {
	c := *m
	c.Method, c.Tol = method, max(m.Tol, besideTol)
	if m.Method == crammerSinger {
		c.k = kernel.Linear{}
	}
	c.centre()
	return &c
}

// solved is the form of Crammer and Singer by its dual.
func (m *machine) solved() other {
	n, K := len(m.x), m.count()
	s := &state{machine: m, w: make([]vec, K), tau: make([]float64, n*K)}
	for blocks := 0; blocks < besideBlocks; blocks += n {
		for i := range m.x {
			m.block(s.w, s.tau[i*K:(i+1)*K], i)
		}
		if m.kkt(s.w, s.tau) <= m.Tol {
			break
		}
	}
	o := other{method: m.Method, region: s.region, sharp: true}
	for _, x := range m.x {
		o.predicted = append(o.predicted, best(s.scoresAt(x)))
	}
	return o
}

// trained are the machines for two sides.
func (m *machine) trained() other {
	t := &team{machine: m}
	for _, p := range m.duelists() {
		t.done = append(t.done, m.newJob(p[0], p[1]).train(besidePairs))
	}
	t.look()
	return other{method: m.Method, predicted: t.predicted, sharp: t.sharp(), region: t.region}
}

// region is the predicted class at every node.
func (t *team) region(dst []float64, g grid.Grid) {
	t.tallies(g, func(node int, all []float64) { dst[node] = float64(t.classes[best(all)]) })
}
