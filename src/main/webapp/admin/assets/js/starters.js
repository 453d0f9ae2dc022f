import {format} from './json.js';

/** What a new tool starts from. */

const layOut = (tool) => format(JSON.stringify(tool));

export const starters = [
  {
    title: 'HTTP request', about: 'One request to a URL, with arguments in query, headers or body.',
    text: () => layOut({
      name: 'weather.search',
      description: 'Current weather of a city',
      type: 'http',
      inputSchema: {
        type: 'object', required: ['city'],
        properties: {city: {type: 'string', description: 'The city\'s English name, for instance Paris'}},
      },
      http: {
        method: 'GET', url: 'https://api.example.com/weather',
        query: {q: '{{args.city}}'},
        headers: {Accept: 'application/json'},
        timeoutMs: 3000,
      },
    }),
  },
  {
    title: 'Feign call', about: 'A service with a base URL and paths like /users/{id}.',
    text: () => layOut({
      name: 'user.get',
      description: 'One user by id',
      type: 'feign',
      inputSchema: {
        type: 'object', required: ['id'],
        properties: {id: {type: 'string', description: 'The user\'s id'}},
      },
      feign: {
        baseUrl: 'https://api.example.com', path: '/users/{id}', method: 'GET',
        headers: {'X-Req': '{{args.id}}'}, timeoutMs: 3000,
      },
    }),
  },
  {
    title: 'Static answer', about: 'A text or JSON made from the arguments; needs no service.',
    text: () => layOut({
      name: 'greeting',
      description: 'Greets somebody by name',
      type: 'static',
      inputSchema: {
        type: 'object', required: ['name'],
        properties: {name: {type: 'string', description: 'Who is greeted'}},
      },
      static: {text: 'Hello, {{args.name}}!'},
    }),
  },
];
