package svd

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	_ "playground/algos/algotest/seeded"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// end is the last view of a run.
func end[V algos.View](t testing.TB, pairs ...string) V {
	t.Helper()
	s := algotest.Last(t, Demo, own, param.Pairs(pairs...))
	v, ok := s.View.(V)
	if !ok {
		t.Fatalf("refused: %s", s.Status.Reason)
	}
	return v
}

// jacobi finds singular values by another algorithm, of Hestenes: turn pairs of columns
// until all are orthogonal; their lengths are the values.
func jacobi(cells []float64, m, n int) []float64 {
	columns := make([][]float64, n)
	for j := range n {
		for i := range m {
			columns[j] = append(columns[j], cells[i*n+j])
		}
	}
	for range 60 {
		turned := false
		for p := range n {
			for q := p + 1; q < n; q++ {
				a, b, c := squares(columns[p]), squares(columns[q]), dot(columns[p], columns[q])
				if math.Abs(c) <= 1e-16*math.Sqrt(a*b) {
					continue
				}
				turned = true
				zeta := (b - a) / (2 * c)
				tangent := math.Copysign(1, zeta) / (math.Abs(zeta) + math.Hypot(1, zeta))
				cos := 1 / math.Hypot(1, tangent)
				for i := range m {
					x, y := columns[p][i], columns[q][i]
					columns[p][i], columns[q][i] = cos*(x-tangent*y), cos*(tangent*x+y)
				}
			}
		}
		if !turned {
			break
		}
	}
	var s []float64
	for _, c := range columns {
		s = append(s, norm(c))
	}
	sort.Sort(sort.Reverse(sort.Float64Slice(s)))
	return s[:min(m, n)]
}

func TestAgainstJacobi(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, shape := range [][2]int{{1, 1}, {2, 2}, {3, 2}, {2, 5}, {12, 7}, {32, 32}, {48, 30}} {
		m, n := shape[0], shape[1]
		for _, scale := range []float64{1, 1e-140, 1e140} {
			a := make([]float64, m*n)
			for i := range a {
				a[i] = r.NormFloat64()
			}
			want := jacobi(a, m, n)
			for i := range a {
				a[i] *= scale
			}
			f, ok := decompose(a, m, n)
			if !ok {
				t.Fatal("not found")
			}
			for k, s := range f.s {
				// Both are backward stable: off by some ulps of the largest, for every row and column.
				if math.Abs(s/scale-want[k]) > 1e-14*float64(m+n)*want[0] {
					t.Errorf("%d × %d · %g: s[%d] = %v, Jacobi says %v", m, n, scale, k, s/scale, want[k])
				}
			}
		}
	}
}

