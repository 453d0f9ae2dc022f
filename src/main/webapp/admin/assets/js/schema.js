/** The language of a tool's JSON, for completion and help. */

let root = {};

export async function loadSchema() {
  root = await (await fetch('assets/tool.schema.json', {credentials: 'same-origin'})).json();
}

/** Follows `$ref`; what stands beside it wins. */
function open(schema) {
  if (!schema?.$ref) {
    return schema;
  }
  const target = schema.$ref.slice(2).split('/').reduce((at, step) => at?.[step], root);
  const {$ref, ...own} = schema;
  const base = open(target);
  return {...base, ...own, properties: {...base?.properties, ...own.properties}};
}

/** The schema of what stands at a path; undefined where the language says nothing. */
export function schemaAt(path) {
  return path.reduce((schema, step) => {
    const here = open(schema);
    if (typeof step === 'number') {
      return here?.items;
    }
    const known = here?.properties?.[step];
    return known ?? (typeof here?.additionalProperties === 'object' ? here.additionalProperties : undefined);
  }, root);
}

export const describe = (path) => open(schemaAt(path));

/** The keys that an object at this path may have: [name, schema, required]. */
export function keysAt(path) {
  const schema = describe(path);
  return Object.entries(schema?.properties ?? {})
    .map(([name, own]) => [name, open(own), (schema.required ?? []).includes(name)]);
}

/** The values that are worth offering at this path, as JSON text. */
export function valuesAt(path) {
  const schema = describe(path);
  if (!schema) {
    return [];
  }
  const offered = schema.enum ?? schema.examples ?? (schema.type === 'boolean' ? [true, false] : []);
  return offered.map((value) => JSON.stringify(value));
}

/** What to write after a new key; `|` is where the cursor goes. */
export function blank(schema) {
  const type = Array.isArray(schema?.type) ? schema.type[0] : schema?.type;
  if (schema?.const !== undefined) {
    return JSON.stringify(schema.const) + '|';
  }
  return {string: '"|"', object: '{|}', array: '[|]', boolean: `${!schema?.default}|`}[type]
    ?? (schema?.enum ? '"|"' : '|');
}
