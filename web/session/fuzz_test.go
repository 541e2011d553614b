package session_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"playground/web/hall"
	"playground/web/session"
	"playground/web/wire"
)

// said are the messages of the state machine. {m} and {n} are small numbers, some of
// them negative, and {name} is one of names; each takes a byte of the input.
var said = []string{
	`{"type":"points","op":"add","points":[[{m},{n},{m}]]}`,
	`{"type":"points","op":"move","index":{m},"x":{n},"y":0.5}`,
	`{"type":"points","op":"move","index":{m},"x":{n},"y":1,"live":true}`,
	`{"type":"points","op":"place","points":[[{m},{n},0],[{n},1,{m}]],"live":true}`,
	`{"type":"points","op":"relabel","indexes":[{m},{n}],"class":{m}}`,
	`{"type":"points","op":"remove","indexes":[{m},{n}]}`,
	`{"type":"points","op":"name","column":{m},"name":"{name}"}`,
	`{"type":"points","op":"name","class":{m},"name":"{name}"}`,
	`{"type":"points","op":"clear"}`,
	`{"type":"points","op":"load","data":"moons~{m}~0.2~{n}"}`,
	`{"type":"points","op":"load","data":"moons~{m}~0.2~1~h{n}"}`,
	`{"type":"points","op":"hold","indexes":[{m},{n}],"on":true,"live":true}`,
	`{"type":"points","op":"hold","indexes":[{n}],"on":false}`,
	`{"type":"points","op":"share","share":{m}}`,
	`{"type":"points","op":"load","csv":"x1,x2,{name}\n{m},2,0\n3,{n},1\n"}`,
	`{"type":"points","op":"look","csv":"x1,x2,{name}\n{m},2,1\n3,{name},-1\n"}`,
	`{"type":"data","op":"cell","at":[{m},{n}],"value":"{name}"}`,
	`{"type":"data","op":"row","values":["{name}","{n}","yes"]}`,
	`{"type":"data","op":"remove","indexes":[{m},{n}]}`,
	`{"type":"points","op":"edge","nodes":[{m},{n}],"weight":1.5}`,
	`{"type":"points","op":"edge","nodes":[{m},{n}],"weight":0,"live":true}`,
	`{"type":"points","op":"load","csv":"from,to,weight\n{m},{n},2\na,{m},{n}\n"}`,
	`{"type":"points","op":"look","csv":"node,x,y\n{name},{m},{n}\n"}`,
	`{"type":"open","demo":"degrees","query":"data=p2g~0_0~1_0~{m}_{n}~e0_1~e1_2_{n}"}`,
	`{"type":"data","op":"paint","cells":[[{m},{n},1],[{n},{m},0.5]],"live":true}`,
	`{"type":"data","op":"paint","cells":[[{m},{n},{m}]]}`,
	`{"type":"data","op":"resize","shape":[{m},{n}]}`,
	`{"type":"data","op":"load","csv":"{m},{n}\n0,{name}\n"}`,
	`{"type":"data","op":"look","image":"iVBORw0KGgo="}`,
	`{"type":"open","demo":"sums","query":"data=c2x2~0_0~{m}_{n}&grid=painted"}`,
	`{"type":"open","demo":"sums","query":"preset=ones"}`,
	`{"type":"open","demo":"filtered"}`,
	`{"type":"open","demo":"smoothing","query":"data=c2x2~0_0~{m}_{n}~llabels~c2x{m}~0_1~1_1"}`,
	`{"type":"data","op":"paint","cells":[[{m},{n},1]],"grid":"filter","live":true}`,
	`{"type":"data","op":"resize","shape":[{m},{n}],"grid":"labels"}`,
	`{"type":"data","op":"clear","grid":"{name}"}`,
	`{"type":"data","op":"load","csv":"image\n{m},{n}\n{name}\n0,1\n","grid":"filter"}`,
	`{"type":"set","name":"steps","value":"{m}"}`,
	`{"type":"set","name":"drift","value":"{n}","live":true}`,
	`{"type":"set","name":"endless","value":"true"}`,
	`{"type":"set","params":{"steps":"{m}","bytes":"{n}00"}}`,
	`{"type":"set","name":"from","value":"{m}"}`,
	`{"type":"seed","seed":{m}}`,
	`{"type":"window","window":[{m},3,{n},4]}`,
	`{"type":"window"}`,
	`{"type":"view","view":{"board":[{n}00,280],"side":[200,120],"board_only":true,"ghost":true}}`,
	`{"type":"step","by":{m},"size":"small"}`,
	`{"type":"step","by":{n},"size":"pass"}`,
	`{"type":"seek","step":{m}}`,
	`{"type":"seek","to":"end"}`,
	`{"type":"seek","to":"next","event":"{name}"}`,
	`{"type":"play","rate":{m},"size":"small","until":"{name}"}`,
	`{"type":"play","rate":60,"size":"small","loop":[{m},{n}]}`,
	`{"type":"pause"}`,
	`{"type":"undo"}`,
	`{"type":"undo"}`,
	`{"type":"redo"}`,
	`{"type":"forget"}`,
	`{"type":"look","ref":"{name}"}`,
	`{"type":"present","on":true}`,
	`{"type":"present","on":false}`,
	`{"type":"open","demo":"walk","query":"steps={m}&step={n}"}`,
	`{"type":"open","demo":"tally","query":"from={m}"}`,
	`{"type":"open","demo":"walk","begin":true}`,
	`{"type":"ack","frame":{m}0000}`,
	`{"type":"ack","frame":{n}}`,
	`{"type":"{name}"}`,
	`{"type":"ask","question":"{name}"}`,
	`{"type":"ask","question":"word"}`,
	`{"type":"answer","question":"word","option":{m}}`,
	`{"type":"answer","question":"share","number":{n}}`,
	`{"type":"answer","question":"{name}","point":{m}}`,
	`{"type":"answer","question":"share","line":[[{m},{n}],[1,2]]}`,
	`{"type":"poll","do":"open"}`,
	`{"type":"poll","do":"close"}`,
	`{"type":"poll","do":"again"}`,
	`{"type":"poll","do":"reveal"}`,
	`{"type":"poll","do":"end"}`,
	`{"type":"vote","poll":"{name}","round":{m},"voter":"ABCDEFGHIJKLMNOP","seq":{n},"answer":{"option":{m}}}`,
	`{"type":"open","demo":"tally","secret":"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567","poll":"{name}","question":"word","step":{m},"round":1,"phase":"open"}`,
	`{"type":"open","demo":"tally","secret":"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567","poll":"P","question":"share","step":{m},"round":2,"phase":"revealed"}`,
	`{"type":"tour","stop":{m}}`,
	`{name}`,
}

