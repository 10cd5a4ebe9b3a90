import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, writeFiles } from '../../command-line/test/folders.ts';
import { generatorVersion, packageSpecs } from '../src/package-info.ts';

const released = `^${generatorVersion()}`;
const file = (name: string): string => `file:../${name}-1.0.0.tgz`;
const [runtime, cli, devtools] = [file('fw-runtime'), file('fw-cli'), file('fw-devtools')];
const own = 'file:../own.tgz';

test.each([
  ['none', {}, [released, released, released]],
  ['an empty one', { FW_RUNTIME_SPEC: '' }, [released, released, released]],
  ['that of fw-runtime', { FW_RUNTIME_SPEC: runtime }, [runtime, cli, devtools]],
  ['that of fw-cli', { FW_CLI_SPEC: cli }, [runtime, cli, devtools]],
  ['that of fw-devtools', { FW_DEVTOOLS_SPEC: devtools }, [runtime, cli, devtools]],
  ['that of create-fw-app', { FW_CREATE_SPEC: file('create-fw-app') }, [runtime, cli, devtools]],
  ['a range', { FW_RUNTIME_SPEC: '~0.0.1' }, ['~0.0.1', released, released]],
  [
    'a file without others beside it',
    { FW_RUNTIME_SPEC: 'file:/none/x.tgz' },
    ['file:/none/x.tgz', released, released],
  ],
  ['two', { FW_RUNTIME_SPEC: runtime, FW_DEVTOOLS_SPEC: own }, [runtime, cli, own]],
  [
    'a range and a file',
    { FW_RUNTIME_SPEC: '~0.0.1', FW_CREATE_SPEC: file('create-fw-app') },
    ['~0.0.1', cli, devtools],
  ],
  [
    'all',
    { FW_RUNTIME_SPEC: '1', FW_CLI_SPEC: '2', FW_DEVTOOLS_SPEC: '3', FW_CREATE_SPEC: runtime },
    ['1', '2', '3'],
  ],
])('the packages of a project follow the variables: %s', async (_, env, expected) => {
  const root = await emptyFolder();
  const names = ['fw-runtime', 'fw-cli', 'fw-devtools', 'create-fw-app'];
  await writeFiles(root, Object.fromEntries(names.map((name) => [`${name}-1.0.0.tgz`, ''])));

  const specs = packageSpecs(env, join(root, 'site'));

  expect([specs['fw-runtime'], specs['fw-cli'], specs['fw-devtools']]).toEqual(expected);
});
