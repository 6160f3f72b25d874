package main

import (
	"context"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pb "github.com/kedacore/keda/v2/pkg/scalers/externalscaler"
)

// scaler answers as the state says.
type scaler struct {
	pb.UnimplementedExternalScalerServer
	state *state
}

func (s *scaler) begin(method string, ref *pb.ScaledObjectRef) (*answers, error) {
	given, _ := s.state.about(ref.GetNamespace(), ref.GetName())
	s.state.counts.called(method, ref)
	given.pause(method)
	if failure, fails := given.Errors[method]; fails {
		return nil, status.Error(codes.Code(failure.Code), failure.Message)
	}
	return given, nil
}

func (s *scaler) IsActive(_ context.Context, ref *pb.ScaledObjectRef) (*pb.IsActiveResponse, error) {
	given, err := s.begin("IsActive", ref)
	if err != nil {
		return nil, err
	}
	return &pb.IsActiveResponse{Result: given.Active}, nil
}

// StreamIsActive sends the state at once and after each change.
func (s *scaler) StreamIsActive(ref *pb.ScaledObjectRef, stream grpc.ServerStreamingServer[pb.IsActiveResponse]) error {
	defer s.state.counts.streaming()()
	for {
		given, changed := s.state.about(ref.GetNamespace(), ref.GetName())
		if failure, fails := given.Errors["StreamIsActive"]; fails {
			return status.Error(codes.Code(failure.Code), failure.Message)
		}
		if err := stream.Send(&pb.IsActiveResponse{Result: given.Active}); err != nil {
			return err
		}
		select {
		case <-changed:
		case <-stream.Context().Done():
			return stream.Context().Err()
		}
	}
}

func (s *scaler) GetMetricSpec(_ context.Context, ref *pb.ScaledObjectRef) (*pb.GetMetricSpecResponse, error) {
	given, err := s.begin("GetMetricSpec", ref)
	if err != nil {
		return nil, err
	}
	response := &pb.GetMetricSpecResponse{}
	for _, each := range given.Metrics {
		response.MetricSpecs = append(response.MetricSpecs, &pb.MetricSpec{
			MetricName:      each.Name + strings.Repeat("x", given.PaddingBytes),
			TargetSize:      each.Target,
			TargetSizeFloat: each.TargetFloat,
		})
	}
	return response, nil
}

func (s *scaler) GetMetrics(_ context.Context, request *pb.GetMetricsRequest) (*pb.GetMetricsResponse, error) {
	given, err := s.begin("GetMetrics", request.GetScaledObjectRef())
	if err != nil {
		return nil, err
	}
	response := &pb.GetMetricsResponse{}
	add := func(value *pb.MetricValue) {
		value.MetricName = request.GetMetricName()
		response.MetricValues = append(response.MetricValues, value)
	}
	for _, each := range given.Metrics {
		if each.Name != request.GetMetricName() {
			continue
		}
		for _, value := range each.Values {
			add(&pb.MetricValue{MetricValue: value})
		}
		for _, value := range each.FloatValues {
			add(&pb.MetricValue{MetricValueFloat: value})
		}
	}
	return response, nil
}
