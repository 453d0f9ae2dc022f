import {api} from './api.js';
import {makeBench} from './bench.js';
import {ask} from './dialogs.js';
import {byId, el, toast} from './dom.js';
import {makeList} from './list.js';
import {loadSchema} from './schema.js';
import {starters} from './starters.js';

const POLL = 3000; // one conditional request; a 304 unless something changed
let listTag = null;
let polling = null;

const list = makeList({open: (name) => go(name)});
const bench = makeBench({listed: list.find, stored: (name) => { point(name); list.select(name); poll(); }});

async function poll() {
  clearTimeout(polling);
  try {
    const answer = await api.list(listTag);
    if (answer.status === 200) {
      listTag = answer.tag;
      list.show(answer.body.tools);
      await bench.follow();
    }
    byId('lost').hidden = answer.status < 400;
    byId('lost').textContent = answer.status < 400 ? '' : `The list cannot be read: ${answer.body.error?.message}`;
  } catch (error) {
    byId('lost').textContent = `${error.message}. What you typed is still here; trying again…`;
    byId('lost').hidden = false;
  }
  clearTimeout(polling);
  polling = setTimeout(poll, document.hidden ? 10 * POLL : POLL);
}

/** May we leave what is being edited? Saving may fail; then we stay. */
async function mayLeave() {
  if (!bench.isDirty()) {
    return true;
  }
  const choice = await ask('There are unsaved changes', [el('p', {}, 'They are lost if you go on without saving.')],
    [[null, 'Stay'], ['discard', 'Discard', 'danger'], ['save', 'Save', 'primary']]);
  if (choice === 'save') {
    await bench.save();
  }
  return choice === 'discard' || (choice === 'save' && !bench.isDirty());
}

const address = (name) => (name ? `#tool=${encodeURIComponent(name)}` : '#');
const addressed = () => {
  const match = /^#tool=(.*)$/.exec(location.hash);
  return match ? decodeURIComponent(match[1]) : null;
};

/** Writes the open tool into the address, so that it can be linked to. */
function point(name) {
  if (addressed() !== name) {
    history.pushState(null, '', address(name));
  }
}

async function go(name) {
  if (name === bench.name() || !(await mayLeave())) {
    return;
  }
  try {
    if (await bench.open(name)) {
      point(name);
      list.select(name);
      byId('tool-name').focus({preventScroll: true});
    }
  } catch (error) {
    toast(error.message, true);
  }
}

async function create(starter) {
  if (await mayLeave()) {
    bench.create(starter.text());
    point(null);
    list.select(null);
  }
}

async function chooseStarter() {
  const at = await ask('New tool', [el('p', {}, 'What shall it start from?')],
    [[null, 'Cancel'], ...starters.map((starter, index) => [index, starter.title, index ? '' : 'primary'])]);
  if (at !== null) {
    await create(starters[at]);
  }
}

async function close() {
  if (await mayLeave()) {
    bench.close();
    point(null);
    list.select(null);
  }
}

function tabs() {
  const both = [byId('tab-try'), byId('tab-help')];
  const choose = (tab) => both.forEach((one) => {
    const chosen = one === tab;
    one.setAttribute('aria-selected', String(chosen));
    one.tabIndex = chosen ? 0 : -1;
    byId(one.getAttribute('aria-controls')).hidden = !chosen;
  });
  both.forEach((tab, at) => {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        choose(both[1 - at]);
        both[1 - at].focus();
      }
    });
  });
}

function keys(event) {
  const typing = event.target.closest?.('input, textarea, select, [contenteditable], .ace_editor');
  if ((event.ctrlKey || event.metaKey) && event.key === 's') {
    event.preventDefault();
    if (bench.isOpen() && !byId('dialog').open) {
      bench.save();
    }
  } else if ((event.ctrlKey || event.metaKey) && event.key === 'Enter' && bench.isOpen()) {
    bench.run();
  } else if (event.key === '/' && !typing && !byId('dialog').open) {
    event.preventDefault();
    byId('search').focus();
  }
}

function header() {
  const url = document.body.dataset.mcpUrl || new URL('../mcp', location.href).href;
  byId('mcp-url').textContent = url;
  byId('mcp-url').title = url;
  byId('copy-url').addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast('Copied');
    } catch {
      getSelection().selectAllChildren(byId('mcp-url')); // plain http from another host: no clipboard
      toast('Selected; copy it with Ctrl+C');
    }
  });
}

header();
tabs();
byId('new').addEventListener('click', chooseStarter);
byId('back').addEventListener('click', close);
byId('starters').append(...starters.map((starter) => el('button', {type: 'button', onclick: () => create(starter)},
  el('b', {}, starter.title), el('span', {}, starter.about))));
addEventListener('keydown', keys);
addEventListener('beforeunload', (event) => bench.isDirty() && event.preventDefault());
addEventListener('popstate', () => (addressed() ? go(addressed()) : bench.isOpen() && close()));
document.addEventListener('visibilitychange', () => document.hidden || poll());
await Promise.all([loadSchema(), poll()]);
if (addressed()) {
  await go(addressed());
}
document.documentElement.dataset.ready = 'true';
