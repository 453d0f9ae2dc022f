import {el} from './dom.js';
import {describe, keysAt} from './schema.js';

/** Says what the key at the cursor means. */
export function showHelp(place, kind, context) {
  const path = context.token && context.expects === 'key'
    ? [...context.path, context.token.text.replace(/"/g, '')] : context.path;
  const schema = describe(kind, path);
  const name = path[path.length - 1];
  place.replaceChildren(el('div', {class: 'help'},
    el('p', {class: 'path'}, path.length ? path.join(' › ') : `the ${kind.noun}`),
    el('h3', {}, schema?.title ?? String(name ?? `A ${kind.noun}`)),
    el('p', {}, schema?.description ?? 'Nothing is known about this place; it is yours to name.'),
    facts(schema), keys(kind, path)));
}

function facts(schema) {
  const rows = [
    ['Type', [schema?.type].flat().filter(Boolean)],
    ['One of', (schema?.enum ?? []).map((value) => JSON.stringify(value))],
    ['Default', schema?.default === undefined ? [] : [JSON.stringify(schema.default)]],
    ['For instance', (schema?.examples ?? []).map((value) => JSON.stringify(value))],
  ].filter(([, values]) => values.length);
  return el('dl', {}, ...rows.flatMap(([term, values]) => [
    el('dt', {}, term), el('dd', {}, ...values.map((value) => el('code', {}, value)))]));
}

function keys(kind, path) {
  const known = keysAt(kind, path);
  if (!known.length) {
    return null;
  }
  return el('dl', {}, el('dt', {}, 'Keys'), ...known.map(([name, schema, required]) =>
    el('dd', {}, el('p', {}, el('code', {class: 'key'}, name), required ? 'required. ' : '', first(schema?.description)))));
}

const first = (text) => (text ?? '').split(/(?<=\.) /)[0];
