package viz

// WritePNG is [PNG] with so many pixels in memory.
var WritePNG = writePNG
