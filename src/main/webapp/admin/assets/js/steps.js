import {badge, copy, draw, el} from './dom.js';
import {laidOut, pre} from './result.js';

/** A trial from its arguments to its result, one step below the other, and where the time went. */

const TITLES = {
  arguments: 'Arguments', validation: 'Validation', request: 'Request', response: 'Response',
  mapping: 'Mapping', result: 'Result',
};

/** Who answered, where it was not the service. */
const INSTEAD = {
  recording: 'a recorded answer', cache: 'the cache', circuitBreaker: 'the circuit breaker', hostRate: 'the limit of the host',
  rateLimit: 'the rate limit', bulkhead: 'the bulkhead',
};

/**
 * @param tookMs the whole, where it is known
 */
export function showSteps(steps, tookMs) {
  const several = steps.filter(({step}) => step === 'request').length > 1;
  const faulty = steps.at(-1)?.ok === false ? cause(steps) : -1;
  return el('section', {class: 'steps', 'aria-label': 'Step by step'},
    el('h3', {}, 'Step by step'), timeline(steps, tookMs),
    el('ol', {}, ...steps.map((step, at) => el('li', {class: step.ok ? '' : 'ill'}, entry(step, at === faulty, several)))));
}

/** What went wrong first of what could not be put right: of several requests the last. */
function cause(steps) {
  const last = steps.findLastIndex(({step, ok}) => !ok && !['mapping', 'result'].includes(step));
  return last < 0 ? steps.findIndex(({ok}) => !ok) : last;
}

function entry(step, open, several) {
  const title = (TITLES[step.step] ?? step.step) + (several && step.number ? ` ${step.number}` : '');
  return el('details', {open, 'data-step': step.step},
    el('summary', {}, el('span', {class: 'mark', 'aria-hidden': 'true'}, step.ok ? '✓' : '✕'),
      el('b', {}, title), el('span', {class: 'unseen'}, step.ok ? ', fine: ' : ', not fine: '), el('span', {class: 'gist'}, gist(step))),
    el('div', {class: 'facts-of'}, ...facts(step)));
}

/** What happened in a few words. */
function gist(step) {
  const many = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  switch (step.step) {
    case 'arguments': return many(Object.keys(step.arguments ?? {}).length, 'argument');
    case 'validation': return step.problems?.length ? many(step.problems.length, 'problem') : 'they fit';
    case 'request': return `${step.purpose === 'token' ? 'for a token: ' : ''}${step.method} ${step.url}${step.sent ? '' : ' (not sent)'}`;
    case 'response': return `${step.status ?? step.failure?.kind ?? ''} ${by(step)} ${milliseconds(step.millis)}`;
    case 'mapping': return step.failure ? step.failure.message ?? step.failure.kind ?? 'failed' : step.contentType ?? 'nothing to do';
    case 'result': return step.ok ? 'a result' : 'an error for the model';
    default: return '';
  }
}

const by = (step) => (INSTEAD[step.by] ? `by ${INSTEAD[step.by]}` : '');
const milliseconds = (millis) => (millis === undefined ? '' : `in ${millis} ms`);

function facts(step) {
  switch (step.step) {
    case 'arguments': return [pre(step.arguments ?? {})];
    case 'validation': return problems(step.problems ?? []);
    case 'request': return [el('p', {class: 'line-of'}, el('code', {}, `${step.method} ${step.url}`)),
      ...headers(step.headers), ...body(step.body), ...curl(step)];
    case 'response': return [...failure(step.failure), ...headers(step.headers), ...body(step.body)];
    case 'mapping': return [...failure(step.failure), ...notes(step.notes), ...body(step.body),
      ...(step.text === undefined ? [] : [el('h4', {}, 'Text for the model'), pre(step.text)])];
    case 'result': return [pre(step.result ?? {})];
    default: return [pre(step)];
  }
}

const problems = (list) => (list.length ? list.map(({pointer, message}) => el('p', {}, el('code', {}, pointer || '/'), ` ${message}`))
  : [el('p', {class: 'hint'}, 'The arguments fit what the row says of them.')]);

const failure = (failed) => (failed ? [el('p', {class: 'wrong'}, failed.message ?? failed.kind ?? String(failed))] : []);

const notes = (list) => [list ?? []].flat().map((note) => el('p', {class: 'hint'}, typeof note === 'string' ? note : JSON.stringify(note)));

function headers(list) {
  return list?.length ? [el('table', {}, el('caption', {}, 'Headers'), el('tbody', {}, ...list.map(({name, value}) =>
    el('tr', {}, el('th', {scope: 'row'}, name), el('td', {}, value)))))] : [];
}

function body(shown) {
  if (!shown) {
    return [];
  }
  const title = el('h4', {}, `Body, ${shown.bytes} bytes`, shown.cut ? ', of which the beginning' : '');
  return [title, shown.text === undefined ? pre(shown.base64 ?? '') : laidOut(shown.text)];
}

function curl({curl: line, sent}) {
  if (!line) {
    return [];
  }
  const place = pre(line);
  place.setAttribute('aria-label', 'As a cURL command');
  const unset = [...new Set(line.match(/\$\{(SECRET_\w+)/g) ?? [])].map((name) => name.slice(2));
  return [el('h4', {class: 'with-button'}, 'cURL',
    el('button', {type: 'button', class: 'quiet copy-curl', onclick: () => copy(line, place)}, 'Copy as cURL')), place,
    ...(unset.length ? [el('p', {class: 'hint'}, `Secrets are not shown: set ${unset.join(', ')} in your shell first.`)] : []),
    ...(sent ? [] : [el('p', {class: 'hint'}, 'It was not sent.')])];
}

/** One bar as long as the whole, with a piece for each answer that was waited for. */
function timeline(steps, tookMs) {
  const waits = steps.filter(({step, millis}) => step === 'response' && millis > 0);
  const waited = waits.reduce((sum, {millis}) => sum + millis, 0);
  const whole = Math.max(tookMs ?? waited, waited, 1);
  if (tookMs === undefined && !waits.length) {
    return null;
  }
  const own = Math.max(0, whole - waited);
  const pieces = [...waits.map(({millis, number, status, failure: failed, by: who}) => ({millis, look: failed || status >= 400 ? 'ill' : 'service',
    name: `${INSTEAD[who] ?? 'service'}${waits.length > 1 ? ` ${number}` : ''}`})), {millis: own, look: 'own', name: waits.length > 1 ? 'Postern and pauses' : 'Postern'}];
  let at = 0;
  const bars = pieces.map(({millis, look}) => {
    const bar = draw('rect', {class: look, x: `${at * 100 / whole}%`, width: `${millis * 100 / whole}%`, y: 0, height: 10});
    at += millis;
    return bar;
  });
  const words = pieces.map(({name, millis}) => `${name} ${millis} ms`);
  return el('figure', {class: 'timeline'},
    draw('svg', {role: 'img', 'aria-label': `Of ${whole} ms: ${words.join(', ')}`, width: '100%', height: 10}, ...bars),
    el('figcaption', {}, ...pieces.map(({look, name, millis}) => el('span', {class: look}, `${name} ${millis} ms`))));
}

/** The badge of something that went well or did not. */
export function verdict(ok, words) {
  const state = badge(ok ? 'live' : 'broken');
  state.textContent = words;
  return state;
}
