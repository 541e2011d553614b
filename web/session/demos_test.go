package session_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"playground/algos"
	"playground/web/frame"
	"playground/web/session"
	"playground/web/turns"
)

// TestEveryDemo opens a demo of each kind of input, drags a point, sets its first parameter, and
// goes forwards and back; the way does not matter to what is shown. A demo that
// makes its own examples, or works on cells, refuses points.
func TestEveryDemo(t *testing.T) {
	for _, d := range demos {
		if d.Input.Points == nil && d.Input.Table != nil {
			continue // tables have tests of their own
		}
		t.Run(d.ID, func(t *testing.T) {
			inDemo(t, config(), d, func(t *testing.T, c *client, got []message) {
				c.noErrors(got)
				st := c.last(got, "state").State
				if run := c.last(got, "run").Run; !run.Complete || run.Total < 2 {
					t.Fatalf("the first preset's run has %d steps, complete %v", run.Total, run.Complete)
				}
				c.say(`{"type":"seek","to":"start"}`)
				c.settle()
				c.say(`{"type":"step","by":1,"size":"small"}`)
				first := c.last(c.settle(), "frame").Frame
				c.say(`{"type":"seek","to":"end"}`)
				last := c.last(c.settle(), "frame").Frame
				if first.Step != 1 || last.Step != last.Total-1 || last.Status.State == string(algos.Running) {
					t.Errorf("steps %d and %d of %d, at the end %+v", first.Step, last.Step, last.Total, last.Status)
				}
				c.say(`{"type":"seek","step":1}`)
				if again := c.last(c.settle(), "frame").Frame; again.Say != first.Say {
					t.Errorf("step 1 reads %q after a jump, %q before", again.Say, first.Say)
				}
				if d.Input.Points == nil && d.Input.Table == nil {
					for _, edit := range []string{
						`"op":"add","points":[[0,0,0]]`, `"op":"clear"`, `"op":"load","data":"moons"`, `"op":"look","csv":"x1,x2\n1,2\n"`,
					} {
						c.say(`{"type":"points",%s}`, edit)
						if e := c.last(c.settle(), "error").Error; e.Field != "op" {
							t.Errorf("%s: %+v", edit, e)
						}
					}
					for _, p := range d.Schema()[:min(1, len(d.Schema()))] {
						c.say(`{"type":"set","name":%q,"value":%q}`, p.Name, p.Default)
						c.noErrors(c.settle())
					}
					if in := d.Input.Cells; in != nil {
						c.say(`{"type":"data","op":"cell","at":[0,0],"value":"%v"}`, in.High)
						c.noErrors(c.settle())
						c.say(`{"type":"data","op":"clear"}`)
						c.noErrors(c.settle())
					}
					return
				}
				x, y := st.Points[0][0], st.Points[0][1]
				for i := range 10 {
					c.say(`{"type":"points","op":"move","index":0,"x":%v,"y":%v,"live":true}`, x+float64(i)/10, y)
					c.noErrors(c.after(16 * time.Millisecond))
				}
				c.say(`{"type":"points","op":"move","index":0,"x":%v,"y":%v}`, x, y)
				got = c.settle()
				c.noErrors(got)
				if f := c.last(got, "frame").Frame; f.Step != 1 || f.Say != first.Say {
					t.Errorf("after the point came back step %d reads %q, want 1 and %q", f.Step, f.Say, first.Say)
				}
				for _, p := range d.Schema()[:min(1, len(d.Schema()))] {
					c.say(`{"type":"set","name":%q,"value":%q}`, p.Name, p.Default)
					c.noErrors(c.settle())
				}
				c.say(`{"type":"points","op":"clear"}`)
				got = c.settle()
				c.noErrors(got)
				if f := c.last(got, "frame").Frame; d.MinPoints > 0 && (f.Status.State == string(algos.Running) || f.Status.Reason == "") {
					t.Errorf("an empty board: %+v", f.Status)
				}
				if f := c.last(got, "frame").Frame; f.Panels[0].ID != frame.Board {
					t.Errorf("an empty board shows the panel %s first", f.Panels[0].ID)
				}
			})
		})
	}
}

func inDemo(t *testing.T, cfg session.Config, d algos.Demo, test func(*testing.T, *client, []message)) {
	t.Helper()
	bubble(t, cfg, fmt.Sprintf(`{"type":"open","demo":%q}`, d.ID), test)
}

// direct is a connection for benchmarks: messages in, sizes and frames out.
type direct struct {
	in     chan []byte
	frames chan int
}

