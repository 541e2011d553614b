package session_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"playground/web/session"
	"playground/web/wire"
)

// A keeper is a client that keeps what can be undone, as a page does.
type keeper struct {
	*client
	list  wire.EditList
	edits map[uint64]wire.Edit
	state wire.State
}

// keeps opens a recipe as a page that has these edits.
func keeps(t *testing.T, cfg session.Config, query, resume string, list wire.EditList) *keeper {
	t.Helper()
	k := &keeper{client: connect(t, cfg), list: list, edits: map[uint64]wire.Edit{}}
	ids, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	k.say(`{"type":"open","demo":"walk","query":%q,"resume":%q,"edits":%s}`, query, resume, strings.ReplaceAll(string(ids), "null", "[]"))
	k.take(k.settle())
	return k
}

// take keeps what states say of edits.
func (k *keeper) take(all []message) {
	for _, m := range of(all, "state") {
		before := k.state.Query
		resume := k.state.Resume
		k.state = m.State
		if k.state.Resume == "" {
			k.state.Resume = resume
		}
		e := m.State.Edits
		if e == nil || e.Lost {
			continue
		}
		for _, n := range e.New {
			if n.Last {
				n.Query, n.Last = before, false
			}
			k.edits[n.ID] = n
		}
		k.list = e.EditList
	}
}

// does sends a message, which must not be refused.
func (k *keeper) does(format string, args ...any) wire.State {
	k.t.Helper()
	k.say(format, args...)
	got := k.after(300 * time.Millisecond)
	k.noErrors(got)
	k.take(got)
	return k.state
}

// handBack is the message that restores everything.
func (k *keeper) handBack() string {
	all := func(ids []uint64) []wire.Edit {
		out := []wire.Edit{}
		for _, id := range ids {
			if e, ok := k.edits[id]; ok {
				out = append(out, e)
			}
		}
		return out
	}
	text, err := json.Marshal(map[string]any{"type": "restore", "done": all(k.list.Done), "undone": all(k.list.Undone)})
	if err != nil {
		k.t.Fatal(err)
	}
	return string(text)
}

func TestEditsOutliveTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keeps(t, config(), "", "", wire.EditList{})
		edits := []string{
			`{"type":"points","op":"move","index":2,"x":5,"y":3}`,
			`{"type":"points","op":"add","points":[[0,0,1],[1,0,0]]}`,
			`{"type":"set","name":"steps","value":"12"}`,
			`{"type":"seed","seed":8}`,
			`{"type":"window","window":[-3,3,-3,3]}`,
			`{"type":"points","op":"load","data":"moons~20~0.2~7"}`,
			`{"type":"open","demo":"walk","query":"preset=long"}`,
		}
		versions := []wire.State{k.state}
		for _, says := range edits {
			versions = append(versions, k.does("%s", says))
		}
		if st := k.does(`{"type":"undo"}`); !same(st, versions[len(versions)-2]) {
			t.Error("undo")
		}
		k.does(`{"type":"undo"}`)
		at := len(edits) - 2
		for range 2 { // the second time with what the first server never had
			back, list, query, resume := k.handBack(), k.list, k.state.Query, k.state.Resume
			kept := k.edits
			if err := k.leave(); err != nil {
				t.Error(err)
			}
			k = keeps(t, config(), query, resume, list) // a server that knows nothing
			k.edits, k.list = kept, list
			if k.state.Edits == nil || !k.state.Edits.Lost || k.state.CanUndo != "" {
				t.Fatalf("the client is not asked for its edits: %+v, undo %q", k.state.Edits, k.state.CanUndo)
			}
			if st := k.does("%s", back); st.CanUndo == "" || st.CanRedo == "" {
				t.Fatalf("taken back, it undoes %q, redoes %q", st.CanUndo, st.CanRedo)
			}
			for at < len(edits) {
				if st := k.does(`{"type":"redo"}`); !same(st, versions[at+1]) {
					t.Errorf("redoing %s gives %+v, want %+v", edits[at], st, versions[at+1])
				}
				at++
			}
			for at > 0 {
				at--
				if st := k.does(`{"type":"undo"}`); !same(st, versions[at]) {
					t.Errorf("undoing %s gives %+v, want %+v", edits[at], st, versions[at])
				}
			}
			for at < 3 {
				k.does(`{"type":"redo"}`)
				at++
			}
		}
		k.say("%s", k.handBack())
		if e := k.last(k.settle(), "error").Error; e.Code != wire.BadMessage {
			t.Errorf("edits that are not missing: %+v", e)
		}
		if err := k.leave(); err != nil {
			t.Error(err)
		}
	})
}

