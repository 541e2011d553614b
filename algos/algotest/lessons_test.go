package algotest

import (
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/views/lesson"
)

// playing are a lesson and a tour of the demo "asking" that play.
func playing() map[string]string {
	text := map[string]string{
		"en": "# Asking\n\n## Why\n\n## Idea\n\nText.\n\n## Predict\n\n[Where](?step=0) is it?\n\n## Algorithm\n\n## Try\n\n" +
			"[Drag it](?preset=first&query=2,0&step=end#query), or [x](?preset=first&step=0#x0).\n\n" +
			"## Break it\n\n## When to use it\n\n## Takeaways\n\n## In other books and in scikit-learn\n\n## References\n",
		"zh": "# 提问\n\n## 为什么\n\n## 基本思想\n\n文字。\n\n## 先猜一猜\n\n[在哪里](?step=0)？\n\n## 算法\n\n## 试一试\n\n" +
			"[拖动它](?preset=first&query=2,0&step=end#query)，或[点](?preset=first&step=0#x0)。\n\n" +
			"## 失效情形\n\n## 何时使用\n\n## 要点\n\n## 其他教材与 scikit-learn\n\n## 参考文献\n",
	}
	stop := map[string]string{
		"en": "## A\n\n[Set the board](?step=0)\n\nText.\n\n> Watch: it.\n\n",
		"zh": "## 甲\n\n[设置画板](?step=0)\n\n文字。\n\n> 观察：它。\n\n",
	}
	return map[string]string{
		"lesson.md": text["en"], "lesson.zh.md": text["zh"],
		"tour.md": strings.Repeat(stop["en"], 3), "tour.zh.md": strings.Repeat(stop["zh"], 3),
		"notes.md": "# Asking\n\n## 004\n\nIt says [where](?step=0).\n", "notes.zh.md": "# 提问\n\n## 004\n\n它说[在哪里](?step=0)。\n",
	}
}

// A check that finds nothing wrong in a spoilt lesson would be worthless.
func TestLessonsFindsFaults(t *testing.T) {
	const lessonEN, lessonZH, tourEN, tourZH, notesEN, notesZH = "lesson.md", "lesson.zh.md", "tour.md", "tour.zh.md", "notes.md", "notes.zh.md"
	for name, c := range map[string]struct{ file, old, new, want string }{
		"sound":              {lessonEN, "Text.", "Other text.", ""},
		"no lesson":          {lessonEN, "", "", "lesson in en: there is none"},
		"no translation":     {lessonZH, "", "", "lesson in zh: there is none"},
		"no tour":            {tourEN, "", "", "tour in en: there is none"},
		"no title":           {lessonEN, "# Asking\n\n", "", "does not begin with #"},
		"a part is missing":  {lessonEN, "## Predict\n", "", "its parts are"},
		"another order":      {lessonEN, "## When to use it\n\n## Takeaways", "## Takeaways\n\n## When to use it", "its parts are"},
		"too long":           {lessonEN, "Text.", strings.Repeat("word ", 900), "words (characters) are shown, at most 900"},
		"long in Chinese":    {lessonZH, "文字。", strings.Repeat("字", 1450), "at most 1450"},
		"folded":             {lessonEN, "Text.", "#### Proof\n\n" + strings.Repeat("word ", 900), ""},
		"no errata":          {notesEN, "", "", "notes in en: there is none"},
		"English in Chinese": {lessonZH, "先猜一猜", "Predict", "its parts are"},
		"no note":            {notesEN, "## 004\n\n", "", `its parts are [], want ["004"]`},
		"another note":       {notesZH, "## 004", "## 003", `["003"]`},
		"a preset":           {lessonEN, "?step=0", "?preset=nope&step=0", `has no preset "nope"`},
		"a parameter":        {lessonEN, "?step=0", "?gama=3&step=0", "there is no such parameter"},
		"a step":             {lessonEN, "?step=0", "?step=7", "the run ends at step 0, before step 7"},
		"no step":            {lessonEN, "&step=0#x0", "#x0", "say step="},
		"a reference":        {lessonEN, "#x0)", "#x9)", "nothing in the pictures of step 0 is called x9"},
		"HTML":               {lessonEN, "Text.", "<b>Text.</b>", "only Markdown"},
		"a formula":          {tourEN, "Text.", `$\foo$`, "unknown command"},
		"another link":       {lessonZH, "query=2,0", "query=2,1", "the original to"},
		"a link less":        {lessonZH, "[在哪里](?step=0)", "在哪里", "the original to"},
		"another stop":       {tourZH, "?step=0", "?step=0&preset=first", "the original to"},
		"two stops":          {tourEN, "## A\n\n[Set the board](?step=0)\n\nText.\n\n> Watch: it.\n\n", "", "2 stops: it takes 3 to 6"},
		"a stop's step":      {tourEN, "?step=0", "?step=1", "the run ends at step 0, before step 1"},
		"another word":       {tourEN, "Watch:", "Look:", `does not begin with "> Watch: "`},
	} {
		files := playing()
		if c.old == "" {
			delete(files, c.file)
		} else if files[c.file] = strings.Replace(files[c.file], c.old, c.new, 1); !strings.Contains(files[c.file], c.new) {
			t.Fatalf("%s: nothing is replaced", name)
		}
		got := strings.Join(lessonFaults(t.Context(), lessonDemo(), read(files)), "\n")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: found %q, want %q", name, got, c.want)
		}
	}
	files := playing()
	d := lessonDemo()
	d.Presets = append(slices.Clone(d.Presets), algos.Preset{ID: "second", Title: "Second", Note: "Look.", Data: dataset.Labelled([3]float64{0, 0, 1})})
	if got := strings.Join(lessonFaults(t.Context(), d, read(files)), "\n"); !strings.Contains(got, "leads to the preset second") {
		t.Errorf("a preset that no link leads to: %q", got)
	}
}

// lessonDemo is a demo that refers to a note.
func lessonDemo() algos.Demo {
	d := asking(func(at [2]float64) query { return query{at, ""} })
	d.Refs = []algos.Ref{{Source: "004", Where: "handout A"}, {Source: "A book"}}
	return d
}

// read returns how files are read.
func read(files map[string]string) func(string) string {
	return func(name string) string { return files[name] }
}

// A link to another demo is looked at with that demo.
func TestOpens(t *testing.T) {
	if _, fault := Opens(t.Context(), lessonDemo(), lesson.Link{Demo: "asking"}); fault != "" {
		t.Error(fault)
	}
	if _, fault := Opens(t.Context(), lessonDemo(), lesson.Link{Demo: "asking", Query: "a=%zz"}); fault == "" {
		t.Error("a malformed query is taken")
	}
}
