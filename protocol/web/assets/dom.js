// Small tools to make elements.

/** Returns an element. Properties that begin with "on" are listeners. */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Returns an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

/** Returns the element with an id. */
export const $ = (id) => document.getElementById(id);

/** Shows an element or hides it. */
export function show(element, visible) {
  element.hidden = !visible;
}

/** Keeps a value in the browser's storage, which may be full or forbidden. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem("bolshak." + name);
    else localStorage.setItem("bolshak." + name, JSON.stringify(value));
  } catch { /* then it is not kept */ }
}

/** Returns a value that was kept; null where there is none. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem("bolshak." + name));
  } catch {
    return null;
  }
}

/** Returns a function that runs f once things have been quiet for so many ms. */
export function settled(f, ms) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => f(...args), ms);
  };
}