// Principal components of real data, computed elsewhere: singular values of the centred
// columns, and the squared errors of the best tables of each rank.
func TestAgainstPrincipalComponents(t *testing.T) {
	var peer struct {
		Cases []struct {
			ID, Data string
			Values   []float64 `json:"singular_values"`
			Errors   []float64 `json:"reconstruction_sse"`
		}
	}
	algotest.ReadJSON(t, "testdata/pca.json", &peer)
	for _, c := range peer.Cases {
		file, err := os.Open("testdata/" + c.Data + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(file).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		rows = rows[1:]
		m, n := len(rows), len(c.Values)
		a := make([]float64, 0, m*n)
		for _, row := range rows {
			for _, cell := range row[:n] {
				x, err := strconv.ParseFloat(cell, 64)
				if err != nil {
					t.Fatal(err)
				}
				a = append(a, x)
			}
		}
		for j := range n {
			mean := 0.0
			for i := range m {
				mean += a[i*n+j] / float64(m)
			}
			for i := range m {
				a[i*n+j] -= mean
			}
		}
		f, _ := decompose(a, m, n)
		for k, want := range c.Values {
			if math.Abs(f.s[k]-want) > 1e-11*c.Values[0] { // 13 digits are given
				t.Errorf("%s: s[%d] = %v, want %v", c.ID, k, f.s[k], want)
			}
			left := squares(minus(a, f.sum(k)))
			if math.Abs(left-c.Errors[k]) > 1e-9*c.Errors[0] {
				t.Errorf("%s: rank %d leaves %v, want %v", c.ID, k, left, c.Errors[k])
			}
		}
	}
}

// No table of rank 1 on a fine grid of directions is nearer than the first layer.
func TestNoDirectionIsBetter(t *testing.T) {
	a := []float64{3, 1, -2, 0.5, 2, 4}
	f, _ := decompose(a, 3, 2)
	best := math.Inf(1)
	for i := range 2000 {
		angle := math.Pi * float64(i) / 2000
		v := []float64{math.Cos(angle), math.Sin(angle)}
		left := 0.0
		for r := range 3 { // the best column for this row is Av
			along := dot(a[2*r:2*r+2], v)
			left += squares(a[2*r:2*r+2]) - along*along
		}
		best = min(best, left)
	}
	if tail := f.tail(1); best < tail*(1-1e-12) || best > tail*(1+1e-4) {
		t.Errorf("the grid's best leaves %v, the first layer %v", best, tail)
	}
}

// The pictures are of the ranks that the words say.
func TestRanks(t *testing.T) {
	for picture, want := range map[string]int{stripes: 2, ratings: 3} {
		if v := end[layersView](t, "picture", picture); v.rank != want {
			t.Errorf("%s has rank %d, want %d", picture, v.rank, want)
		}
	}
	for rows, want := range map[string]int{
		"0 0; 0 0": 0, "1 2; 2 4": 1, "1e150 0; 0 1e150": 2, "-1e-150 0; 0 1e-150": 2, "1 2 3; 4 5 6; 7 8 9": 2, "1": 1, "1 1e-30; 1e-30 1e-40": 1,
		"5 5 5; 5 5 5": 1,
	} {
		v := end[layersView](t, "picture", typed, "rows", rows)
		if v.rank != want || !v.status.Final() {
			t.Errorf("%s: rank %d, want %d", rows, v.rank, want)
		}
		algotest.Promises(t, algos.Step{View: v})
	}
}

// Power iteration finds each layer in what is left, up to its sign.
func TestPowerIteration(t *testing.T) {
	var last *seeking
	layersFound := 0
	for _, s := range algotest.Steps(t, Demo, own, param.Pairs("solver", power, "picture", typed, "rows", "9 1 0; 1 4 1; 0 1 1; 2 0 0")) {
		v, ok := s.View.(layersView)
		if !ok {
			t.Fatal(s.Status.Reason)
		}
		if v.seek == nil && last != nil {
			layersFound++
			algotest.Near(t, "s", last.s, v.f.s[v.k-1], 1e-9)
			algotest.Near(t, "cosine", math.Abs(dot(last.v, v.f.v[v.k-1])), 1, 1e-8)
		}
		last = v.seek
	}
	if layersFound != 3 {
		t.Errorf("%d layers were found", layersFound)
	}
}

// The rules of thumb, on the numbers of the notes' inventory, N15.
func TestChoosing(t *testing.T) {
	for _, c := range []struct {
		s                    []float64
		tenth, energy, elbow int
	}{
		{[]float64{10, 5, 1, .4}, 2, 2, 2},
		{[]float64{10, 1}, 1, 1, 0},
		{[]float64{10, 5, 2, 1}, 3, 2, 1},
		{[]float64{4, 4, 4, 4}, 4, 4, 0},
		{[]float64{0, 0, 0}, 0, 0, 0},
	} {
		f := factors{m: len(c.s), n: len(c.s), s: c.s}
		if f.tenth() != c.tenth || f.wanted(0.9) != c.energy || f.elbow() != c.elbow {
			t.Errorf("%v: tenth %d, energy %d, elbow %d, want %v", c.s, f.tenth(), f.wanted(0.9), f.elbow(), c)
		}
	}
}

// With noise the sum of the layers comes nearest to the letter after a few, not at the end.
func TestNoiseStaysBehind(t *testing.T) {
	best, least, last := 0, math.Inf(1), 0.0
	for k, s := range algotest.Steps(t, Demo, own, param.Pairs("picture", letter, "noise", "0.25", "max_rank", "32")) {
		if last = s.Metric("clean"); last < least {
			best, least = k, last
		}
	}
	if best < 3 || best > 8 || last < 2*least {
		t.Errorf("nearest with %d layers, %v, and %v at the end", best, least, last)
	}
}

func TestHoldout(t *testing.T) {
	v := end[chooseView](t, "task", choosing, "picture", ratings, "noise", "0.4", "max_rank", "8")
	if v.best() != 3 {
		t.Errorf("the hidden cells of a table of rank 3 with noise are filled best with %d layers", v.best())
	}
}

// Ratings of rank 3 are found from four fifths of their cells, and the misfit never rises.
func TestCompletionFindsTheTruth(t *testing.T) {
	v := end[completionView](t, "task", completion, "picture", ratings, "holdout", "0.15")
	if v.hidden > 1e-6 || v.status.State != algos.Converged {
		t.Errorf("off by %v: %v", v.hidden, v.status)
	}
	whole := end[completionView](t, "task", completion, "picture", stripes, "holdout", "0.3", "rank", "2")
	if whole.hidden > 1e-6 {
		t.Errorf("stripes: off by %v", whole.hidden)
	}
	empty := end[completionView](t, "task", completion, "picture", typed, "rows", "1 ? 3; ? ? ?; 2 ? 6", "holdout", "0", "rank", "1")
	for _, x := range empty.fill {
		if math.IsNaN(x) {
			t.Errorf("a row without any cell is filled with %v", empty.fill)
		}
	}
}

// A⁺ of full rank, by the two formulas of the notes.
func TestPseudoInverseByTheFormulas(t *testing.T) {
	v := end[inverseView](t, "task", inverse, "matrix", "2 1; 1 3; 0 1", "b", "1,2")
	gram := product(transposed(v.cells, 3, 2), v.cells, 2, 3, 2)
	det := gram[0]*gram[3] - gram[1]*gram[2]
	inv := []float64{gram[3] / det, -gram[1] / det, -gram[2] / det, gram[0] / det}
	if want := product(inv, transposed(v.cells, 3, 2), 2, 2, 3); apart(v.plus, want) > 1e-14 {
		t.Errorf("A⁺ is %v, want (AᵀA)⁻¹Aᵀ = %v", v.plus, want)
	}
	square := end[inverseView](t, "task", inverse, "matrix", "2 1; 1 3", "b", "1,2")
	if want := []float64{0.6, -0.2, -0.2, 0.4}; apart(square.plus, want) > 1e-15 {
		t.Errorf("A⁺ is %v, want A⁻¹ = %v", square.plus, want)
	}
}

// With a cut-off the short axis of a nearly singular matrix is left out.
func TestCutoff(t *testing.T) {
	with := end[inverseView](t, "task", inverse, "matrix", "1 1; 1 1.001", "b", "2,0", "rcond", "0.1")
	without := end[inverseView](t, "task", inverse, "matrix", "1 1; 1 1.001", "b", "2,0")
	if norm(with.x) > 1 || norm(without.x) < 1000 {
		t.Errorf("x is %v with the cut-off and %v without", with.x, without.x)
	}
}

func drawTable(t *rapid.T, holes bool) string {
	m, n := rapid.IntRange(1, 6).Draw(t, "m"), rapid.IntRange(1, 6).Draw(t, "n")
	scale := rapid.SampledFrom([]float64{1, 1, 1, 1e-100, 1e100}).Draw(t, "scale")
	var rows []string
	for range m {
		var row []string
		for range n {
			x := rapid.SampledFrom([]float64{0, 1, -1, 2, 3, 0.1, 1e-9, 7.25, -1e6}).Draw(t, "cell")
			cell := fmt.Sprint(x * scale)
			if holes && rapid.IntRange(0, 4).Draw(t, "hole") == 0 {
				cell = "?"
			}
			row = append(row, cell)
		}
		rows = append(rows, strings.Join(row, " "))
	}
	return strings.Join(rows, ";")
}

// Whatever the table: no promise is broken.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		task := rapid.SampledFrom([]string{layers, choosing, completion, inverse}).Draw(t, "task")
		v := algotest.Values("task", task, "picture", typed, "holdout", "0", "rank", fmt.Sprint(rapid.IntRange(0, 3).Draw(t, "rank")),
			"max_iter", "40", "max_rank", "6", "init_fill", rapid.SampledFrom([]string{fillZero, fillMean, fillColumn, fillRowColumn}).Draw(t, "fill"))
		switch task {
		case inverse:
			draw := func() float64 {
				return rapid.SampledFrom([]float64{0, 1, -1, 2, 0.5, 3, 1.001, -1e-5}).Draw(t, "entry")
			}
			m := fmt.Sprint(draw(), draw(), ";", draw(), draw())
			if rapid.Bool().Draw(t, "third") {
				m += fmt.Sprint(";", draw(), " ", draw())
			}
			v["matrix"], v["b"] = m, fmt.Sprintf("%g,%g", draw(), draw())
			v["rcond"] = rapid.SampledFrom([]string{"1e-12", "1e-15", "0.1", "1"}).Draw(t, "cutoff")
		case layers:
			v["solver"] = rapid.SampledFrom([]string{direct, power}).Draw(t, "way")
			v["rows"] = drawTable(t, false)
		case choosing:
			v["holdout"] = "0.3"
			v["rows"] = drawTable(t, true)
		default:
			v["rows"] = drawTable(t, task == completion)
		}
		return algotest.Trial{Set: dataset.Set{Target: dataset.None}, Params: v, Seed: 1}
	})
}

