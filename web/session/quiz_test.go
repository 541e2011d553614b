package session_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"playground/web/hall"
	"playground/web/wire"
)

// quizzed opens a run of the line in a bubble.
func quizzed(t *testing.T, query string, f func(t *testing.T, c *client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		cfg.Hall = hall.New(0)
		c := connect(t, cfg)
		c.say(`{"type":"open","demo":"line","query":%q}`, query)
		f(t, c)
		if err := c.leave(); err != nil {
			t.Error(err)
		}
	})
}

// asking is the question as the last state has it.
func (c *client) asking(all []message) *wire.Asking {
	c.t.Helper()
	return c.last(all, "state").State.Asking
}

func TestAQuestionIsAskedAnsweredAndLeft(t *testing.T) {
	quizzed(t, "step=0", func(t *testing.T, c *client) {
		got := c.settle()
		start := c.last(got, "frame").Frame
		if len(start.Questions) == 0 || start.Questions[0].ID != "next-mistake" || start.Next.Step == "" {
			t.Fatalf("the start offers %+v and then %+v", start.Questions, start.Next)
		}
		c.say(`{"type":"ask","question":"next-mistake"}`)
		got = c.settle()
		c.noErrors(got)
		if a := c.asking(got); a == nil || a.Kind != "point" || a.Verdict != nil || !strings.Contains(a.Text, "next mistake") {
			t.Fatalf("asking %+v", a)
		}
		open := c.last(got, "frame").Frame
		if open.Asks != "next-mistake" || open.Next != (wire.Next{}) || open.Step != 0 {
			t.Errorf("the frame of a question tells %+v and asks %q at step %d", open.Next, open.Asks, open.Step)
		}
		c.say(`{"type":"answer","question":"next-mistake","point":0}`)
		got = c.settle()
		c.noErrors(got)
		a := c.asking(got)
		if a == nil || a.Verdict == nil || !a.Verdict.Right || a.Verdict.Answer.Points[0] != 0 {
			t.Fatalf("the verdict is %+v", a)
		}
		shown := c.last(got, "frame").Frame
		if shown.Step != a.Verdict.Step || shown.Step == 0 || shown.Next.Step == "" || !strings.Contains(*shown.Panels[0].Legend, "your guess") {
			t.Errorf("step %d is shown with %q, and %d answers", shown.Step, *shown.Panels[0].Legend, a.Verdict.Step)
		}
		// The next question is open when the reader goes on: that leaves it.
		c.say(`{"type":"ask","question":"next-line"}`)
		if a := c.asking(c.settle()); a == nil || a.Kind != "line" {
			t.Fatalf("asking %+v", a)
		}
		c.say(`{"type":"step","by":1,"size":"step"}`)
		got = c.settle()
		if a := c.asking(got); a != nil {
			t.Errorf("going on does not leave the question: %+v", a)
		}
		if f := c.last(got, "frame").Frame; f.Asks != "" || f.Next.Step == "" {
			t.Errorf("the frame after it still asks %q", f.Asks)
		}
	})
}

func TestALineIsGraded(t *testing.T) {
	quizzed(t, "step=1&ask=next-line", func(t *testing.T, c *client) {
		got := c.settle()
		c.noErrors(got)
		if a := c.asking(got); a == nil || a.Question != "next-line" {
			t.Fatalf("the link asks %+v", a)
		}
		c.say(`{"type":"answer","question":"next-line","line":[[0,0],[1,50]]}`)
		a := c.asking(c.settle())
		if a == nil || a.Verdict == nil || a.Verdict.Answer == nil || a.Verdict.Gap <= 0 {
			t.Fatalf("the verdict is %+v", a)
		}
	})
}

func TestNoneIsAskedOfWhoLeaves(t *testing.T) {
	quizzed(t, "step=0&ask=mistakes-left", func(t *testing.T, c *client) {
		c.settle()
		c.say(`{"type":"ask"}`)
		if a := c.asking(c.settle()); a != nil {
			t.Errorf("still asking %+v", a)
		}
		c.say(`{"type":"ask","question":"mistakes-left"}`)
		if a := c.asking(c.settle()); a == nil || len(a.Options) != 4 {
			t.Errorf("asking %+v", a)
		}
		c.say(`{"type":"points","op":"add","points":[[0,0,0]]}`)
		if a := c.asking(c.settle()); a != nil {
			t.Errorf("an edit does not leave the question: %+v", a)
		}
	})
}

