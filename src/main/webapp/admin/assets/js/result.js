import {badge, el} from './dom.js';
import {format} from './json.js';

/** A result: what the model or the client reads, what programs read, and the whole of it. */
export function showResult({result, tookMs}, kind) {
  const failed = result.isError === true;
  const state = badge(failed ? 'broken' : 'live');
  state.textContent = failed ? `The ${kind.noun} answers with an error` : 'OK';
  const parts = [
    ...(result.content ?? []).flatMap((block, at) => [
      el('h4', {}, block.type === 'text' ? 'Text for the model' : `Content: ${block.type}`), shown(block, at)]),
    ...(result.messages ?? []).flatMap(({role, content}) => [
      el('h4', {}, role === 'user' ? 'The user says' : 'The assistant says'), shown(content)]),
    ...(result.contents ?? []).flatMap((content) => [
      el('h4', {}, content.uri, content.mimeType ? ` · ${content.mimeType}` : ''), contents(content)]),
    ...(result.structuredContent === undefined ? []
      : [el('h4', {}, 'Structured content for programs'), pre(result.structuredContent)])];
  return el('section', {class: failed ? 'result failed' : 'result', 'aria-label': 'Result'},
    el('header', {}, state, el('span', {}, `${tookMs} ms`)), ...parts,
    el('details', {open: parts.length === 0}, el('summary', {}, 'The whole result as JSON'), pre(result)));
}

export function showRefusal(message, problems = []) {
  const state = badge('broken');
  state.textContent = 'Not run';
  return el('section', {class: 'result failed', 'aria-label': 'Result'}, el('header', {}, state),
    el('p', {}, message), ...problems.map((problem) =>
      el('p', {}, el('code', {}, problem.pointer || '/'), ` ${problem.message}`)));
}

function shown(block, at) {
  if (block.type === 'text') {
    return laidOut(block.text, at === 0 ? 'first' : '');
  }
  if (block.type === 'resource' && block.resource) {
    return contents(block.resource);
  }
  return picture(block.mimeType, block.data) ?? pre(block);
}

/** What a resource holds: text, or bytes. */
function contents({text, blob, mimeType}) {
  if (text !== undefined) {
    return laidOut(text);
  }
  return picture(mimeType, blob)
    ?? el('p', {class: 'hint'}, `${Math.floor((blob ?? '').replace(/=+$/, '').length * 3 / 4)} bytes`);
}

function picture(mimeType, data) {
  return /^image\/[\w.+-]+$/.test(mimeType ?? '')
    ? el('img', {src: `data:${mimeType};base64,${data}`, alt: 'The image of the answer'}) : null;
}

/** Text that is JSON is easier to read laid out; its numbers stay as they were sent. */
export function laidOut(text, look = '') {
  try {
    return /^\s*[{[]/.test(text) ? coloured(format(text), look) : pre(text, look);
  } catch {
    return pre(text, look);
  }
}

const PART = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)/g;

export function pre(value, look = '') {
  if (typeof value !== 'string') {
    return coloured(JSON.stringify(value, null, 2), look);
  }
  const element = el('pre', {class: look, tabindex: 0});
  element.textContent = value;
  return element;
}

function coloured(text, look) {
  const element = el('pre', {class: look, tabindex: 0});
  let end = 0;
  for (const match of text.matchAll(PART)) {
    const [whole, string, colon, scalar] = match;
    element.append(text.slice(end, match.index),
      el('span', {class: colon ? 'key' : scalar ? 'num' : 'str'}, string ?? scalar), colon ?? '');
    end = match.index + whole.length;
  }
  element.append(text.slice(end));
  return element;
}
