package algotest

import (
	"context"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
)

// units sees that the counter and the buttons agree: what a button announces is what the
// counter shows after the press, in the words of [algos.Demo.Units].
func units(ctx context.Context, d algos.Demo, r *report) {
	c := counter{demo: d, report: r, said: map[string]bool{}, announced: map[string]bool{}}
	c.named()
	c.read()
	for _, p := range d.Presets {
		recipe, err := d.Recipe(p.ID)
		if err != nil {
			continue // the part of the presets says so
		}
		steps, _, err := presetRun(ctx, d, recipe, heardSteps)
		if err != nil {
			continue
		}
		c.run(p.ID, steps)
	}
	for _, v := range variants(d) {
		steps, err := take(ctx, d, Small(d), v, 60)
		if err != nil {
			continue // the part of the variants says so
		}
		c.run(fmt.Sprint(v), steps)
	}
	if len(c.announced) == 1 && !c.announced[""] && d.Units.Step == "" {
		for noun := range c.announced {
			r.fault("every label of Next.Step announces a %s, and the page counts steps: say Units: algos.Units{Step: %q}", noun, noun)
		}
	}
	c.first(ctx)
}

// A counter compares the labels of the buttons with what the page counts.
type counter struct {
	demo      algos.Demo
	report    *report
	said      map[string]bool // faults, once for each kind and button
	announced map[string]bool // what labels of Next.Step say they go to; "" for something else
	forms     [3]forms        // of the labels that count steps of each size
}

// forms are the labels that count: "finish round 3", "rounds 3 to 10" and "all 10 rounds".
type forms struct{ one, several, many *regexp.Regexp }

// read makes the forms of the names.
func (c *counter) read() {
	const leadingTo = `^(?:finish |to |up to |end of |next )?`
	for size := range c.forms {
		name := c.name(algos.Size(size))
		one, all := regexp.QuoteMeta(name), regexp.QuoteMeta(plural(name))
		c.forms[size] = forms{
			one:     regexp.MustCompile(leadingTo + one + ` ([\d,]+)$`),
			several: regexp.MustCompile(leadingTo + all + ` [\d,]+ to ([\d,]+)$`),
			many:    regexp.MustCompile(`^(all )?([\d,]+) (?:` + one + `|` + all + `)$`),
		}
	}
}

// name is what a step of a size is called.
func (c *counter) name(size algos.Size) string { return c.demo.Units.Called(size).String() }

// named sees that each size has a name of its own.
func (c *counter) named() {
	u := c.demo.Units
	for _, pair := range [][2]string{{u.Small, u.Step}, {u.Step, u.Pass}, {u.Small, u.Pass}} {
		if pair[0] != "" && pair[0] == pair[1] {
			c.report.fault("steps of two sizes are called %q: the counter would show two numbers under one name", pair[0])
		}
	}
}

// fault reports what is wrong with a button, once.
func (c *counter) fault(kind, format string, args ...any) {
	if !c.said[kind] {
		c.said[kind] = true
		c.report.fault(format, args...)
	}
}

// counts says for every step in which step of each size it is, from 1, as the page counts.
func counts(steps []algos.Step) [][3]int {
	all := make([][3]int, len(steps))
	done := [3]int{}
	for i := 1; i < len(steps); i++ {
		for size := range done {
			all[i][size] = done[size] + 1
			if int(steps[i].Size) >= size {
				done[size]++
			}
		}
	}
	return all
}

// pressed is the step to which a press of the button of a size leads; false where the part
// of the run that is known does not say.
func pressed(steps []algos.Step, i int, size algos.Size) (int, bool) {
	for j := i + 1; j < len(steps); j++ {
		if steps[j].Size >= size || steps[j].Status.Final() {
			return j, true
		}
	}
	return 0, false
}

