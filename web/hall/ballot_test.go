package hall

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/web/wire"
)

const options = 4

// ofOptions takes one of four options.
func ofOptions(g algos.Guess) error {
	if g.Option < 0 || g.Option >= options {
		return errors.New("no such option")
	}
	return nil
}

func opened() *Ballot {
	b := NewBallot("POLL", algos.PickOption, ofOptions)
	b.Open(1)
	return b
}

// voterOf is the i-th voter.
func voterOf(i int) (v Voter) {
	binary.BigEndian.PutUint64(v[:], uint64(i)*0x9e3779b97f4a7c15)
	return v
}

func chooses(i, round int, seq uint32, option int) Vote {
	v := Vote{Voter: voterOf(i), Round: uint8(round), Seq: seq}
	v.Answer[0] = 3
	binary.BigEndian.PutUint64(v.Answer[1:], uint64(option))
	return v
}

// bars counts the options of a round.
func bars(b *Ballot, round int) (n [options]int) {
	for _, g := range b.Guesses(round) {
		n[g.Option]++
	}
	return n
}

// Whatever of the votes comes again, late or in another order, alone or in batches, the
// count is the same: that of the newest vote of each voter.
func TestOrderAndRepetitionChangeNoCount(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		var sent []Vote
		want := map[int]Vote{}
		for range 1 + r.IntN(300) {
			i := r.IntN(60)
			v := chooses(i, 1, 1+uint32(r.IntN(5)), r.IntN(options))
			if had, ok := want[i]; !ok || v.Seq > had.Seq || v.Seq == had.Seq && bytes.Compare(v.Answer[:], had.Answer[:]) > 0 {
				want[i] = v
			}
			for range 1 + r.IntN(3) {
				sent = append(sent, v)
			}
		}
		var expected [options]int
		for _, v := range want {
			expected[v.Answer.Guess().Option]++
		}
		b := opened()
		r.Shuffle(len(sent), func(i, j int) { sent[i], sent[j] = sent[j], sent[i] })
		for rest := sent; len(rest) > 0; {
			n := 1 + r.IntN(len(rest))
			if n == 1 {
				if o := b.Put("POLL", rest[0], time.Now()); o != Counted {
					t.Fatalf("outcome %d", o)
				}
			} else if _, err := b.takeBatch(batch{"POLL", rest[:n]}.encode(), time.Now()); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if got := bars(b, 1); got != expected || b.Count(1) != len(want) {
			t.Fatalf("seed %d: counted %v of %d voters, want %v of %d", seed, got, b.Count(1), expected, len(want))
		}
	}
}

