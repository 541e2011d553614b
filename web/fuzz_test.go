package web

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// queries are the addresses whose queries are fuzzed.
var queries = []string{
	"/d/walk/frame.svg", "/d/walk/frame.png", "/d/walk/card.svg", "/d/walk/qr.svg", "/embed/walk", "/d/walk/points.csv", "/d/tally/frame.svg",
	"/oembed",
	"/script/check/walk",
	"/receipt", "/receipt.json", "/d/walk/receipt.json",
	"/compare/qr.svg",
}

// FuzzQuery asks for pictures and boards with any query and any languages. Nobody gets a
// fault of the server, and what is answered is a whole picture.
func FuzzQuery(f *testing.F) {
	for i := range queries {
		for _, query := range []string{
			"", "step=3&w=100&h=100&scale=1&theme=dark", "step=end&panel=bars&theme=projector&caption=0", "w=4000&h=64&scale=4", "w=1e3&h=-1", "scale=NaN&scale=2",
			"hide=title,legend&autoplay=1&loop=1&speed=2&start=1&end=4", "start=9&end=3", "theme=pink", "lang=zh", "lang=tlh", "data=p2s~0_0_1~1_1_-1&step=1",
			"data=moons~8~0.2~1", "data=moons~8~0.2~1~h3&step=end", "data=p2s~0_0_1~1_1_-1~h2", "data=moons~8~0.2~1~h9", "preset=none", "scheme=https", "scheme=javascript", "%zz", "view=0,1,0,1", "view=1,0,0,1", "order=typed&rows=$%5Chref%7Ba%7D$",
		} {
			f.Add(uint8(i), query, "zh-TW,zh;q=0.9,en;q=0.5")
		}
		f.Add(uint8(i), "goal=steps&run=data%3Dp2s~0_0_1~1_1_-1&name=A", "zh")
		f.Add(uint8(i), "r=-----BEGIN+PLAYGROUND+RECEIPT-----%0AAQ%0A-----END+PLAYGROUND+RECEIPT-----", "en")
		f.Add(uint8(i), "a=walk%3Fdata%3Dp2s~0_0_1~1_1_-1&b=walk%3Fseed%3D2&by=share&follow=A.B", "zh")
		f.Add(uint8(i), "step=1", "*;q=x, -, en-u-\xff")
		f.Add(uint8(i), "url=http%3A%2F%2Fexample.com%2Fembed%2Fperceptron%3Fstep%3D3%26hide%3Dtitle%26start%3D1&maxwidth=500&format=json", "zh")
	}
	s, err := New(Config{
		Demos: testDemos(), Log: slog.New(slog.DiscardHandler), Limits: Limits{Points: 20, Steps: 200, PictureSide: 200, Request: time.Hour},
		Receipts: ReceiptKeys{Sign: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))},
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, which uint8, query, languages string) {
		if len(query) > 200 || len(languages) > 100 {
			return
		}
		at := queries[int(which)%len(queries)]
		r := httptest.NewRequest(http.MethodGet, at, http.NoBody)
		r.URL = &url.URL{Path: at, RawQuery: query}
		r.Header.Set("Accept-Language", languages)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code >= 500 && w.Code != http.StatusNotImplemented {
			t.Fatalf("%s?%s: status %d: %.300s", at, query, w.Code, w.Body)
		}
		if w.Code != http.StatusOK {
			return
		}
		var err error
		switch {
		case at == "/oembed":
			err = json.Unmarshal(w.Body.Bytes(), &oEmbed{})
		case strings.HasSuffix(at, ".png"):
			_, err = png.Decode(w.Body)
		case strings.HasSuffix(at, ".svg"):
			err = wellFormed(w.Body.Bytes())
		}
		if err != nil {
			t.Errorf("%s?%s is no picture: %v", at, query, err)
		}
	})
}

// wellFormed reads XML to its end.
func wellFormed(text []byte) error {
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
