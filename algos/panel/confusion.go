package panel

import (
	"strconv"

	"playground/algos/mark"
	"playground/algos/say"
)

// A Confusion is the confusion matrix of a classifier: the true classes are rows, the predicted ones columns.
type Confusion struct {
	ID               string
	Title, Note, Alt say.Phrase
	Counts           [][]int // of points, by true and by predicted class
	Rates            bool    // each row as shares of its points
	Names            []say.Phrase
	Refs             []string // of the classes
	Hot              [][2]int // cells that this step is about: true, predicted
}

// Panel draws the matrix with the names of the classes at its sides.
func (c Confusion) Panel() mark.Panel {
	k := len(c.Counts)
	m := mark.Matrix{Rows: k, Cols: k, Scale: mark.Sequential, Text: true, Hi: 1, RowRefs: c.Refs, ColRefs: c.Refs, Hot: c.Hot}
	names := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	right, all := 0, 0
	for i, row := range c.Counts {
		total := 0
		for _, n := range row {
			total += n
		}
		right, all = right+row[i], all+total
		for _, n := range row {
			v := float64(n)
			if c.Rates && total > 0 {
				v /= float64(total)
			}
			m.Values, m.Hi = append(m.Values, v), max(m.Hi, v)
		}
		name := say.Phrase(strconv.Itoa(i))
		if i < len(c.Names) {
			name = c.Names[i]
		}
		names.At = append(names.At, mark.XY{X: -0.3, Y: float64(k-i) - 0.55}, mark.XY{X: float64(i) + 0.5, Y: float64(k) + 0.15})
		names.Text = append(names.Text, name, name)
	}
	p := mark.Panel{
		ID: c.ID, Title: c.Title, Note: c.Note, Alt: c.Alt, Equal: true, Height: 0.8,
		X: mark.Axis{Hidden: true, Min: -0.6, Max: float64(k)}, Y: mark.Axis{Hidden: true, Max: float64(k) + 0.5}, Marks: []mark.Mark{m, names},
	}
	if p.Alt == "" {
		p.Alt = say.Vars{"K": k, "right": right, "n": all}.Text("confusion matrix of <K> classes: <right> of <n> classified correctly")
	}
	return p
}

// Confused counts points by their true and their predicted class, of so many classes. Labels that are not among them are left out.
func Confused(classes int, truth, predicted []int) [][]int {
	counts := make([][]int, classes)
	for i := range counts {
		counts[i] = make([]int, classes)
	}
	for i, t := range truth {
		if p := predicted[i]; t >= 0 && t < classes && p >= 0 && p < classes {
			counts[t][p]++
		}
	}
	return counts
}
