package main

import (
	"context"
	"maps"
	"sync"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/stats"

	pb "github.com/kedacore/keda/v2/pkg/scalers/externalscaler"
)

// counts is what the scaler was asked, and by how many connections.
type counts struct {
	mutex sync.Mutex
	found snapshot
}

type snapshot struct {
	Calls map[string]int `json:"calls"`
	// Now, and since the start.
	Streams       int `json:"streams"`
	StreamsOpened int `json:"streamsOpened"`
	Connections   int `json:"connections"`
	Connected     int `json:"connected"`
	// Of the latest call.
	Metadata map[string]string `json:"metadata"`
	// The serial number of the client's certificate in the latest call; empty: it has none.
	ClientSerial string `json:"clientSerial"`
}

func (c *counts) snapshot() snapshot {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	copied := c.found
	copied.Calls = map[string]int{}
	maps.Copy(copied.Calls, c.found.Calls)
	return copied
}

func (c *counts) update(change func(found *snapshot)) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.found.Calls == nil {
		c.found.Calls = map[string]int{}
	}
	change(&c.found)
}

func (c *counts) called(method string, ref *pb.ScaledObjectRef) {
	c.update(func(found *snapshot) {
		found.Calls[method]++
		found.Metadata = ref.GetScalerMetadata()
	})
}

func (c *counts) streaming() (ended func()) {
	c.update(func(found *snapshot) { found.Streams++; found.StreamsOpened++ })
	return func() { c.update(func(found *snapshot) { found.Streams-- }) }
}

func (c *counts) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context {
	from, known := peer.FromContext(ctx)
	if !known {
		return ctx
	}
	if info, isTLS := from.AuthInfo.(credentials.TLSInfo); isTLS && len(info.State.PeerCertificates) > 0 {
		serial := info.State.PeerCertificates[0].SerialNumber.Text(16)
		c.update(func(found *snapshot) { found.ClientSerial = serial })
	}
	return ctx
}

func (c *counts) HandleRPC(context.Context, stats.RPCStats) {}

func (c *counts) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

func (c *counts) HandleConn(_ context.Context, event stats.ConnStats) {
	c.update(func(found *snapshot) {
		switch event.(type) {
		case *stats.ConnBegin:
			found.Connections++
			found.Connected++
		case *stats.ConnEnd:
			found.Connections--
		}
	})
}
