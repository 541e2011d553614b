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

func leading(list []Promise) []Promise { return list[:Leading(len(list))] }

// Leading is how many of n promises are not folded away.
func Leading(n int) int {
	if n <= mostPromises+1 {
		return n
	}
	return mostPromises
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
	for _, v := range []algos.Verdict{algos.Broken, algos.Holds, algos.Open, algos.Undecided, algos.NotApplicable, algos.Waiting} {
		if n := count[v]; n == len(list) && v == algos.Holds {
			return t(ctx, "check.more-hold", n)
		} else if n > 0 {
			parts = append(parts, t(ctx, "check.count-"+string(v), n))
		}
	}
	return t(ctx, "check.more", len(list), strings.Join(parts, t(ctx, "check.and")))
}
