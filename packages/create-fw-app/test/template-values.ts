import type { TemplateValues } from '../src/template-set.ts';

export const values: TemplateValues = {
  name: 'my-site',
  title: `Bob's "Site" & co`,
  variant: 'b',
  variantUpper: 'B',
  runtimeVersion: '^0.1.0',
  generatorVersion: '0.1.0',
  node: '20.19',
  packageManager: 'npm',
  run: 'npm run',
};
