// Command replica-calculator has upstream's ReplicaCalculator propose replicas as often as it can for
// a while: the other side of hack/bench/decisions.ts, which writes the inputs, names one of them and
// reads what this prints. A proposal begins with parsed objects: PodMetrics as a client returns them,
// pods as an informer keeps them.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/controller/podautoscaler"
	podmetrics "k8s.io/kubernetes/pkg/controller/podautoscaler/metrics"
	metricsv1beta1 "k8s.io/metrics/pkg/apis/metrics/v1beta1"
	metricsclient "k8s.io/metrics/pkg/client/clientset/versioned/typed/metrics/v1beta1"
)

type input struct {
	Name              string                      `json:"name"`
	Namespace         string                      `json:"namespace"`
	Selector          string                      `json:"selector"`
	CurrentReplicas   int32                       `json:"currentReplicas"`
	TargetUtilization int32                       `json:"targetUtilization"`
	Pods              []*v1.Pod                   `json:"pods"`
	PodMetrics        []metricsv1beta1.PodMetrics `json:"podMetrics"`
}

type inputs struct {
	CPUInitializationPeriodSeconds int     `json:"cpuInitializationPeriodSeconds"`
	InitialReadinessDelaySeconds   int     `json:"initialReadinessDelaySeconds"`
	WarmUpSeconds                  float64 `json:"warmUpSeconds"`
	Seconds                        float64 `json:"seconds"`
	Inputs                         []input `json:"inputs"`
}

type figure struct {
	Replicas  int32   `json:"replicas"`
	PerSecond float64 `json:"perSecond"`
}

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(file, name string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var given inputs
	if err := json.Unmarshal(text, &given); err != nil {
		return err
	}
	at := slices.IndexFunc(given.Inputs, func(in input) bool { return in.Name == name })
	if at < 0 {
		return fmt.Errorf("%s has no input %q", file, name)
	}
	propose, err := proposer(given.Inputs[at], given)
	if err != nil {
		return err
	}
	if _, err := measure(propose, given.WarmUpSeconds); err != nil {
		return err
	}
	measured, err := measure(propose, given.Seconds)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]figure{"proposal": measured})
}

// proposer sets up what the controller has before a sync begins.
func proposer(in input, given inputs) (func() (int32, error), error) {
	selector, err := labels.Parse(in.Selector)
	if err != nil {
		return nil, err
	}
	byNamespace := cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}
	pods := cache.NewIndexer(cache.MetaNamespaceKeyFunc, byNamespace)
	for _, pod := range in.Pods {
		if err := pods.Add(pod); err != nil {
			return nil, err
		}
	}
	calculator := podautoscaler.NewReplicaCalculator(
		podmetrics.NewRESTMetricsClient(answered{items: in.PodMetrics}, nil, nil),
		corelisters.NewPodLister(pods),
		time.Duration(given.CPUInitializationPeriodSeconds)*time.Second,
		time.Duration(given.InitialReadinessDelaySeconds)*time.Second,
	)
	return func() (int32, error) {
		// The fields of Tolerances are not exported: both sides tolerate nothing.
		replicas, _, _, _, err := calculator.GetResourceReplicas(context.Background(),
			in.CurrentReplicas, in.TargetUtilization, v1.ResourceCPU, podautoscaler.Tolerances{},
			in.Namespace, selector, "")
		return replicas, err
	}, nil
}

func measure(propose func() (int32, error), seconds float64) (measured figure, err error) {
	began := time.Now()
	proposals := 0
	for time.Since(began).Seconds() < seconds {
		for range 100 {
			if measured.Replicas, err = propose(); err != nil {
				return figure{}, err
			}
		}
		proposals += 100
	}
	measured.PerSecond = float64(proposals) / time.Since(began).Seconds()
	return measured, nil
}

// answered is a client of metrics.k8s.io that has its answer already.
type answered struct {
	metricsclient.PodMetricsInterface
	items []metricsv1beta1.PodMetrics
}

func (a answered) PodMetricses(string) metricsclient.PodMetricsInterface { return a }

func (a answered) List(context.Context, metav1.ListOptions) (*metricsv1beta1.PodMetricsList, error) {
	return &metricsv1beta1.PodMetricsList{Items: a.items}, nil
}
