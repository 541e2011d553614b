package views

import (
	"fmt"
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
func summary(list []Promise) string {
	count := map[algos.Verdict]int{}
	for _, p := range list {
		count[p.Verdict]++
	}
	var parts []string
	for _, v := range []struct {
		verdict algos.Verdict
		words   string
	}{
		{algos.Broken, "broken"},
		{algos.Holds, "hold"},
		{algos.Open, "not reached yet"},
		{algos.NotApplicable, "not applicable"},
	} {
		if n := count[v.verdict]; n == len(list) && v.verdict == algos.Holds {
			return fmt.Sprintf("%d more, all hold", n)
		} else if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v.words))
		}
	}
	return fmt.Sprintf("%d more: %s", len(list), strings.Join(parts, ", "))
}
