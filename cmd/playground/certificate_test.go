package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"playground/algos/catalog"
)

// selfSigned writes a certificate for localhost and its key, and returns their files.
func selfSigned(t *testing.T, folder string, serial int64) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestServeHTTPS serves pages by HTTP/2, websockets by HTTP/1.1, and the metrics elsewhere.
func TestServeHTTPS(t *testing.T) {
	cert, key := selfSigned(t, t.TempDir(), 1)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() {
		defer in.Close()
		a := app{demos: catalog.All, stdout: in, stderr: io.Discard}
		done <- a.run(ctx, []string{"-addr", "localhost:0", "-cert", cert, "-key", key, "-metrics-addr", "localhost:0"})
	}()
	lines := bufio.NewReader(out)
	said := func(prefix string) string {
		line, err := lines.ReadString('\n')
		at, ok := strings.CutPrefix(strings.TrimSpace(line), prefix)
		if err != nil || !ok {
			t.Fatalf("announced %q, want %q: %v", line, prefix, err)
		}
		return at
	}
	metrics, url := said("Metrics are at "), said("Playground is at ")
	if !strings.HasPrefix(url, "https://localhost:") {
		t.Fatalf("the playground is at %s", url)
	}

	pool := x509.NewCertPool()
	text, err := os.ReadFile(cert)
	if err != nil || !pool.AppendCertsFromPEM(text) {
		t.Fatalf("the certificate: %v", err)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}}
	defer client.CloseIdleConnections()
	page, err := client.Get(url + "healthz")
	if err != nil {
		t.Fatal(err)
	}
	page.Body.Close()
	if page.StatusCode != http.StatusOK || page.ProtoMajor != 2 || page.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("status %d by %s, HSTS %q", page.StatusCode, page.Proto, page.Header.Get("Strict-Transport-Security"))
	}
	hidden, err := client.Get(url + "metrics")
	if err != nil {
		t.Fatal(err)
	}
	hidden.Body.Close()
	apart, err := http.Get(metrics)
	if err != nil {
		t.Fatal(err)
	}
	numbers, err := io.ReadAll(apart.Body)
	apart.Body.Close()
	if err != nil || hidden.StatusCode != http.StatusNotFound || !bytes.Contains(numbers, []byte("playground_build_info")) {
		t.Errorf("/metrics: status %d for visitors; elsewhere %.100s, %v", hidden.StatusCode, numbers, err)
	}

	host := strings.TrimSuffix(strings.TrimPrefix(url, "https://"), "/")
	c, err := tls.Dial("tcp", host, &tls.Config{RootCAs: pool, ServerName: "localhost", NextProtos: []string{"http/1.1"}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET /ws HTTP/1.1\r\nHost: %s\r\nOrigin: https://%s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: playground.v1\r\n\r\n", host, host)
	if answer, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		t.Errorf("a websocket over TLS: %+v, %v", answer, err)
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("stopped with %v", err)
	}
	if _, err := http.Get(metrics); err == nil {
		t.Error("the metrics are still served")
	}
}

// A certificate that was renewed is used without a restart; one that is broken is not.
func TestCertificateIsRenewed(t *testing.T) {
	folder := t.TempDir()
	cert, key := selfSigned(t, folder, 1)
	c, err := newCertificate(cert, key, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	serial := func() int64 {
		c.looked = time.Time{}
		pair, err := c.get(nil)
		if err != nil {
			t.Fatal(err)
		}
		return pair.Leaf.SerialNumber.Int64()
	}
	later := func(d time.Duration) {
		for _, name := range []string{cert, key} {
			if err := os.Chtimes(name, time.Time{}, time.Now().Add(d)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := serial(); got != 1 {
		t.Errorf("at first it has the number %d", got)
	}
	selfSigned(t, folder, 2)
	later(time.Minute)
	if got := serial(); got != 2 {
		t.Errorf("renewed it has the number %d", got)
	}
	if err := os.WriteFile(cert, []byte("half a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	later(2 * time.Minute)
	if got := serial(); got != 2 {
		t.Errorf("while it is being written it has the number %d", got)
	}
	selfSigned(t, folder, 3)
	later(3 * time.Minute)
	if got := serial(); got != 3 {
		t.Errorf("written to its end it has the number %d", got)
	}
}

func TestServeRefusesHalfACertificate(t *testing.T) {
	a := app{demos: catalog.All, stdout: io.Discard, stderr: io.Discard}
	for want, args := range map[string][]string{
		"-cert and -key go together": {"serve", "-cert", "cert.pem"},
		"no such file":               {"serve", "-cert", "nothing.pem", "-key", "nothing.pem"},
	} {
		if err := a.run(t.Context(), args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
}

func TestListenErrorsGiveAdvice(t *testing.T) {
	denied := &net.OpError{Op: "listen", Net: "tcp", Err: os.NewSyscallError("bind", syscall.EACCES)}
	for _, want := range []string{"permission denied", "-addr :8080", "setcap cap_net_bind_service=+ep", "AmbientCapabilities=CAP_NET_BIND_SERVICE"} {
		if got := listenError(":80", denied).Error(); !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
}
