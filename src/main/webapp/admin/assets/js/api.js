/** The REST interface; every address is relative to the page, so any context path works. */

export class Unreachable extends Error {}

async function send(method, path, {body, headers} = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: {...(body ? {'Content-Type': 'application/json'} : {}), ...headers},
      body: body && JSON.stringify(body),
      cache: 'no-store',
      credentials: 'same-origin',
    });
  } catch {
    throw new Unreachable('The server does not answer');
  }
  if (response.status === 304) {
    await response.text(); // empty; left unread, browsers count the request as given up
    return {status: 304};
  }
  try {
    return {status: response.status, tag: response.headers.get('ETag'), body: await response.json()};
  } catch {
    throw new Unreachable(`The server answered with status ${response.status}`);
  }
}

const named = (kind, name) => `${kind.noun}?name=${encodeURIComponent(name)}`;

/** What to say to people about an answer that is not a success. */
export const reason = (answer) => answer.body.error?.message ?? `Status ${answer.status}`;

export const api = {
  list: (kind, tag) => send('GET', kind.plural, {headers: tag ? {'If-None-Match': tag} : {}}),
  read: (kind, name) => send('GET', named(kind, name)),
  check: (kind, row) => send('POST', `check?kind=${kind.plural}`, {body: row}),
  tryOut: (kind, call) => send('POST', `try?kind=${kind.plural}`, {body: call}),
  runTests: (row) => send('POST', 'tests', {body: row}),
  takeOffline: (kind, name) => send('DELETE', named(kind, name)),
  save: (kind, row, expected) => send('POST', kind.plural, {body: row, headers: expected}),
};
