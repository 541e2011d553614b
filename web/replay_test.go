package web

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// readTape takes the frames out of a replay.
func readTape(t *testing.T, page string) tape {
	t.Helper()
	m := regexp.MustCompile(`(?s)<script type="application/json" id="tape">(.*?)</script>`).FindStringSubmatch(page)
	if m == nil {
		t.Fatal("no frames in the page")
	}
	var got tape
	if err := json.Unmarshal([]byte(m[1]), &got); err != nil {
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
	for _, bad := range []string{"</", "<!", "<s", "<S"} {
		if strings.Contains(data, bad) {
			t.Errorf("%q stands in %s", bad, data)
		}
	}
	var back tape
	if err := json.Unmarshal([]byte(data), &back); err != nil || back.Texts[0] != nasty {
		t.Errorf("%q came back as %q (%v)", nasty, back.Texts, err)
	}
}
