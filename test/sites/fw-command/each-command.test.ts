import { expect, test } from 'vitest';
import { routesFile } from '../../../packages/cli/test/commands/project.ts';
import { installedProject, runProgram } from './site.ts';

const project = installedProject();

test.each([
  ['routes', 0, new RegExp(`^GET +/ping +ping +Ping +${routesFile}:9$`, 'm')],
  ['explain /ping', 0, /^"ping" handles GET \/ping$/m],
  ['pipeline', 0, /^├── ErrorHandler {2}\(priority 10000/m],
  ['services', 0, /^Application +factory +created /m],
  ['config', 0, new RegExp(String.raw`^├── routes {2}\(${routesFile}\)$`, 'm')],
  ['check', 0, /^No errors: 2 routes\.$/],
  ['openapi --json', 0, /"openapi": ?"3\.1\.\d"/],
  ['client', 1, /^$/],
  ['types', 0, /^Nothing to do: everything exists already\.$/],
  ['request /ping', 0, /^200 OK\n/],
  ['history', 0, /^Nothing has been generated yet\.$/],
  ['completion bash', 0, /^complete -F _fw fw$/m],
  ['help', 0, /^ {2}fw routes /m],
])('fw %s works as documented, end to end', async (words, exitCode, stdout) => {
  expect(await project.run(words.split(' '))).toMatchObject({
    exitCode,
    stdout: expect.stringMatching(stdout),
  });
});

test('the program fw generates, adds and undoes both, end to end', async () => {
  const generated = await runProgram(project, ['generate', 'route', '--path', '/about']);
  expect(generated).toMatchObject({ exitCode: 0, stderr: '' });
  const added = await runProgram(project, ['add', 'cors', '--no-install']);
  expect(added).toMatchObject({ exitCode: 0, stderr: '' });
  const routes = await runProgram(project, ['routes', '/about', '--json']);
  expect(JSON.parse(routes.stdout)).toMatchObject([
    { name: 'about', middleware: expect.stringMatching(/^about/) },
  ]);
  for (const _ of ['cors', 'route'])
    expect(await runProgram(project, ['undo'])).toMatchObject({ exitCode: 0 });
  await project.expectUnchanged();
});
