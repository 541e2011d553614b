package receipt

import (
	"regexp"
	"strings"
)

const (
	marked = "BEGIN PLAYGROUND RECEIPT"
	begin  = "-----" + marked + "-----"
	end    = "-----END PLAYGROUND RECEIPT-----"

	lineLength = 64
)

// Text is a receipt for a mail or a file: a few lines between BEGIN and END.
func Text(token string) string {
	var b strings.Builder
	b.WriteString(begin + "\n")
	for len(token) > 0 {
		n := min(lineLength, len(token))
		b.WriteString(token[:n] + "\n")
		token = token[n:]
	}
	b.WriteString(end + "\n")
	return b.String()
}

var (
	block   = regexp.MustCompile(`-{3,}\s*BEGIN PLAYGROUND RECEIPT\s*-{3,}((?s:.*?))-{3,}\s*END PLAYGROUND RECEIPT\s*-{3,}`)
	linked  = regexp.MustCompile(`[?&]r=([A-Za-z0-9_-]+)`)
	quoting = regexp.MustCompile(`(?m)^[\s>|]+`)
)

// Find returns the receipts of a text, as they are passed on: those between BEGIN and END,
// also where a mail quotes them, and else those in links, and else the text itself. What
// it returns need not be receipts.
func Find(text string) []string {
	var tokens []string
	for _, m := range block.FindAllStringSubmatch(text, -1) {
		inner := m[1]
		if i := strings.LastIndex(inner, marked); i >= 0 { // somebody is called so
			inner = strings.TrimLeft(inner[i+len(marked):], "-")
		}
		tokens = append(tokens, joined(inner))
	}
	if len(tokens) > 0 {
		return tokens
	}
	for _, m := range linked.FindAllStringSubmatch(text, -1) {
		tokens = append(tokens, m[1])
	}
	if len(tokens) > 0 {
		return tokens
	}
	if token := joined(text); token != "" {
		tokens = append(tokens, token)
	}
	return tokens
}

// joined takes out what stands between the characters of a token because of how it was
// sent: ends of lines, and marks of quotation.
func joined(text string) string {
	return strings.Join(strings.Fields(quoting.ReplaceAllString(text, "")), "")
}
