package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"playground/algos/catalog"
)

func TestServeAnswersUntilItIsStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() {
		defer in.Close()
		a := app{demos: catalog.All, stdout: in, stderr: io.Discard}
		done <- a.run(ctx, []string{"-addr", "localhost:0"})
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v; the server ended with %v", err, <-done)
	}
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "Playground is at ")
	if !ok || !strings.HasPrefix(url, "http://localhost:") || strings.HasSuffix(url, ":0/") {
		t.Fatalf("announced %q", line)
	}
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK || !strings.Contains(string(page), catalog.All[0].Title) {
		t.Errorf("the gallery: status %d, %d bytes without %q", resp.StatusCode, len(page), catalog.All[0].Title)
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("stopped with %v", err)
	}
	if _, err := http.Get(url); err == nil {
		t.Error("the server still answers")
	}
}

func TestServeSaysThatAPortIsTaken(t *testing.T) {
	ln, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	a := app{demos: catalog.All, stdout: io.Discard, stderr: io.Discard}
	err = a.run(t.Context(), []string{"serve", "-addr", ln.Addr().String()})
	if err == nil || !strings.Contains(err.Error(), ln.Addr().String()+" is taken by another program: choose another port") {
		t.Errorf("error %v", err)
	}
}

func TestURLNamesAHostThatABrowserCanOpen(t *testing.T) {
	listening := &net.TCPAddr{Port: 4711}
	for asked, want := range map[string]string{
		"localhost:0":    "http://localhost:4711/",
		":8080":          "http://localhost:4711/",
		"0.0.0.0:8080":   "http://localhost:4711/",
		"[::]:8080":      "http://localhost:4711/",
		"10.1.2.3:8080":  "http://10.1.2.3:4711/",
		"[::1]:8080":     "http://[::1]:4711/",
		"lecture.hall:0": "http://lecture.hall:4711/",
	} {
		if got := urlOf(listening, asked); got != want {
			t.Errorf("%s is %s, want %s", asked, got, want)
		}
	}
}
