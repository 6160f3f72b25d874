package main

import (
	"bytes"
	"sync"
	"time"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
)

// answers is what the scaler says, about all objects or about one.
type answers struct {
	Active  bool     `json:"active"`
	Metrics []metric `json:"metrics"`
	// By the name of a method.
	DelayMs map[string]int     `json:"delayMs"`
	Errors  map[string]failure `json:"errors"`
	// Bytes that are no message, and a message of so many bytes.
	Garbage      bool `json:"garbage"`
	PaddingBytes int  `json:"paddingBytes"`
}

type metric struct {
	Name        string    `json:"name"`
	Target      int64     `json:"target"`
	TargetFloat float64   `json:"targetFloat"`
	Values      []int64   `json:"values"`
	FloatValues []float64 `json:"floatValues"`
}

type failure struct {
	Code    uint32 `json:"code"`
	Message string `json:"message"`
}

// state is what the tests set. A change wakes all streams.
type state struct {
	counts counts

	mutex   sync.Mutex
	all     *answers
	of      map[string]*answers
	changed chan struct{}
}

func newState() *state {
	return &state{all: &answers{}, of: map[string]*answers{}, changed: make(chan struct{})}
}

// set replaces the answers about an object, or about all others if its name is empty.
func (s *state) set(object string, given *answers) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if object == "" {
		s.all, s.of = given, map[string]*answers{}
	} else {
		s.of[object] = given
	}
	close(s.changed)
	s.changed = make(chan struct{})
}

// about returns the answers about an object, and what is closed at the next change.
func (s *state) about(namespace, name string) (*answers, <-chan struct{}) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if own, known := s.of[namespace+"/"+name]; known {
		return own, s.changed
	}
	return s.all, s.changed
}

func (a *answers) pause(method string) {
	time.Sleep(time.Duration(a.DelayMs[method]) * time.Millisecond)
}

// codec writes garbage if that is set for all objects.
type codec struct{ state *state }

func (c *codec) Name() string { return proto.Name }

func (c *codec) Marshal(message any) (mem.BufferSlice, error) {
	given, _ := c.state.about("", "")
	if given.Garbage {
		return mem.BufferSlice{mem.SliceBuffer(bytes.Repeat([]byte{0xff}, 32))}, nil
	}
	return encoding.GetCodecV2(proto.Name).Marshal(message)
}

func (c *codec) Unmarshal(data mem.BufferSlice, message any) error {
	return encoding.GetCodecV2(proto.Name).Unmarshal(data, message)
}
