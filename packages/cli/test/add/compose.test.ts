import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { docker } from '../../src/add/docker.ts';
import { Change } from '../../src/generate/engine/change.ts';
import type { Project } from '../../src/project/project.ts';
import { projectWith } from '../project-with.ts';

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: object;
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>;
  readonly ports?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
}

// The schema of the Compose specification (https://github.com/compose-spec/compose-spec, Apache License 2.0).
const schema = JSON.parse(readFileSync('packages/cli/test/fixtures/compose-spec.json', 'utf8')) as object;
const validate = new Ajv({ strict: false, validateFormats: false }).compile({
  ...schema,
  // The id of the schema for Ajv.
  $schema: 'http://json-schema.org/draft-07/schema#',
});

const HEALTH = { 'config/providers.ts': 'export default [healthProvider, trustedProxyProvider];\n' };
const POSTGRES = {
  'package.json': '{ "dependencies": { "fw-runtime": "^0.1.0", "pg": "^8.0.0" } }\n',
  'config/autoload/database.global.ts': "export default env({ DATABASE_URL: 'string' });\n",
};

/** The parts of the configuration of `fw add jobs --store STORE` that Docker needs. */
function jobsIn(store: 'redis' | 'postgres' | 'sqlite'): Readonly<Record<string, string>> {
  const url = { redis: 'REDIS_URL', postgres: 'DATABASE_URL', sqlite: 'DATABASE_FILE' }[store];
  return {
    'config/autoload/jobs.global.ts': `env({ ${url}: 'string' });\nexport default { jobs: { store: '${store}' } };\n`,
  };
}

async function filesFor(
  files: Readonly<Record<string, string>>,
  shape: Partial<Project> = {},
): Promise<{ compose: Compose; notes: readonly string[]; read(path: string): string | undefined }> {
  const project = { ...(await projectWith(files)), ...shape };
  const change = new Change(project.root);
  const { notes = [] } = await docker.plan(project, {}, change);
  const text = change.read('compose.yaml') ?? '';
  return {
    compose: parse(text, { merge: true }) as Compose,
    notes,
    read: (path) => change.read(path),
  };
}

describe('compose.yaml', () => {
  test.each<[name: string, files: Readonly<Record<string, string>>]>([
    ['without a store', {}],
    ['with a private registry', { '.npmrc': '//npm.example/:_authToken=secret\n' }],
    ['with PostgreSQL', POSTGRES],
    ['with jobs in SQLite', jobsIn('sqlite')],
    ['with jobs in Redis', jobsIn('redis')],
    ['with jobs in PostgreSQL', { ...POSTGRES, ...jobsIn('postgres') }],
  ])('follows the schema of the Compose specification %s', async (_name, files) => {
    const { compose } = await filesFor(files);
    expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
    const all = Object.keys(compose.services);
    for (const { depends_on: needed = [] } of Object.values(compose.services)) {
      expect(all).toEqual(expect.arrayContaining(Array.isArray(needed) ? needed : Object.keys(needed)));
    }
  });

  test('is checked by a schema that rejects unknown keys', () => {
    expect(validate({ services: { project: { image: 'site', replica: 2 } } })).toBe(false);
  });

  test('has one container for an app without jobs, and for jobs in SQLite, which support one machine', async () => {
    for (const files of [{}, jobsIn('sqlite')]) {
      const { compose, read } = await filesFor(files);
      expect(Object.keys(compose.services)).toEqual(['site']);
      expect(read('haproxy.cfg')).toBeUndefined();
    }
  });

  test('has two containers of the app, a worker and a proxy for jobs in Redis', async () => {
    const { compose, notes, read } = await filesFor({ ...jobsIn('redis'), ...HEALTH });
    expect(notes).toEqual([]);
    const { proxy, redis, worker, ...apps } = compose.services;

    expect(Object.keys(apps)).toEqual(['site-1', 'site-2']);
    expect(apps['site-2']).toEqual(apps['site-1']);
    expect(apps['site-1']?.environment).toEqual({
      JOBS_WORKERS: 'false',
      REDIS_URL: 'redis://redis:6379',
    });
    expect(apps['site-1']?.ports).toBeUndefined();
    expect(worker).toEqual({
      ...apps['site-1'],
      command: ['node', '--enable-source-maps', 'dist/bin/command.js', 'jobs'],
      healthcheck: { disable: true },
    });
    expect(proxy?.ports).toEqual(['8080:8080']);
    expect(redis?.command?.join(' ')).toBe('redis-server --appendonly yes --appendfsync always');
    expect(read('haproxy.cfg')).toContain('option httpchk GET /readyz\n');
    expect(read('.dockerignore')).toContain('\nhaproxy.cfg\n');
  });

  test('starts PostgreSQL for jobs in PostgreSQL, and Redis only if the configuration needs Redis', async () => {
    const { compose } = await filesFor({ ...POSTGRES, ...jobsIn('postgres') });
    expect(Object.keys(compose.services)).toEqual(['site-1', 'site-2', 'worker', 'proxy', 'postgres']);
    expect(compose.services['worker']?.environment).toHaveProperty('DATABASE_URL');
  });

  test.each([
    ['bun', ['bun', 'bin/command.ts', 'jobs']],
    [
      'deno',
      'deno run --no-prompt --allow-env --allow-net --allow-read=. --allow-write=data bin/command.ts jobs'.split(
        ' ',
      ),
    ],
  ] as const)('starts the worker on %s', async (target, command) => {
    const { compose } = await filesFor(jobsIn('redis'), { target });
    expect(compose.services['worker']?.command).toEqual(command);
  });

  test.each([
    ['my-site', 'my-site'],
    ['@acme/my-site', 'acme/my-site'],
    ['My_Site!', 'site'],
  ])('names the image of %s %s', async (name, image) => {
    const { compose } = await filesFor({ ...jobsIn('redis'), 'package.json': JSON.stringify({ name }) });
    expect(compose.services['site-1']?.image).toBe(image);
  });

  test('checks a page of the app for an app without health checks', async () => {
    const { notes, read } = await filesFor(jobsIn('redis'));
    expect(notes).toEqual([
      "The proxy checks /, which doesn't fail during the shutdown delay: run node fw add health, remove Dockerfile and haproxy.cfg, and run node fw add docker again",
      'Each client has the address of the proxy: run node fw add trusted-proxy',
    ]);
    expect(read('haproxy.cfg')).toContain('option httpchk GET /\n');
    expect(read('haproxy.cfg')).not.toContain('/readyz');
  });
});
