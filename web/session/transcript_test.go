package session_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"playground/web/hall"
)

var update = flag.Bool("update", false, "write the transcripts as they are now")

// TestTranscripts plays the protocol's golden transcripts against a session with
// the demo of package walk. In the file named transcript, "> " is what the
// client says, "< " what the server says, and "@ " how long nothing is said.
// "2> " and "2< " are said by one who follows, with KEY for the presenter's key and POLL
// for the poll.
// Pictures and other long texts of the server are left out.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("../wire/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(archive.Files) != 1 || archive.Files[0].Name != "transcript" {
				t.Fatal("want one file, transcript")
			}
			want := string(archive.Files[0].Data)
			got := replay(t, want)
			if *update {
				archive.Files[0].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// replay says the client's lines of a transcript and returns it with what the
// server says now.
func replay(t *testing.T, transcript string) string {
	var out strings.Builder
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		cfg.Hall = hall.New(0)
		c := connect(t, cfg)
		c.ack(false)
		var follower *client
		var key, poll, demo string // the demo that the follower was told of
		hear := func(got []message) {
			for _, m := range got {
				if m.State.Follow != "" {
					key = m.State.Follow
				}
				if m.State.Poll != nil {
					poll = m.State.Poll.ID
				}
				out.WriteString("< " + short(t, m.raw) + "\n")
			}
			if follower == nil {
				return
			}
			got = follower.settle()
			for i, m := range got {
				if m.Type == "state" && i+1 < len(got) && got[i+1].Type == "state" {
					continue // a slower follower would have missed it
				}
				raw := m.raw
				if m.Type == "state" {
					if m.State.Demo == demo {
						raw = without(t, raw, "schema") // who missed a state gets it again
					}
					demo = m.State.Demo
				}
				out.WriteString("2< " + short(t, raw) + "\n")
			}
		}
		for line := range strings.Lines(transcript) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case strings.HasPrefix(line, "> "):
				out.WriteString(line + "\n")
				c.say("%s", line[2:])
				hear(c.settle())
			case strings.HasPrefix(line, "2> "):
				out.WriteString(line + "\n")
				if follower == nil {
					follower = serve(t, func(ctx context.Context, c *client) error {
						return hall.Follow(ctx, c, hall.Config{Hall: cfg.Hall})
					})
					follower.ack(false)
				}
				follower.say("%s", strings.NewReplacer("KEY", key, "POLL", poll).Replace(line[3:]))
				hear(c.settle())
			case strings.HasPrefix(line, "@ "):
				d, err := time.ParseDuration(line[2:])
				if err != nil {
					t.Fatal(err)
				}
				out.WriteString(line + "\n")
				hear(c.after(d))
			case !strings.HasPrefix(line, "< ") && !strings.HasPrefix(line, "2< "):
				t.Fatalf("%q is neither said nor heard", line)
			}
		}
		if err := c.shut(); err == nil {
			t.Error("a session that was shut down returned no error")
		}
		hear(c.settle())
	})
	return out.String()
}

// asMap is an object as it is decoded; nil: it is none.
func asMap(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// without is an object without one of its fields.
func without(t *testing.T, raw, field string) string {
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(raw), &m); err != nil {
		t.Fatal(err)
	}
	delete(m, field)
	rest, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(rest)
}

// short leaves out what another test looks at.
func short(t *testing.T, raw string) string {
	dec := json.NewDecoder(strings.NewReader(raw))
	dec.UseNumber()
	var m map[string]any
	if err := dec.Decode(&m); err != nil {
		t.Fatal(err)
	}
	if _, ok := m["schema"]; ok {
		m["schema"] = "…"
	}
	delete(m, "after") // is random
	if _, ok := m["follow"]; ok {
		m["follow"] = "KEY"
	}
	for _, poll := range []map[string]any{m, asMap(m["poll"])} {
		for name, stands := range map[string]string{"id": "POLL", "poll": "POLL", "ballot": "BALLOT"} {
			if _, ok := poll[name].(string); ok {
				poll[name] = stands
			}
		}
	}
	if m["type"] == "room" {
		m["key"], m["code"] = "KEY", "CODE"
		if _, ok := m["epoch"]; ok {
			m["epoch"] = "EPOCH"
		}
	}
	panels, _ := m["panels"].([]any)
	for _, p := range panels {
		p := p.(map[string]any)
		p["area"], p["window"] = "…", "…"
		if layers, ok := p["layers"].(map[string]any); ok {
			p["layers"] = slices.Sorted(maps.Keys(layers))
		}
		if mends, ok := p["mends"].(map[string]any); ok {
			p["mends"] = slices.Sorted(maps.Keys(mends))
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(m); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}
