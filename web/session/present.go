package session

import (
	"errors"
	"time"

	"playground/web/wire"
)

// present begins or ends to show the session to others. What they need at first
// is said once more.
func (s *session) present(on bool, now time.Time) error {
	if s.cfg.Hall == nil {
		return noHall()
	}
	s.out.stateBy(now, false)
	if !on {
		s.stepDown()
		return nil
	}
	if s.stage == nil {
		s.stageKey, s.stage = s.cfg.Hall.open()
	}
	s.out.reset, s.out.events = true, 0
	s.touch()
	return nil
}

// comeBack takes the stage again on which the session was that a page resumes.
// Frames go on to be counted where they were.
func (s *session) comeBack(resume string) {
	if s.cfg.Hall == nil || s.stage != nil || resume == "" {
		return
	}
	s.stageKey, s.stage = s.cfg.Hall.retake(resume)
	if s.stage != nil {
		all, _, _ := s.stage.look()
		s.out.frames = max(s.out.frames, all[castFrame].frame)
	}
}

// noHall refuses what needs a hall.
func noHall() error {
	return wire.Refuse(wire.BadMessage, "type", "nobody can be followed here")
}

// stepDown leaves the stage, if there is one.
func (s *session) stepDown() {
	if s.stage != nil {
		s.cfg.Hall.close(s.stageKey)
		s.stageKey, s.stage = "", nil
	}
}

// leaveStage leaves it at the end of the session. After a broken connection it
// stays vacant for a while.
func (s *session) leaveStage(err error) {
	if s.stage != nil && errors.Is(err, errLeft) {
		s.cfg.Hall.vacate(s.stageKey, s.key)
		return
	}
	s.stepDown()
}

// showState puts a state on the stage, without what is for this client alone.
func (s *session) showState(m wire.State, now time.Time) {
	if s.stage == nil {
		return
	}
	m.Resume, m.Follow, m.CanUndo, m.CanRedo = "", "", "", ""
	m.Following = true
	whole := m
	whole.Schema = s.schema
	s.stage.put(castState, 0,
		toEncode(func() wire.Server { return &m }, now),
		toEncode(func() wire.Server { return &whole }, now))
}

// showRun puts a run message on the stage, with all events that were said.
func (s *session) showRun(m *wire.Run, msg []byte, now time.Time) {
	if s.stage == nil {
		return
	}
	whole := *m
	whole.Reset = true
	events := s.rec.Events()[:s.out.events] // recording goes on behind them
	s.stage.put(castRun, 0, encoded(msg, now), toEncode(func() wire.Server {
		whole.Events = wireEvents(events)
		return &whole
	}, now))
}

// showFrame puts a frame on the stage, as it was sent and with all layers.
func (s *session) showFrame(whole *wire.Frame, msg []byte, now time.Time) {
	if s.stage != nil {
		s.stage.put(castFrame, whole.ID, encoded(msg, now), toEncode(func() wire.Server { return whole }, now))
	}
}
