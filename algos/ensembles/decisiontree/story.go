package decisiontree

import (
	"slices"
	"strconv"

	"playground/algos"
	"playground/algos/say"
)

// passSplits is how many splits a whole pass takes.
const passSplits = 5

func (v view) vars() say.Vars {
	n := v.current()
	return say.Vars{"rows": len(n.rows), "node": nodeName(n.id), "phi": n.impurity, "name": v.criterion(), "label": say.Given(v.classes[n.label])}
}

// nodeName is what people read, nodeRef what marks are linked by.
func nodeName(id int) string { return "#" + strconv.Itoa(id+1) }
func nodeRef(id int) string  { return "n" + strconv.Itoa(id) }

func (t *task) criterion() say.Phrase {
	switch t.Criterion {
	case entropy, ratio:
		return "entropy"
	case mistakes:
		return "misclassification error"
	}
	return "Gini index"
}

// step is the step that shows a view.
func (v view) step() algos.Step {
	w := v.vars()
	s := algos.Step{View: v, Metrics: v.metrics(), Size: algos.Normal, Status: algos.Status{State: algos.Running}}
	switch v.phase {
	case starting:
		s.Phase = w.Text("<rows sample> in the root")
		s.Size = algos.Pass
	case looking:
		w["column"] = v.column1()
		s.Phase, s.Size = w.Text("node <node>: all splits on <column>"), algos.Micro
	case splitting:
		w["question"] = v.asked1(*v.current().ask)
		s.Phase = w.Text("node <node>: split by <question>")
		s.Events = []algos.Event{{Kind: "split", Text: s.Phase}}
		if v.splits%passSplits == 0 {
			s.Size = algos.Pass
		}
	case folding:
		s.Phase = w.Text("node <node> becomes a leaf")
		s.Events = []algos.Event{{Kind: "prune", Text: s.Phase}}
	}
	s.Next = v.next()
	if !v.ended(v.splits, v.folds) || v.phase == looking {
		return s
	}
	s.Size, s.Next = algos.Pass, algos.Next{}
	s.Status = algos.Status{State: algos.Converged, Reason: v.reason()}
	return s
}

func (v view) next() algos.Next {
	w := say.Vars{"splits": passSplits}
	switch {
	case v.splits < len(v.task.splits):
		at := v.task.splits[v.splits]
		w["node"] = nodeName(at)
		n := algos.Next{Step: w.Text("split node <node>"), Pass: w.Text("<splits split>")}
		j := 0
		if v.phase == looking {
			j = v.column + 1
		}
		if n.Small = n.Step; j < len(v.x) {
			w["column"] = say.Given(v.names[j])
			n.Small = w.Text("try every split on <column>")
		}
		return n
	case v.folds < len(v.task.folds):
		w["node"] = nodeName(v.task.folds[v.folds].node)
		return algos.Next{Step: w.Text("prune node <node>"), Pass: "prune to the end"}
	}
	return algos.Next{}
}

func (v view) reason() say.Phrase {
	_, wrong, leaves := v.sums()
	w := say.Vars{"wrong": wrong, "n": len(v.learn), "leaves": leaves}
	switch {
	case len(v.nodes) == 1 && wrong == 0:
		return w.Text("All <n sample> have the same class: the tree is a single leaf.")
	case len(v.nodes) == 1 && v.nodes[0].short:
		w["eps"] = v.MinDecrease
		return w.Text("No split lowers the impurity by <eps>: the tree is a single leaf, which misclassifies <wrong> of <n sample>.")
	case len(v.nodes) == 1:
		return w.Text("No split separates the <n sample>: the tree is a single leaf, which misclassifies <wrong>.")
	case v.folds > 0:
		return w.Text("The pruned tree has <leaves leaf> and misclassifies <wrong> of <n sample>.")
	}
	return w.Text("No leaf can be split further: the tree has <leaves=metric.leaves leaf> and misclassifies <wrong=model.wrong> of <n sample>.")
}

func (v view) column1() say.Given { return say.Given(v.names[v.column]) }

// asked1 is a split in words.
func (t *task) asked1(q question) say.Phrase {
	if q.words && q.word == whole {
		return say.Given(t.names[q.feature]).Phrase()
	}
	return t.answer(q, 0)
}

