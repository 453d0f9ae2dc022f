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

const named = (name) => `tool?name=${encodeURIComponent(name)}`;

/** What to say to people about an answer that is not a success. */
export const reason = (answer) => answer.body.error?.message ?? `Status ${answer.status}`;

export const api = {
  list: (tag) => send('GET', 'tools', {headers: tag ? {'If-None-Match': tag} : {}}),
  read: (name) => send('GET', named(name)),
  check: (tool) => send('POST', 'check', {body: tool}),
  tryOut: (call) => send('POST', 'try', {body: call}),
  takeOffline: (name) => send('DELETE', named(name)),
  save: (tool, expected) => send('POST', 'tools', {body: tool, headers: expected}),
};
