package peer

import (
	"net"
	"net/http"
	"net/netip"
)

// networkBits is how much of an IPv6 address names a customer: the rest is theirs to
// choose.
const networkBits = 64

// Host is the address at the other end of a request's connection.
func Host(r *http.Request) string {
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		return host
	}
	return r.RemoteAddr
}

// Network is what counts as one client where something is counted by address: an IPv4
// address, or the network of an IPv6 address. What is no address stands for itself.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	ip = ip.Unmap()
	if ip.Is4() {
		return ip.String()
	}
	network, err := ip.WithZone("").Prefix(networkBits)
	if err != nil {
		return address
	}
	return network.String()
}
