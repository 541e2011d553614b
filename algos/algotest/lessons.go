package algotest

import (
	"context"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"playground/algos"
	"playground/algos/mark"
	"playground/views/lesson"
)

// lessons looks at the lesson and the tour in all languages, see [Lessons].
func lessons(ctx context.Context, d algos.Demo, r *report) {
	r.faults = append(r.faults, Lessons(ctx, d)...)
}

// Lessons lists what keeps the lesson and the tour of a demo from playing: a part
// that is missing, a preset that no link leads to, a link that cannot be
// opened, a step that its run does not have, a reference to what its pictures do not
// show, and a translation with other links. Links to other demos are looked at where all demos are known.
func Lessons(ctx context.Context, d algos.Demo) []string {
	return lessonFaults(ctx, d, func(name string) string {
		text, _ := d.Sources.ReadFile(name)
		return string(text)
	})
}

// lessonFaults is [Lessons] with another way to read the demo's files, of which those that do not exist are empty.
func lessonFaults(ctx context.Context, d algos.Demo, read func(name string) string) []string {
	c := linkChecker{ctx: ctx, d: d, schema: map[string]bool{}, runs: map[string]string{}}
	for _, p := range d.Schema() {
		c.schema[p.Name] = true
	}
	var faults []string
	for _, file := range []string{"lesson", "tour", "notes"} {
		if file == "notes" && len(notesOf(d)) == 0 {
			continue
		}
		var original []lesson.Section
		for _, tag := range append([]string{"en"}, algos.Translations...) {
			text := read(fileName(file, tag))
			sections, problems := c.read(file, tag, text)
			if tag == "en" {
				original = sections
			} else if len(problems) == 0 {
				problems = sameLinks(original, sections)
			}
			for _, p := range problems {
				faults = append(faults, fmt.Sprintf("%s in %s: %s", file, tag, p))
			}
		}
	}
	for _, p := range d.Presets {
		if !slices.Contains(c.presets, p.ID) {
			faults = append(faults, fmt.Sprintf("no link of the lesson or the tour leads to the preset %s", p.ID))
		}
	}
	return faults
}

// fileName is the name of a text in a language.
func fileName(file, tag string) string {
	if tag == "en" {
		return file + ".md"
	}
	return file + "." + tag + ".md"
}

// A linkChecker looks at the links of one demo. It runs each recipe once.
type linkChecker struct {
	ctx     context.Context
	d       algos.Demo
	schema  map[string]bool
	runs    map[string]string // faults, by link
	presets []string          // that English links lead to
}

// read returns the parts of a text, and what is wrong with it.
func (c *linkChecker) read(file, tag, text string) (sections []lesson.Section, faults []string) {
	if text == "" {
		return nil, []string{"there is none"}
	}
	sections, err := lesson.Outline(text)
	if err != nil {
		return nil, []string{err.Error()}
	}
	if file == "tour" {
		if _, err := lesson.ParseTour(text); err != nil {
			faults = append(faults, err.Error())
		}
		if faults = append(faults, watched(tag, text)...); len(sections[0].Links) > 0 {
			faults = append(faults, "there is a link before the first stop")
		}
	} else {
		faults = append(faults, c.headings(file, tag, text, sections)...)
	}
	for _, s := range sections {
		for _, l := range s.Links {
			if fault := c.link(l, tag == "en"); fault != "" {
				faults = append(faults, fmt.Sprintf("%q, the link %q to %s: %s", s.Title, l.Words, l.To(), fault))
			}
		}
	}
	return sections, faults
}

// watchWords begin what is to be looked at in a stop.
var watchWords = map[string]string{"en": "> Watch: ", "zh": "> 观察："}

// watched finds quotations of a tour that do not begin as they should.
func watched(tag, text string) (faults []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, ">") && !strings.HasPrefix(line, watchWords[tag]) {
			faults = append(faults, fmt.Sprintf("%.40q does not begin with %q, or is more than one line", line, watchWords[tag]))
		}
	}
	return faults
}

// noteNumber is how the lecture notes are called.
var noteNumber = regexp.MustCompile(`^\d{3}\b`)

// headings compares the parts of a lesson with those that it must have, and those of notes with the notes that the demo
// refers to.
func (c *linkChecker) headings(file, tag, text string, sections []lesson.Section) (faults []string) {
	if !strings.HasPrefix(text, "# ") {
		faults = append(faults, "it does not begin with # and a title")
	}
	var titles []string
	for _, s := range sections[1:] {
		titles = append(titles, s.Title)
	}
	want := lesson.Headings[tag]
	if file == "notes" {
		want = notesOf(c.d)
	}
	if n, most := lesson.Shown(text, tag), lesson.MostWords[tag]; file == "lesson" && n > most {
		faults = append(faults, fmt.Sprintf("%d words (characters) are shown, at most %d: fold what few readers need behind ####", n, most))
	}
	if !slices.Equal(titles, want) {
		faults = append(faults, fmt.Sprintf("its parts are %q, want %q", titles, want))
	}
	return faults
}

