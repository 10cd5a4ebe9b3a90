import { CommandError } from '#command-line/errors';
import type { Generator } from '../engine/generator.ts';
import { camelCase, validateFileName } from '../engine/names.ts';
import { render } from '../engine/render.ts';

/** The configuration keys that the runtime reads, in camel case. */
export const FRAMEWORK_KEYS: ReadonlySet<string> = new Set([
  'dependencies',
  'routes',
  'middlewarePipeline',
  'debug',
  'tracing',
  'errors',
  'checkResponses',
  'server',
  'openapi',
  'policies',
]);

export const config: Generator = {
  kind: 'config',
  summary: 'Generate configuration files, shared and machine-specific, with a test',
  questions: [
    {
      name: 'name',
      placeholder: '<name>',
      message: 'Name, as in mail',
      help: 'the subject, as in mail for mail.global.ts, mail.local.ts and mail.local.ts.example',
      validate: (answer) =>
        FRAMEWORK_KEYS.has(camelCase(answer))
          ? `"${answer}" is configuration of the framework itself: choose another name.`
          : validateFileName(answer),
    },
  ],
  examples: ['config --name mail'],

  async plan(project, { name = '' }, change) {
    const values = { runtime: project.runtime, key: camelCase(name), name };
    const [global, example] = [
      `config/autoload/${name}.global.ts`,
      `config/autoload/${name}.local.ts.example`,
    ];
    if (change.read(global) !== undefined && change.read(example) === undefined) {
      throw new CommandError(`${global} exists already: choose another --name.`);
    }
    const local = await render('config/local.ts', values);
    change.create(global, await render('config/global.ts', values));
    change.create(`config/autoload/${name}.local.ts`, local);
    change.create(example, local);
    change.create(`test/${name}-config.test.ts`, await render('config/test.ts', values));
    return {};
  },
};
