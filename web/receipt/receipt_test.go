package receipt

import (
	"bytes"
	"compress/flate"
	"crypto/ed25519"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"playground/algos"
	"playground/algos/say"
)

// key is the same in every test.
func key(first byte) ed25519.PrivateKey {
	seed := make([]byte, ed25519.SeedSize)
	seed[0] = first
	return ed25519.NewKeyFromSeed(seed)
}

func keys(first ...byte) []ed25519.PublicKey {
	var all []ed25519.PublicKey
	for _, f := range first {
		all = append(all, Public(key(f)))
	}
	return all
}

func sample() Receipt {
	return Receipt{
		Demo: "svm", Goal: "three", Number: 3, Steps: 14, Run: "C=100&data=p2s~1_0_1~-1_0.5_-1&gamma=0.1", Before: "preset=robust",
		Name: "Ada Lovelace 王", Time: time.Date(2026, 11, 26, 21, 40, 33, 0, time.UTC), Version: "playground v1.2.0 go1.26.8", Machine: "amd64",
	}
}

func sign(t testing.TB, r Receipt, k ed25519.PrivateKey) string {
	t.Helper()
	token, err := Sign(r, k)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestWhatIsSignedIsRead(t *testing.T) {
	full, short := sample(), sample()
	short.Name, short.Before, short.Number = "", "", -0.1234567890123456
	for _, r := range []Receipt{full, short} {
		token := sign(t, r, key(1))
		for _, c := range []struct {
			known []ed25519.PublicKey
			want  Signature
		}{{keys(2, 1), Good}, {keys(2), Unknown}, {nil, Unknown}} {
			o, err := Open(token, c.known)
			if err != nil {
				t.Fatal(err)
			}
			if o.Receipt != r || o.Signature != c.want || o.Key != ID(Public(key(1))) {
				t.Errorf("with %d keys: %+v, want %s of %+v", len(c.known), o, c.want, r)
			}
		}
	}
}

// A receipt that was signed once can be read by every later version.
func TestTheFormatStays(t *testing.T) {
	const token = "AfpNhsO1UapshsoGeu1wtock2sWANScPYDLIMulk9CTD6lQOOHEOlqqc7MfcTy3USNr3CJDVejgVgtPEYajOsF10PR5CRWMjAETOMU7FMAwA0N2n8PS3hjgtFfpSB8TK" +
		"yMRSua3pr1QnkZNWYvkXQOKaXIPx3-Dlnb9XS0dcnMksW65PBItownIqrIl3rDcTgXjoJIYtlCq5IHVgR8S3gby_LFx5yKHcafQj3RsavXseG7qsrMqDdwSTfCUTzCZF6mBp" +
		"OkqFyCr4ujC-p1N2ngX_fn-gbioYfOgboib0H4Gunb-27SecYmVLER9oPMkF53FN5ELvXkB5vm1RkHXpO_gPAAD__w"
	o, err := Open(token, keys(1))
	if err != nil || o.Receipt != sample() || o.Signature != Good {
		t.Errorf("%+v, %v\nit is written as %s", o, err, sign(t, sample(), key(1)))
	}
}

// Whatever is changed of what is passed on, the signature does not fit any more, or it is
// no receipt, or it is one of another key, which nobody knows.
func TestEveryChangeIsFound(t *testing.T) {
	token := sign(t, sample(), key(1))
	raw, err := strict.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	good := func(raw []byte) bool {
		o, err := Open(strict.EncodeToString(raw), keys(1, 2))
		return err == nil && o.Signature == Good
	}
	for i := range raw {
		changed := slices.Clone(raw)
		changed[i] ^= 1 << (i % 8)
		if good(changed) {
			t.Fatalf("bit %d of byte %d may be changed", i%8, i)
		}
		if i%10 > 0 {
			continue // every signature that is checked takes a while
		}
		if good(raw[:i]) || good(slices.Delete(slices.Clone(raw), i, i+1)) || good(slices.Insert(slices.Clone(raw), i, 'x')) {
			t.Fatalf("it may be cut, or a byte left out or put in, at %d", i)
		}
	}
	if good(append(slices.Clone(raw), 0)) {
		t.Error("something may follow")
	}
	// Of the text that is passed on, too: each has one spelling.
	const alphabet = "AQgwx09_=/ \n"
	for i := range token {
		for k, c := range []byte(alphabet) {
			if c == token[i] || i < len(token)-1 && k != i%len(alphabet) {
				continue
			}
			if o, err := Open(token[:i]+string(c)+token[i+1:], keys(1, 2)); err == nil && o.Signature == Good {
				t.Fatalf("character %d may be %q", i, c)
			}
		}
	}
}

// packed is a token with a good signature of any text.
func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	id := ID(Public(key(1)))
	raw := append(append([]byte{formatVersion}, id[:]...), ed25519.Sign(key(1), message(id, b.Bytes()))...)
	return strict.EncodeToString(append(raw, b.Bytes()...))
}

