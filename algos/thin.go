package algos

// thinFrom is the corner from which a trail is thinned.
const thinFrom = 1 << 12

// Thinned reports whether a trail that shows a whole run keeps its k-th corner. Of
// those from 2ᵐ·4096 to twice that many only each 2ᵐ⁺¹-th is kept: the memory grows
// with log k, and what was kept once stays.
func Thinned(k int) bool {
	stride := 1
	for far := thinFrom; far <= k; far *= 2 {
		stride *= 2
	}
	return k%stride == 0
}
