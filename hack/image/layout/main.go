// Command layout writes an OCI image layout from folders, one layer each, without an engine. The same
// files and the same image file make the same bytes.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// description is what the image says of itself.
type description struct {
	Reference    string    `json:"reference"`
	Architecture string    `json:"architecture"`
	Created      time.Time `json:"created"`
	Config       v1.Config `json:"config"`
}

// written is printed: what a registry would name the image by, and what a pull of it transfers.
type written struct {
	Digest     string  `json:"digest"`
	LayerSizes []int64 `json:"layerSizes"`
}

func main() {
	log.SetFlags(0)
	describedIn := flag.String("image", "", "JSON file that describes the image")
	target := flag.String("o", "", "folder of the layout")
	flag.Parse()
	result, err := write(*target, *describedIn, flag.Args())
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		log.Fatal(err)
	}
}

func write(target, describedIn string, folders []string) (*written, error) {
	text, err := os.ReadFile(describedIn)
	if err != nil {
		return nil, err
	}
	var wanted description
	if err := json.Unmarshal(text, &wanted); err != nil {
		return nil, fmt.Errorf("%s: %w", describedIn, err)
	}
	image, err := makeImage(wanted, folders)
	if err != nil {
		return nil, err
	}
	path, err := layout.Write(target, mutate.IndexMediaType(empty.Index, types.OCIImageIndex))
	if err != nil {
		return nil, err
	}
	platform := v1.Platform{OS: "linux", Architecture: wanted.Architecture}
	name := map[string]string{"org.opencontainers.image.ref.name": wanted.Reference}
	options := []layout.Option{layout.WithPlatform(platform), layout.WithAnnotations(name)}
	if err := path.AppendImage(image, options...); err != nil {
		return nil, err
	}
	return describe(image)
}

func makeImage(wanted description, folders []string) (v1.Image, error) {
	image := mutate.MediaType(empty.Image, types.OCIManifestSchema1)
	image = mutate.ConfigMediaType(image, types.OCIConfigJSON)
	image, err := mutate.ConfigFile(image, &v1.ConfigFile{
		OS:           "linux",
		Architecture: wanted.Architecture,
		Created:      v1.Time{Time: wanted.Created},
		Config:       wanted.Config,
		RootFS:       v1.RootFS{Type: "layers"},
	})
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		layer, err := layerOf(folder, wanted.Created)
		if err != nil {
			return nil, err
		}
		history := v1.History{Created: v1.Time{Time: wanted.Created}, CreatedBy: "hack/image"}
		image, err = mutate.Append(image, mutate.Addendum{Layer: layer, History: history})
		if err != nil {
			return nil, err
		}
	}
	return image, nil
}

func describe(image v1.Image) (*written, error) {
	digest, err := image.Digest()
	if err != nil {
		return nil, err
	}
	layers, err := image.Layers()
	if err != nil {
		return nil, err
	}
	result := written{Digest: digest.String()}
	for _, layer := range layers {
		size, err := layer.Size()
		if err != nil {
			return nil, err
		}
		result.LayerSizes = append(result.LayerSizes, size)
	}
	return &result, nil
}
