package main

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/dynamic"
	"k8s.io/metrics/pkg/apis/custom_metrics"
	"k8s.io/metrics/pkg/apis/external_metrics"
	metrics "sigs.k8s.io/custom-metrics-apiserver/pkg/provider"
	"sigs.k8s.io/custom-metrics-apiserver/pkg/provider/helpers"
)

// provider answers with what tests have set. A selector of objects is asked of the API server.
type provider struct {
	values  *values
	mapper  meta.RESTMapper
	objects dynamic.Interface
}

var _ metrics.MetricsProvider = &provider{}

func (p *provider) GetMetricByName(_ context.Context, name types.NamespacedName, asked metrics.CustomMetricInfo, selector labels.Selector) (*custom_metrics.MetricValue, error) {
	found, err := p.customValues(name, asked, selector)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, metrics.NewMetricNotFoundForError(asked.GroupResource, asked.Metric, name.Name)
	}
	return &found[0], nil
}

func (p *provider) GetMetricBySelector(_ context.Context, namespace string, objects labels.Selector, asked metrics.CustomMetricInfo, selector labels.Selector) (*custom_metrics.MetricValueList, error) {
	names, err := helpers.ListObjectNames(p.mapper, p.objects, namespace, objects, asked)
	if err != nil {
		return nil, err
	}
	items := []custom_metrics.MetricValue{}
	for _, name := range names {
		object := types.NamespacedName{Namespace: namespace, Name: name}
		found, err := p.customValues(object, asked, selector)
		if err != nil {
			return nil, err
		}
		items = append(items, found...)
	}
	return &custom_metrics.MetricValueList{Items: items}, nil
}

// customValues are those of one object: several, if their labels tell them apart.
func (p *provider) customValues(name types.NamespacedName, asked metrics.CustomMetricInfo, selector labels.Selector) ([]custom_metrics.MetricValue, error) {
	object, err := helpers.ReferenceFor(p.mapper, name, asked)
	if err != nil {
		return nil, err
	}
	identifier := custom_metrics.MetricIdentifier{Name: asked.Metric}
	if !selector.Empty() {
		if identifier.Selector, err = metav1.ParseToLabelSelector(selector.String()); err != nil {
			return nil, err
		}
	}
	found := []custom_metrics.MetricValue{}
	for _, value := range p.values.allCustom() {
		if value.Resource != asked.GroupResource.String() || value.Metric != asked.Metric ||
			value.Namespace != name.Namespace || value.Name != name.Name || !selector.Matches(value.Labels) {
			continue
		}
		found = append(found, custom_metrics.MetricValue{
			DescribedObject: object,
			Metric:          identifier,
			Timestamp:       value.time(),
			WindowSeconds:   value.WindowSeconds,
			Value:           value.Value.DeepCopy(),
		})
	}
	return found, nil
}

func (p *provider) ListAllMetrics() []metrics.CustomMetricInfo {
	all := sets.New[metrics.CustomMetricInfo]()
	for _, value := range p.values.allCustom() {
		all.Insert(metrics.CustomMetricInfo{
			GroupResource: schema.ParseGroupResource(value.Resource),
			Namespaced:    value.Namespace != "",
			Metric:        value.Metric,
		})
	}
	return slices.SortedFunc(maps.Keys(all), func(a, b metrics.CustomMetricInfo) int {
		return cmp.Compare(a.String(), b.String())
	})
}

func (p *provider) GetExternalMetric(_ context.Context, namespace string, selector labels.Selector, asked metrics.ExternalMetricInfo) (*external_metrics.ExternalMetricValueList, error) {
	isKnown := false
	items := []external_metrics.ExternalMetricValue{}
	for _, value := range p.values.allExternal() {
		if value.Namespace != namespace || value.Metric != asked.Metric {
			continue
		}
		isKnown = true
		if !selector.Matches(value.Labels) {
			continue
		}
		items = append(items, external_metrics.ExternalMetricValue{
			MetricName:    value.Metric,
			MetricLabels:  value.Labels,
			Timestamp:     value.time(),
			WindowSeconds: value.WindowSeconds,
			Value:         value.Value.DeepCopy(),
		})
	}
	if !isKnown {
		group := schema.GroupResource{Group: external_metrics.GroupName, Resource: asked.Metric}
		return nil, metrics.NewMetricNotFoundError(group, asked.Metric)
	}
	return &external_metrics.ExternalMetricValueList{Items: items}, nil
}

func (p *provider) ListAllExternalMetrics() []metrics.ExternalMetricInfo {
	all := sets.New[metrics.ExternalMetricInfo]()
	for _, value := range p.values.allExternal() {
		all.Insert(metrics.ExternalMetricInfo{Metric: value.Metric})
	}
	return slices.SortedFunc(maps.Keys(all), func(a, b metrics.ExternalMetricInfo) int {
		return cmp.Compare(a.Metric, b.Metric)
	})
}