// What is no vote in the open round changes nothing.
func TestForgedVotesChangeNothing(t *testing.T) {
	b, now := opened(), time.Now()
	b.Put("POLL", chooses(1, 1, 3, 2), now)
	line := chooses(2, 1, 1, 0)
	line.Answer[0] = 1
	unknown := chooses(2, 1, 1, 0)
	unknown.Answer[0] = 9
	for name, c := range map[string]struct {
		poll string
		vote Vote
		want Outcome
	}{
		"another poll":         {"OTHER", chooses(2, 1, 1, 0), Unasked},
		"no round":             {"POLL", chooses(2, 0, 1, 0), Unasked},
		"a round beyond":       {"POLL", chooses(2, 3, 1, 0), Unasked},
		"a round to come":      {"POLL", chooses(2, 2, 1, 0), Closed},
		"an option beyond":     {"POLL", chooses(2, 1, 1, options), Unfit},
		"an option before":     {"POLL", chooses(2, 1, 1, -1), Unfit},
		"another kind":         {"POLL", line, Unfit},
		"no kind":              {"POLL", unknown, Unfit},
		"an older vote":        {"POLL", chooses(1, 1, 2, 0), Counted},
		"the same again":       {"POLL", chooses(1, 1, 3, 2), Counted},
		"a newer one, unfitly": {"POLL", chooses(1, 1, 9, 77), Unfit},
	} {
		if got := b.Put(c.poll, c.vote, now); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	if got := bars(b, 1); got != [options]int{2: 1} {
		t.Errorf("counted %v", got)
	}
	// A closed round takes what was on its way, and what is known of it stays true.
	b.Close(now)
	if o := b.Put("POLL", chooses(3, 1, 1, 0), now.Add(grace/2)); o != Counted {
		t.Errorf("a vote on its way: %d", o)
	}
	for _, c := range []struct {
		vote Vote
		want Outcome
	}{{chooses(4, 1, 1, 0), Closed}, {chooses(1, 1, 4, 0), Closed}, {chooses(1, 1, 3, 2), Counted}} {
		if o := b.Put("POLL", c.vote, now.Add(grace)); o != c.want {
			t.Errorf("after the end: %d, want %d", o, c.want)
		}
	}
	var none *Ballot
	reply, err := none.takeBatch(batch{"POLL", []Vote{chooses(1, 1, 1, 1)}}.encode(), now)
	if c, _ := decodeCount(reply, 1); err != nil || c.outcomes[0] != Unasked {
		t.Errorf("without a ballot: %v, %v", c, err)
	}
}

func TestARoundHasRoomForSoMany(t *testing.T) {
	b, now := opened(), time.Now()
	for i := range maxVoters {
		b.Put("POLL", chooses(i, 1, 1, 0), now)
	}
	if o := b.Put("POLL", chooses(maxVoters, 1, 1, 0), now); o != Crowded || b.Count(1) != maxVoters {
		t.Errorf("one more: %d, and %d are in", o, b.Count(1))
	}
	if o := b.Put("POLL", chooses(7, 1, 2, 3), now); o != Counted {
		t.Errorf("who is in cannot change the answer: %d", o)
	}
}

// Answers of all kinds come back as they were given.
func TestAnswersKeepTheirMeaning(t *testing.T) {
	for text, want := range map[string]algos.Guess{
		`{"point":7}`:                    {Point: 7},
		`{"line":[[0.5,-1],[2,1e9]]}`:    {Line: [2]mark.XY{{X: 0.5, Y: -1}, {X: 2, Y: 1e9}}},
		`{"number":-0.1}`:                {Number: -0.1},
		`{"option":3}`:                   {Option: 3},
		`{"line":[[1e40,0],[1,1]]}`:      {Line: [2]mark.XY{{X: math.Inf(1)}, {X: 1, Y: 1}}},
		`{"point":-9223372036854775808}`: {Point: math.MinInt},
	} {
		m, err := wire.Decode([]byte(`{"type":"vote","poll":"P","round":2,"voter":"ABCDEFGHIJKLMNOP","seq":4294967295,"answer":` + text + `}`))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		v, refused := VoteOf(m)
		if refused != nil || v.Answer.Guess() != want || v.Seq != math.MaxUint32 || v.Round != 2 || v.Voter[0] != 0 || v.Voter[1] != 0x44 {
			t.Errorf("%s: %+v, %v", text, v, refused)
		}
		again, err := decodeBatch(batch{"P", []Vote{v, v}}.encode())
		if err != nil || again.poll != "P" || !slices.Equal(again.votes, []Vote{v, v}) {
			t.Errorf("%s comes out of a batch as %+v, %v", text, again, err)
		}
	}
}

// A mark of a panel is voted for as a point is.
func TestMarksAreVotedFor(t *testing.T) {
	for _, kind := range []algos.QuestionKind{algos.PickCell, algos.PickNode, algos.PickBar} {
		b := NewBallot("POLL", kind, func(g algos.Guess) error {
			if g.Point > 5 {
				return errors.New("none")
			}
			return nil
		})
		b.Open(1)
		for text, want := range map[string]Outcome{`{"point":5}`: Counted, `{"point":6}`: Unfit, `{"option":1}`: Unfit} {
			m, err := wire.Decode([]byte(`{"type":"vote","poll":"POLL","round":1,"voter":"ABCDEFGHIJKLMNOP","seq":1,"answer":` + text + `}`))
			if err != nil {
				t.Fatal(err)
			}
			v, _ := VoteOf(m)
			v.Voter[0] = byte(len(text)) // another one each time
			if v.Voter[1] = text[9]; b.Put("POLL", v, time.Now()) != want {
				t.Errorf("%s %s: not %d", kind, text, want)
			}
		}
	}
}

// FuzzBatch reads any bytes as a batch, and as the answer to one. Nothing panics, and
// what is read says the same when it is written.
func FuzzBatch(f *testing.F) {
	f.Add(batch{"POLL", []Vote{chooses(1, 1, 1, 1), chooses(2, 2, 9, 3)}}.encode(), 2)
	f.Add(count{"TOKEN", []Outcome{Counted, Unfit}}.encode(), 2)
	f.Add([]byte{}, 0)
	f.Add([]byte{255, 1}, 1)
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		if b, err := decodeBatch(data); err == nil {
			if !bytes.Equal(b.encode(), data) || len(b.votes) > maxBatch {
				t.Errorf("%x is read as %v", data, b)
			}
			ballot := opened()
			if _, err := ballot.takeBatch(data, time.Now()); err != nil {
				t.Error(err)
			}
			for _, g := range ballot.Guesses(1) {
				if ofOptions(g) != nil {
					t.Errorf("%+v was counted", g)
				}
			}
		} else if !errors.Is(err, errBatch) {
			t.Error(err)
		}
		if c, err := decodeCount(data, n); err == nil && !bytes.Equal(c.encode(), data) {
			t.Errorf("%x is read as %v", data, c)
		}
	})
}

