package dataset

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Limits of a graph, so that a link can hold it and a picture shows it.
const (
	MaxNodes  = 60
	MaxEdges  = 400
	MaxWeight = 1000 // of an edge
)

// An Edge joins two points of a set, which are the nodes of a graph. In a graph without
// directions From is below To.
type Edge struct {
	From, To int
	Weight   float64 // above 0
}

// checkEdges reports the first edge that no graph has: one that joins no two nodes of
// the set, or a node with itself, one that is there twice, or one of a weight beyond the
// limits; and more nodes or edges than a graph can have.
func (s Set) checkEdges() error {
	if len(s.Edges) == 0 && !s.Directed {
		return nil
	}
	switch {
	case s.Dim != 2 || s.Target != None:
		return errors.New("edges join points with two inputs and no target")
	case len(s.Points) > MaxNodes:
		return fmt.Errorf("%d nodes are too many for a graph: at most %d", len(s.Points), MaxNodes)
	case len(s.Edges) > MaxEdges:
		return fmt.Errorf("%d edges are too many: at most %d", len(s.Edges), MaxEdges)
	}
	for i, e := range s.Edges {
		if err := s.checkEdge(e); err != nil {
			return fmt.Errorf("edge %d: %w", i+1, err)
		}
		if k := s.Edge(e.From, e.To); k != i {
			return fmt.Errorf("edge %d: the nodes %d and %d are joined already", i+1, e.From+1, e.To+1)
		}
	}
	return nil
}

func (s Set) checkEdge(e Edge) error {
	for _, end := range []struct {
		field string
		node  int
	}{{"from", e.From}, {"to", e.To}} {
		if end.node < 0 || end.node >= len(s.Points) {
			return fmt.Errorf("%s: there is no node %d, the graph has %d", end.field, end.node+1, len(s.Points))
		}
	}
	switch {
	case e.From == e.To:
		return fmt.Errorf("to: node %d cannot be joined with itself", e.From+1)
	case !(e.Weight > 0 && e.Weight <= MaxWeight):
		return fmt.Errorf("weight: %s is not above 0 and at most %d", format(e.Weight), MaxWeight)
	case !s.Directed && e.From > e.To:
		return fmt.Errorf("from: node %d stands before node %d in a graph without directions", e.To+1, e.From+1)
	}
	return nil
}

// Edge is the place of the first edge between two nodes, in the order given where the graph
// has directions; −1 if there is none.
func (s Set) Edge(from, to int) int {
	return slices.IndexFunc(s.Edges, func(e Edge) bool {
		return e.From == from && e.To == to || !s.Directed && e.From == to && e.To == from
	})
}

// Join gives the edge between two nodes a weight, and draws it where there is none. The
// weight 0 takes the edge away.
func (s *Set) Join(from, to int, weight float64) error {
	e := Edge{from, to, weight}
	if !s.Directed && from > to {
		e.From, e.To = to, from
	}
	k := s.Edge(e.From, e.To)
	if weight == 0 {
		e.Weight = 1 // of what goes, the ends are checked alone
	}
	if err := s.checkEdge(e); err != nil {
		return err
	}
	switch {
	case weight == 0 && k >= 0:
		s.Edges = slices.Delete(s.Edges, k, k+1)
	case weight == 0:
	case k >= 0:
		s.Edges[k] = e
	case len(s.Edges) >= MaxEdges:
		return fmt.Errorf("a graph has at most %d edges", MaxEdges)
	default:
		s.Edges = append(s.Edges, e)
	}
	return nil
}

// Unlabel makes points with targets points without any, as the nodes of a graph are.
func (s *Set) Unlabel() {
	if s.Target == None {
		return
	}
	s.Target, s.Signed, s.Held, s.Names = None, false, 0, Names{}
	for i := range s.Points {
		s.Points[i].Y = 0
	}
}

// unjoin takes away the edges of nodes that go, and numbers the others as the nodes
// are numbered then.
func (s *Set) unjoin(gone []bool) {
	place, n := make([]int, len(gone)), 0
	for i := range gone {
		if place[i] = n; !gone[i] {
			n++
		}
	}
	kept := s.Edges[:0]
	for _, e := range s.Edges {
		if !gone[e.From] && !gone[e.To] {
			kept = append(kept, Edge{place[e.From], place[e.To], e.Weight})
		}
	}
	s.Edges = kept
}

