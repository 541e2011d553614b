package wire

import "strings"

// A room's key is keyLen letters of five bits: 130 bits cannot be guessed. Its code is
// the first of them, few enough to be typed.
const (
	keyLen  = 26
	codeLen = 8
)

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

// IsRoomKey reports whether a text can be the key of a room.
func IsRoomKey(key string) bool { return len(key) == keyLen && strings.Trim(key, base32) == "" }

// RoomCode is the code of the room with a key, as it is shown.
func RoomCode(key string) string { return key[:codeLen/2] + "-" + key[codeLen/2:codeLen] }

// typed takes out what is typed between the letters. There are no 0, 1 and 8: they are taken
// for the letters that they look like.
var typed = strings.NewReplacer("-", "", " ", "", "0", "O", "1", "I", "8", "B")

// ParseRoom reads a code or a key as somebody types it, in any case and with or without
// the hyphen. It returns the letters with which the key begins: eight, or all.
func ParseRoom(text string) (string, bool) {
	if len(text) > MaxName {
		return "", false
	}
	letters := strings.ToUpper(typed.Replace(text))
	if strings.Trim(letters, base32) != "" {
		return "", false
	}
	return letters, len(letters) == codeLen || len(letters) == keyLen
}