// A lossy line between two servers loses questions, or the answers to them.
type lossy struct {
	mu     sync.Mutex
	r      *rand.Rand
	ballot *Ballot
	asked  int
}

func (l *lossy) ask(kind string, body []byte) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	if kind != askVotes {
		return nil, fmt.Errorf("asked for %s", kind)
	}
	lost := l.r.IntN(3)
	if lost == 0 {
		return nil, errors.New("the question is lost")
	}
	reply, err := l.ballot.takeBatch(body, time.Now())
	if lost == 1 {
		return nil, errors.New("the answer is lost")
	}
	return reply, err
}

// Votes of another server come at least once and are counted once, whatever the line
// between them loses; and it carries few batches.
func TestACollectorRepeatsWhatNobodyTook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const voters = 5000
		line := &lossy{r: rand.New(rand.NewPCG(7, 7)), ballot: opened()}
		c := newCollector(line.ask)
		var mu sync.Mutex
		heard := map[int]int{}
		start := time.Now()
		for seq := range uint32(2) {
			for i := range voters {
				c.put("POLL", chooses(i, 1, seq+1, int(seq)), func(o Outcome, token string) {
					mu.Lock()
					defer mu.Unlock()
					if heard[i]++; o != Counted || token != line.ballot.Token() {
						t.Errorf("outcome %d of %q", o, token)
					}
				})
			}
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		mu.Lock()
		defer mu.Unlock()
		if len(heard) != voters {
			t.Errorf("%d of %d voters heard of their vote", len(heard), voters)
		}
		if got := bars(line.ballot, 1); got != [options]int{1: voters} {
			t.Errorf("counted %v", got)
		}
		if most := int(time.Since(start)/batchTime) + 2; line.asked > most || line.asked > 40 {
			t.Errorf("%d batches", line.asked)
		}
		c.close()
		c.put("POLL", chooses(1, 1, 9, 0), func(Outcome, string) { t.Error("told after the end") })
		time.Sleep(time.Minute)
	})
}

// A seat is a connection of a voter: it keeps its acknowledgements alone.
type seat struct {
	in    chan []byte
	gone  chan struct{}
	voted chan wire.Voted
}

