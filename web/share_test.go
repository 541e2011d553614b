package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"playground/algos/dataset"
)

// modules reads a QR code back from its SVG, without the border.
func modules(t *testing.T, svg string) [][]bool {
	t.Helper()
	var side int
	if _, err := fmt.Sscanf(svg[strings.Index(svg, "viewBox"):], `viewBox="0 0 %d`, &side); err != nil {
		t.Fatal(err)
	}
	grid := make([][]bool, side-2*quiet)
	for i := range grid {
		grid[i] = make([]bool, side-2*quiet)
	}
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-\d+z`).FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.Atoi(m[1])
		y, _ := strconv.Atoi(m[2])
		n, _ := strconv.Atoi(m[3])
		for i := range n {
			grid[y-quiet][x-quiet+i] = true // out of range would be in the border
		}
	}
	return grid
}

// finder is the square that a reader looks for in three corners (ISO/IEC 18004,
// 6.3.3).
var finder = []string{"#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"}

func TestQRCode(t *testing.T) {
	s := newServer(t, Limits{})
	r := get(t, s, "/d/walk/qr.svg?step=3&drift=10&scheme=https")
	svg := body(t, r)
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "image/svg+xml" {
		t.Fatalf("%d %s", r.StatusCode, svg)
	}
	if want := `aria-label="QR code of https://example.com/d/walk?drift=10&amp;step=3"`; !strings.Contains(svg, want) {
		t.Errorf("no %s in %.300s", want, svg)
	}
	for path, link := range map[string]string{
		"/d/walk/qr.svg?follow=KEY":                                       "http://example.com/d/walk#follow=KEY",
		"/compare/qr.svg?a=walk&b=walk%3Fdrift%3D10&by=pass&scheme=https": "https://example.com/compare?a=walk&amp;b=walk%3Fdrift%3D10&amp;by=pass",
		"/compare/qr.svg?a=walk&b=hands&lang=zh&follow=ABCD.WXYZ2":        "http://example.com/compare?a=walk&amp;b=hands&amp;lang=zh#follow=ABCD.WXYZ2",
	} {
		if svg, want := body(t, get(t, s, path)), "QR code of "+link+`"`; !strings.Contains(svg, want) {
			t.Errorf("%s: no %s in %.300s", path, want, svg)
		}
	}
	grid := modules(t, svg)
	if (len(grid)-17)%4 != 0 {
		t.Errorf("%d modules a side are no version of the standard", len(grid))
	}
	for _, corner := range [][2]int{{0, 0}, {0, len(grid) - 7}, {len(grid) - 7, 0}} {
		for y, row := range finder {
			for x, want := range row {
				if got := grid[corner[0]+y][corner[1]+x]; got != (want == '#') {
					t.Fatalf("no finder in the corner %v", corner)
				}
			}
		}
	}
	// The timing pattern alternates between the finders.
	for x := 8; x < len(grid)-8; x++ {
		if grid[6][x] != (x%2 == 0) || grid[x][6] != (x%2 == 0) {
			t.Errorf("the timing pattern is broken at %d", x)
		}
	}
}

func TestQRCodeRefuses(t *testing.T) {
	s := newServer(t, Limits{})
	moons, err := dataset.ParseSource("moons~200~0.3~4")
	if err != nil {
		t.Fatal(err)
	}
	set, err := moons.Load()
	if err != nil {
		t.Fatal(err)
	}
	long := dataset.Explicit(set).String()
	for path, field := range map[string]string{
		"/d/walk/qr.svg?scheme=javascript":             "scheme",
		"/d/walk/qr.svg?drift=-11":                     "drift",
		"/d/walk/qr.svg?follow=%3Cscript%3E":           "follow",
		"/d/walk/qr.svg?follow=":                       "follow",
		"/d/walk/qr.svg?nothing=1":                     "nothing",
		"/compare/qr.svg":                              "a",
		"/compare/qr.svg?a=walk":                       "b",
		"/compare/qr.svg?a=walk&b=hands&follow=KEY":    "follow",
		"/compare/qr.svg?a=walk&b=hands&follow=K.k":    "follow",
		"/compare/qr.svg?a=walk&b=hands&scheme=ftp":    "scheme",
		"/compare/qr.svg?a=walk&b=hands&a=walk":        "a",
		"/compare/qr.svg?a=walk&b=hands&step=1":        "step",
		"/d/walk/qr.svg?data=" + url.QueryEscape(long): "link",
	} {
		r := get(t, s, path)
		if got := body(t, r); r.StatusCode != http.StatusBadRequest || !strings.HasPrefix(got, field) {
			t.Errorf("%.60s: %d %s", path, r.StatusCode, got)
		}
	}
}
