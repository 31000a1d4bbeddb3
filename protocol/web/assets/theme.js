// Sets the colours before the first picture, so that none flashes up.
try {
  const theme = JSON.parse(localStorage.getItem("bolshak.theme"));
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* the system's colours then */ }