func TestHostileReceipts(t *testing.T) {
	plain := sample().plain()
	if _, err := Open(packed(t, plain), keys(1)); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a bomb":             heading + "\n" + strings.Repeat("demo svm\n", 200_000),
		"nothing":            "",
		"another heading":    strings.Replace(plain, "/1", "/2", 1),
		"another order":      strings.Replace(plain, "demo svm\ngoal three\n", "goal three\ndemo svm\n", 1),
		"a field twice":      strings.Replace(plain, "demo svm\n", "demo svm\ndemo svm\n", 1),
		"a field too many":   plain + "grade A\n",
		"no last line":       strings.TrimSuffix(plain, "\n"),
		"not a number":       strings.Replace(plain, "number 3", "number NaN", 1),
		"an infinite number": strings.Replace(plain, "number 3", "number 1e999", 1),
		"another spelling":   strings.Replace(plain, "number 3", "number 3.0", 1),
		"negative steps":     strings.Replace(plain, "steps 14", "steps -1", 1),
		"endless steps":      strings.Replace(plain, "steps 14", "steps 99999999999", 1),
		"a path as a demo":   strings.Replace(plain, "demo svm", "demo ../svm", 1),
		"a hidden name":      strings.Replace(plain, "name Ada", "name \u202eAda", 1),
		"a long name":        strings.Replace(plain, "name Ada", "name "+strings.Repeat("A", 90), 1),
		"another zone":       strings.Replace(plain, "33Z", "33+01:00", 1),
		"part of a second":   strings.Replace(plain, "33Z", "33.5Z", 1),
		"a space in a run":   strings.Replace(plain, "run C", "run  C", 1),
		"a long run":         strings.Replace(plain, "run C", "run "+strings.Repeat("C", MaxRun), 1),
		"a long version":     strings.Replace(plain, "version p", "version "+strings.Repeat("p", 200), 1),
	} {
		if o, err := Open(packed(t, text), keys(1)); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %+v, %v", name, o.Receipt, err)
		}
	}
	raw, _ := strict.DecodeString(sign(t, sample(), key(1)))
	raw[0] = 2
	for name, c := range map[string]struct {
		token string
		want  error
	}{
		"another version":   {strict.EncodeToString(raw), ErrVersion},
		"ten megabytes":     {strings.Repeat("A", 10<<20), ErrUnreadable},
		"empty":             {"", ErrUnreadable},
		"a signature alone": {strict.EncodeToString(append([]byte{1}, make([]byte, sealed-1)...)), ErrUnreadable},
		"zeros":             {strict.EncodeToString(append([]byte{1}, make([]byte, 300)...)), ErrUnreadable},
		"words":             {"this is no receipt", ErrUnreadable},
	} {
		if _, err := Open(c.token, keys(1)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// What could not be read again is not signed.
func TestSignRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*Receipt){
		"no demo":     func(r *Receipt) { r.Demo = "" },
		"a line":      func(r *Receipt) { r.Version = "v1\nmachine x" },
		"a name":      func(r *Receipt) { r.Name = "Ada\nnumber 9" },
		"no number":   func(r *Receipt) { r.Number = math.NaN() },
		"no version":  func(r *Receipt) { r.Version = "" },
		"a long run":  func(r *Receipt) { r.Run = strings.Repeat("x", MaxRun+1) },
		"an odd goal": func(r *Receipt) { r.Goal = "a goal" },
	} {
		r := sample()
		spoil(&r)
		if _, err := Sign(r, key(1)); err == nil {
			t.Errorf("%s is signed", name)
		}
	}
}

