import { expect, test } from 'vitest';
import { routesFile } from '../../../packages/cli/test/commands/project.ts';
import { installedProject, runProgram } from './project-commands.ts';
import { essentialFirst } from '../../support/essential-first.ts';

const project = installedProject();

for (const { some, tags } of essentialFirst(
  [
    ['routes', 0, new RegExp(`^GET +/ping +ping +Ping +${routesFile}:9$`, 'm')],
    ['check', 0, /^No errors: 2 routes\.$/],
    ['openapi --json', 0, /"openapi": ?"3\.1\.\d"/],
    ['client', 1, /^$/],
    ['request /ping', 0, /^200 OK\n/],
    ['history', 0, /^Nothing has been generated yet\.$/],
    ['help', 0, /^ {2}fw routes /m],
    ['explain /ping', 0, /^"ping" handles GET \/ping$/m],
    ['pipeline', 0, /^├── ErrorHandler {2}\(priority 10000/m],
    ['services', 0, /^Application +factory +created /m],
    ['config', 0, new RegExp(String.raw`^├── routes {2}\(${routesFile}\)$`, 'm')],
    ['types', 0, /^Nothing to do: everything exists already\.$/],
    ['completion bash', 0, /^complete -F _fw fw$/m],
  ],
  7,
)) {
  test.each(some)('fw %s works as documented, end to end', { tags }, async (words, exitCode, stdout) => {
    expect(await project.run(words.split(' '))).toMatchObject({
      exitCode,
      stdout: expect.stringMatching(stdout),
    });
  });
}

test('the program fw adds, and undoes it, end to end', { tags: ['full'] }, async () => {
  const added = await runProgram(project, ['add', 'cors', '--no-install']);
  expect(added).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await runProgram(project, ['undo'])).toMatchObject({ exitCode: 0 });
  await project.expectUnchanged();
});

test('the program fw generates, and undoes it, end to end', async () => {
  const generated = await runProgram(project, ['generate', 'route', '--path', '/about']);
  expect(generated).toMatchObject({ exitCode: 0, stderr: '' });
  const routes = await runProgram(project, ['routes', '/about', '--json']);
  expect(JSON.parse(routes.stdout)).toMatchObject([
    { name: 'about', middleware: expect.stringMatching(/^about/) },
  ]);
  expect(await runProgram(project, ['undo'])).toMatchObject({ exitCode: 0 });
  await project.expectUnchanged();
});
