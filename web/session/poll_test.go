package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"playground/web/hall"
	"playground/web/session"
	"playground/web/wire"
)

const pollSecret = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

// asksRoom runs a test with a presenter who asks a question and puts it to the room.
func asksRoom(t *testing.T, query, question string, test func(t *testing.T, cfg session.Config, c *client, key string, poll *wire.Poll)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		cfg.Hall = hall.New(0)
		c := connect(t, cfg)
		c.say(`{"type":"open","demo":"line","query":%q}`, query)
		c.say(`{"type":"present","on":true,"secret":%q}`, pollSecret)
		c.say(`{"type":"ask","question":%q}`, question)
		key := c.last(c.settle(), "state").State.Follow
		c.say(`{"type":"poll","do":"open"}`)
		got := c.settle()
		c.noErrors(got)
		poll := c.last(got, "state").State.Poll
		if poll == nil || poll.Phase != wire.PhaseOpen || poll.Round != 1 || poll.ID == "" || poll.Ballot == "" || poll.Rounds != nil {
			t.Fatalf("the poll is %+v", poll)
		}
		test(t, cfg, c, key, poll)
		if err := c.leave(); err != nil {
			t.Error(err)
		}
	})
}

// vote is a vote of the i-th voter.
func vote(poll string, round, i, seq int, answer string) string {
	return fmt.Sprintf(`{"type":"vote","poll":%q,"round":%d,"voter":"AAAAAAAAAAAAAA%c%c","seq":%d,"answer":%s}`,
		poll, round, 'A'+i/26, 'A'+i%26, seq, answer)
}

// voters are so many connections that follow.
func voters(t *testing.T, cfg session.Config, key string, n int) []*client {
	all := make([]*client, n)
	for i := range all {
		all[i] = watch(t, cfg, key)
	}
	return all
}

// does does something with the poll, and returns the state after it.
func (c *client) does(what string) wire.State {
	c.t.Helper()
	c.say(`{"type":"poll","do":%q}`, what)
	got := c.settle()
	c.noErrors(got)
	return c.last(got, "state").State
}

func TestARoomIsAskedTwice(t *testing.T) {
	asksRoom(t, "step=0", "mistakes-left", func(t *testing.T, cfg session.Config, c *client, key string, poll *wire.Poll) {
		followers := voters(t, cfg, key, 5)
		for i, f := range followers {
			st := f.last(f.settle(), "state").State
			if st.Poll == nil || st.Poll.ID != poll.ID || st.Asking == nil || len(st.Asking.Options) != 4 {
				t.Fatalf("who comes later sees %+v", st.Poll)
			}
			f.say("%s", vote(poll.ID, 1, i, 1, fmt.Sprintf(`{"option":%d}`, i%4)))
		}
		followers[0].say("%s", vote(poll.ID, 1, 0, 2, `{"option":3}`)) // changes its mind
		followers[1].say("%s", vote(poll.ID, 1, 2, 9, `{"option":3}`)) // for another
		followers[2].say("%s", vote(poll.ID, 1, 2, 9, `{"option":4}`)) // which there is not
		for i, f := range followers {
			got := f.settle()
			if v := f.last(got, "voted").raw; !strings.Contains(v, poll.Ballot) {
				t.Errorf("voter %d is told %s", i, v)
			}
			if refused := len(of(got, "error")); refused != map[int]int{1: 1, 2: 1}[i] {
				t.Errorf("voter %d gets %d errors", i, refused)
			}
			if len(of(got, "state")) > 0 {
				t.Errorf("a vote tells voter %d something", i)
			}
		}
		got := c.after(2 * time.Second)
		if len(of(got, "state")) > 0 {
			t.Error("a vote sends the presenter a state")
		}
		if room := c.last(got, "room"); !strings.Contains(room.raw, `"answers":5`) {
			t.Errorf("the presenter is told %s", room.raw)
		}

		// The run stays where it is.
		for _, move := range []string{
			`{"type":"step","by":1}`, `{"type":"play","rate":4}`, `{"type":"seek","to":"end"}`, `{"type":"undo"}`, `{"type":"ask"}`,
			`{"type":"points","op":"clear"}`, `{"type":"answer","question":"mistakes-left","option":1}`,
			`{"type":"open","demo":"line","query":"step=3"}`, `{"type":"poll","do":"open"}`, `{"type":"poll","do":"show"}`,
		} {
			c.say("%s", move)
			got := c.settle()
			if e := c.last(got, "error").Error; e.Field != "poll" && e.Field != "do" || len(of(got, "frame")) > 0 {
				t.Errorf("%s: %+v, %v", move, e, kinds(got))
			}
		}

		closed := c.does("close").Poll
		want := []int{0, 1, 1, 2}
		want[0] = 1 // voter 4
		if closed.Phase != wire.PhaseClosed || len(closed.Rounds) != 1 || !slices.Equal(closed.Rounds[0].Bars, want) || closed.Rounds[0].Right != nil {
			t.Errorf("the presenter sees %+v", closed)
		}
		for _, f := range followers {
			if p := f.last(f.settle(), "state").State.Poll; p.Phase != wire.PhaseClosed || p.Rounds != nil {
				t.Errorf("before it is shown a follower sees %+v", p)
			}
		}
		// What was on its way is counted, once, and told.
		followers[3].say("%s", vote(poll.ID, 1, 3, 2, `{"option":0}`))
		late := c.last(c.after(2*time.Second), "state").State.Poll
		if !slices.Equal(late.Rounds[0].Bars, []int{2, 1, 1, 1}) {
			t.Errorf("with what came late: %+v", late.Rounds)
		}
		followers[3].say("%s", vote(poll.ID, 1, 3, 3, `{"option":1}`))
		if e := followers[3].last(followers[3].settle(), "error").Error; e.Field != "poll" {
			t.Errorf("too late: %+v", e)
		}
		c.does("show")
		if p := followers[0].last(followers[0].settle(), "state").State.Poll; p.Phase != wire.PhaseShown || p.Rounds[0].Answers != 5 {
			t.Errorf("a follower is shown %+v", p)
		}

		again := c.does("again").Poll
		if again.Round != 2 || again.Phase != wire.PhaseOpen || len(again.Rounds) != 1 {
			t.Errorf("the second round is %+v", again)
		}
		for i, f := range followers {
			f.settle()
			f.say("%s", vote(poll.ID, 2, i, 1, `{"option":2}`))
			f.last(f.settle(), "voted")
		}
		st := c.does("reveal")
		revealed := st.Poll
		if len(revealed.Rounds) != 2 || !slices.Equal(revealed.Rounds[1].Bars, []int{0, 0, 5, 0}) {
			t.Errorf("revealed %+v", revealed)
		}
		v := st.Asking.Verdict
		if v == nil || !v.Room || v.Answer == nil || v.Step == 0 || st.Cursor != v.Step {
			t.Fatalf("the verdict at %d is %+v", st.Cursor, v)
		}
		for k, r := range st.Poll.Rounds {
			if r.Right == nil || *r.Right != r.Bars[*v.Answer.Option] {
				t.Errorf("round %d: right is %+v of %+v", k+1, r.Right, r)
			}
		}
		f := followers[4]
		got = f.settle()
		if p := f.last(got, "state").State; p.Asking.Verdict == nil || p.Poll.Rounds[1].Right == nil {
			t.Errorf("a follower sees %+v", p.Poll)
		}
		if step := f.last(got, "frame").Frame.Step; step != v.Step {
			t.Errorf("a follower sees step %d, and %d answers", step, v.Step)
		}
		c.say(`{"type":"step","by":-1}`)
		if st := c.last(c.settle(), "state").State; st.Poll != nil || st.Asking != nil {
			t.Errorf("going on leaves %+v", st.Poll)
		}
		f.say("%s", vote(poll.ID, 2, 4, 2, `{"option":0}`))
		if e := f.last(f.settle(), "error").Error; e.Field != "poll" {
			t.Errorf("after the end: %+v", e)
		}
		for _, f := range followers {
			if err := f.leave(); err != nil {
				t.Error(err)
			}
		}
	})
}

