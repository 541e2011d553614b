package main

import (
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"syscall"
	"time"

	"playground/algos/course"
	"playground/web"
	"playground/web/relay"
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
	addr := flags.String("addr", defaultAddr, "listen on `host:port`; port 0: a free port, empty host: all addresses")
	logFormat := flags.String("log", "text", "log format, `text` or json")
	flags.IntVar(&l.Sessions, "sessions", def.Sessions, "maximum number of open pages (sessions), `N`")
	flags.IntVar(&l.PerAddress, "sessions-per-address", def.PerAddress, "maximum number of sessions of one client address, `N`")
	flags.IntVar(&l.Followers, "followers", def.Followers, "maximum number of follower pages, `N`")
	flags.IntVar(&l.Watchers, "watchers", def.Watchers, "maximum number of watchers, pages that follow by steps instead of frames, `N`")
	flags.IntVar(&l.Seats, "seats", def.Seats, "maximum number of followers in one room, `N`")
	flags.Float64Var(&l.FollowFPS, "follow-fps", def.FollowFPS, "maximum frame rate sent to followers, `N` per second; 0: that of the presenter")
	flags.IntVar(&l.Renders, "renders", def.Renders, "maximum number of concurrent renders, `N`")
	flags.IntVar(&l.Points, "points", def.Points, "maximum number of points in a data set, `N`")
	flags.IntVar(&l.Steps, "steps", def.Steps, "maximum number of recorded steps per run, `N`")
	flags.DurationVar(&l.Idle, "idle", def.Idle, "close a page's connection after `time` without a message")
	natsURLs := flags.String("nats", "", "share rooms with other servers through the NATS cluster at `URL[,URL]`")
	natsCreds := flags.String("nats-creds", "", "credentials for -nats, in `FILE`.creds")
	cert := flags.String("cert", "", "serve HTTPS with the certificate in `FILE`.pem, with -key; the file is reloaded when it changes")
	key := flags.String("key", "", "private key of the certificate, in `FILE`.pem")
	metricsAddr := flags.String("metrics-addr", "", "serve /metrics on `host:port` alone; default: to programs on this machine")
	proxies := flags.String("trusted-proxy", "", "trust X-Forwarded-For from these networks only, `CIDR[,CIDR]`; default: from none")
	drain := flags.Duration("drain", 0, "on SIGTERM, report not ready on /readyz and refuse new pages for this `time` before open ones are closed")
	memory := flags.Int("memory", 0, "memory limit, about `N` megabytes; 0: the container's limit, or half of the machine's memory")
	receiptKey := flags.String("receipt-key", "", "issue receipts for completed challenges, signed with the private key in `FILE`.pem, "+
		"made by \"playground receipt key\"; default: no receipts")
	receiptTrust := flags.String("receipt-trust", "", "trust receipts signed by other servers, whose public keys are in `FILE[,FILE]`.pem")
	return func(ctx context.Context) error {
		trusted, err := trustedProxies(*proxies)
		if err != nil {
			return err
		}
		if *drain < 0 {
			return &usageError{message: "-drain must not be negative"}
		}
		var h slog.Handler
		switch *logFormat {
		case "text":
			h = slog.NewTextHandler(a.stderr, nil)
		case "json":
			h = slog.NewJSONHandler(a.stderr, nil)
		default:
			return &usageError{message: fmt.Sprintf("-log is text or json, not %q", *logFormat)}
		}
		for _, n := range []int{l.Sessions, l.PerAddress, l.Followers, l.Watchers, l.Seats, l.Renders, l.Points, l.Steps, int(l.Idle)} {
			if n <= 0 {
				return &usageError{message: "a limit must be above 0"}
			}
		}
		if !(l.FollowFPS >= 0 && l.FollowFPS <= 1000) {
			return &usageError{message: "-follow-fps is from 0 to 1000"}
		}
		if *memory < 0 {
			return &usageError{message: "-memory must not be negative"}
		}
		if (*cert == "") != (*key == "") {
			return &usageError{message: "-cert and -key go together"}
		}
		if *natsURLs == "" && *natsCreds != "" {
			return &usageError{message: "-nats-creds goes with -nats"}
		}
		log := slog.New(h)
		receipts, err := receiptKeys(*receiptKey, *receiptTrust, log)
		if err != nil {
			return err
		}
		config := web.Config{
			Demos: a.demos, Courses: course.All(), Log: log, Version: version(), MetricsApart: *metricsAddr != "", Limits: l, TrustedProxies: trusted,
			Memory: useMemory(*memory), Receipts: receipts,
		}
		if *natsURLs != "" {
			r, err := relay.Dial(relay.Config{URLs: *natsURLs, Creds: *natsCreds, Log: log})
			if err != nil {
				return &usageError{message: "-nats: " + err.Error()}
			}
			defer r.Close()
			config.Relay = r
		}
		s, err := web.New(config)
		if err != nil {
			return err
		}
		scheme := "http"
		var secret *tls.Config
		if *cert != "" {
			c, err := newCertificate(*cert, *key, log)
			if err != nil {
				return err
			}
			scheme, secret = "https", c.config()
		}
		ln, err := net.Listen("tcp", *addr)
		if err != nil {
			return listenError(*addr, err)
		}
		defer ln.Close()
		if *metricsAddr != "" {
			apart, err := net.Listen("tcp", *metricsAddr)
			if err != nil {
				return listenError(*metricsAddr, err)
			}
			defer serveMetrics(apart, s, log)()
			fmt.Fprintf(a.stdout, "Metrics are at %smetrics\n", urlOf("http", apart.Addr(), *metricsAddr))
		}
		fmt.Fprintf(a.stdout, "Playground is at %s\n", urlOf(scheme, ln.Addr(), *addr))
		return serveUntil(ctx, ln, s, secret, func() <-chan time.Time { return time.After(*drain) }, log)
	}
}

