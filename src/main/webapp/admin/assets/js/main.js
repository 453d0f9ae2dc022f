import {addressed, point} from './address.js';
import {api} from './api.js';
import {makeBench} from './bench.js';
import {ask} from './dialogs.js';
import {byId, el, toast} from './dom.js';
import {kinds} from './kinds.js';
import {makeList} from './list.js';
import {wireHeader, wireSkips, wireTabs} from './page.js';
import {loadLanguages} from './schema.js';

const POLL = 3000; // conditional requests; a 304 unless something changed
const rows = new Map(); // by kind; without an entry until they were read
const tags = new Map();
let kind = kinds[0];
let polling = null;
let going = 0; // counts the ways we went: an answer that comes after the next step is too late

const list = makeList({open: (name) => go(kind, name)});
const bench = makeBench({listed: list.find, stored: (name) => { point(kind, name); list.select(name); poll(); }});

async function poll() {
  clearTimeout(polling);
  try {
    const answers = await Promise.all(kinds.map((one) => api.list(one, tags.get(one))));
    for (const [at, answer] of answers.entries()) {
      if (answer.status === 200) {
        await renew(kinds[at], answer);
      }
    }
    const failed = answers.find((answer) => answer.status >= 400);
    byId('lost').hidden = !failed;
    byId('lost').textContent = failed ? `The list cannot be read: ${failed.body.error?.message}` : '';
  } catch (error) {
    byId('lost').textContent = `${error.message}. What you typed is still here; trying again…`;
    byId('lost').hidden = false;
  }
  clearTimeout(polling);
  polling = setTimeout(poll, document.hidden ? 10 * POLL : POLL);
}

async function renew(one, {tag, body}) {
  tags.set(one, tag);
  rows.set(one, body[one.plural]);
  count(one);
  if (one === kind) {
    list.show(kind, rows.get(kind));
    await bench.follow();
  }
}

/** How many there are stands in the link, and whether any needs somebody. */
function count(one) {
  const broken = rows.get(one).filter(({state}) => state === 'broken').length;
  byId(`count-${one.plural}`).replaceChildren(String(rows.get(one).length),
    broken ? el('span', {class: 'ill', title: `${broken} broken`}, el('span', {class: 'unseen'}, `, ${broken} broken`)) : '');
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

/** Everything that tells the kinds apart, before a row of one is open. */
function turnTo(next) {
  kind = next;
  bench.close();
  for (const one of kinds) {
    const link = byId(`to-${one.plural}`);
    one === kind ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current');
  }
  byId('kind-title').textContent = kind.title;
  byId('kind-about').textContent = kind.about;
  byId('new').textContent = `New ${kind.noun}`;
  byId('search').setAttribute('aria-label', `Search ${kind.plural}`);
  byId('welcome-title').textContent = kind.welcome;
  byId('welcome-about').textContent =
    `Choose a ${kind.noun} on the left, or create one. A saved ${kind.noun} is live for every client in about a second.`;
  byId('starters').replaceChildren(...kind.starters.map((starter) => el('button',
    {type: 'button', onclick: () => create(starter)}, el('b', {}, starter.title), el('span', {}, starter.about))));
  list.show(kind, rows.get(kind));
}

/** Goes to a row, or to the list of a kind where there is no name. */
async function go(next, name) {
  if (next === kind && name !== null && name === bench.name()) {
    return;
  }
  if (byId('dialog').open || !(await mayLeave())) {
    point(kind, bench.name()); // the address may be ahead of us
    return;
  }
  if (next !== kind) {
    turnTo(next);
  }
  await show(name);
}

async function show(name) {
  const before = bench.name();
  const lostFocus = document.activeElement === document.body || byId('bench').contains(document.activeElement);
  const now = ++going;
  let opened = false;
  try {
    opened = name !== null && await bench.open(kind, name);
  } catch (error) {
    toast(error.message, true);
  }
  if (now !== going) {
    return;
  }
  if (name === null) {
    bench.close();
  }
  point(kind, bench.name());
  list.select(bench.name());
  if (opened) {
    byId('open-name').focus({preventScroll: true});
  } else if (name === null && before !== null && lostFocus) {
    byId('list').focus({preventScroll: true});
  }
}

async function create(starter) {
  if (await mayLeave()) {
    bench.create(kind, starter.text());
    point(kind, null);
    list.select(null);
  }
}

async function chooseStarter() {
  const at = await ask(`New ${kind.noun}`, [el('p', {}, 'What shall it start from?'),
    el('dl', {class: 'abouts'}, ...kind.starters.flatMap(({title, about}) => [el('dt', {}, title), el('dd', {}, about)]))],
    [[null, 'Cancel'], ...kind.starters.map((starter, index) => [index, starter.title, index ? '' : 'primary'])]);
  if (at !== null) {
    await create(kind.starters[at]);
  }
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

async function follow() {
  const to = addressed();
  await go(to.kind, to.name);
}

wireHeader();
wireSkips();
wireTabs();
byId('new').addEventListener('click', chooseStarter);
byId('back').addEventListener('click', () => go(kind, null));
addEventListener('keydown', keys);
addEventListener('beforeunload', (event) => bench.isDirty() && event.preventDefault());
addEventListener('popstate', follow);
document.addEventListener('visibilitychange', () => document.hidden || poll());
turnTo(addressed().kind);
await Promise.all([loadLanguages(kinds), poll()]);
await show(addressed().name);
document.documentElement.dataset.ready = 'true';
