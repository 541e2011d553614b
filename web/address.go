package web

import (
	"net/http"
	"net/netip"
	"sync"

	"github.com/go-chi/chi/v5/middleware"

	"playground/web/peer"
)

// clientAddress notes the client's address with every request. A header can be forged
// by anyone, so only that of a trusted proxy counts.
func (s *Server) clientAddress() func(http.Handler) http.Handler {
	if trusted := s.cfg.TrustedProxies; len(trusted) > 0 {
		names := make([]string, len(trusted))
		for i, p := range trusted {
			names[i] = p.String()
		}
		return middleware.ClientIPFromXFF(names...)
	}
	return func(next http.Handler) http.Handler {
		return middleware.ClientIPFromRemoteAddr(s.noticeProxy(next))
	}
}

// noticeProxy says once that a proxy seems to be in front of the server, which makes
// all visitors look like one.
func (s *Server) noticeProxy(next http.Handler) http.Handler {
	var once sync.Once
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ip, err := netip.ParseAddr(address(r)); r.Header.Get("X-Forwarded-For") != "" && err == nil && (ip.IsLoopback() || ip.IsPrivate()) {
			once.Do(func() {
				s.log.Warn("a proxy forwards requests, and all its visitors count as one: name it with -trusted-proxy", "proxy", ip.String())
			})
		}
		next.ServeHTTP(w, r)
	})
}

// address is the client's address. Where a trusted proxy says nothing of it, it is the
// proxy's own.
func address(r *http.Request) string {
	if ip := middleware.GetClientIP(r.Context()); ip != "" {
		return ip
	}
	return peer.Host(r)
}

// network is what counts as one client.
func network(r *http.Request) string { return peer.Network(address(r)) }
