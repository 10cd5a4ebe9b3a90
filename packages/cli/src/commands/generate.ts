import { messageOf } from '#command-line/errors';
import type { Command } from '../command.ts';
import { type GeneratorCommand, generatorCommand } from '../generate/generator-command.ts';
import { findPlopfile, GENERATORS } from '../generate/generators.ts';

const options: GeneratorCommand = {
  name: 'generate',
  usage: '<kind>',
  summary: 'Generate a route, middleware, a service and more, registered and with a test',
  generators: GENERATORS,
  noun: 'kind',
  question: 'What to generate',
  examples: GENERATORS.map(({ examples }) => `fw generate ${examples[0]}`),
};

export const generateCommand: Command = { ...generatorCommand(options), inProject: withPlopfile };

/** The command with the generators of the project's plopfile, unless one of Fw's own is named. */
async function withPlopfile(cwd: string, [kind = '-']: readonly string[]): Promise<Command> {
  const kinds = GENERATORS.map(({ kind }) => kind);
  const plopfile = kinds.includes(kind) ? undefined : findPlopfile(cwd);
  if (plopfile === undefined) return generateCommand;
  try {
    const { loadPlopfile } = await import('../generate/plopfile.ts');
    return generatorCommand({ ...options, projectGenerators: await loadPlopfile(plopfile, kinds) });
  } catch (error) {
    if (!kind.startsWith('-')) throw error;
    // Fw's own generators stay available in the list of kinds.
    return generatorCommand({ ...options, note: messageOf(error) });
  }
}
