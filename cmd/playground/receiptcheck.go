package main

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"playground/algos"
	"playground/lang"
	"playground/web/receipt"
)

// Bounds of what is read.
const (
	mostReceiptFile  = 1 << 20 // bytes of a file with receipts, a mail for instance
	mostReceiptFiles = 10_000  // in the folders that are named
	shortest         = 100     // characters that every receipt has
)

// receiptNotes say what was checked then, and what not.
const receiptNotes = `Write - for standard input. Of several receipts a table is written, which also says whose runs are the same, the seed aside.
The exit status is 0 if all of them are valid.

A valid receipt proves that a run with its data and settings reaches the goal with its number, and that a server with the key
played it at that time. It does not prove who made the run, nor that nobody helped: a name is only typed. With few settings
there are few ways to a goal, so that two people may honestly have the same run.
`

// A submitted is a receipt as it was handed in.
type submitted struct {
	file  string // empty: it stood on the command line
	token string
	err   error // it could not be read
}

// receiptCheck checks receipts: their signatures, and their runs by playing them.
func (a app) receiptCheck(flags *flag.FlagSet) func(context.Context) error {
	public := flags.String("public", "", "trust signatures by the public keys in `FILE[,FILE]`.pem; default: no signature is trusted")
	asJSON := flags.Bool("json", false, "write one JSON object per receipt")
	patience := flags.Duration("time", time.Minute, "time limit for the run of a receipt, `time`")
	return func(ctx context.Context) error {
		if flags.NArg() == 0 {
			return &usageError{message: "there is nothing to check: name receipts, files, folders or links, or - for standard input"}
		}
		if *patience <= 0 {
			return &usageError{message: "-time must be above 0"}
		}
		keys, err := publicKeys(*public)
		if err != nil {
			return fmt.Errorf("-public %w", err)
		}
		all, err := collect(flags.Args(), a.stdin)
		if err != nil {
			return err
		}
		reports := make([]receipt.Report, len(all))
		valid := 0
		for i, s := range all {
			if reports[i] = a.checkReceipt(ctx, s, keys, *patience); ctx.Err() != nil {
				return errInterrupted
			}
			if reports[i].Verdict == receipt.Valid {
				valid++
			}
		}
		receipt.Share(reports)
		if err := writeReports(a.stdout, reports, *asJSON); err != nil {
			return err
		}
		if valid < len(reports) {
			return fmt.Errorf("%d of %d receipts are valid", valid, len(reports))
		}
		return nil
	}
}

// collect finds the receipts in files, folders and texts.
func collect(args []string, stdin io.Reader) ([]submitted, error) {
	var all []submitted
	add := func(file, text string) {
		tokens := receipt.Find(text)
		if len(tokens) == 0 {
			all = append(all, submitted{file: file, err: receipt.ErrUnreadable})
		}
		for _, token := range tokens {
			all = append(all, submitted{file: file, token: token})
		}
	}
	addFile := func(name string) {
		text, err := readFile(name, readReceipts)
		if err != nil {
			all = append(all, submitted{file: name, err: err})
			return
		}
		add(name, text)
	}
	files := 0
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case arg == "-":
			text, err := readReceipts(stdin)
			if err != nil {
				return nil, fmt.Errorf("standard input: %w", err)
			}
			add("-", text)
		case strings.HasPrefix(arg, "-"):
			return nil, &usageError{message: fmt.Sprintf("options come before the receipts: %q", arg)}
		case err == nil && info.IsDir():
			err := filepath.WalkDir(arg, func(name string, d fs.DirEntry, err error) error {
				switch {
				case err != nil:
					return err
				case d.IsDir() && name != arg && strings.HasPrefix(d.Name(), "."):
					return fs.SkipDir
				case !d.Type().IsRegular() || strings.HasPrefix(d.Name(), "."):
					return nil
				}
				if files++; files > mostReceiptFiles {
					return fmt.Errorf("there are more than %d files", mostReceiptFiles)
				}
				addFile(name)
				return nil
			})
			if err != nil {
				return nil, fmt.Errorf("read the folder %s: %w", arg, err)
			}
		case err == nil:
			addFile(arg)
		case len(arg) < shortest:
			all = append(all, submitted{err: fmt.Errorf("%w, and there is no file %s", receipt.ErrUnreadable, printable(arg))})
		default:
			add("", arg)
		}
	}
	return all, nil
}

