import {api, reason} from './api.js';
import {ask, versions} from './dialogs.js';
import {badge, byId, debounced, el, toast} from './dom.js';
import {makeEditor} from './editor.js';
import {showHelp} from './help.js';
import {format, readable} from './json.js';
import {showProblems} from './problems.js';
import {makeTrial} from './try.js';

const CHANGED = new Intl.DateTimeFormat('en', {dateStyle: 'medium', timeStyle: 'short'});

/** Where one tool is worked on. */
export function makeBench({listed, stored}) {
  let tool = null; // {name, enabled, tag, state, isNew}
  let baseline = ''; // the text as last read or saved
  let checking = 0;
  const editor = makeEditor(byId('editor'), {
    changed: () => { refresh(); checkSoon(); },
    moved: (context) => showHelp(byId('panel-help'), context),
    save: () => save(),
    run: () => trial.run(),
  });
  const trial = makeTrial(byId('panel-try'), {
    tool: () => ({name: written()?.name ?? tool.name, configJson: editor.text()}),
  });
  const checkSoon = debounced(350, check);

  const isDirty = () => tool !== null && editor.text() !== baseline;

  function written() {
    try {
      return JSON.parse(editor.text());
    } catch {
      return null;
    }
  }

  function body(enabled) {
    const own = written()?.name;
    const name = typeof own === 'string' ? own : tool.name;
    return {...(name ? {name} : {}), enabled, configJson: editor.text()};
  }

  function refresh() {
    byId('tool-name').textContent = tool.isNew ? written()?.name || 'New tool' : tool.name;
    byId('tool-state').replaceChildren(badge(tool.isNew ? 'new' : tool.state));
    byId('tool-note').textContent = note();
    byId('save').textContent = tool.isNew ? 'Publish' : 'Save';
    byId('save').disabled = !tool.isNew && !isDirty();
    byId('offline').hidden = Boolean(tool.isNew);
    byId('offline').textContent = tool.enabled ? 'Take offline' : 'Bring back';
    byId('offline').className = tool.enabled ? 'danger' : '';
  }

  function note() {
    if (tool.isNew || isDirty()) {
      return 'not saved';
    }
    const changed = `changed ${CHANGED.format(new Date(tool.updatedAt))}`;
    return tool.state === 'broken' && tool.serving
      ? `its last good version still answers calls; ${changed}` : changed;
  }

  /** Asks the server what it would say to this text. */
  async function check() {
    const now = ++checking;
    const schema = written();
    if (schema) {
      trial.follow(schema.inputSchema);
    }
    try {
      const answer = await api.check(body(true));
      if (now === checking && tool) {
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

  function show(next, text) {
    tool = next;
    baseline = text;
    checking++;
    trial.clear();
    editor.open(text);
    byId('welcome').hidden = true;
    byId('bench').hidden = false;
    byId('shell').classList.add('open');
    byId('banner').hidden = true;
    trial.follow(written()?.inputSchema);
    report(next.problems ?? []);
    refresh();
    editor.resize();
    check();
  }

  async function open(name) {
    const answer = await api.read(name);
    if (answer.status !== 200) {
      toast(reason(answer), true);
      return false;
    }
    const {problems, ...read} = answer.body;
    show(read, readable(read.configJson));
    return true;
  }

  function create(text) {
    show({name: '', isNew: true, enabled: true}, text);
    refresh();
    editor.focus();
  }

  async function save({enabled = tool.enabled, overwrite = false} = {}) {
    const next = body(enabled);
    const rename = !tool.isNew && next.name !== tool.name;
    const choice = rename ? await askRename(tool.name, next.name) : null;
    if (rename && !choice) {
      return;
    }
    const fresh = tool.isNew || rename;
    const expected = overwrite ? {} : fresh ? {'If-None-Match': '*'} : {'If-Match': `"${tool.tag}"`};
    const answer = await sent(() => api.save(next, expected));
    if (!answer) {
      return;
    }
    if (answer.status === 412) {
      await settle(answer.body.present, enabled);
    } else if (!answer.body.ok) {
      refused(answer);
    } else {
      const old = tool.name;
      if (choice === 'rename') {
        await api.takeOffline(old);
      }
      await accepted(answer.body.name, next.configJson, fresh ? 'is live' : 'saved');
    }
  }

  async function accepted(name, text, how) {
    const {body: read} = await api.read(name);
    baseline = text;
    tool = read;
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
    const title = present ? 'Somebody else changed this tool' : 'This tool does not exist any more';
    const theirs = present ? readable(present.configJson) : '';
    const choices = [[null, 'Go on editing'], ...(present ? [['theirs', 'Take the stored version']] : []),
      ['mine', present ? 'Overwrite with mine' : 'Create it again', 'danger']];
    const content = [el('p', {}, present
      ? 'Nothing was saved. Compare, then choose; marked lines stand on one side only.'
      : 'Its row was deleted while you were editing. Nothing was saved.'),
    ...(present ? [versions(editor.text(), theirs)] : [])];
    const choice = await ask(title, content, choices, {wide: Boolean(present)});
    if (choice === 'theirs') {
      const {problems, ...read} = present;
      show(read, theirs);
      stored(read.name);
    } else if (choice === 'mine') {
      tool = {...tool, isNew: !present, ...(present ? {tag: present.tag, name: present.name} : {})};
      await save({enabled});
    }
  }

  function askRename(from, to) {
    return ask('The name changed', [el('p', {},
      `The tool was ${from}, its JSON now says ${to}. Clients know a tool by its name.`)], [
      [null, 'Go on editing'], ['copy', 'Save as a second tool'],
      ['rename', 'Rename: take the old one offline', 'primary']]);
  }

  async function switchOffline() {
    if (!tool.enabled) {
      await save({enabled: true});
      return;
    }
    const answer = await sent(() => api.takeOffline(tool.name));
    if (!answer) {
      return;
    }
    if (!answer.body.ok) {
      toast(reason(answer), true);
      return;
    }
    const {body: read} = await api.read(tool.name);
    // Where the text is not the one we edit, our tag stays: the next save then shows the conflict.
    const same = readable(read.configJson) === baseline || read.configJson === baseline;
    tool = {...read, tag: same ? read.tag : tool.tag};
    refresh();
    stored(tool.name);
    toast(`${tool.name} is offline`);
  }

  async function sent(request) {
    try {
      return await request();
    } catch (error) {
      toast(error.message, true);
      return null;
    }
  }

  /** What the list says about the open tool: state at once, text only where nothing is lost. */
  async function follow() {
    const row = tool && !tool.isNew && listed(tool.name);
    if (!row) {
      return;
    }
    if (row.tag === tool.tag) {
      tool = {...tool, state: row.state, serving: row.serving, updatedAt: row.updatedAt};
      refresh();
    } else if (!isDirty()) {
      await open(tool.name);
      toast('Somebody else changed this tool; this is the stored version');
    } else if (byId('banner').hidden) {
      byId('banner').replaceChildren(el('span', {}, 'Somebody else changed this tool while you edit it.'),
        el('button', {type: 'button', onclick: compare}, 'Compare'));
      byId('banner').hidden = false;
    }
  }

  async function compare() {
    const answer = await sent(() => api.read(tool.name));
    if (answer) {
      await settle(answer.status === 200 ? answer.body : null, tool.enabled);
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

  return {open, create, save, follow, isDirty, run: () => trial.run(), isOpen: () => tool !== null,
    name: () => (tool?.isNew ? null : tool?.name),
    close() {
      tool = null;
      byId('bench').hidden = true;
      byId('welcome').hidden = false;
      byId('shell').classList.remove('open');
    }};
}