// notesOf are the numbers of the lecture notes that a demo refers to, in order.
func notesOf(d algos.Demo) []string {
	var notes []string
	for _, ref := range d.Refs {
		if noteNumber.MatchString(ref.Source) && !slices.Contains(notes, ref.Source) {
			notes = append(notes, ref.Source)
		}
	}
	slices.Sort(notes)
	return notes
}

// link says what is wrong with a link to a setting of the demo.
func (c *linkChecker) link(l lesson.Link, original bool) string {
	if l.Demo != "" {
		return ""
	}
	if fault, ok := c.runs[l.To()]; ok {
		return fault
	}
	recipe, fault := Opens(c.ctx, c.d, l)
	if fault == "" && original {
		c.presets = append(c.presets, recipe.Preset)
	}
	c.runs[l.To()] = fault
	return fault
}

// Opens says what keeps a link from setting the board of the demo that it leads
// to; nothing if it can be opened. It returns the recipe.
func Opens(ctx context.Context, d algos.Demo, l lesson.Link) (algos.Recipe, string) {
	q, err := url.ParseQuery(l.Query)
	if err != nil {
		return algos.Recipe{}, err.Error()
	}
	recipe, err := d.ParseRecipe(q)
	if err != nil {
		return algos.Recipe{}, err.Error()
	}
	_, parameter := d.Schema().Spec(l.Ref)
	chart := slices.ContainsFunc(d.Charts, func(c mark.Chart) bool { return l.Ref == "chart-"+c.ID })
	picture := l.Ref != "" && !parameter && !chart
	if picture && !q.Has("step") {
		return recipe, fmt.Sprintf("#%s is no parameter, and which pictures show it depends on the step: say step=", l.Ref)
	}
	last, n, err := runTo(ctx, d, recipe)
	switch {
	case err != nil:
		return recipe, err.Error()
	case q.Has("step") && recipe.Step != algos.Last && n != recipe.Step:
		return recipe, fmt.Sprintf("the run ends at step %d, before step %d", n, recipe.Step)
	case picture && !pictured(last)[l.Ref]:
		return recipe, fmt.Sprintf("nothing in the pictures of step %d is called %s", n, l.Ref)
	}
	return recipe, ""
}

// runTo returns the step of the recipe, or the last one before it, with its number.
func runTo(ctx context.Context, d algos.Demo, r algos.Recipe) (last algos.Step, n int, err error) {
	const most = presetSteps
	if preset, ok := presetOf(ctx, d, r); ok {
		return stepOf(ctx, d, preset, r.Step)
	}
	run, err := r.Run(ctx, d)
	if err != nil {
		return last, 0, err
	}
	n = -1
	for s := range run {
		if last, n = s, n+1; n == r.Step {
			break
		}
		if n == most {
			return last, n, fmt.Errorf("the run does not end within %d steps", most)
		}
	}
	return last, n, ctx.Err()
}

// stepOf is runTo for a preset that other parts of the contract have played.
func stepOf(ctx context.Context, d algos.Demo, preset algos.Recipe, step int) (last algos.Step, n int, err error) {
	steps, _, err := presetRun(ctx, d, preset, presetSteps)
	if err != nil || len(steps) == 0 {
		return last, -1, err
	}
	if n = len(steps) - 1; step != algos.Last {
		n = min(n, step)
	} else if !steps[n].Status.Final() {
		err = fmt.Errorf("the run does not end within %d steps", presetSteps)
	}
	return steps[n], n, err
}

// pictured are the names of the side views of a step, and the references of all that its pictures show.
func pictured(s algos.Step) map[string]bool {
	refs := map[string]bool{}
	for _, p := range s.Panels()[min(1, len(s.Panels())):] {
		refs[p.ID] = true
	}
	walk(reflect.ValueOf(s.Panels()), func(path []byte, v reflect.Value) {
		if v.Kind() == reflect.String && refersAt.Match(path) {
			refs[v.String()] = true
		}
	})
	return refs
}

// refersAt are the fields of marks that say what a thing is called elsewhere.
var refersAt = regexp.MustCompile(`\.(Ref|(Row|Col)?Refs\[\d+\])$`)

// sameLinks compares the links of a translation with those of the original.
func sameLinks(original, other []lesson.Section) (faults []string) {
	if len(original) != len(other) {
		return []string{fmt.Sprintf("it has %d parts, the original %d", len(other)-1, len(original)-1)}
	}
	for i, s := range other {
		if got, want := destinations(s), destinations(original[i]); !slices.Equal(got, want) {
			faults = append(faults, fmt.Sprintf("%q links to %q, the original to %q", s.Title, got, want))
		}
	}
	return faults
}

func destinations(s lesson.Section) (to []string) {
	for _, l := range s.Links {
		to = append(to, l.To())
	}
	return to
}