// names are words and no words.
var names = []string{"peak", "half", "*", "x1", "p1", "", "y", "sunny", "no", "kind of \\u0000", "x²", "ash,oak", "panel:board", "outlook", "converged", "word", "share"}

// speak says what the bytes stand for, and lets time pass in between.
func speak(c *client, input []byte) {
	next := func() int {
		if len(input) == 0 {
			return 0
		}
		b := input[0]
		input = input[1:]
		return int(b)
	}
	for len(input) > 0 {
		b := next()
		if b >= 224 {
			time.Sleep(time.Duration(b-223) * 8 * time.Millisecond)
			continue
		}
		number := func() int { return int(int8(next())) / 4 }
		m, n, name := number(), number(), names[next()%len(names)]
		c.say("%s", strings.NewReplacer("{m}", strconv.Itoa(m), "{n}", strconv.Itoa(n), "{name}", name).Replace(said[b%len(said)]))
	}
}

// A sight is what a visitor sees of a step, apart from pictures that show more than one.
type sight struct {
	step, total            int
	phase, say, checks     string
	metrics, events, state string
}

func sightOf(f wire.Frame) sight {
	written := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			return err.Error()
		}
		return string(b)
	}
	return sight{f.Step, f.Total, f.Phase, f.Say, f.Promise + written(f.Checks), written(f.Metrics), written(f.Events), written(f.Status)}
}

// rest leaves a session at rest, without a ghost, and returns its last state and frame
// beside all that it said.
func (c *client) rest() (wire.State, wire.Frame, []message) {
	for _, end := range []string{
		`{"type":"present","on":false}`, `{"type":"pause"}`, `{"type":"look","ref":""}`, `{"type":"view","view":{"board":[320,280],"side":[200,120],"board_only":true}}`, `{"type":"forget"}`,
	} {
		c.say("%s", end)
	}
	got := c.after(3 * time.Second)
	return c.last(got, "state").State, c.last(got, "frame").Frame, got
}

