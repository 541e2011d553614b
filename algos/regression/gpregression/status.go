package gpregression

import (
	"fmt"

	"playground/algos"
	"playground/algos/say"
)

// allSeen is the end of a run that does not climb.
func (s *state) allSeen() algos.Status {
	reason := fmt.Sprintf("All %s are in: log evidence %s.", say.Count(len(s.y), "observation"), say.Num(s.post.logEvidence()))
	if len(s.y) == 1 {
		reason = fmt.Sprintf("The only observation is in: log evidence %s.", say.Num(s.post.logEvidence()))
	}
	if s.Optimise {
		reason += " No number can vary: they are all 0."
	}
	return algos.Status{State: algos.Converged, Reason: say.Phrase(reason)}
}
