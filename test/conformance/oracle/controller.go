package oracle

import (
	"context"
	"sync"
	"testing/synctest"
	"time"

	"github.com/go-logr/logr"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	autoscalinginformers "k8s.io/client-go/informers/autoscaling/v2"
	"k8s.io/client-go/kubernetes/fake"
	autoscalinglisters "k8s.io/client-go/listers/autoscaling/v2"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/controller/podautoscaler"
)

// startController runs upstream's whole controller; what it returns ends it.
//
// One worker, because the order in which several take up what is due at the same moment is theirs; and
// no resync of the informers, which would queue what is queued already, at the very same moment.
func (w *world) startController() (stop func()) {
	ctx, cancel := context.WithCancel(klog.NewContext(context.Background(), logr.Discard()))
	factory := informers.NewSharedInformerFactory(w.server, 0)
	seconds := func(count int) time.Duration { return time.Duration(count) * time.Second }
	controller := podautoscaler.NewHorizontalController(
		ctx,
		eventSink().CoreV1(),
		w.scaleClient(),
		w.server.AutoscalingV2(),
		w.newMapper(),
		w.metricsClient(),
		observedInformer{factory.Autoscaling().V2().HorizontalPodAutoscalers(), w},
		factory.Core().V1().Pods(),
		seconds(w.settings.SyncPeriodSeconds),
		seconds(w.settings.DownscaleStabilizationSeconds),
		w.settings.Tolerance,
		seconds(w.settings.CPUInitializationPeriodSeconds),
		seconds(w.settings.InitialReadinessDelaySeconds),
	)
	factory.Start(ctx.Done())
	// Else it is up to chance whether the controller finds the caches filled, or looks again a tenth of a second later.
	synctest.Wait()
	var running sync.WaitGroup
	running.Go(func() { controller.Run(ctx, 1) })
	// Since 1.37, the objects that are there are synced at once.
	w.settle()
	return func() {
		cancel()
		running.Wait()
		factory.Shutdown()
		synctest.Wait()
	}
}

// eventSink takes the controller's Events and keeps none.
func eventSink() *fake.Clientset {
	sink := &fake.Clientset{}
	sink.AddReactor("*", "events", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, &v1.Event{}, nil
	})
	return sink
}

// observedInformer tells the world when the controller takes up an object: each sync begins with
// one look into the cache.
type observedInformer struct {
	autoscalinginformers.HorizontalPodAutoscalerInformer
	w *world
}

func (i observedInformer) Lister() autoscalinglisters.HorizontalPodAutoscalerLister {
	return observedLister{i.HorizontalPodAutoscalerInformer.Lister(), i.w}
}

type observedLister struct {
	autoscalinglisters.HorizontalPodAutoscalerLister
	w *world
}

func (l observedLister) HorizontalPodAutoscalers(namespace string) autoscalinglisters.HorizontalPodAutoscalerNamespaceLister {
	return observedNamespace{l.HorizontalPodAutoscalerLister.HorizontalPodAutoscalers(namespace), l.w, namespace}
}

type observedNamespace struct {
	autoscalinglisters.HorizontalPodAutoscalerNamespaceLister
	w         *world
	namespace string
}

func (l observedNamespace) Get(name string) (*autoscalingv2.HorizontalPodAutoscaler, error) {
	found, err := l.HorizontalPodAutoscalerNamespaceLister.Get(name)
	l.w.takenUp(l.namespace+"/"+name, err == nil)
	return found, err
}