// FuzzSession says anything to a session, in any order. Nothing of it is a fault of the
// server; afterwards what the page shows belongs together, its recipe opened anew gives
// the same step, and what is undone and redone is as it was.
func FuzzSession(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x00\x20\x10\x00\x1b\xe9\x01\x04\x30\x01\x21\x22\xf0\x0f\x40\x00\x00\x1a\x08\x08\x00\x1d\x10\x00\x02\xff"))
	f.Add([]byte("\x27\x28\x08\x00\x1e\x08\x20\x00\xff\x0f\x18\x00\x00\x20\x22\x23\x26\x00\x00\x00\x25\x02\x10\x04\x00\x02\x14\x08\x00\x02\x10\x04\x00\xe0"))
	f.Add([]byte("\x28\x04\x00\x00\x0c\x04\x04\x07\x0d\x00\x08\x07\x0e\x04\x08\x00\x20\x00\x00\x00\x21\x00\x00\x00\x22\x00\x00\x00\x1c\x00\x00\x01\xff\xff\x13\x08\x00\x00"))
	f.Add([]byte("\x11\x00\x00\x00\x1b\x00\x00\x00\xff\x1d\x78\x00\x01\xff\xff\xff\x12\x7c\x7c\x00\x24\x00\x00\x03\x25\x00\x00\x00\x27\x78\x70\x00\x2a\x00\x00\x02\x2c\x00\x00\x05\x2b\x70\x00\x00"))
	f.Add([]byte("\x2c\x00\x00\x00\xff\xff\x32\x00\x00\x00\xff\x33\x04\x00\x00\xff\x31\x00\x00\x10\x34\x00\x04\x00\xff\x31\x00\x00\x10\x36\x04\x04\x00\x37\x08\x00\x00\x24\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) > 96 {
			return
		}
		synctest.Test(t, func(t *testing.T) {
			cfg := config()
			cfg.Log = silent()
			cfg.Limits.Steps = 300
			cfg.Hall = hall.New(0)
			c := connect(t, cfg)
			defer func() {
				if err := c.leave(); err != nil {
					t.Errorf("a client that left: %v", err)
				}
			}()
			c.say(`{"type":"open","demo":"walk","view":{"board":[320,280],"side":[200,120],"board_only":true}}`)
			speak(c, input)
			st, frame, got := c.rest()
			for _, m := range got {
				if m.Type == "error" && m.Error.Code == wire.Internal {
					t.Errorf("a fault of the server: %s", m.raw)
				}
			}
			if frame.Step != st.Cursor || st.Playing || st.Follow != "" {
				t.Errorf("the page shows step %d, its state is %+v", frame.Step, st)
			}
			replays(t, cfg, st, frame)
			redoes(t, c, st)
		})
	})
}

// replays opens the link of a state in a session of its own.
func replays(t *testing.T, cfg session.Config, st wire.State, shown wire.Frame) {
	t.Helper()
	c := connect(t, cfg)
	defer c.leave()
	c.say(`{"type":"open","demo":%q,"query":%q,"view":{"board":[320,280],"side":[200,120],"board_only":true}}`, st.Demo, st.Query)
	again, frame, _ := c.rest()
	if sightOf(frame) != sightOf(shown) {
		t.Errorf("the link %s?%s shows\n%+v, the page showed\n%+v", st.Demo, st.Query, sightOf(frame), sightOf(shown))
	}
	if recipe(t, again) != recipe(t, st) || !slices.Equal(again.Points, st.Points) || again.Seed != st.Seed || again.Cursor != st.Cursor {
		t.Errorf("the link %s?%s opens as %s", st.Demo, st.Query, again.Query)
	}
}

// recipe is the link of a state without the step: the last may be said as such, or by its
// number.
func recipe(t *testing.T, st wire.State) string {
	t.Helper()
	q, err := url.ParseQuery(st.Query)
	if err != nil {
		t.Fatal(err)
	}
	q.Del("step")
	return st.Demo + "?" + q.Encode()
}

// redoes takes an edit back and does it again.
func redoes(t *testing.T, c *client, st wire.State) {
	t.Helper()
	if st.CanUndo == "" {
		return
	}
	c.say(`{"type":"undo"}`)
	c.after(time.Second)
	c.say(`{"type":"redo"}`)
	after := c.last(c.after(time.Second), "state").State
	if after.Demo != st.Demo || !slices.Equal(after.Points, st.Points) || after.Seed != st.Seed || after.CanUndo != st.CanUndo || after.CanRedo != st.CanRedo {
		t.Errorf("undone and redone the state is\n%+v, it was\n%+v", after, st)
	}
}
