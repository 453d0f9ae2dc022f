/** What "Try it" asks for and sends. What is read here may be half written. */

const list = (value) => (Array.isArray(value) ? value : []);
const strings = (value) => list(value).filter((one) => typeof one === 'string');

export function ofTool(tool) {
  const {properties, required} = tool.inputSchema ?? {};
  return {properties: properties ?? {}, required: strings(required), hints: {}};
}

/** All values of these are texts. Suggested is what stands in the row; clients alone ask services. */
function texts(row, named, multiline) {
  return {
    properties: Object.fromEntries(named.map(({name, description}) => [name, {type: 'string', description}])),
    required: named.filter(({required}) => required === true).map(({name}) => name),
    hints: Object.fromEntries(named.map(({name, title}) => {
      const suggested = strings(row.completions?.[name]);
      return [name, {label: title ?? '', suggested, multiline: multiline && !suggested.length}];
    })),
  };
}

/** A prompt's arguments are often long. */
export const ofPrompt = (prompt) =>
  texts(prompt, list(prompt.arguments).filter((argument) => typeof argument?.name === 'string'), true);

const HOLES = /\{([+#./;?&]?)([A-Za-z_]\w*(?:,[A-Za-z_]\w*)*)\}/g;

function holes(template) {
  return typeof template === 'string' ? [...template.matchAll(HOLES)].flatMap(([, operator, names]) =>
    names.split(',').map((name) => ({name, required: !'?&'.includes(operator) || operator === ''}))) : [];
}

export const ofResource = (resource) => texts(resource, holes(resource.uriTemplate), false);

/** Of each operator of RFC 6570: what comes first, what stands between, and what it names. */
const OPERATORS = {
  '': {first: '', between: ','}, '+': {first: '', between: ',', reserved: true},
  '#': {first: '#', between: ',', reserved: true}, '.': {first: '.', between: '.'},
  '/': {first: '/', between: '/'}, ';': {first: ';', between: ';', named: true},
  '?': {first: '?', between: '&', named: true}, '&': {first: '&', between: '&', named: true},
};

const strict = (text) => encodeURIComponent(text)
  .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
const loose = (text) => encodeURI(text).replace(/%5B/g, '[').replace(/%5D/g, ']');

/** RFC 6570 up to level 3; variables without a value are left out. */
export function expand(template, values) {
  return template.replace(HOLES, (hole, operator, names) => {
    const {first, between, reserved, named} = OPERATORS[operator];
    const parts = names.split(',').filter((name) => values[name] !== undefined).map((name) => {
      const value = (reserved ? loose : strict)(String(values[name]));
      return named ? `${name}=${value}` : value;
    });
    return parts.length ? first + parts.join(between) : '';
  });
}

/** What cannot be sent yet, with the fields that are to blame. */
export class Incomplete extends Error {
  constructor(problems) {
    super('Some variables have no value yet');
    this.problems = problems;
  }
}

/** A template is read at a URI, which may be given itself. */
export function toUri(resource, values) {
  if (typeof resource?.uriTemplate !== 'string' || values.uri !== undefined) {
    return values;
  }
  const missing = holes(resource.uriTemplate).filter(({name, required}) => required && values[name] === undefined);
  if (missing.length) {
    throw new Incomplete(missing.map(({name}) => ({pointer: `/${name}`, message: 'is missing'})));
  }
  return {uri: expand(resource.uriTemplate, values)};
}

const after = (text, key) => text.slice(Math.max(0, text.indexOf(`"${key}"`)));

export function guessProperties(text) {
  return [...after(text, 'properties').matchAll(/"([^"\\]+)"\s*:\s*\{/g)].map(([, name]) => name)
    .filter((name) => name !== 'properties');
}

export function guessNames(text) {
  const block = /"arguments"\s*:\s*\[([^\]]*)/.exec(text)?.[1] ?? '';
  return [...block.matchAll(/"name"\s*:\s*"([^"\\]+)"/g)].map(([, name]) => name);
}

export function guessHoles(text) {
  const template = /"uriTemplate"\s*:\s*"([^"]*)/.exec(text)?.[1];
  return [...holes(template).map(({name}) => name), 'uri'];
}
