// Command gitops says what Flux and Argo CD think of objects: each line of standard input is an object,
// and each line of standard output the verdicts on it.
//
//	gitops -health docs/gitops/argo-cd-health.lua < objects.jsonl
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// verdict is a word, such as Current or Healthy, and why.
type verdict struct {
	Status  string `json:"status"`
	Message string `json:"message"`
}

type verdicts struct {
	// Kstatus is what Flux goes by.
	Kstatus verdict `json:"kstatus"`
	Argo    verdict `json:"argo"`
}

func main() {
	health := flag.String("health", "", "Argo CD's health script for the objects")
	flag.Parse()
	script, err := os.ReadFile(*health)
	if err == nil {
		err = judgeAll(os.Stdin, os.Stdout, string(script))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func judgeAll(from io.Reader, to io.Writer, script string) error {
	lines, written := json.NewDecoder(from), json.NewEncoder(to)
	for {
		var line json.RawMessage
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		// As clients do: numbers without a fraction are integers.
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(line); err != nil {
			return err
		}
		judged, err := judge(object, script)
		if err != nil {
			return fmt.Errorf("%s %s: %w", object.GetKind(), object.GetName(), err)
		}
		if err := written.Encode(judged); err != nil {
			return err
		}
	}
}

func judge(object *unstructured.Unstructured, script string) (verdicts, error) {
	computed, err := status.Compute(object)
	if err != nil {
		return verdicts{}, err
	}
	argo, err := argoHealth(object, script)
	return verdicts{Kstatus: verdict{computed.Status.String(), computed.Message}, Argo: argo}, err
}
