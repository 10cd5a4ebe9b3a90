import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AUTOLOAD_FOLDER } from '#command-line/autoload-list';
import { listed } from '#command-line/flag';
import { CommandError } from '#command-line/errors';
import { runnerOf } from '#command-line/package-manager';
import { RECOMMENDED_NODE } from '#command-line/recommended-node';
import { SECRET_FILES } from '#command-line/secret-files';
import { dependenciesIn } from '../edit/manifest-edit.ts';
import type { Change } from '../generate/engine/change.ts';
import type { Generator } from '../generate/engine/generator.ts';
import { render } from '../generate/engine/render.ts';
import { lockFilesOf } from '../project/package-manager-in.ts';
import type { Project } from '../project/project.ts';
import { installerFor } from './docker-install.ts';
import { configuredStore } from './jobs.ts';
import { valuesFor } from './middleware-addition.ts';
import { fwCommand } from '../project/typed-command.ts';

const BASE_IMAGES = {
  node: `node:${RECOMMENDED_NODE}-slim`,
  bun: 'oven/bun:1-slim',
  deno: 'denoland/deno:latest',
} as const;
/** Files besides package.json that a package manager reads, if a project has them. */
const settings = {
  npm: [],
  pnpm: ['pnpm-workspace.yaml'],
  yarn: ['.yarnrc.yml'],
  bun: ['bunfig.toml'],
  deno: ['deno.json'],
} as const;

/** An image of the project, and a compose file that starts it together with its databases; with jobs, also a worker and a proxy. */
export const docker: Generator = {
  kind: 'docker',
  summary: "Dockerfile, and compose.yaml with the app's Redis or Postgres, and its worker",
  questions: [],
  examples: ['docker'],
  rejection: ({ target }) =>
    target === 'workers'
      ? '"docker" is for servers, and this project is deployed to Cloudflare Workers'
      : undefined,

  async plan(project, answers, change) {
    const fleet = isFleet(change);
    const values = {
      ...valuesFor(project, 'docker', answers),
      ...imageOf(project, change),
      ...servicesOf(project, change, fleet),
      fleet,
      secretFiles: SECRET_FILES,
    };
    const files = new Map([
      ['Dockerfile', await render('add/docker/Dockerfile', values)],
      ['.dockerignore', await render('add/docker/dockerignore', values)],
      ['compose.yaml', await render('add/docker/compose.yaml', values)],
    ]);
    if (fleet) files.set('haproxy.cfg', await render('add/docker/haproxy.cfg', values));
    const others = [...files].filter(
      ([path, text]) => (change.read(path) ?? text).replaceAll('\r', '') !== text,
    );
    if (others.length > 0) {
      const paths = listed(
        others.map(([path]) => path),
        'and',
      );
      throw new CommandError(
        others.length === 1
          ? `Nothing was written, because ${paths} exists already, with other content: remove it to generate it again.`
          : `Nothing was written, because ${paths} exist already, with other content: remove them to generate them again.`,
      );
    }
    for (const [path, text] of files) change.create(path, text);
    return { notes: fleet ? missingAdditions(project, change) : [] };
  },
};

/** Notes about the additions that an app behind the proxy needs. */
function missingAdditions(project: Project, change: Change): string[] {
  const path = healthPath(project, change);
  const health = `The proxy checks ${path}, which doesn't fail during the shutdown delay: run ${fwCommand()} add health, remove Dockerfile and haproxy.cfg, and run ${fwCommand()} add docker again`;
  const proxy = `Each client has the address of the proxy: run ${fwCommand()} add trusted-proxy`;
  return [
    ...(hasHealth(change) ? [] : [health]),
    ...(hasProvider(change, 'trustedProxyProvider') ? [] : [proxy]),
  ];
}

/** Whether the app runs jobs whose store several machines can use: then they have processes of their own. */
function isFleet(change: Change): boolean {
  return ['redis', 'postgres'].includes(configuredStore(change) ?? '');
}