// Points, lines and numbers are counted as what they are.
func TestWhatARoomPointsAt(t *testing.T) {
	asksRoom(t, "step=0", "next-mistake", func(t *testing.T, cfg session.Config, c *client, key string, poll *wire.Poll) {
		for i, f := range voters(t, cfg, key, 4) {
			f.say("%s", vote(poll.ID, 1, i, 1, fmt.Sprintf(`{"point":%d}`, []int{7, 0, 7, 12}[i])))
			defer f.leave()
		}
		c.settle()
		if got := c.does("close").Poll.Rounds[0].Points; !slices.Equal(got, [][2]int{{7, 2}, {0, 1}, {12, 1}}) {
			t.Errorf("points %v", got)
		}
		if st := c.does("end"); st.Poll != nil || st.Asking != nil {
			t.Errorf("after the end there is %+v", st.Poll)
		}
	})
	asksRoom(t, "step=1", "next-line", func(t *testing.T, cfg session.Config, c *client, key string, poll *wire.Poll) {
		for i, f := range voters(t, cfg, key, 70) {
			f.say("%s", vote(poll.ID, 1, i, 1, fmt.Sprintf(`{"line":[[0,%g],[1,%g]]}`, float64(i%7)/10, float64(i%7)/10)))
			defer f.leave()
		}
		c.settle()
		r := c.does("close").Poll.Rounds[0]
		if r.Answers != 70 || r.Cells == nil || r.Lines != nil || !slices.Equal(r.Bars, []int{70, 0, 0, 0}) {
			t.Fatalf("lines %+v", r)
		}
		sum := 0
		for _, n := range r.Cells.Counts {
			sum += n
		}
		if r.Cells.Cols != 40 || sum != 70*40 {
			t.Errorf("%d columns, %d cells are crossed", r.Cells.Cols, sum)
		}
		st := c.does("reveal")
		if v := st.Asking.Verdict; v == nil || v.Answer.Line == nil || st.Poll.Rounds[0].Right == nil {
			t.Errorf("revealed %+v of %+v", v, st.Poll)
		}
	})
}

