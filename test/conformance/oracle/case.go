package oracle

import (
	"encoding/json"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	v1 "k8s.io/api/core/v1"
	metricsapi "k8s.io/metrics/pkg/apis/metrics/v1beta1"
)

// Case is one line of the file that `trimtab evaluate` reads: docs/recorded-cases.md.
type Case struct {
	Name string `json:"name"`
	// World names what may happen in it, for whoever looks for a cause.
	World    []string `json:"world"`
	Settings Settings `json:"settings"`
	// Autoscaler is the only one; where there are several, Autoscalers are those at the beginning.
	Autoscaler  json.RawMessage   `json:"autoscaler,omitempty"`
	Autoscalers []json.RawMessage `json:"autoscalers,omitempty"`
	Steps       []*Step           `json:"steps"`
}

// Settings are the controller's flags, and its feature gates.
type Settings struct {
	Profile                        string  `json:"profile"`
	SyncPeriodSeconds              int     `json:"syncPeriodSeconds"`
	Tolerance                      float64 `json:"tolerance"`
	DownscaleStabilizationSeconds  int     `json:"downscaleStabilizationSeconds"`
	CPUInitializationPeriodSeconds int     `json:"cpuInitializationPeriodSeconds"`
	InitialReadinessDelaySeconds   int     `json:"initialReadinessDelaySeconds"`
	ScaleToZero                    bool    `json:"scaleToZero"`
}

// Step is one sync of one object: what it saw, and what it came to.
type Step struct {
	Now    string  `json:"now"`
	Events []Event `json:"events,omitempty"`
	// Object is "namespace/name", where there are several.
	Object     string          `json:"object,omitempty"`
	Autoscaler json.RawMessage `json:"autoscaler,omitempty"`
	Scale      *Scale          `json:"scale,omitempty"`
	Conflicts  int             `json:"conflicts,omitempty"`
	Errors     []string        `json:"errors,omitempty"`
	Pods       []*v1.Pod       `json:"pods,omitempty"`
	Metrics    Metrics         `json:"metrics"`
	Expect     *Expect         `json:"expect"`
}

// Event is what happened between two steps, besides an edit of the object that is synced.
type Event struct {
	Type       string          `json:"type"`
	Object     string          `json:"object,omitempty"`
	Autoscaler json.RawMessage `json:"autoscaler,omitempty"`
}

// Scale is the target's scale subresource.
type Scale struct {
	SpecReplicas   int32  `json:"specReplicas"`
	StatusReplicas int32  `json:"statusReplicas"`
	Selector       string `json:"selector"`
}

// Metrics is what the metrics APIs answer, and which calls fail.
type Metrics struct {
	Resource []metricsapi.PodMetrics `json:"resource,omitempty"`
	Pods     map[string][]PodValue   `json:"pods,omitempty"`
	Object   map[string]string       `json:"object,omitempty"`
	External map[string][]string     `json:"external,omitempty"`
	Errors   []string                `json:"errors,omitempty"`
}

// PodValue is a custom metric of one pod.
type PodValue struct {
	Pod           string `json:"pod"`
	Value         string `json:"value"`
	Timestamp     string `json:"timestamp"`
	WindowSeconds *int64 `json:"windowSeconds,omitempty"`
}

// Expect is what stands in the object's status after the sync, and the count that was written.
type Expect struct {
	ScaleTo         *int32                       `json:"scaleTo"`
	DesiredReplicas int32                        `json:"desiredReplicas"`
	Conditions      map[string]string            `json:"conditions"`
	CurrentMetrics  []autoscalingv2.MetricStatus `json:"currentMetrics"`
}

// toJSON never fails for what is in this package: these are plain data.
func toJSON(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

// asServed is an object as it comes out of an API server: times in whole seconds, canonical
// quantities.
func asServed[T any](object *T) *T {
	served := new(T)
	if err := json.Unmarshal(toJSON(object), served); err != nil {
		panic(err)
	}
	return served
}
