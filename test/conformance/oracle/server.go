package oracle

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	defaulting "k8s.io/kubernetes/pkg/apis/autoscaling/v2"
	"k8s.io/kubernetes/pkg/apis/autoscaling/validation"
)

var (
	hpaResource   = autoscalingv2.SchemeGroupVersion.WithResource("horizontalpodautoscalers")
	podResource   = v1.SchemeGroupVersion.WithResource("pods")
	scaleResource = autoscalingv1.Resource("scale")
)

var errOutage = errors.New("the server is currently unable to handle the request")

// server is as much of an API server as the controller sees, with what a tracker does not have:
// defaulting, validation, resourceVersions, and a status that is written by itself.
type server struct {
	*fake.Clientset
	version int
}

func newServer(statusWrite clienttesting.ReactionFunc) *server {
	s := &server{Clientset: fake.NewSimpleClientset()}
	s.PrependReactor("update", "horizontalpodautoscalers", statusWrite)
	return s
}

func (s *server) nextVersion() string {
	s.version++
	return strconv.Itoa(s.version)
}

// get is the object as it stands; nil where there is none.
func (s *server) get(namespace, name string) *autoscalingv2.HorizontalPodAutoscaler {
	object, err := s.Tracker().Get(hpaResource, namespace, name)
	if err != nil {
		return nil
	}
	return object.(*autoscalingv2.HorizontalPodAutoscaler)
}

// put creates the object, or replaces its spec.
func (s *server) put(written *autoscalingv2.HorizontalPodAutoscaler, mayIdle bool) {
	served := asServed(written)
	defaulting.SetObjectDefaults_HorizontalPodAutoscaler(served)
	validate(served, mayIdle)
	served.ResourceVersion = s.nextVersion()
	before := s.get(served.Namespace, served.Name)
	if before == nil {
		served.Generation = 1
		must(s.Tracker().Create(hpaResource, served, served.Namespace))
		return
	}
	served.Generation = before.Generation
	if !equality.Semantic.DeepEqual(served.Spec, before.Spec) {
		// Since 1.37, the controller syncs at once after an edit, which it knows by this.
		served.Generation++
	}
	served.Status = before.Status
	must(s.Tracker().Update(hpaResource, served, served.Namespace))
}

func (s *server) delete(namespace, name string) {
	must(s.Tracker().Delete(hpaResource, namespace, name))
}

// writeStatus takes the status of what is written and nothing else.
func (s *server) writeStatus(written *autoscalingv2.HorizontalPodAutoscaler) (runtime.Object, error) {
	stored := s.get(written.Namespace, written.Name)
	if stored == nil {
		return nil, apierrors.NewNotFound(hpaResource.GroupResource(), written.Name)
	}
	if stored.ResourceVersion != written.ResourceVersion {
		return nil, apierrors.NewConflict(hpaResource.GroupResource(), written.Name, errors.New("it was modified"))
	}
	stored.Status = asServed(written).Status
	stored.ResourceVersion = s.nextVersion()
	must(s.Tracker().Update(hpaResource, stored, stored.Namespace))
	return stored, nil
}

// store brings the API server's pods up to date.
func (s *server) store(p *pod) {
	object := asServed(p.object)
	object.ResourceVersion = s.nextVersion()
	if p.isStored {
		must(s.Tracker().Update(podResource, object, object.Namespace))
		return
	}
	p.isStored = true
	must(s.Tracker().Create(podResource, object, object.Namespace))
}

func (s *server) removePod(p *pod) {
	must(s.Tracker().Delete(podResource, p.object.Namespace, p.object.Name))
}

// podsOf are those in a namespace, in order of name.
func (s *server) podsOf(namespace string) []v1.Pod {
	list, err := s.CoreV1().Pods(namespace).List(context.Background(), metav1.ListOptions{})
	must(err)
	return list.Items
}

// validate stops a world in which an object is what no API server would accept.
func validate(hpa *autoscalingv2.HorizontalPodAutoscaler, mayIdle bool) {
	var internal autoscaling.HorizontalPodAutoscaler
	must(defaulting.Convert_v2_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler(hpa, &internal, nil))
	options := validation.HorizontalPodAutoscalerSpecValidationOptions{MinReplicasLowerBound: 1}
	if mayIdle {
		options.MinReplicasLowerBound = 0
	}
	options.ObjectMetricsValidationOptions.AllowEmptyAPIGroup = true
	if refused := validation.ValidateHorizontalPodAutoscaler(&internal, options).ToAggregate(); refused != nil {
		panic(fmt.Sprintf("the world has an object that is refused: %v\n%s", refused, toJSON(hpa)))
	}
}

func (target *workload) scale() *autoscalingv1.Scale {
	return &autoscalingv1.Scale{
		ObjectMeta: metav1.ObjectMeta{
			Name: target.name, Namespace: target.namespace, ResourceVersion: strconv.Itoa(target.version),
		},
		Spec:   autoscalingv1.ScaleSpec{Replicas: target.replicas},
		Status: autoscalingv1.ScaleStatus{Replicas: target.statusReplicas, Selector: target.selector},
	}
}

// write is optimistic, as the real one: what was read before somebody else wrote is a conflict.
func (target *workload) write(scale *autoscalingv1.Scale) error {
	if scale.ResourceVersion != strconv.Itoa(target.version) {
		return apierrors.NewConflict(scaleResource, target.name, errors.New("it was modified"))
	}
	if scale.Spec.Replicas < 0 {
		panic("the controller asks for a negative count, which no API server accepts")
	}
	target.setReplicas(scale.Spec.Replicas)
	return nil
}

func (target *workload) setReplicas(replicas int32) {
	target.replicas = replicas
	target.version++
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
