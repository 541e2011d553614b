package mds

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// Places are what distances are between.
type places struct {
	table bool
	names []say.Phrase
	raw   []string     // the names as they were written; nil for points
	d     []float64    // distances, m×m
	truth [][2]float64 // where they are, about their centre; nil where that is not known
	known bool         // the truth is that of cities on the globe, in another unit
}

// read takes the points of a board, or a square table of distances. Of a table words
// that are all different give the rows their names; without them they have those of the
// columns.
func read(p algos.Problem, metric string) (places, error) {
	if !p.Table.Empty() {
		return readTable(p.Table)
	}
	m := len(p.Points)
	s := places{d: make([]float64, m*m)}
	for i, a := range p.Points {
		s.names = append(s.names, say.Phrase(say.Row(i).Name()))
		s.truth = append(s.truth, a.X)
		for j, b := range p.Points {
			s.d[i*m+j] = distance(metric, a.X, b.X)
		}
	}
	s.truth = about(s.truth)
	return s, nil
}

func distance(metric string, a, b [2]float64) float64 {
	x, y := math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1])
	switch metric {
	case manhattan:
		return x + y
	case largest:
		return max(x, y)
	}
	return math.Hypot(x, y)
}

// about are places less their mean.
func about(at [][2]float64) [][2]float64 {
	var mean [2]float64
	for _, q := range at {
		mean[0] += q[0] / float64(len(at))
		mean[1] += q[1] / float64(len(at))
	}
	out := make([][2]float64, len(at))
	for i, q := range at {
		out[i] = [2]float64{q[0] - mean[0], q[1] - mean[1]}
	}
	return out
}

func readTable(t dataset.Table) (places, error) {
	s, m := places{table: true}, len(t.Rows)
	if m < 2 {
		return s, algos.Refuse("A single object has no distance: the table needs at least two rows.")
	}
	var columns []int
	for k, c := range t.Columns {
		if c.Kind == dataset.Numbers {
			columns = append(columns, k)
			continue
		}
		for i := range t.Rows {
			if name := t.Text(i, k); s.raw == nil || len(s.raw) < m && !slices.Contains(s.raw, name) {
				s.raw = append(s.raw, name)
			}
		}
		if len(s.raw) != m {
			return s, algos.Refuse(say.Vars{"name": say.Given(c.Name)}.Text("The column <name> has repeated text: a distance matrix has one row per " +
				"object, and names must differ."))
		}
	}
	if len(columns) != m {
		return s, algos.Refuse(say.Vars{"rows": m, "columns": len(columns)}.Text(
			"A distance matrix is square: this table has <rows row> and <columns numeric column>. Entry (2, 3) is the distance from object 2 to object 3."))
	}
	if s.raw == nil {
		for _, k := range columns {
			s.raw = append(s.raw, t.Columns[k].Name)
		}
	}
	for _, name := range s.raw {
		s.names = append(s.names, say.Given(name).Phrase())
	}
	for _, row := range t.Rows {
		for _, k := range columns {
			s.d = append(s.d, row[k])
		}
	}
	if err := s.sound(); err != nil {
		return s, err
	}
	s.locate()
	return s, nil
}

// sound refuses what cannot be distances.
func (s places) sound() error {
	const alike = 1e-9 // what a file rounds
	m := len(s.names)
	for i, a := range s.names {
		if x := s.d[i*m+i]; x != 0 {
			return algos.Refuse(say.Vars{"a": a, "d": x}.Text("d(<a>, <a>) = <d>: the diagonal of a distance matrix must be 0."))
		}
		for j, b := range s.names {
			there, back := s.d[i*m+j], s.d[j*m+i]
			w := say.Vars{"a": a, "b": b, "there": there, "back": back}
			switch {
			case there < 0:
				return algos.Refuse(w.Text("d(<a>, <b>) = <there>: distances must be non-negative."))
			case math.Abs(there-back) > alike*math.Abs(there+back):
				return algos.Refuse(w.Text("d(<a>, <b>) = <there>, but d(<b>, <a>) = <back>: the distance matrix must be symmetric."))
			}
		}
	}
	return nil
}

// A latitude and a longitude in degrees.
type globe struct{ north, east float64 }

// atlas is where some cities are.
var atlas = map[string]globe{
	"Athens": {37.98, 23.73}, "Barcelona": {41.39, 2.17}, "Brussels": {50.85, 4.35}, "Copenhagen": {55.68, 12.57}, "Lisbon": {38.72, -9.14},
	"Madrid": {40.42, -3.70}, "Munich": {48.14, 11.58}, "Paris": {48.86, 2.35}, "Rome": {41.90, 12.50}, "Stockholm": {59.33, 18.07}, "Vienna": {48.21, 16.37},
}

// locate finds the places of cities that are all known, on a plane that touches the globe
// at their middle, in thousands of kilometres.
func (s *places) locate() {
	const radius, deg = 6.371, math.Pi / 180
	var middle globe
	for _, name := range s.raw {
		g, ok := atlas[name]
		if !ok {
			return
		}
		middle.north += g.north * deg / float64(len(s.raw))
		middle.east += g.east * deg / float64(len(s.raw))
	}
	for _, name := range s.raw {
		g := atlas[name]
		// The azimuthal projection that keeps distances from the middle.
		north, east := g.north*deg, g.east*deg-middle.east
		c := math.Acos(math.Sin(middle.north)*math.Sin(north) + math.Cos(middle.north)*math.Cos(north)*math.Cos(east))
		k := radius
		if c > 0 {
			k *= c / math.Sin(c)
		}
		s.truth = append(s.truth, [2]float64{
			k * math.Cos(north) * math.Sin(east),
			k * (math.Cos(middle.north)*math.Sin(north) - math.Sin(middle.north)*math.Cos(north)*math.Cos(east)),
		})
	}
	s.truth, s.known = about(s.truth), true
}
