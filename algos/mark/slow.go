package mark

import "playground/algos/say"

// Slow is a panel that takes long to draw: runs from other starts, refits, surfaces. While
// a hand drags something its last picture stays, toned down. A panel without an ID says that
// there is nothing to show: the step leaves it out.
func Slow(id string, title say.Phrase, draw func() Panel) Panel {
	return Panel{ID: id, Title: title, Slow: draw}
}

// SlowMarks are marks of a panel that take long. While a hand drags something they are
// left out.
func SlowMarks(draw func() []Mark) Mark { return slowMarks(draw) }

type slowMarks func() []Mark

func (slowMarks) layer() Layer     { return Under }
func (m slowMarks) in(saying) Mark { return m } // they are drawn before anything is said

// Whole is the panel with what is slow.
func (p Panel) Whole() Panel {
	if p.Slow != nil {
		return p.Slow().Whole()
	}
	return p.with(func(m slowMarks) []Mark { return m() })
}

// Waiting is the panel without what is slow.
func (p Panel) Waiting() Panel {
	if p.Slow != nil {
		return Panel{ID: p.ID, Title: p.Title, Waits: true}
	}
	return p.with(func(slowMarks) []Mark { return nil })
}

// with is the panel with other marks instead of those that are slow.
func (p Panel) with(instead func(slowMarks) []Mark) Panel {
	var marks []Mark
	for i, m := range p.Marks {
		slow, ok := m.(slowMarks)
		switch {
		case ok && marks == nil:
			marks = append(append([]Mark{}, p.Marks[:i]...), instead(slow)...)
		case ok:
			marks = append(marks, instead(slow)...)
		case marks != nil:
			marks = append(marks, m)
		}
	}
	if marks != nil {
		p.Marks = marks
	}
	return p
}
