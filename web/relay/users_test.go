package relay_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"playground/algos"
	"playground/web/hall"
	"playground/web/relay"
)

// A lecture and the votes of its room go over a NATS server that asks for users and
// encrypts. A user whom it does not know hears and says nothing, and goes on alone.
func TestUsersAndEncryption(t *testing.T) {
	trusted := certificate(t)
	operator, account := newKey(t, nkeys.CreateOperator), newKey(t, nkeys.CreateAccount)
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{trusted}, MinVersion: tls.VersionTLS12}, TLSTimeout: 5,
		TrustedOperators: []*jwt.OperatorClaims{operatorOf(t, operator)},
		AccountResolver:  accounts(t, operator, account),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	within(t, 10*time.Second, "NATS is there", func() bool { return s.ReadyForConnections(time.Second) })
	dial := func(creds string) *relay.Relay {
		r, err := relay.Dial(relay.Config{URLs: "tls://" + s.Addr().String(), Creds: creds, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Close)
		return r
	}
	known, stranger := creds(t, account), creds(t, newKey(t, nkeys.CreateAccount))
	var halls []*hall.Hall
	for range 2 {
		r := dial(known)
		within(t, 10*time.Second, "NATS is connected", func() bool { return !r.Cut() })
		h := hall.With(hall.Settings{Relay: r, Log: slog.New(slog.DiscardHandler)})
		t.Cleanup(h.Close)
		halls = append(halls, h)
	}
	alone := dial(stranger)

	l := newLecture(t, halls[0], "over TLS")
	here, there := watch(t, halls[0], follow(l.Key())), watch(t, halls[1], follow(l.Key()))
	follows(t, l, here, there)
	l.end() // a presenter is used by one goroutine

	const poll = "POLL"
	ballot := hall.NewBallot(poll, algos.PickOption, func(algos.Guess) error { return nil })
	ballot.Open(1)
	l.SetBallot(ballot)
	for i, screen := range []*screen{here, there} {
		screen.in <- fmt.Sprintf(`{"type":"vote","poll":%q,"round":1,"voter":"ABCDEFGHIJKLMNO%c","seq":1,"answer":{"option":%d}}`, poll, 'P'+i, i)
	}
	within(t, 20*time.Second, "both votes are counted", func() bool { return ballot.Count(1) == 2 })
	if !alone.Cut() || alone.Publish("x", nil) == nil {
		t.Error("a stranger is let in")
	}
}

// certified is the certificate of [certificate]. A process reads only once whom it trusts.
var certified tls.Certificate

// certificate is one of this machine, which the process trusts from here on: nothing else
// here looks for certificates.
func certificate(t *testing.T) tls.Certificate {
	t.Helper()
	if certified.PrivateKey != nil {
		return certified
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "NATS"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("SSL_CERT_FILE", write(t, "ca.pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	certified = tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
	return certified
}

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func newKey(t *testing.T, create func() (nkeys.KeyPair, error)) nkeys.KeyPair {
	t.Helper()
	key, err := create()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func public(t *testing.T, key nkeys.KeyPair) string {
	t.Helper()
	p, err := key.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func operatorOf(t *testing.T, key nkeys.KeyPair) *jwt.OperatorClaims {
	t.Helper()
	claims := jwt.NewOperatorClaims(public(t, key))
	text, err := claims.Encode(key)
	if err != nil {
		t.Fatal(err)
	}
	if claims, err = jwt.DecodeOperatorClaims(text); err != nil {
		t.Fatal(err)
	}
	return claims
}

// accounts knows one account.
func accounts(t *testing.T, operator, account nkeys.KeyPair) server.AccountResolver {
	t.Helper()
	text, err := jwt.NewAccountClaims(public(t, account)).Encode(operator)
	if err != nil {
		t.Fatal(err)
	}
	r := &server.MemAccResolver{}
	if err := r.Store(public(t, account), text); err != nil {
		t.Fatal(err)
	}
	return r
}

// creds is the file of a new user of an account.
func creds(t *testing.T, account nkeys.KeyPair) string {
	t.Helper()
	user := newKey(t, nkeys.CreateUser)
	text, err := jwt.NewUserClaims(public(t, user)).Encode(account)
	if err != nil {
		t.Fatal(err)
	}
	seed, err := user.Seed()
	if err != nil {
		t.Fatal(err)
	}
	file, err := jwt.FormatUserConfig(text, seed)
	if err != nil {
		t.Fatal(err)
	}
	return write(t, "user.creds", file)
}
