package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	"playground/algos/mark"
	"playground/algos/say"
	"playground/lang"
	"playground/viz"
)

// drawBoards draws both boards side by side, and where their predictions differ as a third
// picture, if they can be compared.
func (s *Server) drawBoards(ctx context.Context, v pairView, a, b *kept, kind string) ([]byte, error) {
	l := lang.From(ctx)
	var panels []mark.Panel
	for i, h := range []*kept{a, b} {
		p, _, err := h.panel(ctx, h.step, "")
		if err != nil {
			return nil, err
		}
		c, err := h.caption(ctx, h.step)
		if err != nil {
			return nil, err
		}
		p.Title = say.Phrase(fmt.Sprintf("%s: %s, %s", []string{"A", "B"}[i], v.sides()[i].title(l), c.Step))
		panels = append(panels, p)
	}
	d, err := differ(ctx, v.pair, a, b)
	var f *failure
	if err != nil && !errors.As(err, &f) {
		return nil, err
	}
	if err == nil {
		panels = append(panels, d.panel(l))
	}
	var bodies [][]byte
	var o viz.Options
	for _, p := range panels {
		o = v.options(p, 0)
		o.Title = true
		body, err := s.encode(ctx, p, o, v.look, kind)
		if err != nil {
			return nil, err
		}
		bodies = append(bodies, body)
	}
	if kind == "svg" {
		return beside(bodies, o.Size), nil
	}
	memory := s.budget.Open()
	defer memory.Close()
	wide := o.Size
	wide.W *= float64(len(bodies))
	if err := memory.Reserve(ctx, int64(2*viz.PNGBytes(wide, v.scale))); err != nil { // what is read and what is written
		return nil, err
	}
	return pasted(bodies)
}

// beside puts drawings of one size side by side.
func beside(bodies [][]byte, size viz.Size) []byte {
	var b bytes.Buffer
	width := size.W * float64(len(bodies))
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %[1]g %[2]g">`, width, size.H)
	for i, body := range bodies {
		fmt.Fprintf(&b, `<svg x="%g" `, size.W*float64(i))
		b.Write(bytes.TrimPrefix(body, []byte("<svg ")))
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// pasted puts images side by side.
func pasted(bodies [][]byte) ([]byte, error) {
	var all *image.RGBA
	for i, body := range bodies {
		one, err := png.Decode(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("read a board that was drawn: %w", err)
		}
		size := one.Bounds().Size()
		if all == nil {
			all = image.NewRGBA(image.Rect(0, 0, size.X*len(bodies), size.Y))
		}
		draw.Draw(all, image.Rect(i*size.X, 0, (i+1)*size.X, size.Y), one, one.Bounds().Min, draw.Src)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, all); err != nil {
		return nil, fmt.Errorf("write the boards as an image: %w", err)
	}
	return b.Bytes(), nil
}
