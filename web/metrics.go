package web

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
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
	received prometheus.Counter
	sent     prometheus.Counter
}

func newMetrics(version string, sessions, followers func() int) *metrics {
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
		received: counter("socket_received_bytes_total", "Bytes of messages received."),
		sent:     counter("socket_sent_bytes_total", "Bytes of messages sent."),
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
		m.requests, m.sessions, m.frames, m.skipped, m.latency, m.size, m.watched, m.received, m.sent, build,
		gauge("sessions", "Sessions open now.", sessions),
		gauge("followers", "Connections that follow a session now.", followers),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
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

func (m *metrics) FrameWatched(late time.Duration) { m.watched.Observe(late.Seconds()) }

func (m *metrics) MessageReceived(bytes int) { m.received.Add(float64(bytes)) }
func (m *metrics) MessageSent(bytes int)     { m.sent.Add(float64(bytes)) }
