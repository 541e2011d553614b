package sheet

// Plain reports whether a file is as programs write it: UTF-8, commas, decimal points, and a header
// above rows that were all read. Nobody needs to be told how it was read then.
func (s *Sheet) Plain() bool {
	g := s.Guess
	return g.Encoding == UTF8 && (g.Separator == ',' || g.Separator == 0) && g.Decimal != ',' && g.Header &&
		!g.Thousands && !g.PerCent && !g.RowNames && !g.Sampled && g.Titles+g.Comments+len(g.Dropped)+len(g.Renamed)+len(g.Codes)+len(g.Empty) == 0 && g.Sheet == ""
}
