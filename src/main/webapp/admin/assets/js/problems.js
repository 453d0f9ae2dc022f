import {byId, el} from './dom.js';

/** The list of mistakes below the editor; each one leads to its line. */
export function showProblems(problems, jump) {
  const count = problems.length;
  byId('problems').classList.toggle('some', count > 0);
  const title = count === 0 ? 'No problems' : count === 1 ? '1 problem' : `${count} problems`;
  if (byId('problems-title').textContent !== title) {
    byId('problems-title').textContent = title; // set only where it changed: it is read out
  }
  byId('problem-list').replaceChildren(...problems.map((problem) => el('li', {},
    el('button', {type: 'button', onclick: () => jump(problem)},
      el('span', {class: 'line'}, `Line ${problem.line}`),
      el('span', {}, problem.pointer ? el('code', {}, `${problem.pointer} `) : null, problem.message)))));
}
