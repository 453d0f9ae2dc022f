import {byId, el} from './dom.js';

/**
 * Asks a question. Choices are [value, label, class]; Esc answers with null. The focus starts on the
 * primary choice, or else on the first: Enter never destroys.
 */
export function ask(title, content, choices, {wide = false} = {}) {
  const dialog = byId('dialog');
  const before = document.activeElement;
  const start = Math.max(0, choices.findIndex(([, , look]) => look === 'primary'));
  return new Promise((resolve) => {
    let answer = null;
    const buttons = choices.map(([value, label, look], at) => el('button', {
      type: 'button', class: look ?? '', autofocus: at === start,
      onclick: () => { answer = value; dialog.close(); },
    }, label));
    dialog.classList.toggle('wide', wide);
    dialog.replaceChildren(
      el('h2', {id: 'dialog-title'}, title), ...content, el('div', {class: 'choices'}, ...buttons));
    dialog.addEventListener('close', () => { resolve(answer); before?.focus?.(); }, {once: true});
    dialog.showModal();
  });
}

/**
 * Somebody else was faster. Answers with theirs, mine, or null to go on editing.
 *
 * @param theirs the text stored now; null where the row is gone
 */
export function askConflict(kind, mine, theirs) {
  if (theirs === null) {
    return ask(`This ${kind.noun} does not exist any more`,
      [el('p', {}, 'Its row was deleted while you were editing. Nothing was saved.')],
      [[null, 'Go on editing'], ['mine', 'Create it again', 'danger']]);
  }
  return ask(`Somebody else changed this ${kind.noun}`,
    [el('p', {}, 'Nothing was saved. Compare, then choose; marked lines stand on one side only.'), versions(mine, theirs)],
    [[null, 'Go on editing'], ['theirs', 'Take the stored version'], ['mine', 'Overwrite with mine', 'danger']],
    {wide: true});
}

/** Answers with copy, rename, or null to go on editing. */
export function askRename(kind, from, to) {
  return ask('The name changed', [el('p', {},
    `The ${kind.noun} was ${from}, its JSON now says ${to}. Clients know a ${kind.noun} by its name.`)], [
    [null, 'Go on editing'], ['copy', `Save as a second ${kind.noun}`],
    ['rename', 'Rename: take the old one offline', 'primary']]);
}

/** Two versions side by side, with the lines that only one of them has. */
function versions(mine, theirs) {
  const left = mine.split('\n');
  const right = theirs.split('\n');
  const common = inCommon(left, right);
  return el('div', {class: 'versions'},
    el('div', {}, el('h3', {}, 'Yours'), lines(left, common.left, 'Your version')),
    el('div', {}, el('h3', {}, 'Stored now'), lines(right, common.right, 'The stored version')));
}

function lines(list, common, label) {
  return el('pre', {tabindex: 0, 'aria-label': label, role: 'region'},
    ...list.map((line, at) => el('span', {class: common.has(at) ? '' : 'only'}, line || ' ')));
}

/** The longest common subsequence of lines; beyond 4 million pairs, equal lines at equal places. */
function inCommon(left, right) {
  const found = {left: new Set(), right: new Set()};
  const take = (i, j) => { found.left.add(i); found.right.add(j); };
  if (left.length * right.length > 4e6) {
    left.forEach((line, i) => line === right[i] && take(i, i));
    return found;
  }
  const length = left.map(() => new Uint32Array(right.length + 1));
  length.push(new Uint32Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      length[i][j] = left[i] === right[j]
        ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
    }
  }
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    if (left[i] === right[j]) {
      take(i++, j++);
    } else {
      length[i + 1][j] >= length[i][j + 1] ? i++ : j++;
    }
  }
  return found;
}
