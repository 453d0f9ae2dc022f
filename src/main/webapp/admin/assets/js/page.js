import {byId, toast} from './dom.js';

/** The parts of the page that are the same whatever is shown. */

/** Buttons and no links: the fragment of the address says what is shown. */
export function wireSkips() {
  byId('skip-list').addEventListener('click', () => byId('search').focus());
  byId('skip-work').addEventListener('click', () => byId('work').focus());
}

export function wireTabs() {
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

export function wireHeader() {
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
