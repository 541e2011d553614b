package mark

import "playground/algos/say"

// In returns the panel with everything that it says in the language of the book.
// The panel itself stays as it is.
func (p Panel) In(book say.Book) Panel {
	said := func(words say.Phrase) say.Phrase { return say.Phrase(words.In(book)) }
	p.Title, p.Note, p.Alt = said(p.Title), said(p.Note), said(p.Alt)
	p.X.Name, p.X.Unit = said(p.X.Name), said(p.X.Unit)
	p.Y.Name, p.Y.Unit = said(p.Y.Name), said(p.Y.Unit)
	marks := make([]Mark, len(p.Marks))
	for i, m := range p.Marks {
		marks[i] = m.in(said)
	}
	p.Marks = marks
	return p
}

// saying says a phrase in a reader's language.
type saying func(say.Phrase) say.Phrase

func (said saying) all(list []say.Phrase) []say.Phrase {
	if list == nil {
		return nil
	}
	out := make([]say.Phrase, len(list))
	for i, words := range list {
		out[i] = said(words)
	}
	return out
}

func (said saying) tip(made func(i int) say.Phrase) func(i int) say.Phrase {
	if made == nil {
		return nil
	}
	return func(i int) say.Phrase { return said(made(i)) }
}

func (m Points) in(said saying) Mark {
	m.Legend, m.Name, m.Labels, m.Tips, m.Tip = said(m.Legend), said(m.Name), said.all(m.Labels), said.all(m.Tips), said.tip(m.Tip)
	return m
}

func (m Rings) in(said saying) Mark {
	m.Legend, m.Labels = said(m.Legend), said.all(m.Labels)
	return m
}

func (m Field) in(said saying) Mark {
	m.Legend = said(m.Legend)
	levels := make([]Level, len(m.Levels))
	for i, l := range m.Levels {
		l.Label = said(l.Label)
		levels[i] = l
	}
	m.Levels = levels
	return m
}

func (m PolyLine) in(said saying) Mark {
	m.Legend, m.Name = said(m.Legend), said(m.Name)
	return m
}

func (m Arrows) in(said saying) Mark {
	m.Legend, m.Labels = said(m.Legend), said.all(m.Labels)
	return m
}

func (m Bars) in(said saying) Mark {
	m.Legend, m.Tips, m.Tip = said(m.Legend), said.all(m.Tips), said.tip(m.Tip)
	return m
}

func (m Graph) in(said saying) Mark {
	m.Legend = said(m.Legend)
	nodes, edges := make([]Node, len(m.Nodes)), make([]Edge, len(m.Edges))
	for i, n := range m.Nodes {
		n.Text, n.Tip = said.all(n.Text), said(n.Tip)
		nodes[i] = n
	}
	for i, e := range m.Edges {
		e.Text = said(e.Text)
		edges[i] = e
	}
	m.Nodes, m.Edges = nodes, edges
	return m
}

func (m Texts) in(said saying) Mark {
	m.Text = said.all(m.Text)
	return m
}

func (m Rule) in(said saying) Mark {
	m.Legend, m.Label = said(m.Legend), said(m.Label)
	return m
}

func (m Handle) in(said saying) Mark {
	m.Name, m.Tip, m.Label, m.Legend = said(m.Name), said(m.Tip), said(m.Label), said(m.Legend)
	return m
}

func (m Ray) in(said saying) Mark      { m.Legend = said(m.Legend); return m }
func (m Band) in(said saying) Mark     { m.Legend = said(m.Legend); return m }
func (m Segments) in(said saying) Mark { m.Legend = said(m.Legend); return m }
func (m Ellipses) in(said saying) Mark { m.Legend = said(m.Legend); return m }
func (m Matrix) in(said saying) Mark   { m.Legend = said(m.Legend); return m }
func (m Rect) in(said saying) Mark     { m.Legend, m.Tip = said(m.Legend), said(m.Tip); return m }
