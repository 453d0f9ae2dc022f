import {api, reason} from './api.js';
import {byId, el, toast} from './dom.js';
import {placeOf, withElement} from './json.js';
import {pre, showRefusal} from './result.js';
import {showSteps, verdict} from './steps.js';

/** Headers of an answer that the language reads. */
const READ = ['content-type', 'location', 'link', 'retry-after'];

/**
 * The tests that stand in the row, run as it stands in the editor.
 *
 * @param row the body of a run
 * @param written the row's JSON; null while it is not JSON
 */
export function makeTests(place, {row, written, editor}) {
  const go = el('button', {type: 'button', class: 'primary', id: 'run-tests', 'aria-keyshortcuts': 'Control+Enter', onclick: run}, 'Run tests');
  const what = el('span', {});
  const summary = el('p', {class: 'sum', role: 'status', id: 'tests-sum'});
  const list = el('ol', {class: 'tests'});
  place.replaceChildren(el('div', {class: 'try-run'}, go, what), summary, list);
  const count = () => (Array.isArray(written()?.tests) ? written().tests.length : 0);

  async function run() {
    if (go.disabled) {
      return; // there are none, or they run
    }
    go.disabled = true;
    summary.replaceChildren('Running…');
    try {
      const answer = await api.runTests(row());
      show(answer.body.tests ? answer.body : null, reason(answer), answer.body.problems);
    } catch (error) {
      show(null, error.message);
    } finally {
      go.disabled = false;
    }
  }

  function show(done, why, problems) {
    if (!done) {
      summary.replaceChildren();
      list.replaceChildren(el('li', {}, showRefusal(why, problems)));
      return;
    }
    const {tests} = done;
    const failed = tests.filter(({ok}) => !ok).length;
    summary.replaceChildren(tests.length === 0 ? 'There are no tests in it yet.'
      : verdict(failed === 0, failed ? `${failed} of ${tests.length} failed` : `${tests.length} passed`));
    list.replaceChildren(...tests.map((test) => el('li', {class: test.ok ? '' : 'ill'}, shown(test))));
  }

  function shown({name, ok, tookMs, failures = [], steps}) {
    return el('details', {open: !ok},
      el('summary', {}, el('span', {class: 'mark', 'aria-hidden': 'true'}, ok ? '✓' : '✕'), el('b', {}, name),
        el('span', {class: 'unseen'}, ok ? ', passed, ' : ', failed, '), el('span', {class: 'gist'}, tookMs === undefined ? '' : `${tookMs} ms`)),
      ...failures.map(differing), steps ? showSteps(steps, tookMs) : null);
  }

  /** What was expected beside what was there. */
  function differing({pointer, message, expected, actual, line, column}) {
    const at = el('button', {type: 'button', class: 'quiet', onclick: () => jump({pointer, line, column})}, pointer);
    return el('div', {class: 'differing'}, el('p', {}, at, ` ${message}`),
      ...(expected === undefined ? [] : [el('h4', {}, 'Expected'), pre(expected, 'wanted')]),
      ...(expected === undefined && actual === undefined ? [] : [el('h4', {}, 'Was'),
        actual === undefined ? el('p', {class: 'hint'}, 'nothing') : pre(actual, 'got')]));
  }

  function jump({pointer, line, column}) {
    const at = line === undefined ? placeOf(editor.text(), pointer) : {line, column};
    editor.jump(at.line, at.column);
  }

  return {
    /** Another row: nothing of the last one stays, and only tools have tests. */
    clear(kind) {
      const tab = byId('tab-tests');
      tab.hidden = kind.noun !== 'tool';
      if (tab.hidden && tab.getAttribute('aria-selected') === 'true') {
        byId('tab-try').click();
      }
      summary.replaceChildren();
      list.replaceChildren();
    },

    follow() {
      const there = count();
      what.textContent = there === 1 ? '1 test in the editor' : `${there} tests in the editor`;
      go.disabled = there === 0;
    },

    /** A call becomes a test in the editor; it is saved with the rest. */
    keep(given, answered) {
      if (!written()) {
        toast('The JSON in the editor has a mistake; put it right first', true);
        return;
      }
      const test = testOf(written().tests, given, answered);
      editor.replace(withElement(editor.text(), 'tests', test));
      this.follow();
      byId('tab-tests').click();
      go.focus();
      toast(`"${test.name}" is in the editor; save to keep it`);
    },
  };
}

/** A call just tried, as a test: this request is expected, and for this answer this result. */
export function testOf(tests, given, {steps, result}) {
  const requests = steps.filter(({step, purpose}) => step === 'request' && purpose !== 'token');
  const answers = requests.map(({number}) => steps.find((one) => one.step === 'response' && one.number === number));
  const recorded = answers.map(recording);
  const whole = recorded.every((answer) => answer !== null);
  const expect = {};
  if (requests.length) {
    const expected = requests.map(expectation);
    expect.request = expected.length === 1 ? expected[0] : expected;
  }
  if (result && whole) {
    expect.result = result.structuredContent === undefined ? {content: result.content} : {structuredContent: result.structuredContent};
  }
  if (result?.isError === true && whole) {
    expect.isError = true;
    expect.result = undefined; // its words may change from version to version
  }
  return {
    name: freeName(tests),
    arguments: given,
    ...(whole && recorded.length ? {answer: recorded.length === 1 ? recorded[0] : recorded} : {}),
    expect: Object.fromEntries(Object.entries(expect).filter(([, value]) => value !== undefined)),
  };
}

function freeName(tests) {
  const taken = new Set((Array.isArray(tests) ? tests : []).map((test) => test?.name));
  let at = taken.size + 1;
  while (taken.has(`case ${at}`)) {
    at++;
  }
  return `case ${at}`;
}

function expectation({method, url, headers = [], body}) {
  const type = headers.find(({name}) => name.toLowerCase() === 'content-type')?.value ?? '';
  const known = body?.text !== undefined && !body.cut && !type.startsWith('multipart/'); // a boundary is new each time
  return {method, url, ...(known ? {body: jsonOr(body.text)} : {})};
}

/** Null where it cannot be kept: there was no answer, or only its beginning is known. */
function recording(response) {
  if (!response || response.failure || response.body?.cut || response.status === undefined) {
    return null;
  }
  const headers = (response.headers ?? []).filter(({name}) => READ.includes(name.toLowerCase()));
  const {text, base64} = response.body ?? {};
  const body = base64 !== undefined ? {base64} : text !== undefined ? {body: jsonOr(text)} : {};
  return {status: response.status,
    ...(headers.length ? {headers: Object.fromEntries(headers.map(({name, value}) => [name, value]))} : {}), ...body};
}

/** JSON as a tree, unless numbers in it would change: they may be longer than ours. */
function jsonOr(text) {
  try {
    const value = JSON.parse(text);
    const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? [];
    return typeof value === 'object' && value !== null && numbers.every((number) => String(Number(number)) === number) ? value : text;
  } catch {
    return text;
  }
}