// What a page hands back may be from another version of the program, or from somebody
// who means harm. What is bad is left out, with a sentence.
func TestBadEditsAreLeftOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keeps(t, config(), "", "", wire.EditList{Done: []uint64{1, 2, 3, 4, 5}})
		k.say(`{"type":"restore","done":[{"id":1,"label":"good","query":"seed=5"},{"id":2,"label":"bad","query":"nothing=1"},` +
			`{"id":3,"label":"bad","query":"%%"},{"id":1,"label":"twice","query":"seed=6"},{"id":5,"label":"best","query":"seed=7"}]}`)
		got := k.after(300 * time.Millisecond)
		k.take(got)
		if e := k.last(got, "error").Error; e.Code != wire.BadField || !strings.Contains(e.Message, "3 of 5 edits") {
			t.Errorf("%+v", e)
		}
		if !slices.Equal(k.list.Done, []uint64{1, 5}) || k.state.CanUndo != "best" {
			t.Errorf("the edits are %v, undo %q", k.list.Done, k.state.CanUndo)
		}
		k.does(`{"type":"seed","seed":9}`)
		if n := len(k.list.Done); n != 3 || k.list.Done[2] <= 5 {
			t.Errorf("the edits are %v", k.list.Done)
		}
		for _, seed := range []uint64{7, 5} {
			k.does(`{"type":"undo"}`)
			if seed == 7 {
				k.does(`{"type":"undo"}`)
			}
			if k.state.Seed != seed {
				t.Errorf("undone to the seed %d, want %d", k.state.Seed, seed)
			}
		}
		if err := k.leave(); err != nil {
			t.Error(err)
		}
	})
}

// A broken connection sends nothing again: the server knows the edits, and the client
// has them.
func TestKnownEditsAreNotSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		cfg.Histories = session.NewHistoryStore()
		k := keeps(t, cfg, "", "", wire.EditList{})
		k.does(`{"type":"seed","seed":8}`)
		st := k.does(`{"type":"seed","seed":9}`)
		if n := len(k.edits); n != 2 {
			t.Errorf("%d edits", n)
		}
		if err := k.leave(); err != nil {
			t.Error(err)
		}
		again := keeps(t, cfg, st.Query, st.Resume, k.list)
		if e := again.state.Edits; e != nil || again.state.CanUndo == "" {
			t.Errorf("told again: %+v; undo %q", e, again.state.CanUndo)
		}
		again.does(`{"type":"seed","seed":10}`)
		if n := len(again.edits); n != 1 || len(again.list.Done) != 3 {
			t.Errorf("%d edits are new, of %v", n, again.list.Done)
		}
		if err := again.leave(); err != nil {
			t.Error(err)
		}
	})
}

// FuzzRestore hands back anything. The session goes on, and undoes what it took.
func FuzzRestore(f *testing.F) {
	f.Add("seed=5", "steps=12", uint64(1), uint64(2))
	f.Add("data=moons~20~0.2~7&view=0,1,0,1", "preset=long&step=end", uint64(1), uint64(1))
	f.Add("%", "data=p2c~16_3_1", uint64(0), uint64(1)<<53-1)
	f.Fuzz(func(t *testing.T, a, b string, i, j uint64) {
		text, err := json.Marshal(map[string]any{
			"type": "restore",
			"done": []wire.Edit{{ID: i, Label: a, Query: a}, {ID: j, Label: b, Query: b, Pinned: true}}, "undone": []wire.Edit{{ID: i / 2, Query: b, Last: true}},
		})
		if err != nil {
			t.Skip()
		}
		synctest.Test(t, func(t *testing.T) {
			k := keeps(t, config(), "steps=3", "", wire.EditList{Done: []uint64{1}})
			k.say("%s", text)
			k.take(k.after(300 * time.Millisecond))
			for range 4 {
				k.say(`{"type":"undo"}`)
				k.after(300 * time.Millisecond)
			}
			st := k.change(`{"type":"seed","seed":77}`)
			if st.Seed != 77 || st.CanUndo == "" {
				t.Errorf("the session is broken: seed %d, undo %q", st.Seed, st.CanUndo)
			}
			if err := k.leave(); err != nil {
				t.Error(err)
			}
		})
	})
}

// TestASilentConnectionEnds frees the seat of a connection that never says what it is
// for, whatever else it says.
func TestASilentConnectionEnds(t *testing.T) {
	for _, says := range []string{"", `{"type":"pause"}`, "nonsense", `{"type":"open","demo":"walk"}`} {
		t.Run(fmt.Sprintf("%q", says), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := connect(t, config())
				if says != "" {
					c.say("%s", says)
				}
				stays := strings.Contains(says, "open")
				c.after(9 * time.Second)
				got := c.after(2 * time.Second)
				if n := len(of(got, "bye")); n == 0 != stays {
					t.Errorf("%d goodbyes", n)
				}
				if !stays {
					if err := c.ended(); err == nil {
						t.Error("it ended without a reason")
					}
					return
				}
				if err := c.leave(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
