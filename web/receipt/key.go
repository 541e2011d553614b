package receipt

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
)

// A KeyID names a public key.
type KeyID [8]byte

// ID is the name of a key.
func ID(key ed25519.PublicKey) KeyID {
	sum := sha256.Sum256(key)
	return KeyID(sum[:8])
}

func (k KeyID) String() string { return hex.EncodeToString(k[:]) }

// Public is the public key of a private one.
func Public(key ed25519.PrivateKey) ed25519.PublicKey { return key.Public().(ed25519.PublicKey) }

// ParsePrivate reads a private key as "openssl genpkey -algorithm ed25519" writes it: PEM
// of PKCS #8.
func ParsePrivate(file []byte) (ed25519.PrivateKey, error) {
	block, _ := pem.Decode(file)
	switch {
	case block == nil:
		return nil, errors.New("it is no PEM file: make one with \"playground receipt key -o FILE\" or \"openssl genpkey -algorithm ed25519\"")
	case block.Type == "ENCRYPTED PRIVATE KEY":
		return nil, errors.New("the key is encrypted; \"openssl pkey -in FILE\" writes it without a password")
	case block.Type != "PRIVATE KEY":
		return nil, fmt.Errorf("it holds a %s, and a PRIVATE KEY (PKCS #8) is needed", block.Type)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("read the private key: %w", err)
	}
	own, ok := key.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("it holds a key of another kind (%T), and receipts are signed with Ed25519", key)
	}
	return own, nil
}

// ParsePublic reads the public keys of a PEM file, one or more.
func ParsePublic(file []byte) ([]ed25519.PublicKey, error) {
	var keys []ed25519.PublicKey
	for {
		block, rest := pem.Decode(file)
		if block == nil {
			break
		}
		file = rest
		if block.Type != "PUBLIC KEY" {
			return nil, fmt.Errorf("it holds a %s, and a PUBLIC KEY is needed: \"playground receipt key\" prints it, and \"openssl pkey -pubout\"", block.Type)
		}
		key, err := x509.ParsePKIXPublicKey(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("read the public key: %w", err)
		}
		own, ok := key.(ed25519.PublicKey)
		if !ok {
			return nil, fmt.Errorf("it holds a key of another kind (%T), and receipts are signed with Ed25519", key)
		}
		keys = append(keys, own)
	}
	if len(keys) == 0 {
		return nil, errors.New("it holds no public key in PEM")
	}
	return keys, nil
}

// PrivatePEM writes a private key as [ParsePrivate] reads it.
func PrivatePEM(key ed25519.PrivateKey) ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("write the private key: %w", err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

// PublicPEM writes a public key as [ParsePublic] reads it.
func PublicPEM(key ed25519.PublicKey) ([]byte, error) {
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		return nil, fmt.Errorf("write the public key: %w", err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), nil
}