// A check that cannot fail would prove nothing.
func TestSpoiltStatesAreCaught(t *testing.T) {
	face := end[layersView](t, "max_rank", "5")
	spoil := func(check string, corrupt func(v *layersView, l *layering)) algotest.Spoiling {
		v, l := face, *face.layering
		l.f.s, l.f.u, l.f.v = append([]float64{}, l.f.s...), append([][]float64{}, l.f.u...), append([][]float64{}, l.f.v...)
		v.layering = &l
		corrupt(&v, &l)
		return algotest.Spoiling{Check: check, Good: face, Spoilt: v}
	}
	longer := func(_ *layersView, l *layering) { l.f.s[5] *= 1.1 }
	hole := end[completionView](t, "task", completion, "picture", typed, "holdout", "0", "rank", "1")
	fill := func(check string, corrupt func(v *completionView)) algotest.Spoiling {
		v := hole
		corrupt(&v)
		return algotest.Spoiling{Check: check, Good: hole, Spoilt: v}
	}
	wide := end[completionView](t, "task", completion, "picture", ratings, "rank", "1")
	chosen := end[chooseView](t, "task", choosing, "picture", ratings, "max_rank", "4", "noise", "0.3")
	choice := func(check string, corrupt func(last *tried)) algotest.Spoiling {
		v := chosen
		v.tries = append([]tried{}, v.tries...)
		corrupt(&v.tries[len(v.tries)-1])
		return algotest.Spoiling{Check: check, Good: chosen, Spoilt: v}
	}
	singular := end[inverseView](t, "task", inverse)
	solve := func(check string, corrupt func(s *system)) algotest.Spoiling {
		v, s := singular, *singular.system
		s.x, s.plus, s.c = append([]float64{}, s.x...), append([]float64{}, s.plus...), append([]float64{}, s.c...)
		corrupt(&s)
		v.system = &s
		return algotest.Spoiling{Check: check, Good: singular, Spoilt: v}
	}
	steps := algotest.Steps(t, Demo, own, param.Pairs("solver", power, "max_rank", "2"))
	sought, ok := steps[5].View.(layersView)
	if !ok || sought.seek == nil {
		t.Fatal("step 5 is no power iteration")
	}
	found := func(s, was float64) layersView { // so many times what was found
		v, p := sought, *sought.seek
		p.s, p.was = s*p.s, was*p.s
		v.seek = &p
		return v
	}
	off := wide
	off.misfit *= 0.9
	algotest.Spoilt(t, []algotest.Spoiling{
		spoil("eckart-young", longer),
		spoil("spectral", longer),
		spoil("energy", longer),
		spoil("orthonormal", func(_ *layersView, l *layering) { l.f.u[3] = append([]float64{}, l.f.u[4]...) }),
		spoil("triple", func(_ *layersView, l *layering) { l.f.s[4] *= 1.1 }),
		spoil("best", func(v *layersView, _ *layering) { v.left *= 2 }),
		{Check: "power-below", Good: sought, Spoilt: found(2, 0)},
		{Check: "power-rises", Good: sought, Spoilt: found(1, 2)},
		fill("falls", func(v *completionView) { v.misfit = v.was + 1 }),
		fill("sandwich", func(v *completionView) { v.was = -1 }),
		fill("still", func(v *completionView) { v.change = 1 }),
		{Check: "fit", Good: wide, Spoilt: off},
		choice("nested", func(last *tried) { last.misfit *= 100 }),
		choice("layers", func(last *tried) { last.misfit *= 100 }),
		solve("penrose-a", func(s *system) { s.plus[0] += 0.1 }),
		solve("penrose-plus", func(s *system) { s.plus[0] += 0.1 }),
		solve("penrose-symmetric", func(s *system) { s.plus[0] += 0.1 }),
		solve("normal", func(s *system) { s.x[0] += 0.1 }),
		solve("residual", func(s *system) { s.c[0] += 0.1 }),
		solve("shortest", func(s *system) { s.x = []float64{-6, 8} }),
		solve("basic", func(s *system) { s.x = []float64{30, 30} }),
		solve("nearest", func(s *system) { s.x = []float64{1, 2} }),
	})
}

