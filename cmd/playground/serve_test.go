package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"playground/algos/catalog"
	"playground/web"
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

// A flag that cannot be meant is named.
func TestServeRefusesFlags(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-trusted-proxy", "10.0.0.0/33"}, `-trusted-proxy: "10.0.0.0/33"`},
		{[]string{"-trusted-proxy", "127.0.0.1,proxy.test"}, `-trusted-proxy: "proxy.test"`},
		{[]string{"-seats", "0"}, "limit"},
		{[]string{"-follow-fps", "-1"}, "-follow-fps is from 0 to 1000"},
		{[]string{"-nats", "http://localhost"}, `-nats: "http://localhost" is not the address of a NATS server`},
		{[]string{"-nats-creds", "x"}, "-nats-creds goes with -nats"},
		{[]string{"-nats", "localhost", "-nats-creds", "no.creds"}, "-nats: read the credentials for NATS: open no.creds"},
		{[]string{"-drain", "-1s"}, "-drain"},
	} {
		a := app{demos: catalog.All, stdout: io.Discard, stderr: io.Discard}
		err := a.run(t.Context(), append([]string{"serve", "-addr", "localhost:0"}, c.args...))
		var usage *usageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q gives %v, want a usage error with %s", c.args, err, c.want)
		}
	}
}

func TestTrustedProxies(t *testing.T) {
	got, err := trustedProxies("127.0.0.1, ::1,10.0.0.0/8")
	if want := "[127.0.0.1/32 ::1/128 10.0.0.0/8]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v, %v, want %s", got, err, want)
	}
	if got, err := trustedProxies(""); len(got) != 0 || err != nil {
		t.Errorf("nothing gives %v, %v", got, err)
	}
}

// While the server drains, it answers and is not ready.
func TestServeDrains(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	app, err := web.New(web.Config{Demos: catalog.All, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	draining, drained, done := make(chan struct{}), make(chan time.Time), make(chan error, 1)
	go func() {
		done <- serveUntil(ctx, ln, app, nil, func() <-chan time.Time { close(draining); return drained }, log)
	}()
	ready := func() int {
		resp, err := http.Get("http://" + ln.Addr().String() + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		return resp.StatusCode
	}
	if got := ready(); got != http.StatusOK {
		t.Errorf("at first /readyz says %d", got)
	}
	stop()
	<-draining
	if got := ready(); got != http.StatusServiceUnavailable {
		t.Errorf("while it drains /readyz says %d", got)
	}
	close(drained)
	if err := <-done; err != nil {
		t.Errorf("stopped with %v", err)
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
		if got := urlOf("http", listening, asked); got != want {
			t.Errorf("%s is %s, want %s", asked, got, want)
		}
	}
}
