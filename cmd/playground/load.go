package main

import (
	"context"
	"encoding/json"
	"flag"
	"strings"
	"time"

	"playground/web/load"
)

// load measures a server on this machine under load. It is for those who work on
// the server.
func (a app) load(flags *flag.FlagSet) func(context.Context) error {
	var c load.Config
	flags.StringVar(&c.URL, "url", "http://"+defaultAddr, "load the server at `URL`, on this machine; or several, URL,URL,URL, with the presenter on the first and followers on all")
	flags.IntVar(&c.Sessions, "playing", 0, "`N` sessions that play")
	flags.IntVar(&c.Dragging, "dragging", 0, "`N` sessions that drag a point at convergence")
	flags.IntVar(&c.Watchers, "watching", 0, "`N` followers of one session that plays")
	flags.IntVar(&c.Cursors, "cursors", 0, "`N` watchers of that session, by steps")
	flags.IntVar(&c.Screens, "screens", 3, "`N` different sizes of the followers' screens, from 1 to 3")
	flags.Float64Var(&c.Rate, "rate", 10, "`N` steps and moves per second")
	flags.DurationVar(&c.Time, "time", 10*time.Second, "measure for `time`")
	flags.StringVar(&c.Demo, "demo", load.DefaultDemo, "the `demo` that all open")
	flags.StringVar(&c.Query, "query", "", "its recipe, as in a link (default of "+load.DefaultDemo+": "+load.DefaultQuery+")")
	var attack load.Attack
	flags.StringVar(&attack.Kind, "attack", "", "instead attack the server from another address, and measure what an honest visitor notices: `KIND` is "+
		strings.Join(load.Attacks(), ", "))
	flags.IntVar(&attack.Workers, "workers", 8, "`N` concurrent attackers")
	return func(ctx context.Context) error {
		if attack.Kind != "" {
			attack.URL, attack.Time = c.URL, c.Time
			o, err := attack.Run(ctx)
			if err != nil {
				return err
			}
			return json.NewEncoder(a.stdout).Encode(o)
		}
		r, err := load.Run(ctx, c)
		if err != nil {
			return err
		}
		return json.NewEncoder(a.stdout).Encode(r)
	}
}