function imageOf(project: Project, change: Change): object {
  const { root, target } = project;
  const locks = lockFilesOf(root, project.packageManager).filter((path) => existsSync(join(root, path)));
  const own = settings[project.packageManager].filter((path) => existsSync(join(root, path)));
  const runtime = target === 'workers' ? 'node' : target;
  return {
    bun: target === 'bun',
    deno: target === 'deno',
    image: BASE_IMAGES[runtime],
    image_name: imageName(change.read('package.json') ?? '{}'),
    locked: locks.length > 0,
    // All package managers but Yarn read it. It may contain a token, so it is mounted for the installation only.
    npmrc: project.packageManager !== 'yarn' && existsSync(join(root, '.npmrc')),
    manifests: ['package.json', ...locks, ...own].join(' '),
    run: runnerOf(project),
    ...installerFor(project.packageManager, locks.length > 0),
    templates: change.read('config/autoload/templates.global.ts') !== undefined,
    health: arrayOf(healthCommand(target, healthPath(project, change))),
    start: arrayOf(startCommand(project, change)),
    worker: arrayOf([
      ...startCommand(project, change).map((part) => part.replace('public/index.', 'bin/command.')),
      'jobs',
    ]).replaceAll('"', "'"),
    readiness: hasHealth(change),
    probe: hasHealth(change) ? '/readyz' : healthPath(project, change),
  };
}

/** The name in package.json, so that each project on a machine has an image of its own. */
function imageName(manifest: string): string {
  const { name = '' } = JSON.parse(manifest) as { readonly name?: string };
  const image = name.replace(/^@/, '');
  return /^[a-z\d]+(?:[._/-][a-z\d]+)*$/.test(image) ? image : 'site';
}

function arrayOf(command: readonly string[]): string {
  return JSON.stringify(command).replaceAll('","', '", "');
}

function hasHealth(change: Change): boolean {
  return hasProvider(change, 'healthProvider');
}

function hasProvider(change: Change, name: string): boolean {
  return change.read('config/providers.ts')?.includes(name) === true;
}

/** Checks that the app responds. The images have no curl. */
function healthCommand(target: Project['target'], path: string): string[] {
  const port = target === 'deno' ? `Deno.env.get('PORT')` : 'process.env.PORT';
  const exit = target === 'deno' ? 'Deno.exit' : 'process.exit';
  const code = `fetch('http://127.0.0.1:' + (${port} || 8080) + '${path}').then(({ ok }) => ${exit}(ok ? 0 : 1), () => ${exit}(1))`;
  return target === 'deno' ? ['deno', 'eval', code] : [target === 'bun' ? 'bun' : 'node', '-e', code];
}

function healthPath(project: Project, change: Change): string {
  if (hasHealth(change)) return '/healthz';
  const routes = project.layout === 'programmatic' ? 'config/routes.ts' : 'config/autoload/routes.global.ts';
  return /['"]\/ping['"]/.test(change.read(routes) ?? '') ? '/ping' : '/';
}

function startCommand({ target }: Project, change: Change): string[] {
  if (target === 'bun') return ['bun', 'public/index.ts'];
  if (target !== 'deno') return ['node', '--enable-source-maps', 'dist/public/index.js'];
  const start = /"start":\s*"([^"]*)"/.exec(change.read('deno.json') ?? '')?.[1];
  return (
    start ?? 'deno run --no-prompt --allow-env --allow-net --allow-read=. --allow-write=data public/index.ts'
  ).split(' ');
}

/** The services that the app depends on, and the variables with their addresses. */
function servicesOf(project: Project, change: Change, fleet: boolean): object {
  const texts = configTexts(project, change);
  const redis = texts.includes('REDIS_URL');
  const postgres =
    texts.includes('DATABASE_URL') && dependenciesIn(change.read('package.json') ?? '{}').has('pg');
  const environment = [
    // The worker runs jobs in any case.
    ...(fleet ? [{ name: 'JOBS_WORKERS', value: 'false' }] : []),
    ...secretsIn(texts).map((name) => ({
      name,
      value: `\${${name}:?set it in .env, or generate it: openssl rand -base64 32}`,
    })),
    ...(redis ? [{ name: 'REDIS_URL', value: 'redis://redis:6379' }] : []),
    ...(postgres
      ? [{ name: 'DATABASE_URL', value: 'postgres://site:${POSTGRES_PASSWORD}@postgres/site' }]
      : []),
  ];
  const services = [...(redis ? ['redis'] : []), ...(postgres ? ['postgres'] : [])];
  return { redis, postgres, environment, services };
}

/** The secrets that the configuration reads from the environment. */
function secretsIn(text: string): string[] {
  return [
    ...new Set(
      Array.from(text.matchAll(/\b([A-Z][A-Z\d_]*_(?:SECRET|PASSWORD|TOKEN)): /g), ([, name = '']) => name),
    ),
  ];
}

function configTexts({ root }: Project, change: Change): string {
  const folder = join(root, AUTOLOAD_FOLDER);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.filter((name) => /(^|\.)global\.\w+$/.test(name));
  return files.map((name) => change.read(`${AUTOLOAD_FOLDER}/${name}`) ?? '').join('\n');
}