func TestRefusals(t *testing.T) {
	for want, pairs := range map[string][]string{
		`rows: row 1 has "NaN"; an entry is a number, or ? for missing`: {"picture", typed, "rows", "NaN 1"},
		`rows: row 2 has "a"`: {"picture", typed, "rows", "1 1; a 1"},
		`rows: row 1 has "Inf"; entries must be between −10¹⁵⁰ and 10¹⁵⁰`: {"picture", typed, "rows", "Inf"},
		`rows: row 1 has "1e151"`:                              {"picture", typed, "rows", "1e151"},
		`rows: row 1 has "1e999"`:                              {"picture", typed, "rows", "1e999"},
		`rows: all entries are smaller than 10⁻¹⁵⁰`:            {"picture", typed, "rows", "1e-200"},
		`rows: row 2 has 1 number, and the first row 2`:        {"picture", typed, "rows", "1 2; 3"},
		`rows: a matrix has at most 48 rows and columns`:       {"picture", typed, "rows", strings.Repeat("1;", 49)},
		`rows: the matrix has no entries`:                      {"picture", typed, "rows", " ; "},
		`rows: the matrix has a missing entry`:                 {"picture", typed, "rows", "1 ?"},
		`All entries are missing`:                              {"task", completion, "picture", typed, "rows", "? ?"},
		`No entry is held out`:                                 {"task", choosing, "holdout", "0"},
		`matrix: enter two or three rows of two entries`:       {"task", inverse, "matrix", "1 2 3; 4 5 6"},
		`matrix: a matrix has at most 3 rows`:                  {"task", inverse, "matrix", "1 2;1 2;1 2;1 2"},
		`matrix: a system of equations has no missing entries`: {"task", inverse, "matrix", "1 2;1 ?"},
		`matrix: its largest absolute entry must be between`:   {"task", inverse, "matrix", "1e7 2;1 2"},
	} {
		_, err := Demo.Steps(t.Context(), algos.NewProblem(dataset.Set{Target: dataset.None}, 1, mark.FitWindow(dataset.Set{})), param.Pairs(pairs...))
		if err == nil {
			s := algotest.Last(t, Demo, own, param.Pairs(pairs...))
			err = errors.New(s.Status.Reason.String())
		}
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// What is painted counts: 0 is a hole where holes are filled, and a number elsewhere.
func TestPaintedCells(t *testing.T) {
	play := func(task string) algos.View {
		return algotest.Last(t, Demo, dataset.Grid([]float64{1, 2}, []float64{2, 0}),
			param.Pairs("task", task, "picture", painted, "rank", "1", "holdout", "0")).View
	}
	if v, ok := play(completion).(completionView); !ok || len(v.gaps) != 1 || math.Abs(v.fill[0]-4) > 1e-6 {
		t.Errorf("the hole is not 4: %+v", play(completion))
	}
	if v, ok := play(layers).(layersView); !ok || v.rank != 2 {
		t.Error("the table with a 0 is of rank 2")
	}
}

// linked is the view that a link of the lesson leads to.
func linked[V algos.View](t *testing.T, to string) V {
	t.Helper()
	v, ok := algotest.Linked(t, Demo, "lesson", to).View.(V)
	if !ok {
		t.Fatalf("%s leads elsewhere", to)
	}
	return v
}

// What the lesson says is what the boards show that it links to.
func TestLessonNumbers(t *testing.T) {
	four := linked[layersView](t, "?preset=face&step=4#table")
	algotest.Written(t, Demo, "lesson", "4.21", four.left)
	algotest.Written(t, Demo, "lesson", "148.8", four.total)
	algotest.Written(t, Demo, "tour", "4.21", four.left)
	algotest.Written(t, Demo, "tour", "0.88", four.share(1))
	algotest.Written(t, Demo, "lesson", "3.143", linked[completionView](t, "?preset=worked&step=1").fill[0])
	column := linked[completionView](t, "?preset=worked&init_fill=column&step=1#init_fill")
	algotest.Written(t, Demo, "lesson", "4.5", column.start[0])
	algotest.Written(t, Demo, "lesson", "5.518", column.fill[0])
	if v := linked[inverseView](t, "?preset=plane&step=3"); apart(v.x, []float64{1.5, 0.5}) > 1e-14 {
		t.Errorf("the line is %v", v.x)
	}
	if v := linked[inverseView](t, "?preset=nearly&step=3"); apart(v.x, []float64{-2, 4}) > 1e-12 {
		t.Errorf("nearly singular: %v", v.x)
	}
	if v := end[inverseView](t, "task", inverse, "matrix", "1 1;1 1.05", "b", "2,2"); apart(v.x, []float64{2, 0}) > 1e-12 {
		t.Errorf("nearly singular, for (2, 2): %v", v.x)
	}
	if v := linked[inverseView](t, "?preset=nearly&rcond=0.1&step=3#rcond"); norm(v.x) > 2 || v.meets() {
		t.Errorf("with the cut-off: %v", v.x)
	}
	five := linked[layersView](t, "?preset=noise&step=5#chart-clean")
	off := func(k int) float64 { return squares(minus(five.f.sum(k), five.clean)) }
	best := 0
	for k := range 33 {
		if off(k) < off(best) {
			best = k
		}
	}
	if best != 5 {
		t.Errorf("nearest to the letter with %d layers", best)
	}
	if v := linked[completionView](t, "?preset=ratings&rank=10&step=end#rank"); v.t != 1 || v.change > 1e-9 {
		t.Errorf("as many layers as columns: a change of %v in fit %d", v.change, v.t)
	}
	if v := linked[completionView](t, "?preset=ratings&holdout=0.6&step=end#holdout"); v.hidden < v.means || v.misfit > 0.1 {
		t.Errorf("hidden %v, means %v, misfit %v", v.hidden, v.means, v.misfit)
	}
	if v := linked[chooseView](t, "?preset=choose&step=3"); v.best() != 3 {
		t.Errorf("best with %d layers", v.best())
	}
}

// Of a table of rank 1 the first iteration finds the singular vector, and ‖Rv‖ stays the same in the next: it never decreases, and
// need not increase.
func TestPowerIterationNeedNotIncrease(t *testing.T) {
	same := false
	for _, s := range algotest.Steps(t, Demo, own, algotest.Values("picture", "typed", "rows", "1 2; 2 4", "solver", "power")) {
		v, ok := s.View.(layersView)
		if !ok || v.seek == nil {
			continue
		}
		same = same || v.seek.t > 1 && math.Abs(v.seek.s-v.seek.was) <= 1e-14*v.seek.s
		if text := fmt.Sprint(v.Say()[0].Text); !strings.Contains(text, "never decreases") {
			t.Errorf("an iteration says %q", text)
		}
	}
	if !same {
		t.Error("‖Rv‖ increases at every iteration")
	}
}

// The rival of every rank comes near the optimum, and not below it.
func TestSubspaceIterationComesNear(t *testing.T) {
	for _, s := range algotest.Steps(t, Demo, own, algotest.Values("max_rank", "12")) {
		v := s.View.(layersView)
		if v.k == 0 {
			continue
		}
		if found := v.iterated(v.k); found < v.left*(1-1e-12) || found > 1.1*v.left {
			t.Errorf("rank %d: subspace iteration has the error %g, the truncated sum %g", v.k, found, v.left)
		}
	}
}
