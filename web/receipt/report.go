package receipt

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"playground/algos"
)

// A Replay says what came of playing the run of a receipt again.
type Replay string

const (
	Same    Replay = "same"        // it reaches the goal with the same number
	Differs Replay = "differs"     // it reaches the goal with another number
	Misses  Replay = "not-reached" // it does not reach the goal
	Slow    Replay = "slow"        // it took longer than there was time
	Long    Replay = "long"        // it has more steps than are played here
	Absent  Replay = "absent"      // the demo or the goal is not there
	Refused Replay = "refused"     // the recipe is not accepted, see Why
)

// Replayed is what came of it.
type Replayed struct {
	Replay Replay
	Number *float64     // to which the run comes; nil: nothing was counted
	Result algos.Result // with words, which are the demo's
	Why    string       // of a run that was refused
}

// Compare returns what the result of a replay says about a receipt. Numbers are the same if
// they are the same to the last bit.
func (r Receipt) Compare(result algos.Result) Replayed {
	out := Replayed{Replay: Misses, Result: result}
	if result.Counted() {
		out.Number = &result.Score.Number
	}
	if result.Reached && out.Number != nil {
		if out.Replay = Differs; result.Score.Number == r.Number {
			out.Replay = Same
		}
	}
	return out
}

// A Verdict is what one holds of a receipt, in a word.
type Verdict string

const (
	Valid       Verdict = "valid"        // signed by a known key, and the run gives the same
	Changed     Verdict = "changed"      // signed by a known key, and the run gives something else here
	NotReplayed Verdict = "not-replayed" // signed by a known key, and the run could not be played here
	UnknownKey  Verdict = "unknown-key"  // anybody may have signed it
	NotSigned   Verdict = "forged"       // the signature does not fit
	Unreadable  Verdict = "unreadable"   // it is no receipt
)

// A Report is all that was found out about a receipt, as programs read it. A receipt that
// was forged or could not be read has a verdict and an error alone.
type Report struct {
	File    string  `json:"file,omitempty"` // where it was found
	Verdict Verdict `json:"verdict"`
	Error   string  `json:"error,omitempty"`

	Signature Signature `json:"signature,omitempty"`
	Key       string    `json:"key,omitempty"`

	Name     string     `json:"name,omitempty"`
	Demo     string     `json:"demo,omitempty"`
	Goal     string     `json:"goal,omitempty"`
	Number   *float64   `json:"number,omitempty"`
	Words    string     `json:"words,omitempty"` // the number that the replay gives, with its noun
	Replay   Replay     `json:"replay,omitempty"`
	Replayed *float64   `json:"replayed,omitempty"`
	Steps    int        `json:"steps,omitempty"`
	Run      string     `json:"run,omitempty"` // path and query of the page that shows the run
	Before   string     `json:"before,omitempty"`
	Time     *time.Time `json:"time,omitempty"`
	Version  string     `json:"version,omitempty"`
	Machine  string     `json:"machine,omitempty"`
	// SameProgram says that the program and the machine that replay are those that signed.
	SameProgram bool `json:"same_program,omitempty"`
	// SharedWith are other names that, among the receipts that were read together, stand on
	// the same run; the seed aside.
	SharedWith []string `json:"shared_with,omitempty"`
}

// Failed is the report of what could not be opened.
func Failed(err error) Report {
	r := Report{Verdict: Unreadable, Error: err.Error()}
	if errors.Is(err, ErrForged) {
		r.Verdict, r.Signature = NotSigned, Forged
	}
	return r
}

// Found is the report of a receipt that was opened and replayed, by a program of that
// version on that machine.
func Found(o Opened, p Replayed, version, machine string) Report {
	r := Report{
		Verdict: Changed, Error: p.Why, Signature: o.Signature, Key: o.Key.String(),
		Name: o.Name, Demo: o.Demo, Goal: o.Goal, Number: &o.Number,
		Words: p.Result.Score.Words.String(), Replay: p.Replay, Replayed: p.Number,
		Steps: o.Steps, Run: page(o.Demo, o.Run), Time: &o.Time, Version: o.Version, Machine: o.Machine,
		SameProgram: o.Version == version && o.Machine == machine,
	}
	if o.Before != "" {
		r.Before = page(o.Demo, o.Before)
	}
	switch {
	case o.Signature != Good:
		r.Verdict = UnknownKey
	case p.Replay == Same:
		r.Verdict = Valid
	case slices.Contains([]Replay{Slow, Long, Absent, Refused}, p.Replay):
		r.Verdict = NotReplayed
	}
	return r
}

// page is the page of a demo at the end of a run.
func page(demo, query string) string {
	if query != "" {
		query += "&"
	}
	return "/d/" + demo + "?" + query + "step=end"
}

// Share marks among reports those of receipts that stand on the same run and have different
// names. A run that differs in its seed alone counts as the same. That two people
// come to the same run may well be: with few parameters there are few ways.
func Share(reports []Report) {
	names := map[string][]string{}
	for _, r := range reports {
		if r.Run != "" {
			names[r.run()] = append(names[r.run()], r.Name)
		}
	}
	for i, r := range reports {
		if r.Run == "" {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(names[r.run()]), func(name string) bool { return strings.EqualFold(name, r.Name) })
		slices.SortFunc(others, cmp.Compare)
		reports[i].SharedWith = slices.Compact(others)
	}
}

// run is the page of the run without its seed.
func (r Report) run() string {
	path, query, _ := strings.Cut(r.Run, "?")
	parts := slices.DeleteFunc(strings.Split(query, "&"), func(part string) bool { return strings.HasPrefix(part, "seed=") })
	return r.Goal + " " + path + "?" + strings.Join(parts, "&")
}
