package dataset

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// house is a square with a roof, whose edges have different weights.
func house() Set {
	return Drawn([][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.5, 1.75}},
		[3]float64{0, 1, 1}, [3]float64{1, 2, 0.5}, [3]float64{2, 3, 2}, [3]float64{0, 3, 1.0 / 3}, [3]float64{2, 4, 1}, [3]float64{3, 4, 1e-9}).Set
}

func TestGraphTravels(t *testing.T) {
	full := Set{Dim: 2, Target: None}
	for i := range 28 {
		full.Points = append(full.Points, Point{X: [2]float64{float64(i) / 3, float64(i*i) / 7}})
		for j := range i {
			if err := full.Join(i, j, 1+float64(i)/7); err != nil {
				t.Fatal(err)
			}
		}
	}
	named := house()
	named.Names.Columns = []string{"east", "north"}
	directed := Set{Dim: 2, Target: None, Directed: true, Points: house().Points, Edges: []Edge{{1, 0, 1}, {0, 1, 2}}}
	for name, s := range map[string]Set{
		"house": house(), "full": full, "names": named, "directed": directed, "directed without edges": {Dim: 2, Target: None, Directed: true},
	} {
		if err := s.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		text := Explicit(s).String()
		back, err := ParseSource(text)
		if err != nil || !back.Equal(Explicit(s)) {
			t.Errorf("%s: %s was read as %+v, %v", name, text, back.Set, err)
		}
		if s.Directed || name == "names" {
			continue
		}
		var b bytes.Buffer
		if err := WriteGraph(&b, s); err != nil {
			t.Fatal(err)
		}
		file, err := ReadGraph(b.Bytes())
		if err != nil || !Explicit(file).Equal(Explicit(s)) {
			t.Errorf("%s: the file\n%s\nwas read as %+v, %v", name, b.String(), file, err)
		}
	}
	if got, want := Explicit(house()).String(), "p2g~0_0~1_0~1_1~0_1~0.5_1.75~e0_1~e1_2_0.5~e2_3_2~e0_3_0.3333333333333333~e2_4~e3_4_1e-09"; got != want {
		t.Errorf("the text is %s, want %s", got, want)
	}
}

func TestGraphRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"p2g~0_0~1_0~e0_2":                                         "edge 1: to: there is no node 3, the graph has 2",
		"p2g~0_0~1_0~e1_0":                                         "edge 1: from: node 1 stands before node 2 in a graph without directions",
		"p2g~0_0~1_0~e0_0":                                         "edge 1: to: node 1 cannot be joined with itself",
		"p2g~0_0~1_0~e0_1~e0_1_2":                                  "edge 2: the nodes 1 and 2 are joined already",
		"p2g~0_0~1_0~e0_1_-1":                                      "edge 1: weight: -1 is not above 0 and at most 1000",
		"p2g~0_0~1_0~e0_1_1001":                                    "edge 1: weight: 1001 is not above 0 and at most 1000",
		"p2g~0_0~1_0~e0_1_NaN":                                     "edge 1: weight: NaN is not above 0 and at most 1000",
		"p2g~0_0~1_0~e0_1~3_4":                                     `edge 2: write e, two nodes and a weight, e0_1_2.5, not "3_4"`,
		"p2g~0_0~e-1_0":                                            `edge 1: "-1" is the number of no node`,
		"p2s~0_0_1~1_0_1~e0_1":                                     "edges join points with two inputs and no target",
		"p1g~0~1~e0_1":                                             "edges join points with two inputs and no target",
		"p2d~" + strings.Repeat("0_0~", 60) + "0_0":                "61 nodes are too many for a graph: at most 60",
		"p2g~0_0" + strings.Repeat("~e0_1", 401):                   "401 edges are too many: at most 400",
		"p2g~" + strings.Repeat("0_0~", 60) + "0_0~e0_1":           "61 nodes are too many for a graph: at most 60",
		"p2gn~a_b~0_0~1_0~e0_1~e" + strings.Repeat("1", 30) + "_0": `edge 2: "111111111111111111111111111111" is the number of no node`,
	} {
		if _, err := ParseSource(text); err == nil || err.Error() != want {
			t.Errorf("%.60s: %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"from,to\n1,2\n2,1":                `line 3: to: "2" and "1" are joined already`,
		"from,to,weight\n1,2,0":            "line 2: weight: 0 is not above 0 and at most 1000",
		"from,to,weight\n1,2,x":            `line 2: weight: "x" is not a number`,
		"from,to,weight\n1,1":              "line 2: to: node 1 cannot be joined with itself",
		"from,to,weight\n1":                "line 2: an edge needs two nodes",
		"node,x,y\na,0,zero":               `line 2: y: "zero" is not a number`,
		"node,x,y\na,0,0\na,1,1":           `line 3: node: "a" is there already`,
		"1,2,3":                            "line 1: the first line must be a header: node,x,y or from,to,weight",
		"node,x,y\n" + many(61, "n%d,0,0"): "line 62: there are too many nodes: at most 60",
	} {
		if _, err := ReadGraph([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func many(n int, row string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(row, "%d", strings.Repeat("i", i+1)) + "\n")
	}
	return b.String()
}

func TestGraphFileWithoutPlaces(t *testing.T) {
	s, err := ReadGraph([]byte("\ufefffrom;to;weight\nAnna;Ben;1,5\nBen;Carl\n\nAnna;Dora\n"))
	if err != nil {
		t.Fatal(err)
	}
	if want := []Edge{{0, 1, 1.5}, {1, 2, 1}, {0, 3, 1}}; !slices.Equal(s.Edges, want) {
		t.Errorf("edges %v, want %v", s.Edges, want)
	}
	if want := [][2]float64{{0, 1}, {-1, 0}, {0, -1}, {1, 0}}; len(s.Points) != 4 || s.Points[1].X != want[1] || s.Points[3].X != want[3] {
		t.Errorf("the nodes stand at %v, want %v", s.Points, want)
	}
	if !IsGraph([]byte("From\tTo\n")) || !IsGraph([]byte("\"node\",x,y")) || IsGraph([]byte("x1,x2\n")) {
		t.Error("a file of a graph is not told from one of points")
	}
}

func TestGraphEdits(t *testing.T) {
	s := house()
	if err := s.Join(4, 0, 3); err != nil || s.Edges[6] != (Edge{0, 4, 3}) {
		t.Fatalf("joined: %v, %v", s.Edges, err)
	}
	if err := s.Join(0, 4, 7); err != nil || s.Edges[6] != (Edge{0, 4, 7}) {
		t.Fatalf("weighed: %v, %v", s.Edges, err)
	}
	if err := s.Join(4, 0, 0); err != nil || len(s.Edges) != 6 {
		t.Fatalf("parted: %v, %v", s.Edges, err)
	}
	if err := s.Join(4, 0, 0); err != nil || len(s.Edges) != 6 {
		t.Fatalf("parted twice: %v, %v", s.Edges, err)
	}
	if err := s.Join(0, 9, 0); err == nil {
		t.Error("an edge to nowhere was taken away")
	}
	s.Remove([]bool{false, true, false, false, false})
	if want := []Edge{{1, 2, 2}, {0, 2, 1.0 / 3}, {1, 3, 1}, {2, 3, 1e-9}}; !slices.Equal(s.Edges, want) || s.Check() != nil {
		t.Errorf("without node 2: %v, want %v; %v", s.Edges, want, s.Check())
	}
}

func FuzzGraph(f *testing.F) {
	f.Add("node,x,y\n1,0,0\n2,1,0\n\nfrom,to,weight\n1,2,0.5\n")
	f.Add("from;to\nA;B\nB;C\n")
	f.Add("from\tto\tweight\nA\tB\t1e300\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadGraph([]byte(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteGraph(&b, s); err != nil {
			t.Fatal(err)
		}
		again, err := ReadGraph(b.Bytes())
		if err != nil || !Explicit(again).Equal(Explicit(s)) {
			t.Fatalf("%q was written as\n%s\nand read as %+v, %v", text, b.String(), again, err)
		}
		back, err := ParseSource(Explicit(s).String())
		if err != nil || !back.Equal(Explicit(s)) {
			t.Fatalf("%s was read as %+v, %v", Explicit(s), back, err)
		}
	})
}
