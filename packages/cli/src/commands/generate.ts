import type { Command } from '../command.ts';
import { generatorCommand } from '../generate/generator-command.ts';
import { GENERATORS } from '../generate/generators.ts';

export const generateCommand: Command = generatorCommand({
  name: 'generate',
  usage: '<kind>',
  summary: 'Generate a route, a middleware, a service … with its registration and a test',
  generators: GENERATORS,
  noun: 'kind',
  question: 'What to generate',
  examples: GENERATORS.map(({ examples }) => `fw generate ${examples[0]}`),
});
