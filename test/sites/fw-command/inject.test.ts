/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { keys, Sitting } from '../../../packages/command-line/test/terminal.ts';
import { fw } from '../../support/commands.ts';
import { injectTests } from '../../../packages/cli/test/commands/inject.ts';
import { recordingProject } from './site.ts';

const project = recordingProject('inject');
injectTests(project);

describe('fw generate inject', () => {
  test('asks on a terminal for the class and the services', async () => {
    const sitting = new Sitting(['generate', 'inject'], { cwd: project.cwd, program: fw });
    (await sitting.sees('Ping  src/action/ping.ts')).types(keys.enter);
    (await sitting.sees('? Services to inject')).types(`config${keys.enter}`);
    expect(await sitting.ends()).toBe(0);
    expect(sitting.screen).toMatch('The same without prompts: node fw generate inject Ping config');
    expect(await project.read('src/action/ping.ts')).toMatch("static readonly inject = ['config'] as const;");
  });
});
