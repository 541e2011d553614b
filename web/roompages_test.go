package web

import (
	"net/http"
	"strings"
	"testing"

	"playground/web/hall"
	"playground/web/wire"
)

// What is typed for a room is taken in any case and with anything between its letters; what
// is none gets a sentence that says how long a code is.
func TestTypedRoom(t *testing.T) {
	key := hall.KeyOf("secret")
	for typed, want := range map[string]string{
		"ABCD-EFGH": "ABCDEFGH", "abcdefgh": "ABCDEFGH", " ab cd – ef_gh ": "ABCDEFGH", "ＡＢＣＤ－ＥＦＧＨ": "ABCDEFGH", "0bcd.1f8h": "OBCDIFBH",
		key: key, strings.ToLower(key): key, "https://here.example/room/" + key + "?lang=zh": key, "http://here.example/d/walk?drift=1#follow=" + key: key,
		"https://here.example/room/abcd-efgh": "ABCDEFGH",
	} {
		if got, err := typedRoom(typed); err != nil || got != want {
			t.Errorf("%q is %q, %v; want %q", typed, got, err, want)
		}
	}
	for typed, want := range map[string]string{
		"": "this one is empty", " - ": "this one is empty", "ABCD-EFG": "this has 7", "ABCDEFGHI": "this has 9", "ABCD-EF9H": "digits 2 to 7",
		"ÄBCD-EFGH": "letters A to Z", "<b>": "letters A to Z", strings.Repeat("A", mostTyped+1): "at most 500", strings.Repeat("A", mostTyped): "this has 500",
	} {
		if got, err := typedRoom(typed); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %q, %v; want %q", typed, got, err, want)
		}
	}
}

func FuzzTypedRoom(f *testing.F) {
	for _, seed := range []string{"ABCD-EFGH", "/room/", "#follow=", "０１", "\xff\xfe", "https://a/room/b?c#follow=d"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		code, err := typedRoom(typed)
		if err != nil {
			return
		}
		if again, err := typedRoom(wire.RoomCode(code) + code[8:]); err != nil || again != code {
			t.Errorf("%q is the code %q, and that is %q, %v", typed, code, again, err)
		}
	})
}

// The form leads to the page of a room, in the language that was asked for. What is wrong is
// said beside the field to who reads, and by a field to a program.
func TestRoomForm(t *testing.T) {
	s := newServer(t, Limits{})
	r := get(t, s, "/room?code=abcd+efgh&lang=zh")
	if to := r.Header.Get("Location"); r.StatusCode != http.StatusSeeOther || to != "/room/ABCD-EFGH?lang=zh" || r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the form leads to %q with %d, %q", to, r.StatusCode, r.Header.Get("Cache-Control"))
	}
	for _, c := range []struct {
		path, accept string
		status       int
		says         []string
	}{
		{"/room", "text/html", 200, []string{`name="code"`, "Join a room"}},
		{"/room?code=ABC", "text/html", 400, []string{`value="ABC"`, "this has 3", `aria-invalid="true"`}},
		{"/room?code=%22%3E%3Cb%3E", "text/html", 400, []string{`value="&#34;&gt;&lt;b&gt;"`, "letters A to Z"}},
		{"/room?code=ABC", "application/json", 400, []string{`"field":"code"`, "this has 3"}},
		{"/room?cod=ABC", "text/html", 400, []string{"cod"}},
		{"/room/abc", "text/html", 400, []string{"this has 3"}},
		{"/room/ABCD-EFGH?lang=zh", "text/html", 200, []string{`data-room="ABCD-EFGH"`, "这个房间还没有开始。"}},
	} {
		r := get(t, s, c.path, "Accept", c.accept)
		text := body(t, r)
		if r.StatusCode != c.status {
			t.Errorf("%s answers %d, want %d", c.path, r.StatusCode, c.status)
		}
		for _, says := range c.says {
			if !strings.Contains(text, says) {
				t.Errorf("%s for %s does not say %q", c.path, c.accept, says)
			}
		}
	}
}

// A room has a link, a QR code and a sheet to print before it begins. Only its whole key
// makes them, since nobody could follow by less.
func TestRoomCard(t *testing.T) {
	s := newServer(t, Limits{})
	key := hall.KeyOf("secret")
	for path, want := range map[string]string{
		"/room/" + key + "/qr.svg?scheme=https":       "QR code of https://example.com/room/" + key + `"`,
		"/room/" + key + "/qr.svg":                    "QR code of http://example.com/room/" + key + `"`,
		"/room/" + key + "/card?scheme=https&lang=zh": "https://example.com/room/" + key + "?lang=zh",
		"/room/" + strings.ToLower(key) + "/card":     key[:4] + "-" + key[4:8],
		"/room/ABCD-EFGH/card":                        "26 letters",
		"/room/" + key + "/qr.svg?scheme=javascript":  "javascript",
		"/room/" + key + "/card?follow=" + key:        "follow",
		"/room/" + key:                                `data-key="` + key + `"`,
		"/presenter":                                  "data-poll",
		"/presenter/bar?lang=zh":                      "演示者视图",
		"/presenter/room":                             "data-room-card",
		"/presenter/room?x=1":                         "x",
	} {
		r := get(t, s, path, "Accept", "text/html")
		if text := body(t, r); !strings.Contains(text, want) {
			t.Errorf("%s answers %d without %q: %.300s", path, r.StatusCode, want, text)
		}
	}
}
