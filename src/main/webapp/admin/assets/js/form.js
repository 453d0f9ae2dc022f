import {el} from './dom.js';

/** Fields made from an inputSchema. */
export function makeForm(schema, kept = {}) {
  const properties = Object.entries(schema?.properties ?? {});
  const required = new Set(schema?.required ?? []);
  const fields = properties.map(([name, own]) => field(name, own ?? {}, required.has(name), kept[name]));
  return {
    element: el('div', {}, ...(fields.length ? fields.map((f) => f.element)
      : [el('p', {class: 'hint'}, 'This tool takes no arguments.')])),

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

const escaped = (name) => name.replace(/~/g, '~0').replace(/\//g, '~1');
let numbered = 0;

function field(name, schema, required, kept) {
  const id = `arg-${++numbered}`;
  const type = [schema.type].flat()[0];
  const start = kept ?? schema.default ?? schema.examples?.[0];
  const input = control(schema, type, id, start);
  const wrong = el('p', {class: 'wrong', id: `${id}-wrong`, role: 'alert'});
  input.setAttribute('aria-describedby', `${id}-hint ${id}-wrong`);
  if (required) {
    input.setAttribute('aria-required', 'true');
  }
  const element = el('div', {class: 'field'},
    el('label', {for: id}, name, required ? el('span', {class: 'must', 'aria-hidden': 'true'}, '*') : null,
      el('small', {}, schema.enum ? '' : [schema.format ?? schema.type].flat().join(' or '))),
    el('p', {class: 'hint', id: `${id}-hint`}, schema.description ?? ''), input, wrong);
  return {
    name, element,
    read: () => value(input, type, schema, name),
    complain(messages) {
      wrong.textContent = messages.join('; ');
      input.setAttribute('aria-invalid', String(messages.length > 0));
    },
  };
}

function control(schema, type, id, start) {
  if (schema.enum || type === 'boolean') {
    const choices = schema.enum ?? [true, false];
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

function value(input, type, schema, name) {
  const text = input.value;
  if (text === '') {
    return undefined; // an empty field is an absent argument
  }
  if (type === 'string' && !schema.enum) {
    return text;
  }
  if ((type === 'number' || type === 'integer') && !schema.enum) {
    return Number.isNaN(Number(text)) ? text : Number(text); // the server says what is wrong with it
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The argument "${name}" must be JSON`);
  }
}