func (d direct) Recv(ctx context.Context) ([]byte, error) {
	select {
	case m := <-d.in:
		return m, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (d direct) Send(ctx context.Context, msg []byte) error {
	var head struct {
		Type string
		ID   uint64
	}
	if err := json.Unmarshal(msg, &head); err != nil {
		return err
	}
	if head.Type == "frame" {
		d.frames <- len(msg)
		go func() {
			select {
			case d.in <- fmt.Appendf(nil, `{"type":"ack","frame":%d}`, head.ID):
			case <-ctx.Done():
			}
		}()
	}
	return nil
}

// spent is the processor time that the program has used, whoever else uses the machine.
func spent(b *testing.B) time.Duration {
	b.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// benchStep measures a session from a message that moves the cursor to the bytes
// of the frame that answers it, with all panels at the usual sizes.
func benchStep(b *testing.B, open string, next func(i int) string) {
	cfg := config()
	cfg.Log = silent()
	cfg.Limits.Messages = 1e9
	ctx, cancel := context.WithCancel(context.Background())
	conn := direct{in: make(chan []byte), frames: make(chan int, 16)}
	ended := make(chan error)
	go func() { ended <- session.Run(ctx, conn, cfg) }()
	conn.in <- []byte(open)
	<-conn.frames
	time.Sleep(100 * time.Millisecond)
	for len(conn.frames) > 0 {
		<-conn.frames
	}
	bytes, i := 0, 0
	b.ReportAllocs()
	before := spent(b)
	for b.Loop() {
		conn.in <- []byte(next(i))
		bytes += <-conn.frames
		i++
	}
	b.ReportMetric(float64(bytes)/float64(i), "bytes/frame")
	b.ReportMetric(float64((spent(b)-before).Microseconds())/1000/float64(i), "cpu-ms/frame")
	cancel()
	<-ended
}

const usual = `"view":{"board":[640,560],"side":[350,190]}`

func seekBackAndForth(i int) string { return fmt.Sprintf(`{"type":"seek","step":%d}`, 20+i%40) }

func BenchmarkStepToBytesLine200(b *testing.B) {
	benchStep(b, `{"type":"open","demo":"line","query":"data=moons~200~0.24~7&step=20",`+usual+`}`, seekBackAndForth)
}

func BenchmarkStepToBytesLine200Board(b *testing.B) {
	open := `{"type":"open","demo":"line","query":"data=moons~200~0.24~7&step=20","view":{"board":[640,560],"side":[350,190],"board_only":true}}`
	benchStep(b, open, seekBackAndForth)
}

func BenchmarkStepToBytesWalk50(b *testing.B) {
	benchStep(b, `{"type":"open","demo":"walk","query":"data=overlap~50~0.9~7&step=20",`+usual+`}`, seekBackAndForth)
}

// dragPoint is the i-th move of a hand.
func dragPoint(i int) string {
	return fmt.Sprintf(`{"type":"points","op":"move","index":3,"x":%g,"y":0.5,"live":true}`, float64(i%100)/100)
}

// BenchmarkDragLine200 measures from a live move to the frame of the new run.
func BenchmarkDragLine200(b *testing.B) {
	benchStep(b, `{"type":"open","demo":"line","query":"data=moons~200~0.24~7&step=end",`+usual+`}`, dragPoint)
}

// BenchmarkDragCrowd measures a frame of sixteen hands that all move as fast as they can,
// so that there is always somebody who waits.
func BenchmarkDragCrowd(b *testing.B) {
	const hands = 16
	cfg := config()
	cfg.Log = silent()
	cfg.Limits.Messages = 1e9
	cfg.Turns = turns.New(turns.Config{})
	ctx, cancel := context.WithCancel(context.Background())
	var sessions, moving sync.WaitGroup
	var conns [hands]direct
	for k := range conns {
		conns[k] = direct{in: make(chan []byte), frames: make(chan int, 16)}
		sessions.Go(func() { _ = session.Run(ctx, conns[k], cfg) })
		conns[k].in <- []byte(`{"type":"open","demo":"line","query":"data=moons~200~0.24~7&step=end","view":{"board":[640,560],"side":[350,190],"brief":true}}`)
	}
	for _, c := range conns {
		<-c.frames
	}
	time.Sleep(100 * time.Millisecond)
	var left, bytes atomic.Int64
	left.Store(int64(b.N))
	b.ReportAllocs()
	b.ResetTimer()
	before := spent(b)
	for _, c := range conns {
		moving.Go(func() {
			for i := 0; left.Add(-1) >= 0; i++ {
				c.in <- []byte(dragPoint(i))
				bytes.Add(int64(<-c.frames))
			}
		})
	}
	moving.Wait()
	b.StopTimer()
	b.ReportMetric(float64(bytes.Load())/float64(b.N), "bytes/frame")
	b.ReportMetric(float64((spent(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/frame")
	cancel()
	sessions.Wait()
}
