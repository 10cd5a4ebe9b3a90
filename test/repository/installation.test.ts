import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
}

const { engines, allowScripts = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly engines: { readonly node: string };
  readonly allowScripts?: Readonly<Record<string, boolean>>;
};
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const locked = Object.entries(packages);
const oldest = engines.node.replace('>=', '');

test('npm ci prints no engine warnings: every package in package-lock.json supports the oldest Node version', () => {
  const unsupported = locked.filter(([, { engines: needs }]) => !supports(needs?.node ?? '*'));

  expect(
    unsupported.map(([path]) => path),
    `require a version that supports Node ${oldest} in the package.json that "npm explain <package>" names, then run "npm install"`,
  ).toEqual([]);
});

test('npm ci lists no packages with unreviewed install scripts', () => {
  const withScripts = locked.filter(([, each]) => each.hasInstallScript && !each.optional);
  const names = withScripts.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13));

  expect(
    names.filter((name) => !Object.hasOwn(allowScripts, name)),
    'add these names to "allowScripts" of package.json: true if the package fails without its script, else false',
  ).toEqual([]);
});

/** Whether a range such as "^18.19.0 || >=20.6" includes the oldest Node version. */
function supports(range: string): boolean {
  const [major = 0, minor = 0] = oldest.split('.').map(Number);
  return range.split('||').some((alternative) => {
    const [, operator, from = '0', fromMinor = '0'] =
      /^\s*(>=|\^)?\s*(\d+)?(?:\.(\d+))?/.exec(alternative) ?? [];
    if (Number(from) === major) return Number(fromMinor) <= minor;
    return Number(from) < major && (operator === '>=' || alternative.trim() === '*');
  });
}
