// Command custom-metrics serves custom.metrics.k8s.io and external.metrics.k8s.io with the values that
// a test sets, and fails in the ways that a test asks for: hack/cluster/metrics/custom-metrics.ts.
package main

import (
	"context"
	"net"
	"net/http"
	"os"
	"strconv"

	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/restmapper"
	"k8s.io/klog/v2"
	"sigs.k8s.io/custom-metrics-apiserver/pkg/cmd"
)

func main() {
	adapter := &cmd.AdapterBase{Name: "custom-metrics"}
	port := adapter.Flags().Int("control-port", 0, "of 127.0.0.1: where tests set values and faults, by HTTP")
	if err := adapter.Flags().Parse(os.Args[1:]); err != nil {
		klog.Fatal(err)
	}
	if err := run(adapter, *port); err != nil {
		klog.Fatal(err)
	}
}

func run(adapter *cmd.AdapterBase, controlPort int) error {
	values := &values{}
	faults := &faults{}
	objects, err := adapter.DynamicClient()
	if err != nil {
		return err
	}
	discovery, err := adapter.DiscoveryClient()
	if err != nil {
		return err
	}
	// It asks again what there is when it does not know a resource: tests make their own.
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(discovery))
	provider := &provider{values: values, mapper: mapper, objects: objects}
	adapter.WithCustomMetrics(provider)
	adapter.WithExternalMetrics(provider)

	config, err := adapter.Config()
	if err != nil {
		return err
	}
	// Innermost: whoever may not ask is told so, whatever the fault.
	config.GenericConfig.BuildHandlerChainFunc =
		func(handler http.Handler, config *genericapiserver.Config) http.Handler {
			return genericapiserver.DefaultBuildHandlerChain(faults.before(handler), config)
		}
	control := net.JoinHostPort("127.0.0.1", strconv.Itoa(controlPort))
	go func() {
		klog.Fatal(http.ListenAndServe(control, controls(values, faults)))
	}()
	return adapter.Run(context.Background())
}
