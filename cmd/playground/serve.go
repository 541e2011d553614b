package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"

	"playground/web"
)

const (
	defaultAddr = "localhost:8080"

	// shutdownTime is how long open pages may take to hear that the server
	// ends.
	shutdownTime = 10 * time.Second
)

// serve serves the playground until the context ends.
func (a app) serve(flags *flag.FlagSet) func(context.Context) error {
	def := web.DefaultLimits()
	var l web.Limits
	addr := flags.String("addr", defaultAddr, "listen on `host:port`; port 0 takes a free one, an empty host all addresses")
	logFormat := flags.String("log", "text", "write the log as `text` or json")
	flags.IntVar(&l.Sessions, "sessions", def.Sessions, "open pages at once, at most `N`")
	flags.IntVar(&l.PerAddress, "sessions-per-address", def.PerAddress, "open pages of one client address, at most `N`")
	flags.IntVar(&l.Followers, "followers", def.Followers, "open pages that follow another one, at most `N`")
	flags.IntVar(&l.Renders, "renders", def.Renders, "pictures drawn at once, at most `N`")
	flags.IntVar(&l.Points, "points", def.Points, "points on one board, at most `N`")
	flags.IntVar(&l.Steps, "steps", def.Steps, "recorded steps of one run, at most `N`")
	flags.DurationVar(&l.Idle, "idle", def.Idle, "close a page's connection after `time` without a message")
	memory := flags.Int("memory", 0, "use about `N` megabytes, to collect garbage less often; 0 uses as little as is usual")
	return func(ctx context.Context) error {
		var h slog.Handler
		switch *logFormat {
		case "text":
			h = slog.NewTextHandler(a.stderr, nil)
		case "json":
			h = slog.NewJSONHandler(a.stderr, nil)
		default:
			return &usageError{message: fmt.Sprintf("-log is text or json, not %q", *logFormat)}
		}
		for _, n := range []int{l.Sessions, l.PerAddress, l.Followers, l.Renders, l.Points, l.Steps, int(l.Idle)} {
			if n <= 0 {
				return &usageError{message: "a limit must be above 0"}
			}
		}
		if *memory < 0 {
			return &usageError{message: "-memory must not be negative"}
		}
		useMemory(*memory)
		s, err := web.New(web.Config{Demos: a.demos, Log: slog.New(h), Version: version(), Limits: l})
		if err != nil {
			return err
		}
		ln, err := net.Listen("tcp", *addr)
		if err != nil {
			return listenError(*addr, err)
		}
		fmt.Fprintf(a.stdout, "Playground is at %s\n", urlOf(ln.Addr(), *addr))
		return serveUntil(ctx, ln, s, slog.New(h))
	}
}

// serveUntil serves until the context ends, then lets what is under way finish.
func serveUntil(ctx context.Context, ln net.Listener, s *web.Server, log *slog.Logger) error {
	server := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    256 << 10, // links carry points
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("shutting down")
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	// The playground's own shutdown comes first: a http.Server does not wait
	// for websockets.
	return errors.Join(s.Shutdown(grace), server.Shutdown(grace))
}

// listenError says what to do where the port is taken.
func listenError(addr string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken by another program: choose another port, for instance -addr localhost:0 for a free one", addr)
	}
	return err
}

// urlOf returns the URL of a listener: the host as it was asked for, the port as
// it came out.
func urlOf(listening net.Addr, asked string) string {
	host, _, _ := net.SplitHostPort(asked)
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	_, port, _ := net.SplitHostPort(listening.String())
	return "http://" + net.JoinHostPort(host, port) + "/"
}
