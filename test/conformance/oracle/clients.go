package oracle

import (
	"fmt"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	scalefake "k8s.io/client-go/scale/fake"
	clienttesting "k8s.io/client-go/testing"
	controllermetrics "k8s.io/kubernetes/pkg/controller/podautoscaler/metrics"
	customapi "k8s.io/metrics/pkg/apis/custom_metrics/v1beta2"
	externalapi "k8s.io/metrics/pkg/apis/external_metrics/v1beta1"
	metricsapi "k8s.io/metrics/pkg/apis/metrics/v1beta1"
	metricsfake "k8s.io/metrics/pkg/client/clientset/versioned/fake"
	customfake "k8s.io/metrics/pkg/client/custom_metrics/fake"
	externalfake "k8s.io/metrics/pkg/client/external_metrics/fake"
)

// scaleClient reads and writes the targets, as the plan of the sync in progress has it.
func (w *world) scaleClient() *scalefake.FakeScaleClient {
	client := &scalefake.FakeScaleClient{}
	client.AddReactor("get", "*", func(clienttesting.Action) (bool, runtime.Object, error) {
		scale, err := w.pass.getScale(w)
		return true, scale, err
	})
	client.AddReactor("update", "*", func(action clienttesting.Action) (bool, runtime.Object, error) {
		written := action.(clienttesting.UpdateAction).GetObject().(*autoscalingv1.Scale)
		return true, written, w.pass.updateScale(w, written)
	})
	return client
}

// onStatusWrite is the status write of the sync in progress.
func (w *world) onStatusWrite(action clienttesting.Action) (bool, runtime.Object, error) {
	if w.pass.plan.updateStatus && w.pass.plan.edit == nil {
		return true, nil, errOutage
	}
	written := action.(clienttesting.UpdateAction).GetObject().(*autoscalingv2.HorizontalPodAutoscaler)
	stored, err := w.server.writeStatus(written)
	return true, stored, err
}

// mapper knows the targets' kinds, unless the plan says otherwise.
type mapper struct {
	meta.RESTMapper
	w *world
}

func (w *world) newMapper() meta.RESTMapper {
	group := schema.GroupVersion{Group: "apps", Version: "v1"}
	known := meta.NewDefaultRESTMapper([]schema.GroupVersion{group})
	for _, target := range w.workloads {
		known.Add(group.WithKind(target.kind), meta.RESTScopeNamespace)
	}
	return mapper{known, w}
}

func (m mapper) RESTMappings(kind schema.GroupKind, versions ...string) ([]*meta.RESTMapping, error) {
	if m.w.pass.plan.isUnknownKind {
		return nil, &meta.NoKindMatchError{GroupKind: kind, SearchedVersions: versions}
	}
	return m.RESTMapper.RESTMappings(kind, versions...)
}

// metricsClient is upstream's own, on the three metrics APIs as they stand.
func (w *world) metricsClient() controllermetrics.MetricsClient {
	resources := &metricsfake.Clientset{}
	resources.AddReactor("list", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		items := w.measured.samples[action.GetNamespace()]
		return true, &metricsapi.PodMetricsList{Items: items}, w.failed("resource")
	})
	custom := &customfake.FakeCustomMetricsClient{}
	custom.AddReactor("get", "*", func(action clienttesting.Action) (bool, runtime.Object, error) {
		list, err := w.customMetric(action.(customfake.GetForAction))
		return true, list, err
	})
	external := &externalfake.FakeExternalMetricsClient{}
	external.AddReactor("list", "*", func(action clienttesting.Action) (bool, runtime.Object, error) {
		name := action.GetResource().Resource
		list := &externalapi.ExternalMetricValueList{}
		for _, value := range w.measured.series[action.GetNamespace()][name] {
			list.Items = append(list.Items, externalapi.ExternalMetricValue{MetricName: name, Value: resource.MustParse(value)})
		}
		return true, list, w.failed("external/" + name)
	})
	return controllermetrics.NewRESTMetricsClient(resources.MetricsV1beta1(), custom, external)
}

func (w *world) failed(call string) error {
	if w.measured.errors[call] {
		return fmt.Errorf("%s: %w", call, errOutage)
	}
	return nil
}

// customMetric is of all pods that a selector finds, or of one other object. A Namespace is asked
// for by its own name, and not in a namespace.
func (w *world) customMetric(action customfake.GetForAction) (*customapi.MetricValueList, error) {
	name := action.GetMetricName()
	list := &customapi.MetricValueList{}
	if action.GetName() != "*" {
		namespace := action.GetNamespace()
		if namespace == "" {
			namespace = action.GetName()
		}
		value := resource.MustParse(w.measured.totals[namespace][name])
		list.Items = append(list.Items, customapi.MetricValue{Value: value})
		return list, w.failed("object/" + name)
	}
	for _, value := range w.measured.values[action.GetNamespace()][name] {
		if action.GetLabelSelector().Matches(labels.Set(value.labels)) {
			list.Items = append(list.Items, value.asMetric())
		}
	}
	return list, w.failed("pods/" + name)
}

func (v podValue) asMetric() customapi.MetricValue {
	var at metav1.Time
	must(at.UnmarshalJSON(toJSON(v.Timestamp)))
	metric := customapi.MetricValue{Timestamp: at, WindowSeconds: v.WindowSeconds, Value: resource.MustParse(v.Value)}
	metric.DescribedObject.Name = v.Pod
	return metric
}
