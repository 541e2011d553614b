package main

import (
	"context"
	"crypto/ed25519"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"

	"playground/web"
	"playground/web/receipt"
)

// mostKeyFile is how large a file of keys may be, in bytes.
const mostKeyFile = 64 << 10

// receiptKeys reads the keys that serve is given: the file of the private key, and a list
// of files of public ones. Both may be empty.
func receiptKeys(sign, trust string, log *slog.Logger) (keys web.ReceiptKeys, err error) {
	if sign != "" {
		file, err := readKeyFile(sign)
		if err != nil {
			return keys, fmt.Errorf("-receipt-key: %w", err)
		}
		if keys.Sign, err = receipt.ParsePrivate(file); err != nil {
			return keys, fmt.Errorf("-receipt-key %s: %w", sign, err)
		}
		if info, err := os.Stat(sign); err == nil && info.Mode().Perm()&0o077 != 0 {
			log.Warn("others on this machine may read the key of receipts, and sign with it: chmod 600", "file", sign)
		}
	}
	if keys.Trust, err = publicKeys(trust); err != nil {
		return keys, fmt.Errorf("-receipt-trust %w", err)
	}
	return keys, nil
}

// publicKeys reads the public keys in a list of files.
func publicKeys(list string) ([]ed25519.PublicKey, error) {
	var all []ed25519.PublicKey
	for _, name := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' }) {
		file, err := readKeyFile(name)
		if err != nil {
			return nil, err
		}
		keys, err := receipt.ParsePublic(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, keys...)
	}
	return all, nil
}

func readKeyFile(name string) ([]byte, error) {
	return readFile(name, func(r io.Reader) ([]byte, error) {
		file, err := io.ReadAll(io.LimitReader(r, mostKeyFile+1))
		if err == nil && len(file) > mostKeyFile {
			err = fmt.Errorf("it has more than %d bytes, and a key has some hundred", mostKeyFile)
		}
		return file, err
	})
}

// receiptKey makes a private key for receipts and prints the public one.
func (a app) receiptKey(flags *flag.FlagSet) func(context.Context) error {
	out := flags.String("o", "", "write the private key to the new file `FILE`.pem, readable by its owner only")
	return func(context.Context) error {
		if *out == "" {
			return &usageError{message: "-o is missing: the file for the private key"}
		}
		public, private, err := ed25519.GenerateKey(nil)
		if err != nil {
			return fmt.Errorf("make a key: %w", err)
		}
		file, err := receipt.PrivatePEM(private)
		if err != nil {
			return err
		}
		if err := writeNew(*out, file); err != nil {
			return err
		}
		shown, err := receipt.PublicPEM(public)
		if err != nil {
			return err
		}
		fmt.Fprintf(a.stderr, "The private key %s is in %s: serve with -receipt-key %s. This is the public one, for those who check:\n",
			receipt.ID(public), *out, *out)
		_, err = a.stdout.Write(shown)
		return err
	}
}

// writeNew writes a file that nobody else may read, and that must not be there yet.
func writeNew(name string, body []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already, and a key that is overwritten is lost: choose another name", name)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(body)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("write the key: %w", err)
	}
	return nil
}
