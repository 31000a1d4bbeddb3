package eval

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
)

// patternFile holds the weights of the patterns as `bolshak tune fit` writes
// them: for each table and arrangement the opening's and then the ending's, in
// centimen, as little-endian int16, under DEFLATE.
//
//go:embed patterns.bin
var patternFile []byte

// patternWeights is what every arrangement of men is worth in the windows 0 to 7.
var patternWeights = mustReadPatterns(patternFile)

// mustReadPatterns unpacks the file. It is a part of the program: a fault in it
// is one of the build.
func mustReadPatterns(file []byte) (w [tables][arrangements]packed) {
	values, err := readPatterns(file)
	if err != nil {
		panic(err)
	}
	for i := range PatternWeights {
		w[i/arrangements][i%arrangements] = pack(pair(int(values[2*i]), int(values[2*i+1])))
	}
	return w
}

// readPatterns returns the weights of a file, of opening and ending in turns.
func readPatterns(file []byte) ([]int16, error) {
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(file)))
	if err != nil {
		return nil, fmt.Errorf("weights of the patterns: %w", err)
	}
	if len(data) != 4*PatternWeights {
		return nil, fmt.Errorf("weights of the patterns: %d bytes, want %d", len(data), 4*PatternWeights)
	}
	values := make([]int16, 2*PatternWeights)
	_, err = binary.Decode(data, binary.LittleEndian, values)
	return values, err
}

// PatternFile returns the file of the given weights, of opening and ending in
// turns, in centimen: what `go:embed` expects as patterns.bin.
func PatternFile(values []int16) ([]byte, error) {
	if len(values) != 2*PatternWeights {
		return nil, fmt.Errorf("weights of the patterns: %d, want %d", len(values), 2*PatternWeights)
	}
	data, err := binary.Append(nil, binary.LittleEndian, values)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	w, err := flate.NewWriter(&file, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return file.Bytes(), nil
}
