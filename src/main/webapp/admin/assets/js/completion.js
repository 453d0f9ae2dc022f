import {contextAt} from './json.js';
import {blank, keysAt, valuesAt} from './schema.js';

/**
 * Completion for Ace: keys, values, and names inside {{placeholders}}.
 *
 * @param kind tells what is being edited
 */
export const makeCompleter = (kind) => ({
  id: 'postern',
  identifierRegexps: [/[\w$.\-/]/],
  triggerCharacters: ['"', '{', '.'],

  getCompletions(editor, session, position, prefix, callback) {
    const text = session.getValue();
    const offset = session.doc.positionToIndex(position);
    callback(null, offers(kind(), text, offset).map((offer) => ({...offer, completer: this})));
  },

  insertMatch(editor, offer) {
    const session = editor.session;
    const offset = session.doc.positionToIndex(editor.getCursorPosition());
    const text = session.getValue();
    const [from, to, written] = edit(offer, text, offset);
    const mark = written.indexOf('|');
    const plain = written.replace('|', '');
    const place = (index) => session.doc.indexToPosition(index);
    session.replace({start: place(from), end: place(to)}, plain);
    editor.moveCursorToPosition(place(from + (mark < 0 ? plain.length : mark)));
    editor.clearSelection();
  },
});

function offers(kind, text, offset) {
  const context = contextAt(text, offset);
  if (context.frame.kind === 'root') {
    return [];
  }
  if (context.expects === 'key') {
    return keysAt(kind, context.path)
      .filter(([name]) => !context.keys.has(name) || unquoted(context.token) === name)
      .map(([name, schema, required]) => ({
        caption: name, value: name, meta: required ? 'required' : types(schema), schema,
        use: 'key', score: required ? 1000 : 500, docText: schema?.description,
      }));
  }
  if (context.inString && placeholder(text, offset) !== null) {
    return holes(kind, text).map((name) => ({
      caption: name, value: name, meta: 'placeholder', use: 'hole', score: 900}));
  }
  return valuesAt(kind, context.path).map((value) => ({
    caption: value.replace(/^"|"$/g, ''), value: value.replace(/^"|"$/g, ''), json: value,
    meta: 'value', use: 'value', score: 800}));
}

function edit(offer, text, offset) {
  if (offer.use === 'hole') {
    const typed = placeholder(text, offset);
    const closing = /^\s*\}\}/.test(text.slice(offset)) ? '' : '}}';
    return [offset - typed.length, offset, `${offer.value}${closing}|`];
  }
  const {token} = contextAt(text, offset);
  const from = token ? token.at : offset;
  const to = token ? token.at + token.text.length : offset;
  if (offer.use === 'value') {
    return [from, to, `${offer.json}|`];
  }
  const hasValue = /^\s*:/.test(text.slice(to));
  const more = /^\s*"/.test(text.slice(to)) ? ',' : '';
  return [from, to, `"${offer.value}"${hasValue ? '|' : `: ${blank(offer.schema)}${more}`}`];
}

/** What is typed of a placeholder's name before the cursor; null outside of one. */
function placeholder(text, offset) {
  const match = /\{\{\s*([\w.$-]*)$/.exec(text.slice(Math.max(0, offset - 200), offset));
  return match ? match[1] : null;
}

function holes(kind, text) {
  let names;
  try {
    names = Object.keys(kind.inputs(JSON.parse(text)).properties);
  } catch {
    names = kind.guess(text);
  }
  return [...new Set(names)].map((name) => `args.${name}`).concat('secrets.');
}

const unquoted = (token) => token?.text.replace(/^"|"$/g, '');
const types = (schema) => [schema?.type].flat().filter(Boolean).join('|');