// Drawn returns the source of a graph without directions: each row of nodes is a place, each
// row of edges two nodes, counted from 0, and a weight.
func Drawn(nodes [][2]float64, edges ...[3]float64) Source {
	s := Set{Dim: 2, Target: None}
	for _, x := range nodes {
		s.Points = append(s.Points, Point{X: x})
	}
	for _, e := range edges {
		s.Edges = append(s.Edges, Edge{int(e[0]), int(e[1]), e[2]})
	}
	return Explicit(s)
}

// edgeMark begins a field of a source's text that is an edge: no number begins so.
const edgeMark = "e"

// appendEdges writes the edges behind the points: e0_1 has the weight 1, e0_1_2.5 another.
func (s Set) appendEdges(b []byte) []byte {
	for i, e := range s.Edges {
		if i > 0 || len(s.Points) > 0 {
			b = append(b, fieldSep...)
		}
		b = append(b, edgeMark...)
		b = strconv.AppendInt(b, int64(e.From), 10)
		b = append(b, numberSep...)
		b = strconv.AppendInt(b, int64(e.To), 10)
		if e.Weight != 1 {
			b = append(b, numberSep...)
			b = appendNumber(b, e.Weight)
		}
	}
	return b
}

// cutEdges reads the edges at the end of the fields of a graph's text, and returns the
// fields before them.
func (s *Set) cutEdges(fields []string) ([]string, error) {
	first := slices.IndexFunc(fields, func(f string) bool { return strings.HasPrefix(f, edgeMark) })
	if first < 0 {
		return fields, nil
	}
	if n := len(fields) - first; n > MaxEdges {
		return nil, fmt.Errorf("%d edges are too many: at most %d", n, MaxEdges)
	}
	for i, f := range fields[first:] {
		text, ok := strings.CutPrefix(f, edgeMark)
		numbers := strings.Split(text, numberSep)
		if !ok || len(numbers) != 2 && len(numbers) != 3 {
			return nil, fmt.Errorf("edge %d: write e, two nodes and a weight, e0_1_2.5, not %s", i+1, quote(f))
		}
		e := Edge{Weight: 1}
		for k, end := range []*int{&e.From, &e.To} {
			n, err := strconv.ParseUint(numbers[k], 10, 16)
			if err != nil {
				return nil, fmt.Errorf("edge %d: %s is the number of no node", i+1, quote(numbers[k]))
			}
			*end = int(n)
		}
		if len(numbers) == 3 {
			var err error
			if e.Weight, err = strconv.ParseFloat(numbers[2], 64); err != nil {
				return nil, fmt.Errorf("edge %d: the weight %s is not a number", i+1, quote(numbers[2]))
			}
		}
		s.Edges = append(s.Edges, e)
	}
	return fields[:first], nil
}

// Headers of the two parts of a graph's file.
var (
	nodeHeader = []string{"node", "x", "y"}
	edgeHeader = []string{"from", "to", "weight"}
)

// IsGraph reports whether a file is one of a graph: its header names nodes or edges.
func IsGraph(file []byte) bool {
	text, err := readText(bytes.NewReader(file), MaxCSVBytes)
	if err != nil {
		return false
	}
	text = bytes.TrimLeft(text, " \n")
	head, _, _ := bytes.Cut(text, []byte("\n"))
	first, _, _ := strings.Cut(string(head), string(separator(text)))
	return slices.Contains([]string{nodeHeader[0], edgeHeader[0]}, strings.ToLower(strings.Trim(strings.TrimSpace(first), `"`)))
}

// ReadGraph reads a graph without directions: nodes below the header node,x,y, and edges
// below from,to,weight, where the weight may be left out. Nodes are called by numbers or
// words. Those that have no place stand on a circle.
func ReadGraph(text []byte) (Set, error) {
	body, err := readText(bytes.NewReader(text), MaxCSVBytes)
	if err != nil {
		return Set{}, err
	}
	body = bytes.TrimLeft(body, " \r\n")
	r := csv.NewReader(bytes.NewReader(body))
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = separator(body), -1, true
	g := graphFile{set: Set{Dim: 2, Target: None}, node: map[string]int{}, comma: r.Comma}
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Set{}, &CSVError{Message: err.Error()}
		}
		line, _ := r.FieldPos(0)
		for k := range fields {
			fields[k] = strings.TrimSpace(fields[k])
		}
		if blank(fields) {
			continue
		}
		if err := g.row(fields); err != nil {
			return Set{}, &CSVError{Line: line, Message: err.Error()}
		}
	}
	g.arrange()
	return g.set, g.set.Check()
}