// run looks at the labels of a run.
func (c *counter) run(name string, steps []algos.Step) {
	count := counts(steps)
	for i, s := range steps {
		if s.Status.Final() {
			return
		}
		labels := [...]string{algos.Micro: s.Next.Small.String(), algos.Normal: s.Next.Step.String(), algos.Pass: s.Next.Pass.String()}
		var to [3]int
		for size, label := range labels {
			j, ok := pressed(steps, i, algos.Size(size))
			if !ok {
				continue
			}
			to[size] = j
			at := fmt.Sprintf("%s step %d: the button %q", name, i, label)
			if size > 0 && label == labels[size-1] && j != to[size-1] {
				c.fault("same", "%s goes to step %d for a %s and to step %d for a %s: give them labels of their own",
					at, to[size-1], c.name(algos.Size(size-1)), j, c.name(algos.Size(size)))
			}
			if label == "to the end" && !steps[j].Status.Final() {
				c.fault("end", "%s goes to step %d, which is not the end", at, j)
			}
			c.numbered(at, label, count[j])
			c.many(at, label, steps, count, i, j)
			c.other(at, label, algos.Size(size))
		}
		if to[algos.Normal] > 0 {
			c.announced[c.announces(labels[algos.Normal], count[to[algos.Normal]][algos.Normal])] = true
		}
	}
}

// numbered compares "round 3" with the number that the counter shows there.
func (c *counter) numbered(at, label string, there [3]int) {
	for size := range there {
		name := c.name(algos.Size(size))
		for _, form := range []*regexp.Regexp{c.forms[size].one, c.forms[size].several} {
			if m := form.FindStringSubmatch(label); m != nil && wholeNumber(m[1]) != there[size] {
				c.fault("number"+name, "%s leads to where the counter shows %s %d", at, name, there[size])
			}
		}
	}
}

// many compares "10 rounds" with how many rounds the pass has of which this is a part.
func (c *counter) many(at, label string, steps []algos.Step, count [][3]int, i, j int) {
	for size := range count[j] {
		name := c.name(algos.Size(size))
		m := c.forms[size].many.FindStringSubmatch(label)
		if m == nil {
			continue
		}
		from := i
		for from > 0 && (steps[from].Size < algos.Pass || m[1] != "") {
			from--
		}
		n := count[j][size] - count[from][size]
		if n > wholeNumber(m[2]) || n < wholeNumber(m[2]) && !steps[j].Status.Final() {
			c.fault("many"+name, "%s leads from %s %d to %s %d, which is a pass of %s", at, name, count[i][size], name, count[j][size], say.Count(n, name))
		}
	}
}

// nextNoun are labels that name what is next in the words of the counter.
var nextNoun = regexp.MustCompile(`^(?:the )?(?:next|one|another) ([\pL -]+)$`)

// other finds "next tree" where the counter counts rounds.
func (c *counter) other(at, label string, size algos.Size) {
	m := nextNoun.FindStringSubmatch(label)
	if m == nil || strings.HasPrefix(m[1], "that ") || c.demo.Units.Name(size) == "" {
		return
	}
	for size := range c.forms {
		if m[1] == c.name(algos.Size(size)) {
			return
		}
	}
	c.fault("other"+m[1], "%s names a %s, and the counter counts %s: use one word, in the label and in Units", at, m[1], plural(c.name(size)))
}

// announces is the noun with the number that the counter shows then, or after "one"; empty
// where a label names something else.
func (c *counter) announces(label string, count int) string {
	if m := nextNoun.FindStringSubmatch(label); m != nil && strings.HasPrefix(label, "one ") {
		return m[1]
	}
	noun, number, _ := strings.Cut(label, " ")
	if number == strconv.Itoa(count) {
		return noun
	}
	return ""
}

