import {el} from './dom.js';

/**
 * Fields for arguments.
 *
 * @param inputs properties and required as in JSON Schema; hints by name: label, suggested, multiline
 * @param nothing what to say where there are none
 */
export function makeForm(inputs, nothing, kept = {}) {
  const {properties, required, hints} = inputs;
  const fields = Object.entries(properties).map(([name, own]) =>
    field({name, schema: own ?? {}, required: required.includes(name),
      hint: ownOf(hints, name) ?? {}, kept: ownOf(kept, name)}));
  return {
    element: el('div', {}, ...(fields.length ? fields.map((f) => f.element)
      : [el('p', {class: 'hint'}, nothing)])),

    /** The arguments; throws an Error that names the field whose JSON cannot be read. */
    read() {
      const values = {};
      fields.forEach((f) => {
        const value = f.read();
        if (value !== undefined) {
          values[f.name] = value;
        }
      });
      return values;
    },

    complain(problems) {
      fields.forEach((f) => f.complain(problems
        .filter(({pointer, message}) => pointer === `/${escaped(f.name)}`
          || pointer.startsWith(`/${escaped(f.name)}/`) || message.includes(`'${f.name}'`))
        .map(({message}) => message)));
    },
  };
}

/** Not what every object has: an argument may be called constructor. */
const ownOf = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);
const escaped = (name) => name.replace(/~/g, '~0').replace(/\//g, '~1');
let numbered = 0;

function field({name, schema, required, hint, kept}) {
  const id = `arg-${++numbered}`;
  const type = [schema.type].flat()[0];
  const start = kept ?? schema.default ?? schema.examples?.[0];
  const choices = Array.isArray(schema.enum) ? schema.enum : type === 'boolean' ? [true, false] : null;
  const input = hint.multiline ? prose(id, start) : control(choices, schema, type, {id, start});
  const wrong = el('p', {class: 'wrong', id: `${id}-wrong`, role: 'alert'});
  input.setAttribute('aria-describedby', `${id}-hint ${id}-wrong`);
  if (required) {
    input.setAttribute('aria-required', 'true');
  }
  const element = el('div', {class: 'field'},
    el('label', {for: id}, name, required ? el('span', {class: 'must', 'aria-hidden': 'true'}, '*') : null,
      el('small', {}, hint.label ?? (choices ? '' : [schema.format ?? schema.type].flat().join(' or ')))),
    el('p', {class: 'hint', id: `${id}-hint`}, schema.description ?? ''), input, suggested(input, hint.suggested ?? []), wrong);
  return {
    name, element,
    read: () => value(input, type, choices, name),
    complain(messages) {
      wrong.textContent = messages.join('; ');
      input.setAttribute('aria-invalid', String(messages.length > 0));
    },
  };
}

function prose(id, start) {
  const text = el('textarea', {id, class: 'prose', rows: 2});
  text.value = start ?? '';
  return text;
}

function control(choices, schema, type, {id, start}) {
  if (choices) {
    return el('select', {id}, el('option', {value: ''}, '(absent)'), ...choices.map((choice) => el('option', {
      value: JSON.stringify(choice), selected: JSON.stringify(choice) === JSON.stringify(start)}, String(choice))));
  }
  if (type === 'number' || type === 'integer') {
    return el('input', {id, type: 'text', inputmode: 'decimal', autocomplete: 'off', value: start ?? ''});
  }
  if (type === 'string') {
    return el('input', {id, type: 'text', autocomplete: 'off', value: start ?? '', placeholder: schema.format ?? ''});
  }
  const text = el('textarea', {id, spellcheck: 'false', placeholder: type === 'array' ? '[]' : '{}'});
  text.value = start === undefined ? '' : JSON.stringify(start, null, 2);
  return text;
}

/** Values to choose from while typing. */
function suggested(input, values) {
  if (!values.length) {
    return null;
  }
  input.setAttribute('list', `${input.id}-suggested`);
  return el('datalist', {id: `${input.id}-suggested`}, ...values.map((value) => el('option', {value})));
}

function value(input, type, choices, name) {
  const text = input.value;
  if (text === '') {
    return undefined; // an empty field is an absent argument
  }
  if (type === 'string' && !choices) {
    return text;
  }
  if ((type === 'number' || type === 'integer') && !choices) {
    return Number.isNaN(Number(text)) ? text : Number(text); // the server says what is wrong with it
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The argument "${name}" must be JSON`);
  }
}
