package param

import (
	"strconv"
	"strings"

	"playground/algos/say"
)

// MaxActions bounds how many actions are kept: so many fit into an address.
const MaxActions = 400

// An Act is one of the actions that a reader may take, with a button on the page.
type Act struct {
	Label string `json:"label"`
	Key   string `json:"key,omitempty"`  // on the keyboard: a digit or a letter
	Hint  string `json:"hint,omitempty"` // what a tooltip says
}

// Actions binds what a reader has done, one action after the other: pulled an arm, walked
// north, appended a symbol. A press appends one, up to as many as most; the last one can be
// taken back. The text has the numbers of the actions from 0, "0 2 1", and is empty at first.
// So a link reproduces what was done. A run has to go on where an action is appended: its
// steps before are what they were. An action without a key has the digit of its place, from 1.
func (s *Set) Actions(dst *[]int, name string, most int, acts ...Act) Binding {
	*dst = nil
	most = min(most, MaxActions)
	for i := range acts {
		if acts[i].Key == "" && i < 9 {
			acts[i].Key = strconv.Itoa(i + 1)
		}
	}
	return s.add(Spec{Name: name, Kind: Actions, Count: &[2]int{0, most}, Acts: acts}, func(c string) error {
		*dst = nil
		for w := range strings.FieldsSeq(c) {
			k, err := strconv.Atoi(w)
			if err != nil {
				return err
			}
			*dst = append(*dst, k)
		}
		return nil
	})
}

// actions checks a list of actions and returns its shortest form.
func (p Spec) actions(text string) (string, error) {
	bad := func(v say.Vars, template string) (string, error) {
		return "", &Error{Field: p.Name, Message: v.Text(template)}
	}
	words := listed(text)
	if n := len(words); n > p.Count[1] {
		return bad(say.Vars{"n": n, "most": p.Count[1]}, "<n> actions are too many: at most <most>; take some back, or clear them")
	}
	for i, w := range words {
		k, err := strconv.Atoi(w)
		if err != nil || k < 0 || k >= len(p.Acts) {
			v := say.Vars{"given": quote(w), "last": len(p.Acts) - 1}
			return bad(v, "<given> is not an action: write their numbers, from 0 to <last>, separated by blanks")
		}
		words[i] = strconv.Itoa(k)
	}
	return strings.Join(words, " "), nil
}

// listed are the words of a list, which blanks or commas separate.
func listed(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '\t' || r == '\n' })
}