// first looks at what a new reader is told that the first press does.
func (c *counter) first(ctx context.Context) {
	d, r := c.demo, c.report
	text := d.Units.First
	if text == "" || len(d.Presets) == 0 {
		return
	}
	if !slices.Equal(say.Template{Text: text}.Places(), []string{"<step>"}) {
		r.fault("Units.First is %q: it says what one <step> does, with <step> at the place of its name", text)
		return
	}
	for _, size := range []algos.Size{algos.Micro, algos.Pass} {
		if name := d.Units.Name(size).String(); name != "" && regexp.MustCompile(`\b`+regexp.QuoteMeta(name)).MatchString(text) {
			r.fault("Units.First is %q, and the first press takes a %s, not a %s", text, c.name(algos.Normal), name)
		}
	}
	recipe, err := d.Recipe(d.Presets[0].ID)
	if err != nil {
		return
	}
	steps, at, err := opening(ctx, d, recipe)
	if err != nil {
		return // the part of the presets says so
	}
	there, ok := pressed(steps, at, algos.Normal)
	if !ok {
		return
	}
	strange := strangers(strings.Replace(text, "<step>", "", 1), wordsOf(steps[at], steps[there]))
	if all := contentWords(text); 2*len(strange) > len(all) {
		r.fault("Units.First is %q, and the step that comes (%s) says and shows nothing of %q: say what this press does", text, steps[there].Phase, strange)
	}
}

// opening plays the first preset and returns the step at which its page opens: one third of the way where
// the preset shows the end.
func opening(ctx context.Context, d algos.Demo, recipe algos.Recipe) ([]algos.Step, int, error) {
	const most = 3000
	run, err := recipe.Run(ctx, d)
	if err != nil {
		return nil, 0, err
	}
	var steps []algos.Step
	for s := range run {
		if steps = append(steps, s); len(steps) == most {
			break
		}
	}
	at := d.Opening(recipe, url.Values{"preset": {recipe.Preset}})
	if at >= 0 && at < len(steps)-1 {
		return steps, at, nil
	}
	var stops []int
	for i, s := range steps {
		if i > 0 && (s.Size >= algos.Normal || i == len(steps)-1) {
			stops = append(stops, i)
		}
	}
	if len(stops) < 2 {
		return steps, 0, nil
	}
	return steps, stops[(len(stops)-1)/3], nil
}

// legendOf is the legend of a mark; empty if it has none.
func legendOf(m mark.Mark) say.Phrase {
	if l := reflect.ValueOf(m).FieldByName("Legend"); l.IsValid() {
		return say.Phrase(l.String())
	}
	return ""
}

// wordsOf are the words that a reader meets before a press and after it.
func wordsOf(before, after algos.Step) []string {
	var all []string
	add := func(p say.Phrase) { all = append(all, contentWords(p.String())...) }
	add(before.Next.Step)
	add(after.Phase)
	for _, l := range after.Say() {
		add(l.Text)
	}
	for _, c := range after.Checks() {
		add(c.Claim)
	}
	for _, p := range after.Panels() {
		add(p.Title)
		add(p.Alt)
		for _, m := range p.Marks {
			add(legendOf(m))
		}
	}
	return all
}

var longWord = regexp.MustCompile(`\pL{4,}`)

// fillers are words that say nothing of a method.
var fillers = strings.Fields("step with into from that this which each every next where when most more them they their then than these those " +
	"before after other another part some only also over about between through does goes takes take gets moves move large largest least best")

// contentWords are the words of a text that say something of a method.
func contentWords(text string) []string {
	var all []string
	for _, w := range longWord.FindAllString(strings.ToLower(text), -1) {
		if !slices.Contains(fillers, w) {
			all = append(all, w)
		}
	}
	return all
}

// strangers are the words of a text that do not occur among others, in any form.
func strangers(text string, among []string) []string {
	var all []string
	for _, w := range contentWords(text) {
		if !slices.ContainsFunc(among, func(other string) bool { return akin(w, other) }) {
			all = append(all, w)
		}
	}
	return all
}

// akin reports whether two words begin alike, as "fits" and "fitted" do.
func akin(a, b string) bool {
	n := min(5, max(3, min(len(a), len(b))-1))
	return len(a) >= n && len(b) >= n && a[:n] == b[:n]
}

// plural is a noun for many.
func plural(noun string) string { return strings.TrimPrefix(say.Count(2, noun), "2 ") }

// wholeNumber reads a whole number, with commas between thousands.
func wholeNumber(text string) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	return n
}
