import {api, reason} from './api.js';
import {el} from './dom.js';
import {makeForm} from './form.js';
import {showRefusal, showResult} from './result.js';

/** Calls the tool as it stands in the editor, saved or not. */
export function makeTrial(place, {tool}) {
  let schema = null;
  let form = makeForm(null);
  let raw = false;
  const toggle = el('button', {type: 'button', class: 'quiet', onclick: flip}, 'As JSON');
  const note = el('span', {}, 'Arguments');
  const fields = el('div', {});
  const text = el('textarea', {id: 'raw-arguments', 'aria-label': 'Arguments as JSON', rows: 8, spellcheck: 'false', hidden: true});
  const go = el('button', {type: 'button', class: 'primary', id: 'run', 'aria-keyshortcuts': 'Control+Enter', onclick: run}, 'Run');
  const outcome = el('div', {'aria-live': 'polite'});
  place.replaceChildren(el('div', {class: 'try-head'}, note, toggle), fields, text,
    el('div', {class: 'try-run'}, go, el('span', {}, 'Calls what is in the editor')), outcome);

  function flip() {
    try {
      if (raw) {
        form = makeForm(schema, JSON.parse(text.value || '{}'));
        fields.replaceChildren(form.element);
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
  }

  async function run() {
    let call;
    try {
      call = {...tool(), arguments: raw ? JSON.parse(text.value || '{}') : form.read()};
    } catch (error) {
      outcome.replaceChildren(showRefusal(error.message));
      return;
    }
    go.disabled = true;
    go.textContent = 'Running…';
    try {
      const answer = await api.tryOut(call);
      form.complain(answer.body.error?.code === 'invalid_arguments' ? answer.body.problems : []);
      outcome.replaceChildren(answer.body.ok ? showResult(answer.body)
        : showRefusal(reason(answer), answer.body.problems));
    } catch (error) {
      outcome.replaceChildren(showRefusal(error.message));
    } finally {
      go.disabled = false;
      go.textContent = 'Run';
    }
  }

  return {
    run,

    /** Another tool: nothing of the last one stays. */
    clear() {
      outcome.replaceChildren();
      schema = null;
      form = makeForm(null);
      text.value = '';
    },

    /** Makes the form anew where the schema changed, keeping what was filled in. */
    follow(inputSchema) {
      if (schema !== null && JSON.stringify(inputSchema) === JSON.stringify(schema)) {
        return;
      }
      let kept = {};
      try {
        kept = form.read();
      } catch {
        // a half-written field is not worth keeping
      }
      schema = inputSchema ?? {};
      form = makeForm(schema, kept);
      fields.replaceChildren(form.element);
    },
  };
}
