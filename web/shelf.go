package web

import (
	"context"
	"slices"
	"strings"
	"time"

	"playground/lang"
)

// A page that compares asks for pictures of the same two runs at one step after the other.
// Their recordings stay for a while, so that no step is computed again for each.
const (
	shelfMost = 12
	shelfLife = 2 * time.Minute
)

// A kept is a shot of a recording that stays.
type kept struct {
	*shot
	wrong map[int]float64 // see recording
}

// beside calls use with the recordings of both sides. Two sides of the same run share one.
func (s *Server) beside(ctx context.Context, p pair, ahead int, use func(ctx context.Context, a, b *kept) error) error {
	sides := [2]side{p.a, p.b}
	var keys [2]string
	for i, a := range sides {
		var err error
		if keys[i], err = a.run(); err != nil {
			return err
		}
	}
	order := []int{0, 1}
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(keys[i], keys[j]) }) // or two requests could wait for each other
	var shots [2]*kept
	for _, i := range order {
		if keys[0] == keys[1] && shots[1-i] != nil {
			same := *shots[1-i].shot
			shots[i] = &kept{&same, shots[1-i].wrong}
		} else {
			r, err := s.compared.own(ctx, keys[i])
			if err != nil {
				return err
			}
			defer s.compared.rest(r)
			if r.rec == nil {
				if err := s.start(ctx, r, sides[i].demo, sides[i].recipe); err != nil {
					return err
				}
			}
			// The run ends in the middle of a step with the time that a request may take.
			stop := context.AfterFunc(ctx, r.rec.Interrupt)
			defer stop()
			shots[i] = &kept{&shot{demo: sides[i].demo, rec: r.rec, book: sides[i].demo.Book(lang.From(ctx).String())}, r.wrong}
		}
		var err error
		if shots[i].step, err = s.reach(ctx, shots[i].rec, sides[i].recipe.Step, ahead); err != nil {
			return err
		}
	}
	return use(ctx, shots[0], shots[1])
}

// run names the run of a side, whatever step of it is shown.
func (a side) run() (string, error) {
	r := a.recipe
	r.Step, r.Preset = 0, ""
	q, err := r.Query(a.demo)
	return a.demo.ID + "?" + q.Encode(), err
}
