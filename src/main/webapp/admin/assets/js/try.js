import {api, reason} from './api.js';
import {el} from './dom.js';
import {makeForm} from './form.js';
import {showRefusal, showResult} from './result.js';
import {showSteps} from './steps.js';

const NONE = {properties: {}, required: [], hints: {}};

/**
 * Uses the row as it stands in the editor, saved or not.
 *
 * @param row the body of a trial, without its arguments
 * @param written the row's JSON; null while it is not JSON
 * @param keep makes a test of a call: its arguments and what was answered
 */
export function makeTrial(place, {kind, row, written, keep}) {
  let inputs = NONE;
  let form = makeForm(NONE, '');
  let raw = false;
  const toggle = el('button', {type: 'button', class: 'quiet', onclick: flip}, 'As JSON');
  const note = el('span', {});
  const fields = el('div', {oninput: () => preview()});
  const uri = el('output', {});
  const uriLine = el('p', {class: 'uri', hidden: true}, 'URI ', uri);
  const text = el('textarea', {id: 'raw-arguments', 'aria-label': 'Arguments as JSON', rows: 8, spellcheck: 'false', hidden: true});
  const go = el('button', {type: 'button', class: 'primary', id: 'run', 'aria-keyshortcuts': 'Control+Enter', onclick: run}, 'Run');
  const what = el('span', {});
  const outcome = el('div', {'aria-live': 'polite'});
  const way = el('div', {}); // long, so it is not read out by itself
  const head = el('div', {class: 'try-head'}, note, toggle);
  place.replaceChildren(head, fields, uriLine, text,
    el('div', {class: 'try-run'}, go, what), outcome, way);

  function rebuild(kept) {
    form = makeForm(inputs, kind().asksNothing, kept);
    fields.replaceChildren(form.element);
    head.hidden = !raw && Object.keys(inputs.properties).length === 0;
    preview();
  }

  function flip() {
    try {
      if (raw) {
        rebuild(JSON.parse(text.value || '{}'));
      } else {
        text.value = JSON.stringify(form.read(), null, 2);
      }
    } catch (error) {
      outcome.replaceChildren(showRefusal(error.message));
      return;
    }
    raw = !raw;
    text.hidden = !raw;
    fields.hidden = raw;
    toggle.textContent = raw ? 'As form' : 'As JSON';
    preview();
  }

  /** The URI that the variables make, as soon as there are enough of them. */
  function preview() {
    try {
      const sent = raw ? {} : kind().sent(written(), form.read());
      uriLine.hidden = sent === undefined || sent.uri === undefined || 'uri' in inputs.properties;
      uri.textContent = sent.uri ?? '';
    } catch {
      uriLine.hidden = true; // half filled in
    }
  }

  async function run() {
    let call;
    try {
      const values = raw ? JSON.parse(text.value || '{}') : form.read();
      call = {...row(), arguments: kind().sent(written(), values)};
    } catch (error) {
      form.complain(error.problems ?? []);
      outcome.replaceChildren(showRefusal(error.message, error.problems));
      way.replaceChildren();
      return;
    }
    go.disabled = true;
    go.textContent = 'Running…';
    try {
      const answer = await api.tryOut(kind(), call);
      form.complain(answer.body.error?.code === 'invalid_arguments' ? answer.body.problems : []);
      outcome.replaceChildren(answer.body.ok ? showResult(answer.body, kind())
        : showRefusal(reason(answer), answer.body.problems));
      way.replaceChildren(...steps(call.arguments, answer.body));
    } catch (error) {
      outcome.replaceChildren(showRefusal(error.message));
      way.replaceChildren();
    } finally {
      go.disabled = false;
      go.textContent = 'Run';
    }
  }

  function steps(given, answered) {
    if (!answered.steps) {
      return [];
    }
    const kept = kind().noun === 'tool' && answered.ok
      ? [el('button', {type: 'button', id: 'keep', onclick: () => keep(given, answered)}, 'Make this call a test')] : [];
    return [...kept, showSteps(answered.steps, answered.tookMs)];
  }

  return {
    run,

    /** Another row: nothing of the last one stays. */
    clear() {
      outcome.replaceChildren();
      way.replaceChildren();
      note.textContent = kind().asks;
      what.textContent = kind().run;
      inputs = NONE;
      rebuild({});
      text.value = '';
    },

    /** Makes the form anew where the arguments changed, keeping what was filled in. */
    follow() {
      const next = written() ? kind().inputs(written()) : inputs;
      if (JSON.stringify(next) === JSON.stringify(inputs)) {
        preview();
        return;
      }
      let kept = {};
      try {
        kept = form.read();
      } catch {
        // a half-written field is not worth keeping
      }
      inputs = next;
      rebuild(kept);
    },
  };
}
