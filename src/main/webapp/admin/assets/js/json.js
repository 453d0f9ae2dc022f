/** JSON as text with places: layout without loss, and what stands at the cursor. */

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

function tokens(text) {
  return [...text.matchAll(TOKEN)].map((match) => ({text: match[0], at: match.index}));
}

const isString = (token) => token.text.startsWith('"');

function unquote(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text.replace(/^"|"$/g, '');
  }
}

/** A tree that keeps every scalar as it is written: 1.0 stays 1.0, long numbers stay exact. */
function tree(text) {
  JSON.parse(text); // refuses what is not JSON
  const list = tokens(text);
  let next = 0;
  const value = () => {
    const token = list[next++].text;
    if (token !== '{' && token !== '[') {
      return {scalar: token};
    }
    const close = token === '{' ? '}' : ']';
    const node = {open: token, close, items: []};
    while (list[next].text !== close) {
      let key = null;
      if (close === '}') {
        key = list[next].text;
        next += 2;
      }
      node.items.push({key, value: value()});
      if (list[next].text === ',') {
        next++;
      }
    }
    next++;
    return node;
  };
  return value();
}

function oneLine(node) {
  if (node.scalar) {
    return node.scalar;
  }
  const items = node.items.map(({key, value}) => (key ? `${key}: ` : '') + oneLine(value));
  return node.open + items.join(', ') + node.close;
}

const isFlat = (node) => node.scalar || node.items.every(({value}) => value.scalar);

function layOut(node, indent, outermost) {
  const short = oneLine(node);
  if (node.scalar || (isFlat(node) && !outermost && short.length <= 70)) {
    return short;
  }
  const inner = indent + '  ';
  const lines = node.items.map(
    ({key, value}) => inner + (key ? `${key}: ` : '') + layOut(value, inner, false));
  return lines.length === 0 ? node.open + node.close : `${node.open}\n${lines.join(',\n')}\n${indent}${node.close}`;
}

/** Throws a SyntaxError where the text is not JSON. */
export const format = (text) => layOut(tree(text), '', true);

/** The same text with one more element at the end of the array under a key; all else stays as it is written. */
export function withElement(text, key, element) {
  const root = tree(text);
  const value = tree(JSON.stringify(element));
  const there = root.items.find((item) => unquote(item.key) === key);
  if (there?.value.open === '[') {
    there.value.items.push({key: null, value});
  } else {
    root.items.push({key: JSON.stringify(key), value: {open: '[', close: ']', items: [{key: null, value}]}});
  }
  return layOut(root, '', true);
}

const ORDER = ['name', 'title', 'description', 'uri', 'uriTemplate', 'mimeType', 'type', 'arguments', 'inputSchema',
  'outputSchema', 'annotations', 'icons', '_meta'];

/** For databases that keep neither line breaks nor the order of keys, such as MySQL. */
export function readable(text) {
  if (text.includes('\n')) {
    return text;
  }
  try {
    const root = tree(text);
    if (root.open === '{') {
      const rank = ({key}) => (ORDER.indexOf(unquote(key)) + 1) || ORDER.length + 1;
      root.items.sort((one, other) => rank(one) - rank(other)); // equals keep their places
    }
    return layOut(root, '', true);
  } catch {
    return text;
  }
}

/** Line and column of what a JSON pointer leads to, or of the innermost that is there. */
export function placeOf(text, pointer) {
  const steps = pointer.split('/').slice(1).map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
  const list = tokens(text);
  let next = 0;
  let found = 0;
  const value = (left) => {
    const token = list[next++];
    if (left) {
      found = token.at;
    }
    if (token.text !== '{' && token.text !== '[') {
      return;
    }
    for (let index = 0; list[next].text !== '}' && list[next].text !== ']'; index++) {
      let key = String(index);
      if (token.text === '{') {
        key = unquote(list[next].text);
        next += 2;
      }
      value(left?.length && key === left[0] ? left.slice(1) : null);
      if (list[next].text === ',') {
        next++;
      }
    }
    next++;
  };
  try {
    value(steps);
  } catch {
    // half written: what was found until there is good enough
  }
  const lines = text.slice(0, found).split('\n');
  return {line: lines.length, column: lines.at(-1).length + 1};
}

/**
 * What stands at an offset of a text that may be half written: the path to it, whether a key or a
 * value belongs there, the token under the cursor and the keys that its object has already.
 */
export function contextAt(text, offset) {
  const root = {path: [], kind: 'root', keys: new Set(), key: null, index: 0, expects: 'value'};
  const stack = [root];
  let found = null;
  const look = (token) => {
    const top = stack[stack.length - 1];
    const step = top.kind === 'object' ? top.key : top.kind === 'array' ? top.index : null;
    const path = step === null || top.expects === 'key' ? top.path : [...top.path, step];
    found = {path, frame: top, expects: top.expects, token, inString: Boolean(token && isString(token))};
  };
  for (const token of tokens(text)) {
    const end = token.at + token.text.length;
    const closed = isString(token) && token.text.length > 1 && token.text.endsWith('"');
    const scalar = !'{}[],:'.includes(token.text);
    if (!found && token.at >= offset) {
      look(null);
    } else if (!found && scalar && (offset < end || (offset === end && !closed))) {
      look(token);
    }
    step(stack, token);
  }
  if (!found) {
    look(null);
  }
  return {...found, keys: found.frame.keys};
}

function step(stack, token) {
  const top = stack[stack.length - 1];
  if (token.text === '{' || token.text === '[') {
    const below = top.kind === 'object' ? [top.key] : top.kind === 'array' ? [top.index] : [];
    stack.push({
      path: [...top.path, ...below], kind: token.text === '{' ? 'object' : 'array',
      keys: new Set(), key: null, index: 0, expects: token.text === '{' ? 'key' : 'value',
    });
  } else if ((token.text === '}' || token.text === ']') && stack.length > 1) {
    stack.pop();
  } else if (token.text === ',') {
    top.index++;
    top.expects = top.kind === 'object' ? 'key' : 'value';
  } else if (token.text === ':') {
    top.expects = 'value';
  } else if (top.kind === 'object' && top.expects === 'key') {
    top.key = unquote(token.text);
    top.keys.add(top.key);
  }
}
