package main

import (
	"context"
	"encoding/json"
	"flag"
	"time"

	"playground/web/load"
)

// load measures a server on this machine under load. It is for those who work on
// the server.
func (a app) load(flags *flag.FlagSet) func(context.Context) error {
	var c load.Config
	flags.StringVar(&c.URL, "url", "http://"+defaultAddr, "load the server at `URL`, on this machine")
	flags.IntVar(&c.Sessions, "playing", 0, "`N` sessions that play")
	flags.IntVar(&c.Dragging, "dragging", 0, "`N` sessions that drag a point at convergence")
	flags.IntVar(&c.Watchers, "watching", 0, "`N` followers of one session that plays")
	flags.Float64Var(&c.Rate, "rate", 10, "`N` steps and moves a second")
	flags.DurationVar(&c.Time, "time", 10*time.Second, "measure for `time`")
	flags.StringVar(&c.Query, "query", load.DefaultQuery, "the recipe of the support vector machine, as in a link")
	return func(ctx context.Context) error {
		r, err := load.Run(ctx, c)
		if err != nil {
			return err
		}
		return json.NewEncoder(a.stdout).Encode(r)
	}
}
