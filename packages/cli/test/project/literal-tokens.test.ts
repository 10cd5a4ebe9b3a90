import { expect, test } from 'vitest';
import { literalTokens } from '../../src/project/literal-tokens.ts';
import { projectWith } from '../project-with.ts';

test.each([
  ['.npmrc', '//npm.example/:_authToken=npm_abc123', '_authToken'],
  ['.npmrc', '//npm.example/private/:_authToken = "npm_abc123"', '_authToken'],
  ['.npmrc', '_authToken=npm_abc123', '_authToken'],
  ['.npmrc', 'registry=https://ada:abc123@npm.example/', 'password in a URL'],
  ['.npmrc', 'https-proxy = http://ada:abc123@proxy.example:8080', 'password in a URL'],
  ['.yarnrc.yml', 'npmRegistryServer: "https://ada:abc123@npm.example"', 'password in a URL'],
  ['bunfig.toml', 'registry = "https://ada:abc123@npm.example/"', 'password in a URL'],
  ['.npmrc', '  //npm.example:4873/:_password=abc123', '_password'],
  ['.npmrc', '_auth=abc123==', '_auth'],
  ['.npmrc', '_auth=${USER}:abc123', '_auth'],
  ['.npmrc', '_authToken=${NPM_TOKEN}abc123', '_authToken'],
  ['.npmrc', '_authToken=${NPM_TOKEN:-abc123}', '_authToken'],
  ['.yarnrc.yml', '    npmAuthToken: abc123', 'npmAuthToken'],
  ['.yarnrc.yml', '"npmAuthIdent": "me:abc123"', 'npmAuthIdent'],
  ['bunfig.toml', '"@me" = { token = "abc123", url = "https://npm.example/" }', 'token'],
])('a literal token in %s is named without its value: %s', async (path, line, name) => {
  const { root } = await projectWith({ [path]: `# registry\r\n${line}\r\n` });
  const [note, ...more] = literalTokens(root);
  expect(more).toEqual([]);
  expect(note).toMatch(
    `${path}:2 contains a literal ${name}, which a commit of the file publishes. Read it from an environment variable, as in `,
  );
  expect(note).not.toContain('abc123');
});

test.each([
  ['.npmrc', '//npm.example/:_authToken=${NPM_TOKEN}'],
  ['.npmrc', '//npm.example/:_authToken = "${NPM_TOKEN}"'],
  ['.npmrc', '//npm.example/:_authToken=${NPM_TOKEN?}'],
  ['.npmrc', '//npm.example/:_authToken='],
  ['.npmrc', 'registry=https://ada:${NPM_PASSWORD}@npm.example/\n# https://ada:abc123@npm.example/'],
  ['.npmrc', '; //npm.example/:_authToken=abc123\n# _auth=abc123\nregistry=https://npm.example/'],
  ['.npmrc', '//npm.example/:username=me\nalways-auth=true\n'],
  ['.yarnrc.yml', 'nodeLinker: node-modules\nnpmAuthToken: "${NPM_TOKEN}"\nnpmAuthIdent: ${IDENT:-}'],
  ['bunfig.toml', '[install.scopes]\n"@me" = { token = "$NPM_TOKEN", url = "https://npm.example/" }'],
  ['bunfig.toml', '# token = "abc123"\n[run]\nbun = true'],
])('a variable, a comment and another setting of %s are not tokens: %s', async (path, text) => {
  expect(literalTokens((await projectWith({ [path]: text })).root)).toEqual([]);
});
