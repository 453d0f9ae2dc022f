import {api, reason} from './api.js';
import {askConflict, askRename} from './dialogs.js';
import {badge, byId, debounced, el, toast} from './dom.js';
import {makeEditor} from './editor.js';
import {showHelp} from './help.js';
import {format, readable} from './json.js';
import {showProblems} from './problems.js';
import {makeTests} from './tests.js';
import {makeTrial} from './try.js';

const CHANGED = new Intl.DateTimeFormat('en', {dateStyle: 'medium', timeStyle: 'short'});

/** Where one row is worked on. */
export function makeBench({listed, stored}) {
  let kind = null;
  let row = null; // {name, enabled, tag, state, isNew}; null while nothing is open
  let baseline = ''; // the text as last read or saved
  let checking = 0;
  let opening = 0;
  const editor = makeEditor(byId('editor'), {
    kind: () => kind,
    changed: () => { refresh(); checkSoon(); },
    moved: (context) => showHelp(byId('panel-help'), kind, context),
    save: () => save(),
    run: () => run(),
  });
  const trial = makeTrial(byId('panel-try'), {
    kind: () => kind,
    row: asWritten,
    written,
    keep: (given, answered) => tests.keep(given, answered),
  });
  const tests = makeTests(byId('panel-tests'), {row: asWritten, written, editor});
  const checkSoon = debounced(350, check);

  const isDirty = () => row !== null && editor.text() !== baseline;

  function written() {
    try {
      const value = JSON.parse(editor.text());
      return typeof value === 'object' ? value : null;
    } catch {
      return null;
    }
  }

  /** What the open tab is for. */
  const run = () => (byId('panel-tests').hidden ? trial : tests).run();

  function asWritten() {
    return {name: written()?.name ?? row.name, configJson: editor.text()};
  }

  function body(enabled) {
    const own = written()?.name;
    const name = typeof own === 'string' ? own : row.name;
    return {...(name ? {name} : {}), enabled, configJson: editor.text()};
  }

  function refresh() {
    byId('open-name').textContent = row.isNew ? written()?.name || `New ${kind.noun}` : row.name;
    byId('open-state').replaceChildren(badge(row.isNew ? 'new' : row.state));
    byId('open-note').textContent = note();
    byId('save').textContent = row.isNew ? 'Publish' : 'Save';
    byId('save').disabled = !row.isNew && !isDirty();
    byId('offline').hidden = Boolean(row.isNew);
    byId('offline').textContent = row.enabled ? 'Take offline' : 'Bring back';
    byId('offline').className = row.enabled ? 'danger' : '';
  }

  function note() {
    if (row.isNew || isDirty()) {
      return 'not saved';
    }
    const changed = `changed ${CHANGED.format(new Date(row.updatedAt))}`;
    return row.state === 'broken' && row.serving
      ? `its last good version still answers calls; ${changed}` : changed;
  }

  /**
   * Asks the server what it would say to this text; of the stored one it knows more, for instance
   * that another row has its URI.
   */
  async function check() {
    const now = ++checking;
    if (!row) {
      return; // closed while this was waiting
    }
    trial.follow();
    tests.follow();
    try {
      const answer = row.isNew || isDirty() ? await api.check(kind, body(true)) : await api.read(kind, row.name);
      if (now === checking && row) {
        report(answer.body.problems ?? []);
      }
    } catch {
      // the list's poll says that the server is gone
    }
  }

  function report(problems) {
    editor.mark(problems);
    showProblems(problems, (problem) => editor.jump(problem.line, problem.column));
    editor.resize();
  }

  function show(of, next, text) {
    kind = of;
    row = next;
    baseline = text;
    checking++;
    trial.clear();
    tests.clear(kind);
    editor.open(text);
    byId('welcome').hidden = true;
    byId('bench').hidden = false;
    byId('shell').classList.add('open');
    byId('banner').hidden = true;
    trial.follow();
    tests.follow();
    report(next.problems ?? []);
    refresh();
    editor.resize();
    if (next.isNew) {
      check();
    }
  }

  /** Answers whether it is open now; it is not where another one was asked for meanwhile. */
  async function open(of, name) {
    const now = ++opening;
    const answer = await api.read(of, name);
    if (now !== opening) {
      return false;
    }
    if (answer.status !== 200) {
      toast(reason(answer), true);
      return false;
    }
    show(of, answer.body, readable(answer.body.configJson));
    return true;
  }

  function create(of, text) {
    opening++;
    show(of, {name: '', isNew: true, enabled: true}, text);
    editor.focus();
  }

  async function save({enabled = row.enabled, overwrite = false} = {}) {
    const next = body(enabled);
    const rename = !row.isNew && next.name !== row.name;
    const choice = rename ? await askRename(kind, row.name, next.name) : null;
    if (rename && !choice) {
      return;
    }
    const fresh = row.isNew || rename;
    const expected = overwrite ? {} : fresh ? {'If-None-Match': '*'} : {'If-Match': `"${row.tag}"`};
    const answer = await sent(() => api.save(kind, next, expected));
    if (!answer) {
      return;
    }
    if (answer.status === 412) {
      await settle(answer.body.present, enabled);
    } else if (!answer.body.ok) {
      refused(answer);
    } else {
      const old = row.name;
      if (choice === 'rename') {
        await api.takeOffline(kind, old);
      }
      await accepted(answer.body.name, next.configJson, fresh ? 'is live' : 'saved');
    }
  }

  async function accepted(name, text, how) {
    const {body: read} = await api.read(kind, name);
    baseline = text;
    row = read;
    byId('banner').hidden = true;
    refresh();
    report(read.problems);
    stored(name);
    toast(`${name} ${read.enabled ? how : how.replace('is live', 'saved')}`);
  }

  function refused(answer) {
    const problems = answer.body.problems ?? [];
    if (problems.length) {
      report(problems);
      editor.jump(problems[0].line, problems[0].column);
    }
    toast(`Not saved: ${problems.length > 1 ? `${problems.length} mistakes` : problems[0]?.message ?? reason(answer)}`, true);
  }

  /** Somebody else was faster. */
  async function settle(present, enabled) {
    const theirs = present ? readable(present.configJson) : null;
    const choice = await askConflict(kind, editor.text(), theirs);
    if (choice === 'theirs') {
      show(kind, present, theirs);
      stored(present.name);
    } else if (choice === 'mine') {
      row = {...row, isNew: !present, ...(present ? {tag: present.tag, name: present.name} : {})};
      await save({enabled});
    }
  }

  async function switchOffline() {
    if (!row.enabled) {
      await save({enabled: true});
      return;
    }
    const answer = await sent(() => api.takeOffline(kind, row.name));
    if (!answer) {
      return;
    }
    if (!answer.body.ok) {
      toast(reason(answer), true);
      return;
    }
    const {body: read} = await api.read(kind, row.name);
    // Where the text is not the one we edit, our tag stays: the next save then shows the conflict.
    const same = readable(read.configJson) === baseline || read.configJson === baseline;
    row = {...read, tag: same ? read.tag : row.tag};
    refresh();
    stored(row.name);
    toast(`${row.name} is offline`);
  }

  async function sent(request) {
    try {
      return await request();
    } catch (error) {
      toast(error.message, true);
      return null;
    }
  }

  /** What the list says about the open row: state at once, text only where nothing is lost. */
  async function follow() {
    const now = row && !row.isNew && listed(row.name);
    if (!now) {
      return;
    }
    if (now.tag === row.tag) {
      const turned = now.state !== row.state;
      row = {...row, state: now.state, serving: now.serving, updatedAt: now.updatedAt};
      refresh();
      if (turned) {
        check();
      }
    } else if (!isDirty()) {
      await open(kind, row.name);
      toast(`Somebody else changed this ${kind.noun}; this is the stored version`);
    } else if (byId('banner').hidden) {
      byId('banner').replaceChildren(el('span', {}, `Somebody else changed this ${kind.noun} while you edit it.`),
        el('button', {type: 'button', onclick: compare}, 'Compare'));
      byId('banner').hidden = false;
    }
  }

  async function compare() {
    const answer = await sent(() => api.read(kind, row.name));
    if (answer) {
      await settle(answer.status === 200 ? answer.body : null, row.enabled);
    }
  }

  byId('save').addEventListener('click', () => save());
  byId('offline').addEventListener('click', switchOffline);
  byId('format').addEventListener('click', () => {
    try {
      editor.replace(format(editor.text()));
    } catch {
      toast('This is not JSON yet; the mistake is marked', true);
    }
  });

  return {open, create, save, follow, isDirty, run, isOpen: () => row !== null,
    isNew: () => row?.isNew === true,
    name: () => (row && !row.isNew ? row.name : null),
    close() {
      opening++;
      row = null;
      byId('bench').hidden = true;
      byId('welcome').hidden = false;
      byId('shell').classList.remove('open');
    }};
}
