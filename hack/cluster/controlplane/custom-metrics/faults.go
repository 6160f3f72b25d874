package main

import (
	"net/http"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/endpoints/handlers/negotiation"
	"k8s.io/apiserver/pkg/endpoints/handlers/responsewriters"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/metrics/pkg/apis/custom_metrics"
	"k8s.io/metrics/pkg/apis/external_metrics"
	"sigs.k8s.io/custom-metrics-apiserver/pkg/apiserver"
)

// scope is where a fault shows: an API group, and in it one namespace or, without a name, all of it.
type scope struct {
	Group     string `json:"group"`
	Namespace string `json:"namespace"`
}

// fault is how questions about values go wrong. Discovery does not: the API server would take the
// whole group away.
type fault struct {
	// slow, empty, failing, hanging, units; "": none
	Mode string `json:"mode"`
	// of slow
	Milliseconds int `json:"milliseconds"`
	// of failing: an HTTP status
	Status int `json:"status"`
	// of units: what every value is written in, such as u, Ki, e3 or nothing
	Suffix string `json:"suffix"`
}

type faults struct {
	lock    sync.RWMutex
	byScope map[scope]fault
}

func (f *faults) set(where scope, what fault) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.byScope == nil {
		f.byScope = map[scope]fault{}
	}
	f.byScope[where] = what
}

func (f *faults) clear(namespace string) {
	f.lock.Lock()
	defer f.lock.Unlock()
	for where := range f.byScope {
		if where.Namespace == namespace {
			delete(f.byScope, where)
		}
	}
}

func (f *faults) at(asked *request.RequestInfo) fault {
	f.lock.RLock()
	defer f.lock.RUnlock()
	if found, ok := f.byScope[scope{asked.APIGroup, asked.Namespace}]; ok {
		return found
	}
	return f.byScope[scope{Group: asked.APIGroup}]
}

func (f *faults) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, ok := request.RequestInfoFrom(r.Context())
		if !ok || !asked.IsResourceRequest {
			next.ServeHTTP(w, r)
			return
		}
		version := schema.GroupVersion{Group: asked.APIGroup, Version: asked.APIVersion}
		switch found := f.at(asked); found.Mode {
		case "slow":
			select {
			case <-time.After(time.Duration(found.Milliseconds) * time.Millisecond):
				next.ServeHTTP(w, r)
			case <-r.Context().Done():
			}
		case "hanging":
			<-r.Context().Done()
		case "empty":
			responsewriters.WriteObjectNegotiated(apiserver.Codecs, negotiation.DefaultEndpointRestrictions,
				version, w, r, http.StatusOK, emptyList(asked.APIGroup), false)
		case "failing":
			failure := errors.NewGenericServerResponse(found.Status, r.Method, schema.GroupResource{}, "",
				"a test has asked for it", 0, false)
			responsewriters.ErrorNegotiated(failure, apiserver.Codecs, version, w, r)
		case "units":
			answerIn(found.Suffix, next, w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func emptyList(group string) runtime.Object {
	if group == external_metrics.GroupName {
		return &external_metrics.ExternalMetricValueList{Items: []external_metrics.ExternalMetricValue{}}
	}
	return &custom_metrics.MetricValueList{Items: []custom_metrics.MetricValue{}}
}
