package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"sync"
	"time"
)

const (
	// resolution is the default interval of metrics-server.
	resolution = 15 * time.Second
	// requestedNanocores is the CPU request of the recorded pod: 100m.
	requestedNanocores = 100_000_000
	// usedAtStart is the share of their requests that the pods use at the start.
	usedAtStart = 0.5
	// noise is the relative deviation of the usage.
	noise = 0.04
)

// usage is the share of their requests that the pods use.
type usage struct {
	mutex sync.Mutex
	used  float64
}

func (u *usage) set(used float64) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	u.used = used
}

func (u *usage) get() float64 {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	return u.used
}

// podMetrics answers like metrics-server: a sample of each running pod, a new one after each resolution.
func (s *Server) podMetrics(to http.ResponseWriter, from *http.Request, at target) {
	if at.plural != "pods" || at.name != "" {
		(&failure{400, "only lists of pods are replayed"}).write(to)
		return
	}
	filter, failed := parseFilter(at.namespace, from.URL.Query())
	if failed != nil {
		failed.write(to)
		return
	}
	pods, _ := s.named("pods").matching(filter)
	sampled := time.Now().UTC().Truncate(resolution)
	timestamp := sampled.Format(time.RFC3339)
	used := s.usage.get() * requestedNanocores
	body := &bytes.Buffer{}
	body.WriteString(`{"kind":"PodMetricsList","apiVersion":"metrics.k8s.io/v1beta1","metadata":{},"items":[`)
	separator := ""
	for _, pod := range pods {
		if !pod.isRunning {
			continue
		}
		labels, _ := json.Marshal(pod.labels)
		nanocores := int64(used * (1 - noise + 2*noise*random(pod.key(), sampled)))
		fmt.Fprintf(body,
			`%s{"metadata":{"name":%q,"namespace":%q,"creationTimestamp":%q,"labels":%s},"timestamp":%q,"window":"10.062s","containers":[{"name":"main","usage":{"cpu":"%dn","memory":"10240Ki"}}]}`,
			separator, pod.name, pod.namespace, timestamp, labels, timestamp, nanocores)
		separator = ","
	}
	body.WriteString("]}\n")
	to.Header().Set("Content-Type", "application/json")
	_, _ = to.Write(body.Bytes())
}

// externalMetric answers like an adapter that has every metric but the one with the name absent: the value is 100 at
// the load of the start.
func (s *Server) externalMetric(to http.ResponseWriter, at target) {
	if at.plural == "absent" {
		(&failure{404, "there is no such metric"}).write(to)
		return
	}
	value := map[string]any{"metricName": at.plural, "timestamp": now(), "value": fmt.Sprint(int(100 * s.usage.get() / usedAtStart))}
	writeJSON(to, http.StatusOK, map[string]any{
		"kind": "ExternalMetricValueList", "apiVersion": "external.metrics.k8s.io/v1beta1", "metadata": map[string]any{}, "items": []any{value},
	})
}

// random is a number from 0 to 1 that depends on the pod and the sample alone.
func random(key string, sampled time.Time) float64 {
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%d/%s", sampled.Unix(), key)
	mixed := hash.Sum64()
	mixed ^= mixed >> 31
	mixed *= 0x9e3779b97f4a7c15
	return float64(mixed>>11) / float64(1<<53)
}
