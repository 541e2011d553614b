package param_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"playground/algos/param"
	"playground/algos/say"
)

// matrices is a set with a matrix of every kind.
type matrices struct{ P, Joint, Cov, Loss [][]float64 }

func (m *matrices) bind() *param.Set {
	var s param.Set
	s.Matrix(&m.P, "P", [][]float64{{0.7, 0.3}, {0.2, 0.8}}, 0, 1, nil).Square(2, 4).Sums(param.EachRow)
	s.Matrix(&m.Joint, "joint", [][]float64{{0.5, 0.25, 0.25}}, 0, 1, nil).Size(param.Extent{Least: 1, Most: 3}, param.Extent{Least: 2, Most: 3}).Sums(param.AllOf)
	s.Matrix(&m.Cov, "cov", [][]float64{{1, 0}, {0, 1}}, -10, 10, func(rows [][]float64) say.Phrase {
		if rows[0][0]*rows[1][1] <= rows[0][1]*rows[1][0] {
			return "the matrix is not positive definite"
		}
		return ""
	}).Symmetric()
	s.Matrix(&m.Loss, "loss", [][]float64{{0, 1}, {1, 0}}, -5, 5, nil).Names([]string{"miss"}, nil).Step(0.5)
	return &s
}

func TestMatrix(t *testing.T) {
	for _, c := range []struct{ text, canonical string }{
		{"0.7 0.3; 0.2 0.8", ""}, // the default
		{"1,0;0,1", "1 0; 0 1"},
		{" 0.5, 0.5 ;\n0.25 0.75;", "0.5 0.5; 0.25 0.75"},
		{"1 0 0\n0 1e0 0\n\n0 0 1", "1 0 0; 0 1 0; 0 0 1"},
		{"−0 1; 1\t0", "0 1; 1 0"},
		{"0.1 0.2 0.3 0.4; 1 0 0 0; 0 1 0 0; 0.30000000000000004 0.7 0 0", "0.1 0.2 0.3 0.4; 1 0 0 0; 0 1 0 0; 0.30000000000000004 0.7 0 0"},
	} {
		var m matrices
		s := m.bind()
		got, err := s.Schema().Canonical(param.Values{"P": c.text})
		if err != nil || got["P"] != c.canonical {
			t.Errorf("%q became %q (%v), want %q", c.text, got["P"], err, c.canonical)
		}
		if err := s.Apply(param.Values{"P": c.text}); err != nil {
			t.Error(err)
		}
		if want := c.canonical; want != "" && param.FormatRows(m.P) != want {
			t.Errorf("%q was applied as %v", c.text, m.P)
		}
	}
	// What one run does to its matrix another one does not see.
	var m matrices
	s := m.bind()
	m.P[0][0] = 7
	if err := s.Apply(nil); err != nil || s.Schema()[0].Default != "0.7 0.3; 0.2 0.8" {
		t.Errorf("the default is %q (%v)", s.Schema()[0].Default, err)
	}
}

func TestBadMatricesNameThePlaceAndTheCure(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"P", "", "the matrix is empty: write its rows, such as 0.7 0.3; 0.2 0.8"},
		{"P", " ; ; ", "the matrix is empty"},
		{"P", "0.7 0.3; 0.2 0.7", "row 2 sums to 0.9: make it 1, or press Normalise"},
		{"P", "0.7 0.3; 0.2 0.80000001", "row 2 sums to 1.00000001: make it 1"},
		{"P", "0.7 0.3; 0.2", "row 2 has 1 number, and row 1 has 2: give all rows equally many"},
		{"P", "0.7 0.3; 0.2 half", `row 2, column 2: "half" is not a finite number`},
		{"P", "0.7 0.3; 0.2 NaN", `row 2, column 2: "NaN" is not a finite number`},
		{"P", "1.5 -0.5; 0.2 0.8", "row 1, column 1: 1.5 is out of range: it must be from 0 to 1"},
		{"P", "1", "the matrix has 1 row: it must have from 2 to 4"},
		{"P", "1 0 0; 0 1 0", "the matrix has 2 rows and 3 columns: it must have as many rows as columns"},
		{"P", strings.Repeat("1;", 13), "a matrix has at most 12 rows: remove those from row 13 on"},
		{"P", strings.Repeat("1 ", 13), "row 1 has more than 12 numbers: remove those from column 13 on"},
		{"P", strings.Repeat(" ", 5000), "5000 characters are too many: at most 4608"},
		{"joint", "0.5 0.6", "the numbers sum to 1.1: make it 1, or press Normalise"},
		{"joint", "1", "the matrix has 1 column: it must have from 2 to 3"},
		{"cov", "1 0.5; 0.3 1", "row 2, column 1 is 0.3, and row 1, column 2 is 0.5: make both equal"},
		{"cov", "1 0.5", "the matrix has 1 row: it must have 2"},
		{"cov", "1 2; 2 1", "the matrix is not positive definite"},
		{"loss", "0 1; 1 1e400", `row 2, column 2: "1e400" is not a finite number`},
	} {
		var m matrices
		err := m.bind().Apply(param.Values{c.name: c.text})
		if e := (*param.Error)(nil); err == nil || !strings.Contains(err.Error(), c.want) || !asError(err, &e) || e.Field != c.name {
			t.Errorf("%s=%q: %v, want %q", c.name, param.Clip(c.text), err, c.want)
		}
	}
}

func asError(err error, to **param.Error) bool {
	e, ok := err.(*param.Error)
	*to = e
	return ok
}

func TestCanonicalMatrixIsCanonical(t *testing.T) {
	var m matrices
	s := m.bind()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[-0-9.e]{1,4}[ ,]{1,2}[-0-9.]{1,3};[0-5]{1} [-0-9]{1,2}`).Draw(t, "text")
		once, err := s.Schema().Canonical(param.Values{"loss": text})
		if err != nil {
			return
		}
		again, err := s.Schema().Canonical(once)
		if diff := cmp.Diff(once, again); err != nil || diff != "" {
			t.Errorf("%q: %v\n%s", text, err, diff)
		}
	})
}

// Names fill up with numbers.
func TestNamesOfRows(t *testing.T) {
	var m matrices
	p, _ := m.bind().Schema().Spec("loss")
	if p.Matrix.Row(0) != "miss" || p.Matrix.Row(1) != "2" || p.Matrix.Col(0) != "1" {
		t.Errorf("rows %q, %q, columns from %q", p.Matrix.Row(0), p.Matrix.Row(1), p.Matrix.Col(0))
	}
}
