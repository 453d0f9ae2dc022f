import {byId, copy} from './dom.js';

/** The parts of the page that are the same whatever is shown. */

/** Buttons and no links: the fragment of the address says what is shown. */
export function wireSkips() {
  byId('skip-list').addEventListener('click', () => byId('search').focus());
  byId('skip-work').addEventListener('click', () => byId('work').focus());
}

export function wireTabs() {
  const tabs = ['try', 'tests', 'help'].map((name) => byId(`tab-${name}`));
  const choose = (tab) => tabs.forEach((one) => {
    const chosen = one === tab;
    one.setAttribute('aria-selected', String(chosen));
    one.tabIndex = chosen ? 0 : -1;
    byId(one.getAttribute('aria-controls')).hidden = !chosen;
  });
  const step = (tab, by) => {
    const there = tabs.filter((one) => !one.hidden);
    const next = there[(there.indexOf(tab) + by + there.length) % there.length];
    choose(next);
    next.focus();
  };
  tabs.forEach((tab) => {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        step(tab, event.key === 'ArrowLeft' ? -1 : 1);
      }
    });
  });
}

export function wireHeader() {
  const url = document.body.dataset.mcpUrl || new URL('../mcp', location.href).href;
  byId('mcp-url').textContent = url;
  byId('mcp-url').title = url;
  byId('copy-url').addEventListener('click', () => copy(url, byId('mcp-url')));
}
