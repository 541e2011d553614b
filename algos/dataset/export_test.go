package dataset

// Deflate packs any text, so that tests can make packed points that no set has.
var Deflate = deflate
