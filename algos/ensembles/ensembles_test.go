package ensembles_test

import (
	"strings"
	"testing"

	"playground/algos/ensembles"
)

// A control says what its 0 means, and what does nothing for points is not among the first ones.
func TestControls(t *testing.T) {
	for _, d := range ensembles.Demos {
		for _, p := range d.Schema() {
			if strings.Contains(p.Label, "depth") && *p.Min == 0 && p.Zero == "" {
				t.Errorf("%s: the form does not say what %s 0 is", d.ID, p.Label)
			}
			if strings.Contains(p.Hint, "0 = no limit") && p.Zero != "no limit" {
				t.Errorf("%s: the hint of %s says what 0 is, the form does not", d.ID, p.Label)
			}
			if forTables := strings.Contains(p.Hint, "for tables") || strings.HasSuffix(p.Label, "-axis feature"); forTables && p.Group != "Tables" {
				t.Errorf("%s: %s, which does nothing for points, is in the group %q", d.ID, p.Label, p.Group)
			}
		}
	}
}
