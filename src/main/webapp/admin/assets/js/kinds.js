import {guessHoles, guessNames, guessProperties, ofPrompt, ofResource, ofTool, toUri} from './inputs.js';
import {promptStarters, resourceStarters, toolStarters} from './starters.js';

/**
 * What can be edited, and all that the page must know to tell one kind from another.
 *
 * - inputs: what "Try it" asks for: schemas by name, which must be given, and hints for some
 * - sent: what is sent of what was filled in
 * - guess: names for placeholders, of a text that is half written
 * - line: what the list says of a row, and the small word beside it
 */
export const kinds = [
  {
    noun: 'tool', plural: 'tools', title: 'Tools', schema: '../schema/tool.json',
    about: 'What models may call',
    welcome: 'A row of JSON becomes a tool',
    starters: toolStarters,
    inputs: ofTool,
    sent: (tool, values) => values,
    guess: guessProperties,
    line: (row) => [row.title || row.description, row.type],
    asks: 'Arguments', asksNothing: 'This tool takes no arguments.', run: 'Calls what is in the editor',
  },
  {
    noun: 'prompt', plural: 'prompts', title: 'Prompts', schema: '../schema/prompt.json',
    about: 'What people pick in their client',
    welcome: 'A row of JSON becomes a prompt',
    starters: promptStarters,
    inputs: ofPrompt,
    sent: (prompt, values) => values,
    guess: guessNames,
    line: (row) => [row.title || row.description, ''],
    asks: 'Arguments', asksNothing: 'This prompt takes no arguments.', run: 'Fills in what is in the editor',
  },
  {
    noun: 'resource', plural: 'resources', title: 'Resources', schema: '../schema/resource.json',
    about: 'What clients read by its URI',
    welcome: 'A row of JSON becomes a resource',
    starters: resourceStarters,
    inputs: ofResource,
    sent: toUri,
    guess: guessHoles,
    line: (row) => [row.uri ?? row.uriTemplate, row.uriTemplate ? 'template' : ''],
    asks: 'Variables of the URI', asksNothing: 'This resource has one URI and no variables.',
    run: 'Reads what is in the editor',
  },
];

/** As in "1 tool" and "2 tools". */
export const numbered = (kind, count) => `${count} ${count === 1 ? kind.noun : kind.plural}`;
