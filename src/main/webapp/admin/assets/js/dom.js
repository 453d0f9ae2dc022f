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

/** Runs `action` once things have been quiet for a while. */
export function debounced(milliseconds, action) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds, ...given);
  };
}