// answer is the branch of a split that leads to a child, as a condition.
func (t *task) answer(q question, branch int) say.Phrase {
	w := say.Vars{"column": say.Given(t.names[q.feature]), "theta": q.threshold}
	switch {
	case !q.words && branch == 0:
		return w.Text("<column> ≤ <theta>")
	case !q.words:
		return w.Text("<column> > <theta>")
	case q.word != whole:
		w["word"] = say.Given(t.words[q.feature][q.word])
		if branch == 0 {
			return w.Text("<column> = <word>")
		}
		return w.Text("<column> ≠ <word>")
	}
	w["word"] = say.Given(t.words[q.feature][q.values[branch]])
	return w.Text("<column> = <word>")
}

// Say tells what happened.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.phase {
	case starting:
		s.Text("The root holds all <rows sample> and predicts the majority class, <label>. Its <name> is $\\varphi=<phi>$.")
		v.sayImpurity(&s)
		if len(v.aside) > 0 {
			s.Vars["aside"] = len(v.aside)
			s.Text("A validation set of <aside sample> prunes the tree; it does not grow it.")
		}
	case looking:
		v.sayLook(&s)
	case splitting:
		v.saySplit(&s)
	case folding:
		v.sayFold(&s)
	}
	if v.phase != looking && v.ended(v.splits, v.folds) && len(v.nodes) > 1 {
		v.sayEnd(&s)
	}
	v.sayOther(&s)
	return s.Lines
}

// sayImpurity shows how the impurity of two classes is computed.
func (v view) sayImpurity(s *algos.Story) {
	n := v.current()
	if len(n.counts) != 2 {
		return
	}
	s.Vars["a"], s.Vars["b"], s.Vars["most"] = n.counts[0], n.counts[1], n.counts[n.label]
	switch v.Criterion {
	case gini:
		s.TeX(`\varphi = 1 - \left(\frac{<a>}{<rows>}\right)^2 - \left(\frac{<b>}{<rows>}\right)^2 = <phi>`)
	case mistakes:
		s.TeX(`\varphi = 1 - \frac{<most>}{<rows>} = <phi>`)
	}
}

func (v view) sayLook(s *algos.Story) {
	l := v.current().looked[v.column]
	s.Vars["column"] = v.column1()
	if l.count == 0 {
		s.Text("Node <node> has <rows sample>. No split on <column> is possible: the feature is constant here, or a child would have too few samples.")
		return
	}
	q := l.best
	s.Vars["count"], s.Vars["gain"], s.Vars["question"], s.Vars["below"] = l.count, q.gain, v.asked1(q), v.current().impurity-q.gain
	s.Text("Node <node> has <rows sample>. Of <count split> on <column> the best is <question>: it lowers the <name> by <gain>.")
	s.TeX(`\mathrm{gain} = \varphi(D) - \sum_v \frac{|D_v|}{|D|}\varphi(D_v) = <phi> - <below> = <gain>`)
	if v.Criterion == ratio {
		s.Vars["iv"], s.Vars["ratio"] = q.iv, q.ratio()
		s.TeX(`\frac{\mathrm{gain}}{H_a} = \frac{<gain>}{<iv>} = <ratio>`)
	}
}