func TestVersions(t *testing.T) {
	for version, want := range map[string]bool{"playground v1.2.0 go1.26": true, "": false, "vérité": false, "v1\nmachine x": false, strings.Repeat("v", 121): false} {
		if err := CheckVersion(version); (err == nil) != want {
			t.Errorf("%q: %v", version, err)
		}
	}
}

func TestNames(t *testing.T) {
	for given, want := range map[string]string{
		"": "", "  Ada \t Lovelace\r\n": "Ada Lovelace", "\u202eadA\u0000": "adA", "王小明": "王小明", "a\xffb": "ab", "a\u2028b": "a b", " ": "",
		strings.Repeat("王", MaxName): strings.Repeat("王", MaxName),
	} {
		got, err := CleanName(given)
		if err != nil || got != want {
			t.Errorf("%q becomes %q, %v, want %q", given, got, err, want)
		}
	}
	for _, long := range []string{strings.Repeat("a", MaxName+1), strings.Repeat("a ", 1<<20)} {
		if _, err := CleanName(long); !errors.Is(err, ErrName) {
			t.Errorf("a name of %d bytes: %v", len(long), err)
		}
	}
}

// A receipt comes through a mail, quoted or not, and through a link.
func TestFind(t *testing.T) {
	one, two := sign(t, sample(), key(1)), sign(t, sample(), key(2))
	text := Text(one)
	quoted := "On Thursday Ada wrote:\n> " + strings.ReplaceAll(text, "\n", "\n> ") + "\n-- \nBob"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"text":           {"Here it is:\n\n" + text + "\nAda", []string{one}},
		"two":            {text + "\n" + Text(two), []string{one, two}},
		"another system": {strings.ReplaceAll(text, "\n", "\r\n"), []string{one}},
		"quoted":         {quoted, []string{one}},
		"quoted twice":   {strings.ReplaceAll(quoted, "\n", "\n>> "), []string{one}},
		"on one line":    {strings.ReplaceAll(text, "\n", " "), []string{one}},
		"indented":       {"   " + strings.ReplaceAll(text, "\n", "\n\t"), []string{one}},
		"an odd name":    {"Name: " + begin + "\n" + text, []string{one}},
		"another":        {"Name: " + end + "\n" + text + begin, []string{one}},
		"link":           {"see http://localhost:8080/receipt?lang=zh&r=" + one + "#x", []string{one}},
		"alone":          {" " + one[:20] + "\n" + one[20:] + "\n", []string{one}},
		"nothing":        {" \n", nil},
	} {
		if got := Find(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// openssl is a key as "openssl genpkey -algorithm ed25519" wrote it, of RFC 8410.
const openssl = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
`

func TestKeys(t *testing.T) {
	k, err := ParsePrivate([]byte(openssl))
	if err != nil {
		t.Fatal(err)
	}
	private, err := PrivatePEM(k)
	if err != nil || string(private) != openssl {
		t.Errorf("it is written as %s, %v", private, err)
	}
	public, err := PublicPEM(Public(k))
	if err != nil || !strings.Contains(string(public), "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=") {
		t.Errorf("the public one is written as %s, %v", public, err)
	}
	both, err := ParsePublic(append(public, public...))
	if err != nil || len(both) != 2 || !both[1].Equal(Public(k)) {
		t.Errorf("two public keys: %d, %v", len(both), err)
	}
	const ec = "-----BEGIN PUBLIC KEY-----\n" +
		"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYD54V/vp+54P9DXarYqx4MPcm+HK\n" +
		"RIQzNasYSoRQHQ/6S6Ps8tpMcT+KvIIC8W/e9k0W7Cm72M1P9jU7SLf/vg==\n" +
		"-----END PUBLIC KEY-----\n"
	for file, want := range map[string]string{
		"": "no PEM", string(public): "a PRIVATE KEY",
		"-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n": "encrypted",
		"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n":                     "read the private key",
	} {
		if _, err := ParsePrivate([]byte(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
	for file, want := range map[string]string{"x": "no public key", openssl: "a PUBLIC KEY is needed", ec: "Ed25519"} {
		if _, err := ParsePublic([]byte(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
}

func TestVerdicts(t *testing.T) {
	r := sample()
	reached := func(x float64, reached bool) algos.Result {
		return algos.Result{Goal: "three", Score: algos.Score{Number: x, Words: say.Phrase("so many")}, Own: true, Enough: reached, Reached: reached}
	}
	for _, c := range []struct {
		signature Signature
		replayed  Replayed
		replay    Replay
		want      Verdict
	}{
		{Good, r.Compare(reached(3, true)), Same, Valid},
		{Good, r.Compare(reached(math.Nextafter(3, 4), true)), Differs, Changed},
		{Good, r.Compare(reached(3, false)), Misses, Changed},
		{Good, r.Compare(algos.Result{}), Misses, Changed},
		{Good, Replayed{Replay: Slow}, Slow, NotReplayed},
		{Good, Replayed{Replay: Long}, Long, NotReplayed},
		{Good, Replayed{Replay: Absent}, Absent, NotReplayed},
		{Good, Replayed{Replay: Refused, Why: "so"}, Refused, NotReplayed},
		{Unknown, r.Compare(reached(3, true)), Same, UnknownKey},
	} {
		got := Found(Opened{Receipt: r, Signature: c.signature}, c.replayed, "playground v1.3.0", "arm64")
		if got.Verdict != c.want || got.Replay != c.replay || got.SameProgram || got.Error != c.replayed.Why {
			t.Errorf("%s, %s: %+v", c.signature, c.replay, got)
		}
	}
	if got := Failed(ErrForged); got.Verdict != NotSigned || got.Name != "" {
		t.Errorf("forged: %+v", got)
	}
	if got := Failed(ErrVersion); got.Verdict != Unreadable {
		t.Errorf("another version: %+v", got)
	}
}

// The same run under two names is seen, also with another seed. A forged receipt says
// nothing of anybody.
func TestShare(t *testing.T) {
	of := func(name, run string) Report {
		r := sample()
		r.Name, r.Run = name, run
		return Found(Opened{Receipt: r, Signature: Good}, Replayed{Replay: Same}, r.Version, r.Machine)
	}
	all := []Report{of("Ada", "C=1"), of("Bob", "C=1&seed=4"), of("ada", "C=1"), of("Cleo", "C=2"), Failed(ErrForged), of("", "C=1"), Failed(ErrForged)}
	Share(all)
	for i, want := range [][]string{{"", "Bob"}, {"", "Ada", "ada"}, {"", "Bob"}, nil, nil, {"Ada", "Bob", "ada"}, nil} {
		if !slices.Equal(all[i].SharedWith, want) {
			t.Errorf("%d, %s: the same run as %q, want %q", i, all[i].Name, all[i].SharedWith, want)
		}
	}
}

// FuzzOpen reads any text. Nothing that it finds is believed, and what it reads has one
// spelling.
func FuzzOpen(f *testing.F) {
	token := sign(f, sample(), key(1))
	f.Add(token)
	f.Add(Text(token))
	f.Add("> " + strings.ReplaceAll(Text(token), "\n", "\n> "))
	f.Add("http://localhost/receipt?r=" + token)
	f.Add("AQ")
	f.Add(begin + end)
	f.Add(begin + "\n" + begin + "\n" + end + "\n" + end)
	f.Add(sample().plain())
	f.Fuzz(func(t *testing.T, text string) {
		for _, token := range Find(text) {
			o, err := Open(token, keys(2))
			if err != nil {
				continue
			}
			if o.Signature != Unknown && o.Key != ID(Public(key(2))) {
				t.Fatalf("%q is taken for one of a known key", token)
			}
			if err := o.check(); err != nil {
				t.Fatalf("%q is read, and not written: %v", token, err)
			}
		}
		if r, err := parse(text); err == nil && r.plain() != text {
			t.Fatalf("%q has two spellings", text)
		}
	})
}