func TestFollowersSeeTheQuestionAndTheVerdict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		cfg.Hall = hall.New(0)
		c := connect(t, cfg)
		c.say(`{"type":"open","demo":"line","query":"step=0"}`)
		c.settle()
		c.say(`{"type":"present","on":true}`)
		key := c.last(c.settle(), "state").State.Follow
		c.say(`{"type":"ask","question":"mistakes-left"}`)
		c.settle()
		w := watch(t, cfg, key)
		late := w.settle()
		if a := w.asking(late); a == nil || a.Question != "mistakes-left" {
			t.Fatalf("who comes late is asked %+v", a)
		}
		if f := w.last(late, "frame").Frame; f.Asks == "" || f.Next != (wire.Next{}) {
			t.Errorf("who comes late sees %+v", f.Next)
		}
		c.say(`{"type":"answer","question":"mistakes-left","option":3}`)
		c.settle()
		if a := w.asking(w.settle()); a == nil || a.Verdict == nil {
			t.Errorf("those who follow see %+v", a)
		}
		for _, one := range []*client{w, c} { // a presenter who goes first is missed
			if err := one.leave(); err != nil {
				t.Error(err)
			}
		}
	})
}

// Whatever strangers say about questions gets a sentence, and the session lives on.
func TestBadAnswersGetASentence(t *testing.T) {
	quizzed(t, "step=0", func(t *testing.T, c *client) {
		c.settle()
		refused := func(field, words, say string) {
			t.Helper()
			c.say("%s", say)
			got := c.settle()
			e := of(got, "error")
			if len(e) != 1 || e[0].Error.Field != field || !strings.Contains(e[0].Error.Message, words) {
				t.Errorf("%.80s: %v", say, e)
			}
		}
		refused("ask", "has no question", `{"type":"ask","question":"who-am-i"}`)
		refused("question", "is not open", `{"type":"answer","question":"next-mistake","point":0}`)
		refused("question", "bytes are too many", `{"type":"ask","question":"`+strings.Repeat("a", 10_000)+`"}`)
		c.say(`{"type":"ask","question":"next-mistake"}`)
		c.settle()
		refused("point", "is missing", `{"type":"answer","question":"next-mistake","option":1}`)
		refused("point", "no point 10000", `{"type":"answer","question":"next-mistake","point":10000}`)
		refused("point", "does not fit", `{"type":"answer","question":"next-mistake","point":0.5}`)
		refused("question", "by one of", `{"type":"answer","question":"next-mistake","point":0,"option":1}`)
		refused("question", "by one of", `{"type":"answer","question":"next-mistake"}`)
		refused("question", "is missing", `{"type":"answer","point":1}`)
		refused("", "not a JSON object", `{"type":"answer","question":"next-mistake","number":NaN}`)
		refused("options", "no such field", `{"type":"answer","question":"next-mistake","options":[`+strings.Repeat("1,", 9999)+`1]}`)
		c.say(`{"type":"ask","question":"next-line"}`)
		c.settle()
		refused("line", "two different points", `{"type":"answer","question":"next-line","line":[[1,1],[1,1]]}`)
		refused("line", "another length", `{"type":"answer","question":"next-line","line":[[1,1]]}`)
		refused("line", "than places", `{"type":"answer","question":"next-line","line":[[1,1,2],[1,2]]}`)
		refused("line", "than places", `{"type":"answer","question":"next-line","line":[[1,null],[1,2]]}`)
		c.say(`{"type":"answer","question":"next-line","line":[[0,0],[1,1]]}`)
		if a := c.asking(c.settle()); a == nil || a.Verdict == nil {
			t.Errorf("after all that: %+v", a)
		}
		c.say(`{"type":"seek","to":"end"}`)
		c.settle()
		refused("ask", "does not fit this step", `{"type":"ask","question":"next-mistake"}`)
	})
	quizzed(t, "ask=who-am-i", func(t *testing.T, c *client) {
		if got := c.settle(); len(of(got, "error")) != 1 || len(of(got, "frame")) != 0 {
			t.Errorf("a link to an unknown question opens %v", kinds(got))
		}
	})
}
