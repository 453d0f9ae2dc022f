/** The languages of the rows' JSON, for completion and help. */

const documents = new Map(); // by their $id
const languages = new Map(); // by kind

/** Reads the schemas; they refer to one another by their $id. */
export async function loadLanguages(kinds) {
  await Promise.all(kinds.map(async (kind) => {
    const answer = await fetch(kind.schema, {cache: 'no-cache'}); // kept for an hour, but we may be newer
    const document = await answer.json();
    documents.set(document.$id, absolute(document, document.$id));
    languages.set(kind, document);
  }));
}

/** Rewrites every reference to a whole one, in place, so that it means the same from anywhere. */
function absolute(schema, base) {
  if (typeof schema === 'object' && schema !== null) {
    if (typeof schema.$ref === 'string') {
      schema.$ref = new URL(schema.$ref, base).href;
    }
    Object.values(schema).forEach((inner) => absolute(inner, base));
  }
  return schema;
}

/** Follows `$ref`, and takes in every form that a value may have; what stands beside them wins. */
function open(schema) {
  const own = schema ?? {};
  const bases = [
    ...(typeof own.$ref === 'string' ? [open(target(own.$ref))] : []),
    // What one form of several demands is not demanded of all.
    ...[...(own.anyOf ?? []), ...(own.oneOf ?? [])].map((form) => ({...open(form), required: undefined}))];
  if (!bases.length) {
    return schema;
  }
  const {$ref, anyOf, oneOf, ...beside} = own;
  const enums = bases.flatMap((base) => base?.enum ?? []);
  return {
    ...Object.assign({}, ...bases.toReversed()), ...(enums.length ? {enum: enums} : {}), ...beside,
    properties: Object.assign({}, ...bases.map((base) => base?.properties), own.properties),
  };
}

function target(reference) {
  const [id, pointer] = reference.split('#');
  return pointer.slice(1).split('/').reduce((at, step) => at?.[step], documents.get(id));
}

/** The schema of what stands at a path; undefined where the language says nothing. */
function schemaAt(kind, path) {
  return path.reduce((schema, step) => {
    const here = open(schema);
    if (typeof step === 'number') {
      return here?.items;
    }
    const known = here?.properties?.[step];
    return known ?? (typeof here?.additionalProperties === 'object' ? here.additionalProperties : undefined);
  }, languages.get(kind));
}

export const describe = (kind, path) => open(schemaAt(kind, path));

/** The keys that an object at this path may have: [name, schema, required]. */
export function keysAt(kind, path) {
  const schema = describe(kind, path);
  return Object.entries(schema?.properties ?? {})
    .map(([name, own]) => [name, open(own), (schema.required ?? []).includes(name)]);
}

/** The values that are worth offering at this path, as JSON text. */
export function valuesAt(kind, path) {
  const schema = describe(kind, path);
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
