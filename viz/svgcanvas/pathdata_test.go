package svgcanvas_test

import (
	"fmt"
	"regexp"
	"strconv"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

var token = regexp.MustCompile(`[Mlhvz]|-?(?:\d+\.?\d*|\.\d+)`)

// end returns where path data of lines ends.
func end(data string) (x, y float64, err error) {
	var command byte
	var args []float64
	for _, s := range token.FindAllString(data, -1) {
		if v, err := strconv.ParseFloat(s, 64); err == nil {
			args = append(args, v)
		} else {
			command, args = s[0], nil
			continue
		}
		switch {
		case command == 'h':
			x += args[0]
		case command == 'v':
			y += args[0]
		case len(args) < 2:
			continue
		case command == 'M':
			x, y = args[0], args[1]
		case command == 'l':
			x, y = x+args[0], y+args[1]
		default:
			return 0, 0, fmt.Errorf("command %q", command)
		}
		args = nil
	}
	return x, y, nil
}

func fontFace(size vg.Length) font.Face { return font.Face{Font: font.Font{Size: size}} }
