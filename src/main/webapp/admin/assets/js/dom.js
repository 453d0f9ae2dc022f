/** Small ways to the page; text goes in as text, never as HTML. */

export const byId = (id) => document.getElementById(id);

/** Makes an element: el('b', {class: 'x', onclick: f}, 'text', child). */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== undefined && value !== null) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The same for a drawing. */
export function draw(tag, properties = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  Object.entries(properties).forEach(([name, value]) => element.setAttribute(name, value));
  element.append(...children);
  return element;
}

export const badge = (state) => el('span', {class: `badge ${state}`}, state);

let fading;

/** Says something in passing; screen readers read it out. */
export function toast(text, bad = false) {
  const place = byId('toast');
  place.classList.toggle('bad', bad);
  place.textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => { place.textContent = ''; }, bad ? 8000 : 3500);
}

/** Into the clipboard, or where a browser gives us none (plain http from another host) into the selection. */
export async function copy(text, place) {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied');
  } catch {
    getSelection().selectAllChildren(place);
    toast('Selected; copy it with Ctrl+C');
  }
}

/** Runs `action` once things have been quiet for a while. */
export function debounced(milliseconds, action) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds, ...given);
  };
}
