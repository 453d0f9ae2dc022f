import {kinds} from './kinds.js';

/**
 * What is shown stands in the page's address, so that it can be linked to and the browser's own
 * back and forward lead through it: #prompts is a list, #prompt=NAME a row of it.
 */

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody's own per cent sign
  }
}

/** What the address asks for; the tools where it asks for nothing we have. */
export function addressed() {
  const [, word, , name] = /^#([a-z]+)(=(.+))?$/.exec(location.hash) ?? [];
  const kind = kinds.find((one) => word === (name === undefined ? one.plural : one.noun));
  return {kind: kind ?? kinds[0], name: kind && name !== undefined ? decoded(name) : null};
}

/** Writes what is shown now into the address. */
export function point(kind, name) {
  const at = addressed();
  if (at.kind !== kind || at.name !== name) {
    history.pushState(null, '', name === null ? `#${kind.plural}` : `#${kind.noun}=${encodeURIComponent(name)}`);
  }
  document.title = `${name === null ? '' : `${name} · `}${kind.title} · Postern`;
}