func (v view) saySplit(s *algos.Story) {
	n := v.current()
	q := *n.ask
	s.Vars["question"], s.Vars["gain"] = v.asked1(q), q.gain
	s.Text("Node <node> is split by <question>: no other split lowers the <name> by more.")
	if v.Criterion == ratio {
		s.Lines = nil
		s.Vars["iv"], s.Vars["ratio"] = q.iv, q.ratio()
		s.Text("Node <node> is split by <question>: it has the largest gain ratio, <ratio>, of all features with at least average information gain.")
	}
	if len(n.children) == 2 {
		l, r := v.nodes[n.children[0]], v.nodes[n.children[1]]
		s.Vars["nl"], s.Vars["nr"], s.Vars["pl"], s.Vars["pr"] = len(l.rows), len(r.rows), say.Factor(l.impurity), say.Factor(r.impurity)
		s.TeX(`\mathrm{gain} = <phi> - \frac{<nl>}{<rows>}\cdot <pl> - \frac{<nr>}{<rows>}\cdot <pr> = <gain>`)
	} else {
		s.Vars["branches"], s.Vars["below"] = len(n.children), n.impurity-q.gain
		s.Text("There <branches is branch>, one per category.")
		s.TeX(`\mathrm{gain} = <phi> - <below> = <gain>`)
	}
	if q.gain == 0 {
		s.Text("The gain is zero, but later splits may help.")
	}
	mixed := 0
	for _, k := range n.children {
		if v.nodes[k].impurity > 0 {
			mixed++
		}
	}
	s.Vars["mixed"], s.Vars["parts"] = mixed, len(n.children)
	if mixed == 0 {
		s.Text("All of its <parts child node> are pure.")
	} else {
		s.Text("Of its <parts child node>, <mixed child node is> still impure.")
	}
}

func (v view) sayFold(s *algos.Story) {
	f := v.task.folds[v.folds-1]
	gone := len(v.below(f.node))
	s.Vars["before"], s.Vars["after"], s.Vars["gone"], s.Vars["alpha"], s.Vars["price"] = f.before, f.after, gone, f.alpha, v.Alpha
	switch v.Prune {
	case byAlpha:
		s.Text("Node <node> is the weakest link: its effective α is $<alpha>$, at most $\\alpha=<price>$. " +
			"Pruning it takes the training errors from <before> to <after>.")
	case byValidation:
		s.Text("Node <node> becomes a leaf: the validation errors go from <before> to <after>.")
	default:
		s.Text("Node <node> becomes a leaf: the description length of the tree and its exceptions goes from <before=before.metric.bits> to <after> bits.")
	}
}

// below are the nodes below one.
func (t *task) below(at int) []int {
	var out []int
	for k := at + 1; k < len(t.nodes); k++ {
		if p := t.nodes[k].parent; p == at || slices.Contains(out, p) {
			out = append(out, k)
		}
	}
	return out
}

// mostRules is how many rules are read off a tree.
const mostRules = 6

// sayEnd reads the rules off the tree, the largest leaves first, and compares a tree of depth two with the best there is.
func (v view) sayEnd(s *algos.Story) {
	if best, ok := v.best2(); ok {
		_, wrong, _ := v.sums()
		s.Vars["wrong"], s.Vars["best"] = wrong, best
		if best < wrong {
			s.Text("The greedy tree misclassifies <wrong sample>; the optimal tree of depth two misclassifies <best>.")
		} else {
			s.Text("No tree of depth two misclassifies fewer than <best sample>.")
		}
	}
	var leaves []*node
	v.visit(v.splits, v.folds, func(n *node, leaf bool) {
		if leaf {
			leaves = append(leaves, n)
		}
	})
	slices.SortStableFunc(leaves, func(a, b *node) int { return len(b.rows) - len(a.rows) })
	if stopped := v.stopped(); stopped > 0 {
		s.Vars["stopped"], s.Vars["eps"] = stopped, v.MinDecrease
		s.Text("At <stopped leaf> no split lowers the weighted impurity by <eps>.")
	}
	v.sayReuse(s)
	s.Text("The tree as rules:")
	for _, n := range leaves[:min(mostRules, len(leaves))] {
		s.Vars["label"], s.Vars["count"], s.Vars["bad"], s.Vars["if"] = say.Given(v.classes[n.label]), len(n.rows), n.wrong(), v.rule(n)
		s.Text("If <if>, then <label>: <count sample>, <bad> misclassified.")
	}
	if more := len(leaves) - mostRules; more > 0 {
		s.Vars["more"] = more
		s.Text("And <more rule> more.")
	}
}

// rule is the conditions on the way to a node.
func (t *task) rule(n *node) say.Phrase {
	var out say.Phrase
	way := t.way(n.id)
	for k, at := range way[:len(way)-1] {
		q := t.nodes[at].ask
		if out != "" {
			out += " ∧ "
		}
		out += t.answer(*q, slices.Index(t.nodes[at].children, way[k+1]))
	}
	if out == "" {
		return "true"
	}
	return out
}
