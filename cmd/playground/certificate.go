package main

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// A certificate is read from two files, and again when they have changed: who
// renews it need not restart the server.
type certificate struct {
	cert, key string // names of files
	log       *slog.Logger

	mu      sync.Mutex
	current *tls.Certificate
	written [2]time.Time // when the files of the current one were
	looked  time.Time
}

// lookAgain is how often, at most, the files are looked at.
const lookAgain = 5 * time.Second

// newCertificate reads the files. It fails if they are no certificate and its key.
func newCertificate(cert, key string, log *slog.Logger) (*certificate, error) {
	c := &certificate{cert: cert, key: key, log: log, looked: time.Now()}
	if err := c.read(); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *certificate) read() error {
	written, err := c.times()
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		return fmt.Errorf("read the certificate %s and its key %s: %w", c.cert, c.key, err)
	}
	c.current, c.written = &pair, written
	return nil
}

func (c *certificate) times() (at [2]time.Time, err error) {
	for i, name := range []string{c.cert, c.key} {
		info, err := os.Stat(name)
		if err != nil {
			return at, fmt.Errorf("read the certificate: %w", err)
		}
		at[i] = info.ModTime()
	}
	return at, nil
}

// get returns the certificate for a handshake. While the files are being written, or if
// what they hold is wrong, the one before stays.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); now.Sub(c.looked) >= lookAgain {
		c.looked = now
		c.renew()
	}
	return c.current, nil
}

func (c *certificate) renew() {
	if written, err := c.times(); err == nil && written == c.written {
		return
	}
	if err := c.read(); err != nil {
		c.log.Warn("the certificate stays as it was", "error", err)
		return
	}
	c.log.Info("the certificate was renewed", "file", c.cert)
}

// config is how connections are encrypted. HTTP/2 is offered, too; browsers open websockets
// by HTTP/1.1 beside it.
func (c *certificate) config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: c.get, NextProtos: []string{"h2", "http/1.1"}}
}
