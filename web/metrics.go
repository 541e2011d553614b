package web

import (
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"playground/web/budget"
	"playground/web/hall"
	"playground/web/turns"
)

// metrics counts what the server does, in a registry of its own.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	sessions prometheus.Counter
	frames   prometheus.Counter
	skipped  prometheus.Counter
	latency  prometheus.Histogram
	size     prometheus.Histogram
	watched  prometheus.Histogram
	shared   prometheus.Histogram
	received prometheus.Counter
	sent     prometheus.Counter
	waited   [len(turns.Classes)]prometheus.Observer
	refused  *prometheus.CounterVec
	set      *prometheus.CounterVec
}

func newMetrics(version string, sessions, followers, watchers func() int, memory *budget.Budget) *metrics {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Namespace: "playground", Name: name, Help: help})
	}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "playground", Name: "http_request_seconds", Help: "Time to answer a request.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 20},
		}, []string{"route", "status"}),
		sessions: counter("sessions_total", "Sessions opened."),
		frames:   counter("frames_sent_total", "Frames drawn and sent."),
		skipped:  counter("frames_skipped_total", "Steps not drawn because a newer one came before the client was ready."),
		latency: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: "playground", Name: "frame_seconds", Help: "Time from a step to the bytes of its frame.",
			Buckets: []float64{.00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1},
		}),
		size: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: "playground", Name: "frame_bytes", Help: "Size of a frame before compression.",
			Buckets: prometheus.ExponentialBuckets(1<<10, 2, 11),
		}),
		watched: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: "playground", Name: "followed_frame_seconds", Help: "Time until a frame that can be sent to a follower has left.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1},
		}),
		shared: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: "playground", Name: "shared_frame_seconds", Help: "Time to draw a frame for all followers with screens of one size.",
			Buckets: []float64{.00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1},
		}),
		received: counter("socket_received_bytes_total", "Bytes of messages received."),
		sent:     counter("socket_sent_bytes_total", "Bytes of messages sent."),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: "playground", Name: "requests_refused_total", Help: "Requests refused at once because too many waited, of the server or of the address.",
		}, []string{"lane", "full"}),
		set: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: "playground", Name: "parameter_sets_total", Help: "Times that readers set a parameter of a demo: which one, and never to what.",
		}, []string{"demo", "parameter"}),
	}
	waited := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: "playground", Name: "turn_wait_seconds", Help: "Time that work waited for its turn on a processor.",
		Buckets: []float64{.00025, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"class"})
	for _, c := range turns.Classes {
		m.waited[c] = waited.WithLabelValues(c.String())
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: "playground", Name: "build_info", Help: "Always 1; the label names the build.",
		ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	gauge := func(name, help string, n func() int) prometheus.GaugeFunc {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "playground", Name: name, Help: help},
			func() float64 { return float64(n()) })
	}
	m.registry.MustRegister(
		m.requests, m.sessions, m.frames, m.skipped, m.latency, m.size, m.watched, m.shared, m.received, m.sent, waited, m.refused, m.set, build,
		gauge("sessions", "Sessions open now.", sessions),
		gauge("followers", "Connections that follow a session now.", followers),
		gauge("watchers", "Connections that watch a session by its steps now.", watchers),
		gauge("memory_reserved_bytes", "Memory that sessions, pictures and connections hold now.", func() int { return int(memory.Used()) }),
		gauge("memory_limit_bytes", "Memory that they share; 0: no bound.", func() int { return int(memory.Limit()) }),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

// watch adds gauges of who waits.
func (m *metrics) watch(s *turns.Scheduler, l lanes) {
	gauge := func(name, help, label, value string, n func() int) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: "playground", Name: name, Help: help, ConstLabels: prometheus.Labels{label: value},
		}, func() float64 { return float64(n()) }))
	}
	for _, c := range turns.Classes {
		gauge("turns_waiting", "Work that waits for its turn on a processor.", "class", c.String(), func() int { return s.Waiting(c) })
	}
	for _, l := range l.all() {
		gauge("requests_waiting", "Requests that wait to be served.", "lane", l.name, l.queue.Len)
	}
}

