package session

import (
	"context"
	"slices"

	"playground/algos"
	"playground/web/wire"
)

// goals is what is known of how far the run has come towards the goals of the demo. They
// are looked at once a run: when it is complete and its picture is sent, and not while a
// hand moves.
type goals struct {
	judged  bool        // the run was looked at
	outcome *past       // of the run; nil: not known, or nothing compares it
	before  *past       // of the run before the last edit
	due     *wire.Goals // what the client is to be told; nil: nothing
	loaded  bool        // the last edit put in the data of a file, which may happen to come to a goal
}

// A past is a run with which another is compared.
type past struct {
	*algos.Outcome
	query string // its recipe, without a step
}

// retire begins with another run. An edit began, or not, and may have replaced all data.
func (g *goals) retire(began, replaced bool) {
	before := g.before
	switch {
	case replaced:
		before = nil
	case began:
		before = g.outcome
	}
	*g = goals{before: before, loaded: g.loaded}
}

// fromFile reports whether an edit puts in data that are read or pasted at once.
func fromFile(e edit) bool {
	switch e := e.(type) {
	case loadPoints:
		return e.file.bytes != nil
	case loadTable:
		return e.file.bytes != nil || e.image != nil
	}
	return false
}

// judging reports whether there is nothing else to compute than how far the run has come.
func (s *session) judging() bool {
	return s.rec != nil && !s.stale && !s.goals.judged && len(s.doc.demo.Goals) > 0 &&
		s.out.shown && s.rec.Complete() && !s.interrupted() && !s.moving() && !s.replaying()
}

// judge looks how far the run has come. It replays the last step first if that was let go.
func (s *session) judge(ctx context.Context, more func() bool) error {
	last := s.rec.Len() - 1
	if !s.rec.Kept(last) {
		return s.rec.Prepare(ctx, last, more)
	}
	step, err := s.rec.Step(ctx, last)
	if err != nil {
		return err
	}
	d, recipe := s.doc.demo, s.doc.recipe
	a, err := s.rec.Attempt(step, last)
	if err != nil {
		return err
	}
	s.goals.judged = true
	if s.goals.before != nil {
		a.Before = s.goals.before.Outcome
	}
	results := d.Judge(recipe, a)
	var outcome *past
	if slices.ContainsFunc(d.Goals, func(g algos.Goal) bool { return g.Compares }) {
		if o := a.Outcome(); o != nil {
			outcome = &past{Outcome: o, query: s.ran()}
		}
	}
	if s.interrupted() {
		return nil // its views could not work out what they lacked
	}
	s.goals.outcome = outcome
	if len(results) > 0 {
		s.goals.due = s.goalsMessage(results)
	}
	return nil
}

// ran is the recipe of the run as a query, without a step.
func (s *session) ran() string {
	q, err := s.doc.recipe.RunQuery(s.doc.demo)
	if err != nil {
		return ""
	}
	if len(q) == 0 {
		q.Set("preset", s.doc.recipe.Preset) // an empty one would say that there is none
	}
	return q.Encode()
}

// goalsMessage says in the reader's language how far the run has come.
func (s *session) goalsMessage(results []algos.Result) *wire.Goals {
	m := &wire.Goals{Loaded: s.goals.loaded, Goals: []wire.Goal{}}
	for _, r := range results {
		said := wire.Goal{ID: r.Goal, Number: r.Score.Number, Text: r.Score.Words.In(s.book()), Reached: r.Reached}
		if g, _ := s.doc.demo.Goal(r.Goal); g.Compares && s.goals.before != nil {
			said.Before = s.goals.before.query
		}
		m.Goals = append(m.Goals, said)
	}
	return m
}
