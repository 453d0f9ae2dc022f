import {makeCompleter} from './completion.js';
import {contextAt} from './json.js';
import {debounced} from './dom.js';

/* global ace: loaded by the page before this module runs. */

ace.config.set('useStrictCSP', true);
for (const [name, isDark] of [['postern', false], ['postern_dark', true]]) {
  // Only the flag differs; the colours are the page's own and follow its scheme.
  ace.define(`ace/theme/${name}`, ['require', 'exports', 'module'], (require, exports) => {
    exports.isDark = isDark;
    exports.cssClass = 'ace-postern';
    exports.cssText = '';
  });
}

/** The code editor. Tab moves on to the next control; Enter and Esc step into and out of it. */
export function makeEditor(place, {kind, changed, moved, save, run}) {
  const editor = ace.edit(place, {
    useWorker: false, mode: 'ace/mode/json', tabSize: 2, useSoftTabs: true, fontSize: 13.5,
    showPrintMargin: false, scrollPastEnd: 0.2, wrap: true, highlightActiveLine: true,
    enableBasicAutocompletion: true, enableLiveAutocompletion: true, enableKeyboardAccessibility: true,
  });
  editor.completers = [makeCompleter(kind)];
  followScheme(editor);
  const context = () => contextAt(
    editor.getValue(), editor.session.doc.positionToIndex(editor.getCursorPosition()));
  let quiet = false;
  let markers = [];
  editor.on('change', () => quiet || changed());
  editor.selection.on('changeCursor', debounced(80, () => moved(context())));
  editor.commands.addCommand({name: 'save', bindKey: {win: 'Ctrl-S', mac: 'Command-S'}, exec: save});
  editor.commands.addCommand({name: 'run', bindKey: {win: 'Ctrl-Enter', mac: 'Command-Enter'}, exec: run});

  return {
    text: () => editor.getValue(),

    /** Shows another row: the way back ends here. */
    open(text) {
      editor.setOption('textInputAriaLabel', `The ${kind().noun}'s JSON`);
      quiet = true;
      editor.setValue(text, -1);
      editor.session.getUndoManager().reset();
      quiet = false;
      this.mark([]);
      moved(context());
    },

    /** Replaces the text as an edit that can be undone. */
    replace(text) {
      const {row} = editor.getCursorPosition();
      editor.setValue(text, -1);
      editor.gotoLine(row + 1, 0, false);
    },

    /** Shows mistakes at their lines. */
    mark(problems) {
      markers.forEach((id) => editor.session.removeMarker(id));
      const Range = ace.require('ace/range').Range;
      const last = editor.session.getLength() - 1;
      const rows = problems.map((problem) => Math.min(problem.line - 1, last));
      markers = [...new Set(rows)].map(
        (row) => editor.session.addMarker(new Range(row, 0, row, 1), 'at-fault', 'fullLine'));
      editor.session.setAnnotations(problems.map((problem, at) => ({
        row: rows[at], column: problem.column - 1, type: 'error',
        text: problem.pointer ? `${problem.pointer}: ${problem.message}` : problem.message,
      })));
    },

    jump(line, column) {
      editor.focus();
      editor.gotoLine(line, column - 1, true);
      editor.scrollToLine(line - 1, true, true);
    },

    focus: () => editor.focus(),
    resize: () => editor.resize(),
  };
}

function followScheme(editor) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => editor.setTheme(dark.matches ? 'ace/theme/postern_dark' : 'ace/theme/postern');
  dark.addEventListener('change', follow);
  follow();
}
