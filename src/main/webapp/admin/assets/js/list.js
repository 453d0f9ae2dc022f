import {badge, byId, el} from './dom.js';
import {numbered} from './kinds.js';

const ROW = 62; // the height of .row in parts.css
const STATES = ['all', 'live', 'offline', 'broken'];

/** The list of rows. Only the rows in sight exist, so thousands cost no more than a dozen. */
export function makeList({open}) {
  const list = byId('list');
  const space = byId('list-space');
  let kind = null;
  let loaded = false;
  let all = [];
  let shown = [];
  let state = 'all';
  let active = -1;
  let selected = null;
  let drawn = new Map(); // the rows that exist, by what they show

  const needle = () => byId('search').value.trim().toLowerCase();

  function filter() {
    const sought = needle();
    const name = shown[active]?.name;
    shown = all.filter((one) =>
      (state === 'all' || one.state === state) && (!sought || one.sought.includes(sought)));
    active = shown.findIndex((one) => one.name === name);
    space.style.height = `${shown.length * ROW}px`;
    byId('list-empty').hidden = !loaded || shown.length > 0;
    byId('list-empty').textContent = all.length ? `No ${kind.noun} matches.` : `There is no ${kind.noun} yet. Create the first one.`;
    byId('count').textContent = !loaded ? '' : shown.length === all.length
      ? numbered(kind, all.length) : `${shown.length} of ${numbered(kind, all.length)}`;
    draw();
  }

  /** Elements stay while what they show does: one that goes between press and release eats the click. */
  function draw() {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 4);
    const last = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / ROW) + 4);
    const sought = needle();
    const next = new Map();
    for (let at = first; at < last; at++) {
      const one = shown[at];
      const content = `${at} ${kind.noun} ${one.tag} ${one.state} ${sought} ${one.name}`;
      const element = drawn.get(content) ?? row(one, at);
      element.classList.toggle('active', at === active);
      element.setAttribute('aria-selected', String(one.name === selected));
      element.setAttribute('aria-setsize', shown.length);
      next.set(content, element);
    }
    drawn.forEach((element, content) => next.has(content) || element.remove());
    next.forEach((element, content) => drawn.has(content) || space.append(element));
    drawn = next;
    const id = active >= first && active < last ? `row-${active}` : null;
    id ? list.setAttribute('aria-activedescendant', id) : list.removeAttribute('aria-activedescendant');
  }

  function row(one, at) {
    const [line, word] = kind.line(one);
    const about = one.state === 'broken' ? one.problems[0] : line || '';
    const element = el('div', {
      class: `row ${one.state}`, role: 'option', id: `row-${at}`, 'aria-posinset': at + 1,
      title: one.state === 'broken' ? one.problems.join('\n') : one.description ?? one.name,
    },
    el('b', {}, ...highlighted(one.name)), badge(one.state),
    el('span', {class: about ? 'about' : 'about none'}, about || 'no description'), el('span', {class: 'kind'}, word ?? ''));
    element.style.top = `${at * ROW}px`;
    return element;
  }

  function highlighted(name) {
    const sought = needle();
    const at = sought ? name.toLowerCase().indexOf(sought) : -1;
    return at < 0 ? [name]
      : [name.slice(0, at), el('mark', {}, name.slice(at, at + sought.length)), name.slice(at + sought.length)];
  }

  function move(to) {
    active = Math.max(0, Math.min(shown.length - 1, to));
    const top = active * ROW;
    if (top < list.scrollTop) {
      list.scrollTop = top;
    } else if (top + ROW > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + ROW - list.clientHeight;
    }
    draw();
  }

  /** By place and not by element: rows may be drawn anew between pressing and letting go. */
  function clicked(event) {
    const at = Math.floor((event.clientY - space.getBoundingClientRect().top) / ROW);
    if (shown[at]) {
      active = at;
      open(shown[at].name);
    }
  }

  function keys(event) {
    const page = Math.max(1, Math.floor(list.clientHeight / ROW) - 1);
    const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity};
    if (event.key in steps) {
      move(active < 0 ? 0 : active + steps[event.key]);
    } else if ((event.key === 'Enter' || event.key === ' ') && shown[active]) {
      open(shown[active].name);
    } else {
      return;
    }
    event.preventDefault();
  }

  function chips() {
    const numbers = Object.fromEntries(STATES.map((s) => [s, s === 'all' ? all.length : 0]));
    all.forEach((one) => { numbers[one.state] = (numbers[one.state] ?? 0) + 1; });
    const pressed = document.activeElement?.dataset?.state;
    byId('chips').replaceChildren(...STATES.map((s) => el('button', {
      type: 'button', 'aria-pressed': String(s === state), 'data-state': s,
      onclick: () => { state = s; list.scrollTop = 0; chips(); filter(); },
    }, s[0].toUpperCase() + s.slice(1), el('output', {}, String(numbers[s])))));
    if (pressed) {
      byId('chips').querySelector(`[data-state=${pressed}]`)?.focus();
    }
  }

  list.addEventListener('scroll', draw, {passive: true});
  list.addEventListener('keydown', keys);
  list.addEventListener('click', clicked);
  list.addEventListener('focus', () => { if (active < 0 && shown.length) move(0); });
  new ResizeObserver(draw).observe(list);
  byId('search').addEventListener('input', () => { list.scrollTop = 0; filter(); });
  byId('search').addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' && shown.length) {
      event.preventDefault();
      move(0);
      list.focus();
    }
  });

  return {
    /** Shows rows of this kind; of another one from the top, and all. Undefined until they are known. */
    show(of, rows) {
      if (of !== kind) {
        kind = of;
        state = 'all';
        active = -1;
        selected = null;
        byId('search').value = '';
        list.scrollTop = 0;
        list.setAttribute('aria-label', kind.title);
      }
      loaded = rows !== undefined;
      all = (rows ?? []).map((one) => ({...one, sought: [one.name, one.title, one.description, one.uri, one.uriTemplate]
        .join('\n').toLowerCase()}));
      chips();
      filter();
    },
    find: (name) => all.find((one) => one.name === name),
    select(name) {
      selected = name;
      active = shown.findIndex((one) => one.name === name);
      active >= 0 ? move(active) : draw();
    },
  };
}