// serveMetrics serves the numbers of a server until the function that it returns is
// called.
func serveMetrics(ln net.Listener, s *web.Server, log *slog.Logger) (stop func()) {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.Metrics())
	server := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 10 * time.Second,
		WriteTimeout:      60 * time.Second,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := server.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics are not served any more", "error", err)
		}
	})
	return func() {
		_ = server.Close()
		wg.Wait()
	}
}

// trustedProxies reads a list of networks. An address stands for itself.
func trustedProxies(list string) ([]netip.Prefix, error) {
	var all []netip.Prefix
	for _, text := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' }) {
		text = strings.TrimSpace(text)
		p, err := netip.ParsePrefix(text)
		if ip, e := netip.ParseAddr(text); e == nil {
			p, err = netip.PrefixFrom(ip, ip.BitLen()), nil
		}
		if err != nil {
			return nil, &usageError{message: fmt.Sprintf("-trusted-proxy: %q is not a network like 10.0.0.0/8 or ::1/128", text)}
		}
		all = append(all, p)
	}
	return all, nil
}

// serveUntil serves until the context ends, then lets what is under way finish. Until it
// is drained it only refuses new pages. Without a configuration of TLS nothing is encrypted.
func serveUntil(ctx context.Context, ln net.Listener, s *web.Server, secret *tls.Config, drained func() <-chan time.Time, log *slog.Logger) error {
	server := &http.Server{
		Handler:           s.Handler(),
		TLSConfig:         secret,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    256 << 10, // links carry points
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() {
		if secret != nil {
			failed <- server.ServeTLS(ln, "", "")
			return
		}
		failed <- server.Serve(ln)
	}()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("shutting down")
	s.Drain()
	select {
	case err := <-failed:
		return err
	case <-drained():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	// The playground's own shutdown comes first: a http.Server does not wait
	// for websockets.
	return errors.Join(s.Shutdown(grace), server.Shutdown(grace))
}

// listenError says what to do where the port is taken, or not for everybody.
func listenError(addr string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken by another program: choose another port, for instance -addr localhost:0 for a free one", addr)
	}
	if errors.Is(err, syscall.EACCES) {
		return fmt.Errorf("%w: ports below 1024 are for the system; choose one above, for instance -addr :8080, "+
			"let the program have them with \"setcap cap_net_bind_service=+ep playground\", "+
			"or with AmbientCapabilities=CAP_NET_BIND_SERVICE in its systemd unit", err)
	}
	return err
}

// urlOf returns the URL of a listener: the host as it was asked for, the port as
// it came out.
func urlOf(scheme string, listening net.Addr, asked string) string {
	host, _, _ := net.SplitHostPort(asked)
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	_, port, _ := net.SplitHostPort(listening.String())
	return scheme + "://" + net.JoinHostPort(host, port) + "/"
}
