package views

import (
	"context"
	"slices"
	"strings"

	"playground/algos"
)

// mostPromises is how many promises stand in full; a demo states the ones that
// matter most first. One more than that is not worth folding away.
const mostPromises = 4

func leading(list []Promise) []Promise {
	if len(list) <= mostPromises+1 {
		return list
	}
	return list[:mostPromises]
}

func anyBroken(list []Promise) bool {
	return slices.ContainsFunc(list, func(p Promise) bool { return p.Verdict == algos.Broken })
}

// summary counts folded promises by verdict: "5 more: 3 hold, 2 not reached yet".
func summary(ctx context.Context, list []Promise) string {
	count := map[algos.Verdict]int{}
	for _, p := range list {
		count[p.Verdict]++
	}
	var parts []string
	for _, v := range []algos.Verdict{algos.Broken, algos.Holds, algos.Open, algos.NotApplicable} {
		if n := count[v]; n == len(list) && v == algos.Holds {
			return t(ctx, "check.more-hold", n)
		} else if n > 0 {
			parts = append(parts, t(ctx, "check.count-"+string(v), n))
		}
	}
	return t(ctx, "check.more", len(list), strings.Join(parts, t(ctx, "check.and")))
}