func readReceipts(r io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostReceiptFile+1))
	if err != nil {
		return "", fmt.Errorf("read: %w", err)
	}
	if len(text) > mostReceiptFile {
		return "", fmt.Errorf("it has more than %d bytes, too many for receipts", mostReceiptFile)
	}
	return string(text), nil
}

// checkReceipt opens a receipt and plays its run.
func (a app) checkReceipt(ctx context.Context, s submitted, keys []ed25519.PublicKey, patience time.Duration) receipt.Report {
	report := func() receipt.Report {
		if s.err != nil {
			return receipt.Failed(s.err)
		}
		o, err := receipt.Open(s.token, keys)
		if err != nil {
			return receipt.Failed(err)
		}
		d, err := find(a.demos, o.Demo)
		if err != nil {
			return receipt.Found(o, receipt.Replayed{Replay: receipt.Absent}, version(), runtime.GOARCH)
		}
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		return receipt.Found(o, o.Replay(ctx, d, algos.MaxStep), version(), runtime.GOARCH)
	}()
	report.File = s.file
	return report
}

func writeReports(w io.Writer, reports []receipt.Report, asJSON bool) error {
	if asJSON {
		out := json.NewEncoder(w)
		out.SetEscapeHTML(false)
		for _, r := range reports {
			if err := out.Encode(r); err != nil {
				return fmt.Errorf("write: %w", err)
			}
		}
		return nil
	}
	if len(reports) == 1 {
		return writeReport(w, reports[0])
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NAME\tDEMO\tGOAL\tNUMBER\tVERDICT\tFILE\tNOTE")
	for _, r := range reports {
		name := "-"
		var notes []string
		if r.Replay != "" {
			name = nameOf(r.Name)
		}
		if r.Replay != "" && r.Replay != receipt.Same {
			notes = append(notes, replayed(r))
		}
		if len(r.SharedWith) > 0 {
			var others []string
			for _, name := range r.SharedWith {
				others = append(others, nameOf(name))
			}
			notes = append(notes, "the same run as "+strings.Join(others, ", "))
		}
		fmt.Fprintln(t, strings.Join([]string{
			name, cmp.Or(r.Demo, "-"), cmp.Or(r.Goal, "-"), digits(r.Number), string(r.Verdict), cmp.Or(printable(r.File), "-"), strings.Join(notes, "; "),
		}, "\t"))
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// writeReport writes all that is known of one receipt.
func writeReport(w io.Writer, r receipt.Report) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(t, "%s\t%s\n", name, value)
		}
	}
	line("verdict", lang.English.T("receipt.verdict."+string(r.Verdict)))
	line("file", printable(r.File))
	if r.Replay == "" {
		line("error", r.Error)
	} else {
		line("name", nameOf(r.Name))
		line("demo", r.Demo)
		line("goal", r.Goal)
		line("number", digits(r.Number))
		line("replay", replayed(r))
		line("time", r.Time.Format(time.RFC3339))
		line("key", r.Key)
		line("signed by", r.Version+", "+r.Machine)
		line("run", r.Run)
		line("run before", r.Before)
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// replayed says in a few words what came of playing the run again.
func replayed(r receipt.Report) string {
	said := map[receipt.Replay]string{
		receipt.Same: "the same", receipt.Differs: "another number", receipt.Misses: "the goal is not reached",
		receipt.Slow: "not played in time, see -time", receipt.Long: "too many steps",
		receipt.Absent: "no such demo or goal here", receipt.Refused: "the recipe is refused",
	}[r.Replay]
	if r.Replayed != nil {
		said += ": " + r.Words
		if r.Replay == receipt.Differs {
			said += " (" + digits(r.Replayed) + ")"
		}
	}
	if r.Error != "" {
		said += ": " + r.Error
	}
	if (r.Replay == receipt.Differs || r.Replay == receipt.Misses) && !r.SameProgram {
		said += "; another version or machine signed it"
	}
	return said
}

func digits(x *float64) string {
	if x == nil {
		return "-"
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}

func nameOf(name string) string { return cmp.Or(name, "(no name)") }

// printable is the name of a file for a terminal.
func printable(name string) string {
	if quoted := strconv.Quote(name); quoted != `"`+name+`"` {
		return quoted
	}
	return name
}
