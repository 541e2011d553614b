// Package receipt makes and reads receipts: signed statements that a run reaches a goal.
//
// A server with a private key replays a run, judges it and signs what it found. Whoever
// has the public key checks the signature, and whoever has the program replays the run:
// it is all in the receipt, as a recipe. Nothing is stored anywhere.
//
// What it proves: a run with these data and settings reaches the goal with this number, and
// a server with that key replayed it at that time, for somebody who gave that name. It
// does not prove who made the run, nor that nobody helped: a link can be passed on, and a
// name is only typed.
//
// # Format
//
// A receipt is a text of lines in a fixed order, each a word, a space and a value, so that
// every receipt has one spelling:
//
//	playground.receipt/1
//	demo svm
//	goal three
//	number 3
//	steps 41
//	run C=100&data=p2s~1_0_1~…
//	before …      only where the goal compares the run with the one before the last edit
//	name Ada      only if one was given
//	time 2026-11-26T21:40:33Z
//	version playground v1.2.0 go1.26
//	machine amd64
//
// The run is a recipe as it stands in a link, without a step; steps is the number of its
// last step, so that whoever replays it stops at the same one. The number is the shortest
// decimal that gives the same float64.
//
// What is passed on is base64url (RFC 4648 §5, without padding) of
//
//	1 byte    the version of the format, 1
//	8 bytes   the key: the first bytes of the SHA-256 of the public key's 32 bytes
//	64 bytes  the signature: Ed25519 (RFC 8032)
//	the rest  the text, compressed (DEFLATE, RFC 1951)
//
// The signature is of the words "playground.receipt/1", a zero byte, the version, the key
// and the compressed text. So no byte can be changed, and the key signs nothing that means
// something elsewhere. The signature is checked before anything is decompressed.
//
// The same stands in a link, /receipt?r=…, and in a mail between the lines BEGIN and END,
// see [Text].
package receipt