// watchRelay adds what goes between servers.
func (m *metrics) watchRelay(h *hall.Hall) {
	counter := func(name, help string, n func(hall.Traffic) int64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: "playground", Subsystem: "relay", Name: name, Help: help},
			func() float64 { return float64(n(h.Traffic())) }))
	}
	counter("sent_total", "Messages about rooms said to other servers.", func(t hall.Traffic) int64 { return t.CastsOut })
	counter("received_total", "Messages about rooms heard from other servers.", func(t hall.Traffic) int64 { return t.CastsIn })
	counter("sent_bytes_total", "Bytes said to other servers.", func(t hall.Traffic) int64 { return t.BytesOut })
	counter("received_bytes_total", "Bytes heard from other servers.", func(t hall.Traffic) int64 { return t.BytesIn })
	counter("gaps_total", "Times that something was missed, and asked for again.", func(t hall.Traffic) int64 { return t.Gaps })
	counter("wholes_total", "Rooms sent whole to another server that asked.", func(t hall.Traffic) int64 { return t.Wholes })
	counter("failed_total", "What could not be sent or read.", func(t hall.Traffic) int64 { return t.Failed })
	gauge := func(name, help string, n func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "playground", Subsystem: "relay", Name: name, Help: help}, n))
	}
	gauge("followers", "Followers on other servers of those who present here.", func() float64 { return float64(h.Elsewhere()) })
	gauge("connected", "1 if other servers can be reached.", func() float64 {
		if h.Cut() {
			return 0
		}
		return 1
	})
}

func (m *metrics) waitedTurn(c turns.Class, d time.Duration) { m.waited[c].Observe(d.Seconds()) }

// refuse counts a request that was refused at once, because the address or the server
// had too many.
func (m *metrics) refuse(lane, full string) { m.refused.WithLabelValues(lane, full).Inc() }

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}

// locally hides a route from everybody but programs on this machine. What a proxy here
// passes on comes from elsewhere, and so may what a browser here asks for under another name.
func (s *Server) locally(next http.Handler) http.Handler {
	hidden := s.serve(func(http.ResponseWriter, *http.Request) error { return refusal(http.StatusNotFound, "error.nothing") })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLocal(r) {
			hidden(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isLocal(r *http.Request) bool {
	for _, passed := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"} {
		if r.Header.Get(passed) != "" {
			return false
		}
	}
	return isLoopback(r.RemoteAddr) && isLoopback(r.Host)
}

// isLoopback reports whether a host, with or without a port, is this machine.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && ip.Unmap().IsLoopback()
}

// request counts an answered request. The route is a pattern, so that there are
// few different ones.
func (m *metrics) request(route string, status int, took time.Duration) {
	if route == "/ws" {
		return // it lasts as long as its visitor stays
	}
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
}

// What follows implements [session.Meter].

func (m *metrics) SessionOpened() { m.sessions.Inc() }
func (m *metrics) SessionClosed() {}
func (m *metrics) FrameSkipped()  { m.skipped.Inc() }

func (m *metrics) FrameSent(bytes int, took time.Duration) {
	m.frames.Inc()
	m.size.Observe(float64(bytes))
	m.latency.Observe(took.Seconds())
}

func (m *metrics) FrameShared(took time.Duration) { m.shared.Observe(took.Seconds()) }

func (m *metrics) FrameWatched(late time.Duration) { m.watched.Observe(late.Seconds()) }

func (m *metrics) MessageReceived(bytes int) { m.received.Add(float64(bytes)) }
func (m *metrics) MessageSent(bytes int)     { m.sent.Add(float64(bytes)) }

// ParameterSet has as many counters at most as there are parameters: their names come from
// the demos, and never from a visitor.
func (m *metrics) ParameterSet(demo, parameter string) { m.set.WithLabelValues(demo, parameter).Inc() }