// A graphFile is a graph that is being read.
type graphFile struct {
	set    Set
	node   map[string]int // by what the file calls it
	placed []bool
	part   string // what the rows are: the first word of their header
	comma  rune
}

func (g *graphFile) row(fields []string) error {
	if word := strings.ToLower(fields[0]); word == nodeHeader[0] || word == edgeHeader[0] {
		g.part = word
		return nil
	}
	switch {
	case g.part == nodeHeader[0]:
		return g.nodeRow(fields)
	case g.part == edgeHeader[0]:
		return g.edgeRow(fields)
	}
	return errors.New("the first line must be a header: node,x,y or from,to,weight")
}

func (g *graphFile) nodeRow(fields []string) error {
	if len(fields) < 3 {
		return errors.New("a node needs a name, x and y")
	}
	if _, twice := g.node[fields[0]]; twice {
		return fmt.Errorf("node: %s is there already", quote(fields[0]))
	}
	var at [2]float64
	for k := range at {
		var err error
		if at[k], err = parseNumber(fields[k+1], g.comma); err != nil {
			return fmt.Errorf("%s: %s is not a number", nodeHeader[k+1], quote(fields[k+1]))
		}
	}
	i, err := g.name(fields[0])
	if err != nil {
		return err
	}
	g.set.Points[i].X, g.placed[i] = at, true
	return nil
}

func (g *graphFile) edgeRow(fields []string) error {
	if len(fields) < 2 || fields[0] == "" || fields[1] == "" {
		return errors.New("an edge needs two nodes")
	}
	from, err := g.name(fields[0])
	if err != nil {
		return err
	}
	to, err := g.name(fields[1])
	if err != nil {
		return err
	}
	weight := 1.0
	if len(fields) > 2 && fields[2] != "" {
		if weight, err = parseNumber(fields[2], g.comma); err != nil {
			return fmt.Errorf("weight: %s is not a number", quote(fields[2]))
		}
	}
	if g.set.Edge(from, to) >= 0 {
		return fmt.Errorf("to: %s and %s are joined already", quote(fields[0]), quote(fields[1]))
	}
	if weight == 0 {
		return fmt.Errorf("weight: 0 is not above 0 and at most %d", MaxWeight)
	}
	return g.set.Join(from, to, weight)
}

// name is the node with a name, a new one if there is none.
func (g *graphFile) name(name string) (int, error) {
	if i, ok := g.node[name]; ok {
		return i, nil
	}
	if len(g.set.Points) == MaxNodes {
		return 0, fmt.Errorf("there are too many nodes: at most %d", MaxNodes)
	}
	g.node[name] = len(g.set.Points)
	g.set.Points, g.placed = append(g.set.Points, Point{}), append(g.placed, false)
	return g.node[name], nil
}

// arrange puts the nodes without a place on a circle around the others.
func (g *graphFile) arrange() {
	var x, y, r float64
	known, n := 0.0, len(g.placed)
	for i, p := range g.set.Points {
		if g.placed[i] {
			x, y, known = x+p.X[0], y+p.X[1], known+1
		}
	}
	x, y = x/max(1, known), y/max(1, known)
	for i, p := range g.set.Points {
		if g.placed[i] {
			r = max(r, math.Hypot(p.X[0]-x, p.X[1]-y))
		}
	}
	if r == 0 {
		r = 1
	} else {
		r *= 1.25
	}
	for i := range g.set.Points {
		if !g.placed[i] {
			sin, cos := math.Sincos(2*math.Pi*float64(i)/float64(n) + math.Pi/2)
			g.set.Points[i].X = [2]float64{short(x + r*cos), short(y + r*sin)}
		}
	}
}

// WriteGraph writes a graph so that [ReadGraph] reads the same one back. Nodes are counted
// from 1, as pages show them.
func WriteGraph(w io.Writer, s Set) error {
	if err := s.Check(); err != nil {
		return err
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	b := appendRow(nil, nodeHeader)
	for i, p := range s.Points {
		b = appendRow(b, []string{strconv.Itoa(i + 1), number(p.X[0]), number(p.X[1])})
	}
	b = appendRow(append(b, '\n'), edgeHeader)
	for _, e := range s.Edges {
		b = appendRow(b, []string{strconv.Itoa(e.From + 1), strconv.Itoa(e.To + 1), number(e.Weight)})
	}
	_, err := w.Write(b)
	return err
}
