package web

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// readTape takes the frames out of a replay.
func readTape(t *testing.T, page string) tape {
	t.Helper()
	m := regexp.MustCompile(`(?s)<script type="text/plain" id="tape">(.*?)</script>`).FindStringSubmatch(page)
	if m == nil {
		t.Fatal("no frames in the page")
	}
	var got tape
	small, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[1])))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(small).Decode(&got); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestLongRunIsThinnedAndSaysSo(t *testing.T) {
	s := newServer(t, Limits{})
	page := body(t, get(t, s, "/d/walk/replay.html?steps=600&step=end"))
	got := readTape(t, page)
	last := got.Frames[len(got.Frames)-1].Step
	if last+1 <= replayFrames {
		t.Fatalf("the run has %d steps only; choose a longer one", last+1)
	}
	if len(got.Frames) != replayFrames || got.Start != replayFrames-1 {
		t.Errorf("%d frames, shown first: %d", len(got.Frames), got.Start)
	}
	if !strings.Contains(page, "evenly spread") {
		t.Error("the page does not say that steps are left out")
	}
}

func TestReplayRefuses(t *testing.T) {
	s := newServer(t, Limits{})
	for path, want := range map[string]int{
		"/d/nothing/replay.html":          http.StatusNotFound,
		"/d/walk/replay.html?drift=-11":   http.StatusBadRequest,
		"/d/walk/replay.html?scheme=file": http.StatusBadRequest,
		"/d/walk/replay.html?step=soon":   http.StatusBadRequest,
	} {
		if r := get(t, s, path); r.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, r.StatusCode, want)
		}
	}
}

// No text in the frames can end the element that holds them.
func TestTapeCannotLeaveItsElement(t *testing.T) {
	nasty := `</script><!-- <script <SCRIPT "\`
	tp := &tape{places: map[string]int{}}
	tp.text(nasty)
	data, err := tp.encode()
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(data, "<!\\") {
		t.Errorf("what may end the element stands in %s", data)
	}
	if back := readTape(t, `<script type="text/plain" id="tape">`+data+"</script>"); back.Texts[0] != nasty {
		t.Errorf("%q came back as %q", nasty, back.Texts[0])
	}
}

// Texts of one kind stand beside each other, and every frame says what it said.
func TestTapeIsSorted(t *testing.T) {
	tp := &tape{places: map[string]int{}}
	for _, step := range []string{"0", "1", "2"} {
		f := tapeFrame{Say: tp.text("say " + step), Speech: tp.text("speech " + step), Promise: tp.text("p"), Reason: tp.text("")}
		f.Panels = []tapePanel{{ID: "board", Title: f.Reason, Note: f.Reason, Alt: f.Reason, Legend: f.Reason, Layers: []int{tp.text("axes"), tp.text("under " + step)}, Tips: &tapeTips{Of: tp.text("of"), Say: []int{tp.text("tip " + step)}}}}
		tp.Frames = append(tp.Frames, f)
	}
	tp.sort()
	for i, f := range tp.Frames {
		step := strconv.Itoa(i)
		for want, place := range map[string]int{"say " + step: f.Say, "speech " + step: f.Speech, "p": f.Promise, "under " + step: f.Panels[0].Layers[1], "tip " + step: f.Panels[0].Tips.Say[0]} {
			if got := tp.Texts[place]; got != want {
				t.Errorf("frame %d says %q, not %q", i, got, want)
			}
		}
	}
	if at := tp.Frames[0].Say; tp.Frames[1].Say != at+1 || tp.Frames[2].Say != at+2 {
		t.Errorf("the sentences are not beside each other: %q", tp.Texts)
	}
}
