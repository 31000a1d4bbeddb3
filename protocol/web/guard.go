package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// policy is the Content-Security-Policy: everything comes from this server.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeHTTP lets in who may come in and gives out the pages, or begins a conversation.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "method "+r.Method+": want GET", http.StatusMethodNotAllowed)
	case s.options.Token == "" && !isLoopbackName(r.Host):
		// A name that is made to lead here would let a stranger's page in.
		http.Error(w, "this server answers to localhost alone", http.StatusMisdirectedRequest)
	case s.options.Token != "" && r.URL.Query().Has("token"):
		s.enter(w, r)
	case s.options.Token != "" && !s.hasToken(r):
		http.Error(w, "a token is needed: open the address that was printed when the server was started", http.StatusUnauthorized)
	case r.URL.Path == "/socket":
		s.serveSocket(w, r)
	default:
		servePages(w, r)
	}
}

// isLoopbackName reports whether the Host of a request is this machine's own name for
// itself.
func isLoopbackName(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

// enter takes the token out of the address and into a cookie.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	if !isSame(r.URL.Query().Get("token"), s.options.Token) {
		http.Error(w, "the token is wrong: open the address that was printed when the server was started last", http.StatusUnauthorized)
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(r), Value: s.cookieValue(), Path: "/", HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil, Expires: time.Now().Add(30 * 24 * time.Hour),
	})
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// hasToken reports whether a request has the token in its cookie.
func (s *Server) hasToken(r *http.Request) bool {
	c, err := r.Cookie(cookieName(r))
	return err == nil && isSame(c.Value, s.cookieValue())
}

// cookieValue returns the token as the cookie has it: a cookie cannot have all
// characters.
func (s *Server) cookieValue() string {
	sum := sha256.Sum256([]byte(s.options.Token))
	return hex.EncodeToString(sum[:])
}

// isSame compares in a time that does not tell how much is right.
func isSame(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// cookieName tells servers on different ports apart, which share their cookies.
func cookieName(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host)
	return "bolshak" + port
}

// isOwnOrigin reports whether the page that opens a socket is one of ours.
func isOwnOrigin(r *http.Request) bool {
	origin, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && (origin.Scheme == "http" || origin.Scheme == "https") && strings.EqualFold(origin.Host, r.Host)
}
