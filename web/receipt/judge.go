package receipt

import (
	"context"
	"errors"
	"fmt"

	"playground/algos"
)

// Why a run gets no receipt.
var (
	ErrNotOwn     = errors.New("the run is that of a preset, and the goal asks for one of your own")
	ErrNotReached = errors.New("the run does not reach the goal")
	ErrNoBefore   = errors.New("the goal compares the run with the one before the last edit, which is missing")
)

// New is the receipt of a run that was judged, without a name, a time and a version. The
// query is its recipe, and before that of the run before the last edit.
func New(d algos.Demo, recipe algos.Recipe, before string, a algos.Attempt, result algos.Result) (Receipt, error) {
	switch {
	case !result.Counted() || !result.Enough:
		return Receipt{}, ErrNotReached
	case !result.Own:
		return Receipt{}, ErrNotOwn
	}
	run, err := Query(d, recipe)
	if err != nil {
		return Receipt{}, err
	}
	r := Receipt{Demo: d.ID, Goal: result.Goal, Number: result.Score.Number, Steps: a.Steps, Run: run}
	if g, _ := d.Goal(result.Goal); g.Compares {
		r.Before = before
	}
	return r, nil
}

// Query is the recipe of a run as a receipt keeps it, without a step.
func Query(d algos.Demo, recipe algos.Recipe) (string, error) {
	q, err := recipe.RunQuery(d)
	if err != nil {
		return "", fmt.Errorf("write the recipe: %w", err)
	}
	return q.Encode(), nil
}

// Recipe reads the run of a receipt; its step is the last one.
func (r Receipt) Recipe(d algos.Demo) (algos.Recipe, error) {
	recipe, err := d.Link(r.Run)
	recipe.Step = r.Steps
	return recipe, err
}

// Judge looks at a run for one goal. A goal that compares takes the run of the query
// before as the one before the last edit; it is played to its end, or up to so many steps.
func Judge(ctx context.Context, d algos.Demo, g algos.Goal, recipe algos.Recipe, a algos.Attempt, before string, most int) (algos.Result, error) {
	if g.Compares {
		if before == "" {
			return algos.Result{}, ErrNoBefore
		}
		start, err := d.Link(before)
		if err != nil {
			return algos.Result{}, fmt.Errorf("the run before: %w", err)
		}
		was, err := d.Try(ctx, start, most)
		if err != nil {
			return algos.Result{}, fmt.Errorf("the run before: %w", err)
		}
		a.Before = was.Outcome()
	}
	return d.Result(g, recipe, a), nil
}

// Replay plays the run of a receipt, and judges it.
func (r Receipt) Replay(ctx context.Context, d algos.Demo, most int) Replayed {
	g, ok := d.Goal(r.Goal)
	switch {
	case !ok:
		return Replayed{Replay: Absent}
	case r.Steps > most:
		return Replayed{Replay: Long}
	}
	recipe, err := r.Recipe(d)
	if err != nil {
		return Replayed{Replay: Refused, Why: err.Error()}
	}
	a, err := d.Try(ctx, recipe, r.Steps)
	if err != nil {
		return failed(ctx, err)
	}
	result, err := Judge(ctx, d, g, recipe, a, r.Before, most)
	if err != nil {
		return failed(ctx, err)
	}
	return r.Compare(result)
}

func failed(ctx context.Context, err error) Replayed {
	if ctx.Err() != nil {
		return Replayed{Replay: Slow}
	}
	return Replayed{Replay: Refused, Why: err.Error()}
}
