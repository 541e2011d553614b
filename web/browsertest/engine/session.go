package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// A session speaks classic WebDriver with a driver.
type session struct{ address string }

var client = &http.Client{Timeout: answerWithin}

// begin asks a driver, once it listens, for a browser.
func (s *session) begin(driver string, capabilities object) error {
	var err error
	for began := time.Now(); time.Since(began) < startWithin; time.Sleep(pollEvery) {
		if err = request(http.MethodGet, driver+"/status", nil, nil); err == nil {
			break
		}
	}
	if err != nil {
		return err
	}
	var made struct{ SessionID string }
	if err := request(http.MethodPost, driver+"/session", object{"capabilities": object{"alwaysMatch": capabilities}}, &made); err != nil {
		return err
	}
	s.address = driver + "/session/" + made.SessionID
	return s.post("/timeouts", object{"script": answerWithin.Milliseconds()}, nil)
}

func (s *session) end() error {
	if s.address == "" {
		return nil
	}
	return request(http.MethodDelete, s.address, nil, nil)
}

func (s *session) get(path string, result any) error {
	return request(http.MethodGet, s.address+path, nil, result)
}

func (s *session) post(path string, params object, result any) error {
	return request(http.MethodPost, s.address+path, params, result)
}

func request(method, address string, params object, result any) error {
	var body io.Reader
	if params != nil {
		text, err := json.Marshal(params)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	r, err := http.NewRequest(method, address, body)
	if err != nil {
		return err
	}
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	var got struct{ Value json.RawMessage }
	if err := json.NewDecoder(answer.Body).Decode(&got); err != nil {
		return fmt.Errorf("%s %s: %w", method, r.URL.Path, err)
	}
	if answer.StatusCode != http.StatusOK {
		var refused struct{ Error, Message string }
		_ = json.Unmarshal(got.Value, &refused)
		return fmt.Errorf("%s %s: %s: %s", method, r.URL.Path, refused.Error, refused.Message)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(got.Value, result)
}

// origin is the scheme and host of an address.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	return u.Scheme + "://" + u.Host
}