// A poll outlives the presenter's connection, and its server: there the pages of the
// voters have the votes.
func TestAPollIsTakenUp(t *testing.T) {
	asksRoom(t, "step=0", "mistakes-left", func(t *testing.T, cfg session.Config, c *client, key string, poll *wire.Poll) {
		f := watch(t, cfg, key)
		f.settle()
		f.say("%s", vote(poll.ID, 1, 0, 1, `{"option":2}`))
		f.last(f.settle(), "voted")
		open := func(phase string, round int) string {
			return fmt.Sprintf(`{"type":"open","demo":"line","query":"step=5","secret":%q,"poll":%q,"question":"mistakes-left","step":0,"round":%d,"phase":%q}`,
				pollSecret, poll.ID, round, phase)
		}
		// On the same server nothing is lost.
		again := connect(t, cfg)
		again.say("%s", open("open", 1))
		got := again.settle()
		again.noErrors(got)
		if p := again.last(got, "state").State; p.Poll == nil || p.Poll.Ballot != poll.Ballot || p.Cursor != 0 {
			t.Errorf("taken up: %+v", p.Poll)
		}
		if r := again.does("close").Poll.Rounds[0]; r.Answers != 1 {
			t.Errorf("counted %+v", r)
		}
		// On another one the votes come again, although the round was closed.
		other := cfg
		other.Hall = hall.New(0)
		fresh := connect(t, other)
		fresh.say("%s", open("shown", 2))
		p := fresh.last(fresh.settle(), "state").State.Poll
		if p == nil || p.ID != poll.ID || p.Ballot == poll.Ballot || p.Phase != wire.PhaseShown || p.Round != 2 {
			t.Fatalf("taken up elsewhere: %+v", p)
		}
		g := watch(t, other, key)
		g.settle()
		g.say("%s", vote(poll.ID, 1, 0, 1, `{"option":2}`))
		g.say("%s", vote(poll.ID, 2, 0, 2, `{"option":1}`))
		if n := len(of(g.settle(), "voted")); n == 0 {
			t.Error("the votes are refused")
		}
		p = fresh.last(fresh.after(10*time.Second), "state").State.Poll
		if !slices.Equal(p.Rounds[0].Bars, []int{0, 0, 1, 0}) || !slices.Equal(p.Rounds[1].Bars, []int{0, 1, 0, 0}) {
			t.Errorf("counted again: %+v", p.Rounds)
		}
		g.say("%s", vote(poll.ID, 1, 0, 3, `{"option":3}`))
		if e := g.last(g.settle(), "error").Error; e.Field != "poll" {
			t.Errorf("long after: %+v", e)
		}
		// What was revealed is revealed again, and who opens without a poll leads none.
		third := connect(t, other)
		third.say("%s", open("revealed", 1))
		if st := third.last(third.settle(), "state").State; st.Asking == nil || st.Asking.Verdict == nil || st.Cursor == 0 {
			t.Errorf("revealed again: %+v", st.Asking)
		}
		fourth := connect(t, other)
		fourth.say(`{"type":"open","demo":"line","query":"step=5","secret":%q}`, pollSecret)
		fourth.settle()
		g.say("%s", vote(poll.ID, 1, 0, 4, `{"option":3}`))
		if e := g.last(g.settle(), "error").Error; e.Field != "poll" {
			t.Errorf("without a poll: %+v", e)
		}
		for _, c := range []*client{f, again, fresh, g, third, fourth} {
			if err := c.leave(); err != nil {
				t.Error(err)
			}
		}
	})
}

// Numbers fall into few bins of a round width, whatever one of them is.
func TestNumbersFallIntoBins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		cfg.Hall = hall.New(0)
		c := connect(t, cfg)
		c.say(`{"type":"open","demo":"line","query":"step=0"}`)
		c.say(`{"type":"present","on":true}`)
		c.say(`{"type":"ask","question":"next-length"}`)
		key := c.last(c.settle(), "state").State.Follow
		c.say(`{"type":"poll","do":"open"}`)
		got := c.settle()
		c.noErrors(got)
		st := c.last(got, "state").State
		if st.Asking == nil || st.Asking.Kind != "number" {
			t.Fatalf("asking %+v", st.Asking)
		}
		followers := voters(t, cfg, key, 100)
		for i, f := range followers {
			x := float64(i%10) / 10
			if i == 99 {
				x = 1e12
			}
			f.say("%s", vote(st.Poll.ID, 1, i, 1, fmt.Sprintf(`{"number":%g}`, x)))
		}
		c.settle()
		p := c.does("close").Poll
		sum := 0
		for _, n := range p.Rounds[0].Bars {
			sum += n
		}
		if b := p.Bins; b == nil || sum != p.Rounds[0].Answers || len(p.Rounds[0].Bars) != b.Count || b.Count > 12 || b.From+b.Width*float64(b.Count) > 2 {
			t.Errorf("%d of %d in bins %+v", sum, p.Rounds[0].Answers, p.Bins)
		}
		for _, f := range append(followers, c) {
			if err := f.leave(); err != nil {
				t.Error(err)
			}
		}
	})
}
