package main

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"github.com/klauspost/compress/gzip"
)

// layerOf packs a folder. Owners, times and all of the modes but "executable" are the machine's, and
// so are left out.
func layerOf(folder string, created time.Time) (v1.Layer, error) {
	var compressed bytes.Buffer
	// Needs half the time of the standard library, for 3% more bytes.
	archive, err := gzip.NewWriterLevel(&compressed, gzip.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if err := pack(archive, folder, created); err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	if err := archive.Close(); err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	opener := func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(compressed.Bytes())), nil
	}
	return tarball.LayerFromOpener(opener, tarball.WithMediaType(types.OCILayer))
}

// pack relies on WalkDir's lexical order.
func pack(to io.Writer, folder string, created time.Time) error {
	archive := tar.NewWriter(to)
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == folder {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		header := &tar.Header{Name: name, ModTime: created, Format: tar.FormatPAX}
		if entry.IsDir() {
			info, err := entry.Info()
			if err != nil {
				return err
			}
			header.Typeflag, header.Name, header.Mode = tar.TypeDir, name+"/", folderMode(info)
			return archive.WriteHeader(header)
		}
		if !entry.Type().IsRegular() {
			return fmt.Errorf("%s is neither a file nor a folder", name)
		}
		return packFile(archive, header, path)
	})
	if err != nil {
		return err
	}
	return archive.Close()
}

// folderMode lets every user write where every user can here.
func folderMode(info fs.FileInfo) int64 {
	if info.Mode()&0o002 != 0 {
		return 0o777
	}
	return 0o755
}

func packFile(archive *tar.Writer, header *tar.Header, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	header.Typeflag, header.Size, header.Mode = tar.TypeReg, info.Size(), 0o644
	if info.Mode()&0o100 != 0 {
		header.Mode = 0o755
	}
	if err := archive.WriteHeader(header); err != nil {
		return err
	}
	_, err = io.Copy(archive, file)
	return err
}
