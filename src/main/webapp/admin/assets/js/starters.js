import {format} from './json.js';

/** What a new row starts from. */

const layOut = (row) => format(JSON.stringify(row));

export const toolStarters = [
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

export const promptStarters = [
  {
    title: 'Messages', about: 'Written here, with the arguments filled in; needs no service.',
    text: () => layOut({
      name: 'review',
      title: 'Review code',
      description: 'Asks for a review of some code',
      arguments: [
        {name: 'code', description: 'What is to be reviewed', required: true},
        {name: 'language', description: 'What it is written in'},
      ],
      messages: [
        {role: 'user', content: 'Review this {{args.language}} code:\n{{args.code}}'},
      ],
      completions: {language: ['Java', 'JavaScript', 'Kotlin']},
    }),
  },
  {
    title: 'From a service', about: 'A service writes the messages, or the text of one.',
    text: () => layOut({
      name: 'handover',
      title: 'Shift handover',
      description: 'What the next shift must know',
      arguments: [{name: 'site', description: 'The plant\'s code, for instance BER1', required: true}],
      http: {
        method: 'GET', url: 'https://shifts.example.com/prompts/handover',
        query: {site: '{{args.site}}'},
        timeoutMs: 3000,
      },
    }),
  },
];

export const resourceStarters = [
  {
    title: 'Text', about: 'One document, written here.',
    text: () => layOut({
      name: 'house-rules',
      title: 'House rules',
      description: 'What everybody must know',
      uri: 'docs://house-rules',
      mimeType: 'text/markdown',
      text: '# House rules\n\nBe kind.',
    }),
  },
  {
    title: 'Template', about: 'Many URIs of one form, such as users://{id}, read from a service.',
    text: () => layOut({
      name: 'user',
      title: 'User',
      description: 'A user by number',
      uriTemplate: 'users://{id}{?fields}',
      mimeType: 'application/json',
      http: {
        method: 'GET', url: 'https://api.example.com/users/{{args.id}}',
        query: {fields: '{{args.fields}}'},
        timeoutMs: 3000,
      },
      completions: {fields: ['name', 'mail']},
    }),
  },
  {
    title: 'From a service', about: 'One URI whose content a service has; subscribers hear of changes.',
    text: () => layOut({
      name: 'stock',
      title: 'Stock levels',
      description: 'What is in the warehouse now',
      uri: 'stock://levels',
      http: {method: 'GET', url: 'https://stock.example.com/levels', timeoutMs: 3000},
      poll: {everyMs: 5000},
    }),
  },
];
