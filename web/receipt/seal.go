package receipt

import (
	"bytes"
	"compress/flate"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
)

// A Signature says what is known of a receipt's signature.
type Signature string

const (
	Good    Signature = "good"
	Unknown Signature = "unknown-key" // it is of a key that one does not have, so anybody's
	Forged  Signature = "forged"      // it does not fit: a byte was changed
)

// Why a receipt cannot be opened.
var (
	// ErrForged says that the signature is not that of the key that the receipt names.
	ErrForged = errors.New("the signature does not fit: something was changed, or it was not signed with that key")
	// ErrVersion says that the format is not one that the program reads.
	ErrVersion = errors.New("its format is another one than this program reads")
	// ErrUnreadable says that it is no receipt, or not the whole of one.
	ErrUnreadable = errors.New("it is no receipt, or not a whole one")
)

const (
	formatVersion = 1
	sealed        = 1 + len(KeyID{}) + ed25519.SignatureSize // where the compressed text begins
)

// strict is the alphabet in which every token has one spelling.
var strict = base64.RawURLEncoding.Strict()

// Sign returns a receipt as it is passed on.
func Sign(r Receipt, key ed25519.PrivateKey) (string, error) {
	if err := r.check(); err != nil {
		if errors.Is(err, ErrLong) {
			return "", ErrLong
		}
		return "", fmt.Errorf("sign the receipt: %w", err)
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return "", fmt.Errorf("compress the receipt: %w", err)
	}
	if _, err := io.WriteString(w, r.plain()); err != nil {
		return "", fmt.Errorf("compress the receipt: %w", err)
	}
	if err := w.Close(); err != nil {
		return "", fmt.Errorf("compress the receipt: %w", err)
	}
	id := ID(Public(key))
	out := append([]byte{formatVersion}, id[:]...)
	out = append(out, ed25519.Sign(key, message(id, packed.Bytes()))...)
	token := strict.EncodeToString(append(out, packed.Bytes()...))
	if len(token) > MaxToken {
		return "", ErrLong
	}
	return token, nil
}

// message is what is signed.
func message(id KeyID, packed []byte) []byte {
	m := append([]byte(heading), 0, formatVersion)
	return append(append(m, id[:]...), packed...)
}

// Opened is a receipt that was read, with what is known of its signature: it is good, or of
// an unknown key.
type Opened struct {
	Receipt
	Key       KeyID
	Signature Signature
}

// Open reads a receipt as it is passed on. One that a known key has not signed is not even
// decompressed: the error is [ErrForged] then.
func Open(token string, known []ed25519.PublicKey) (Opened, error) {
	if len(token) > MaxToken {
		return Opened{}, fmt.Errorf("%w: it has more than %d characters", ErrUnreadable, MaxToken)
	}
	all, err := strict.DecodeString(token)
	switch {
	case err != nil || len(all) == 0:
		return Opened{}, ErrUnreadable
	case all[0] != formatVersion:
		return Opened{}, ErrVersion
	case len(all) <= sealed:
		return Opened{}, ErrUnreadable
	}
	o := Opened{Key: KeyID(all[1:9]), Signature: Unknown}
	packed := all[sealed:]
	for _, key := range known {
		if ID(key) != o.Key {
			continue
		}
		if !ed25519.Verify(key, message(o.Key, packed), all[9:sealed]) {
			return Opened{}, ErrForged
		}
		o.Signature = Good
	}
	if o.Receipt, err = unpack(packed); err != nil {
		return Opened{}, err
	}
	return o, nil
}

// unpack decompresses and reads the text of a receipt.
func unpack(packed []byte) (Receipt, error) {
	in := bytes.NewReader(packed)
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(in), maxPlain+1))
	if err != nil || len(text) > maxPlain || in.Len() > 0 {
		return Receipt{}, ErrUnreadable
	}
	r, err := parse(string(text))
	if err != nil {
		return Receipt{}, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return r, nil
}
