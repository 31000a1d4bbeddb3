package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

//go:embed assets
var assets embed.FS

// page is a file of the pages with what HTTP wants to know of it.
type page struct {
	data      []byte
	kind, tag string
}

// pages returns all files by their path.
var pages = sync.OnceValue(func() map[string]page {
	all := map[string]page{}
	err := fs.WalkDir(assets, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := assets.ReadFile(name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		address := strings.TrimPrefix(name, "assets")
		if address == "/index.html" {
			address = "/"
		}
		all[address] = page{data, kindOf(name), `"` + hex.EncodeToString(sum[:12]) + `"`}
		return nil
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	return all
})

// kindOf returns the media type of a file. The system's own table, which package mime
// would ask, has been known to be wrong.
func kindOf(name string) string {
	switch filepath.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".webmanifest":
		return "application/manifest+json"
	}
	return mime.TypeByExtension(filepath.Ext(name))
}

// servePages gives out a page.
func servePages(w http.ResponseWriter, r *http.Request) {
	p, ok := pages()[r.URL.Path]
	if !ok {
		http.Error(w, "no such page", http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", p.kind)
	h.Set("ETag", p.tag)
	h.Set("Cache-Control", "no-cache") // ask whether it is still the same
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(p.data))
}
