import type { TemplateValues } from '../src/template-set.ts';

export const values: TemplateValues = {
  name: 'my-site',
  title: `Bob's "Site" & co`,
  variant: 'b',
  variantA: false,
  variantUpper: 'B',
  form: 'config',
  alias: '#app',
  programmatic: false,
  router: 'tree',
  findMyWay: false,
  rou3: false,
  runtimeVersion: '^0.1.0',
  createVersion: '^0.1.0',
  generatorVersion: '0.1.0',
  node: '20.19',
  packageManager: 'npm',
  run: 'npm run',
  replay: 'npm create fw-app@0.1.0 my-site -- --yes',
};
