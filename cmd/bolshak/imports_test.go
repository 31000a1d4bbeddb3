package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// module is the path before every package of ours.
const module = "bolshak/"

// mayImport says which packages of ours each package may import; imports go
// one way. A package that is missing here is a fault: add it with what it
// needs, and no more. Packages under cmd may import everything.
var mayImport = map[string][]string{
	"board":                 {},
	"board/picture":         {"board"},
	"movegen":               {"board"},
	"movegen/reference":     {"board"},
	"eval":                  {"board", "movegen"},
	"eval/endgame":          {"board", "movegen"},
	"search":                {"board", "movegen", "eval", "eval/endgame"},
	"protocol/hub":          {"board", "movegen"},
	"protocol/dxp":          {"board", "movegen"},
	"protocol/pdn":          {"board", "movegen"},
	"protocol/pdn/annotate": {"board", "movegen", "protocol/pdn"},
	"protocol/web":          {"board", "movegen", "protocol/hub", "protocol/pdn", "protocol/pdn/annotate"},
	"bench":                 {"board", "movegen", "eval", "eval/endgame", "search"},
	"bench/match":           {"board", "movegen", "eval", "eval/endgame", "search", "protocol/hub", "protocol/pdn"},
	"bench/tune":            {"board", "movegen", "eval", "eval/endgame", "search"},
}

// testOnly lists the packages that tests alone may import.
var testOnly = []string{"movegen/reference"}

// TestImportDirections parses the import lists of all packages.
func TestImportDirections(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	files := 0
	require.NoError(t, filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		files++
		checkImports(t, name, filepath.ToSlash(relative))
		return nil
	}))
	require.Greater(t, files, 30, "the walk has missed the packages")
}

// checkImports reports every import of one file that goes the wrong way.
func checkImports(t *testing.T, name, relative string) {
	t.Helper()
	importer, isTest := path.Dir(relative), strings.HasSuffix(relative, "_test.go")
	for _, imported := range ourImports(t, name) {
		if fault := wrongImport(importer, imported, isTest); fault != "" {
			t.Errorf("%s: %s", relative, fault)
		}
	}
}

// ourImports returns the packages of ours that a file imports, without the
// module's path.
func ourImports(t *testing.T, name string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	require.NoError(t, err)
	var ours []string
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		if rest, ok := strings.CutPrefix(imported, module); ok {
			ours = append(ours, rest)
		}
	}
	return ours
}

// wrongImport says what is wrong with one import, or nothing. A test may also
// import its own package, what is for tests only, and, outside the protocols,
// whatever else it tests against.
func wrongImport(importer, imported string, isTest bool) string {
	allowed, known := mayImport[importer]
	inCommand := importer == "cmd" || strings.HasPrefix(importer, "cmd/")
	switch {
	case !known && !inCommand:
		return "package " + importer + " is not in the table of import directions"
	case strings.HasPrefix(importer, "protocol/") && (imported == "search" || strings.HasPrefix(imported, "search/")):
		return "protocol never imports search: the command wires the two"
	case isTest:
		return ""
	case slices.Contains(testOnly, imported):
		return imported + " is imported by tests only"
	case !inCommand && !slices.Contains(allowed, imported):
		return importer + " must not import " + imported
	}
	return ""
}

// TestWrongImports: the rules above catch what they are for.
func TestWrongImports(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		importer, imported string
		isTest, wrong      bool
	}{
		{"movegen", "board", false, false},
		{"board", "movegen", false, true},
		{"movegen", "eval", false, true},
		{"search", "protocol/hub", false, true},
		{"protocol/hub", "search", false, true},
		{"protocol/hub", "search", true, true},
		{"protocol/hub", "movegen/reference", true, false},
		{"movegen", "movegen/reference", true, false},
		{"movegen", "movegen/reference", false, true},
		{"cmd/bolshak", "movegen/reference", false, true},
		{"cmd/bolshak", "search", false, false},
		{"surprise", "board", false, true},
	} {
		fault := wrongImport(c.importer, c.imported, c.isTest)
		require.Equal(t, c.wrong, fault != "", "%s imports %s: %q", c.importer, c.imported, fault)
	}
}
