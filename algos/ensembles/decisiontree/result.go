package decisiontree

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// Model names the results: the tree, and what was found about every column at the node of the step.
func (v view) Model() algos.Model {
	var tree [][]algos.Value
	place := map[int]int{}
	v.visit(v.splits, v.folds, func(n *node, _ bool) {
		place[n.id] = len(place)
	})
	v.visit(v.splits, v.folds, func(n *node, leaf bool) {
		one := []algos.Value{
			{Name: "n", Value: len(n.rows)},
			{Name: "impurity", Value: n.impurity},
			{Name: "counts", Value: n.counts},
			{Name: "label", Value: v.called(n.label)},
		}
		if !leaf {
			one = append(one, algos.Value{Name: "feature", Value: n.ask.feature}, algos.Value{Name: "gain", Value: n.ask.gain})
			switch {
			case !n.ask.words:
				one = append(one, algos.Value{Name: "threshold", Value: n.ask.threshold})
			case n.ask.word != whole:
				one = append(one, algos.Value{Name: "word", Value: v.words[n.ask.feature][n.ask.word]})
			default:
				var words []string
				for _, k := range n.ask.values {
					words = append(words, v.words[n.ask.feature][k])
				}
				one = append(one, algos.Value{Name: "words", Value: words})
			}
			if len(n.children) == 2 {
				one = append(one, algos.Value{Name: "left", Value: place[n.children[0]]}, algos.Value{Name: "right", Value: place[n.children[1]]})
			} else {
				var branches []int
				for _, k := range n.children {
					branches = append(branches, place[k])
				}
				one = append(one, algos.Value{Name: "branches", Value: branches})
			}
		}
		tree = append(tree, one)
	})
	potential, wrong, leaves := v.sums()
	m := algos.Model{Values: []algos.Value{
		{Name: "tree", Value: tree},
		{Name: "leaves", Value: leaves},
		{Name: "potential", Value: potential},
		{Name: "wrong", Value: wrong},
		{Name: "exception", Value: v.exception()},
	}}
	if v.Prune == byMDL {
		m.Values = append(m.Values, algos.Value{Name: "bits", Value: v.length(v.splits, v.folds)})
	}
	if n := v.current(); v.phase != folding && len(n.looked) > 0 {
		for _, l := range n.looked {
			if l.count == 0 {
				continue
			}
			q := l.best
			of := "_" + v.keyed(l.feature)
			m.Values = append(m.Values, algos.Value{Name: "gain" + of, Value: q.gain}, algos.Value{Name: "iv" + of, Value: q.iv},
				algos.Value{Name: "ratio" + of, Value: q.ratio()}, algos.Value{Name: "below" + of, Value: n.impurity - q.gain})
		}
	}
	at := func(x func(j int) float64) []algos.Value {
		n := v.nodes[v.leaf(x, v.splits, v.folds)]
		p := make([]float64, len(n.counts))
		for k, c := range n.counts {
			p[k] = float64(c) / float64(len(n.rows))
		}
		return []algos.Value{{Name: "label", Value: v.called(n.label)}, {Name: "p", Value: p}}
	}
	if v.Table.Empty() {
		m.Predict = func(x [2]float64) []algos.Value { return at(func(j int) float64 { return x[j] }) }
	} else {
		m.PredictRow = func(inputs []float64) []algos.Value { return at(func(j int) float64 { return inputs[j] }) }
	}
	return m
}

// called is a class in predictions: the label of points, the word of a table.
func (t *task) called(class int) any {
	if t.Table.Empty() {
		return t.Label(class)
	}
	return dataset.Label(t.classes[class])
}

// keyed is a column's place as it stands in the names of results, from 1.
func (t *task) keyed(j int) string { return say.Num(float64(j + 1)) }