func (s *seat) Recv(ctx context.Context) ([]byte, error) {
	select {
	case m := <-s.in:
		return m, nil
	case <-s.gone:
		return nil, errGone
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *seat) Send(_ context.Context, msg []byte) error {
	var m wire.Voted
	if bytes.HasPrefix(msg, []byte(`{"type":"voted"`)) {
		if err := json.Unmarshal(msg, &m); err != nil {
			return err
		}
		select {
		case s.voted <- m:
		default:
		}
	}
	return nil
}

func (s *seat) SendShared(_ context.Context, _ *Message) error { return nil }

// Ten thousand connections vote in two rounds; a third of them break between the vote
// and its acknowledgement and vote again on another connection, and some change their
// mind. The count is exact.
func TestTenThousandVoters(t *testing.T) {
	voters := 10_000
	if testing.Short() {
		voters = 1000
	}
	h := New(2 * voters) // some sit down before their last connection has left
	p := h.Presenter("")
	if err := p.Start(Claim{}); err != nil {
		t.Fatal(err)
	}
	ballot := opened()
	p.SetBallot(ballot)
	p.State(wire.State{}, param.Schema{}, time.Now())
	if p.Ballot("POLL") != ballot || p.Ballot("OTHER") != nil {
		t.Error("the room does not know its ballot")
	}

	sits := func(ctx context.Context, wg *sync.WaitGroup) *seat {
		s := &seat{in: make(chan []byte), gone: make(chan struct{}), voted: make(chan wire.Voted, 16)}
		wg.Go(func() { _ = Follow(ctx, s, Config{Hall: h}) })
		s.in <- []byte(`{"type":"follow","key":"` + p.Key() + `"}`)
		return s
	}
	said := func(i, round int, seq uint32, option int) []byte {
		v := voterOf(i)
		return fmt.Appendf(nil, `{"type":"vote","poll":"POLL","round":%d,"voter":"%s","seq":%d,"answer":{"option":%d}}`, round, voterText(v), seq, option)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	seats := make([]*seat, voters)
	for i := range seats {
		seats[i] = sits(ctx, &wg)
	}
	for round := 1; round <= wire.PollRounds; round++ {
		ballot.Open(round)
		start := time.Now()
		var voting sync.WaitGroup
		for part := range 8 {
			voting.Go(func() {
				for i := part; i < voters; i += 8 {
					s := seats[i]
					s.in <- said(i, round, 1, (i+1)%options)
					if i%3 == 0 { // gone before it is acknowledged
						close(s.gone)
						s = sits(ctx, &wg)
						seats[i] = s
						s.in <- said(i, round, 1, (i+1)%options)
					}
					s.in <- said(i, round, 2, (i+round)%options)
					s.in <- said(i, round, 1, i%options) // comes late
				}
			})
		}
		voting.Wait()
		for i, s := range seats {
			for told := (wire.Voted{}); told.Round != round || told.Seq != 2; {
				select {
				case told = <-s.voted:
				case <-time.After(time.Minute):
					t.Fatalf("voter %d is not told that the vote of round %d is counted", i, round)
				}
				if told.Poll != "POLL" || told.Ballot != ballot.Token() {
					t.Fatalf("voter %d is told %+v", i, told)
				}
			}
		}
		ballot.Close(time.Now())
		t.Logf("round %d: %d voters in %v", round, voters, time.Since(start).Round(time.Millisecond))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	t.Logf("%d kB a voter with the connection", (after.HeapInuse+after.StackInuse-before.HeapInuse-before.StackInuse)/uint64(voters)/1024)
	for round := 1; round <= wire.PollRounds; round++ {
		var want [options]int
		for i := range voters {
			want[(i+round)%options]++
		}
		if got := bars(ballot, round); got != want {
			t.Errorf("round %d: counted %v, want %v", round, got, want)
		}
	}
	cancel()
	wg.Wait()
	p.Close(false, "")
}

// voterText is a voter as pages write it.
func voterText(v Voter) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	var out []byte
	bits, n := 0, 0
	for _, b := range v {
		bits, n = bits<<8|int(b), n+8
		for n >= 5 {
			n -= 5
			out = append(out, letters[bits>>n&31])
		}
	}
	return string(out)
}

// BenchmarkBallot counts ten thousand votes in batches, in two rounds.
func BenchmarkBallot(b *testing.B) {
	const voters = 10_000
	var batches [][]byte
	for round := 1; round <= wire.PollRounds; round++ {
		for i := 0; i < voters; i += maxBatch {
			var votes []Vote
			for k := range maxBatch {
				votes = append(votes, chooses(i+k, round, 1, k%options))
			}
			batches = append(batches, batch{"POLL", votes}.encode())
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		ballot := opened()
		ballot.Recount(wire.PollRounds, time.Now())
		for _, data := range batches {
			if _, err := ballot.takeBatch(data, time.Now()); err != nil {
				b.Fatal(err)
			}
		}
		if ballot.Count(1) != voters || ballot.Count(2) != voters {
			b.Fatal("votes are missing")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(2*voters), "ns/vote")
}

// One connection votes for one voter, no faster than a hand, and is told why else.
func TestAConnectionVotesForOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(0)
		p := started(t, h)
		ballot := opened()
		f := follow(t.Context(), Config{Hall: h})
		vote := func(i int, seq, option int) string {
			return fmt.Sprintf(`{"type":"vote","poll":"POLL","round":1,"voter":"%s","seq":%d,"answer":{"option":%d}}`, voterText(voterOf(i)), seq, option)
		}
		f.in <- vote(1, 1, 0)
		f.expect(t, "errorbad-message")
		f.in <- `{"type":"follow","key":"` + p.Key() + `"}`
		f.in <- vote(1, 1, 0)
		f.expect(t, "errorbad-field") // nothing is asked
		p.SetBallot(ballot)
		f.in <- vote(1, 1, 0)
		f.expect(t, "voted")
		f.in <- vote(2, 1, 0)
		f.expect(t, "errorbad-field")
		f.in <- vote(1, 2, 9)
		f.expect(t, "errorbad-field")
		for seq := range 3 * voteBurst {
			f.in <- vote(1, 3+seq, 1)
			synctest.Wait()
		}
		if got := f.heard(); got[0] != "voted" || got[len(got)-1] != "errorbusy" {
			t.Errorf("a flood hears %q", got)
		}
		time.Sleep(10 * time.Second)
		f.in <- vote(1, 100, 2)
		f.expect(t, "voted")
		if got := bars(ballot, 1); got != [options]int{2: 1} {
			t.Errorf("counted %v", got)
		}
		p.SetBallot(nil)
		f.in <- vote(1, 101, 2)
		f.expect(t, "errorbad-field")
		f.leave(t)
		p.Close(false, "")
	})
}
