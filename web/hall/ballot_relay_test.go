package hall

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// vote sends what the i-th voter chooses.
func (s *screen) vote(i, seq, option int) {
	s.in <- fmt.Sprintf(`{"type":"vote","poll":"POLL","round":1,"voter":"%s","seq":%d,"answer":{"option":%d}}`, voterText(voterOf(i)), seq, option)
}

// hears is how often a screen has heard a message since the last call.
func (s *screen) hears(what string) int {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	n := strings.Count(strings.Join(s.heard, " "), what)
	s.heard = nil
	return n
}

// Votes of all servers are counted where the presenter is, once each, although questions
// get lost between the servers; and when the presenter goes on elsewhere, the pages hand
// their votes in there.
func TestVotesOnOtherServers(t *testing.T) {
	joined(t, 3, func(t *testing.T, n *net, _ []*port, halls []*Hall) {
		p := &lecture{Presenter: presents(t, halls[0], secret)}
		p.shows(1)
		ballot := opened()
		p.SetBallot(ballot)
		var screens []*screen
		for i := range 12 {
			screens = append(screens, watches(t, halls[i%3], p.Key(), 300))
		}
		time.Sleep(2 * time.Second)
		lost := 0
		n.mu.Lock()
		n.lose = func(_, _ int, subject string) bool {
			if !strings.HasSuffix(subject, "ask") {
				return false
			}
			lost++
			return lost%3 != 0
		}
		n.mu.Unlock()
		for i, s := range screens {
			s.vote(i, 1, 0)
			s.vote(i, 2, i%options)
		}
		time.Sleep(30 * time.Second)
		n.mu.Lock()
		if lost < 3 {
			t.Error("no question was lost")
		}
		n.mu.Unlock()
		if got := bars(ballot, 1); got != [options]int{3, 3, 3, 3} {
			t.Errorf("counted %v", got)
		}
		for i, s := range screens {
			if s.hears("voted") == 0 {
				t.Errorf("voter %d is not told", i)
			}
		}
		if m := p.broadcast.room(p.term, 20); m.Answers != len(screens) {
			t.Errorf("the presenter is told of %d answers", m.Answers)
		}
		// The presenter goes on elsewhere, with another ballot.
		q := &lecture{Presenter: presents(t, halls[1], secret)}
		q.shows(2)
		time.Sleep(time.Second)
		again := opened()
		if q.Ballot("POLL") != nil {
			t.Error("another server has the ballot")
		}
		q.SetBallot(again)
		for i, s := range screens {
			s.vote(i, 2, i%options)
		}
		time.Sleep(30 * time.Second)
		if got := bars(again, 1); got != [options]int{3, 3, 3, 3} {
			t.Errorf("elsewhere %v are counted", got)
		}
		for i, s := range screens {
			if s.hears("voted") == 0 {
				t.Errorf("voter %d is not told elsewhere", i)
			}
			s.leave(t)
		}
		p.Close(false, "")
		q.Close(false, "")
	})
}
