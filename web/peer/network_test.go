package peer_test

import (
	"testing"

	"playground/web/peer"
)

func TestNetwork(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7":              "192.0.2.7",
		"::ffff:192.0.2.7":       "192.0.2.7",
		"2001:db8:1:2:3:4:5:6":   "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::":    "2001:db8:1:2::/64",
		"2001:db8:1:3::1":        "2001:db8:1:3::/64",
		"fe80::1%eth0":           "fe80::/64",
		"::1":                    "::/64",
		"":                       "",
		"no address":             "no address",
		"2001:db8::1:2:3:4:5:zz": "2001:db8::1:2:3:4:5:zz",
	} {
		if got := peer.Network(address); got != want {
			t.Errorf("%q counts as %q, want %q", address, got, want)
		}
	}
}
