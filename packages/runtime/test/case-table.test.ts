import { beforeAll, describe, expect, test, vi } from 'vitest';
import type * as a from '../src/a/index.ts';
import { TreeRouter, type RouterInterface } from '../src/index.ts';
import { FindMyWayRouter } from '../src/kernel/router/find-my-way-router.ts';
import { PathToRegexpRouter } from '../src/kernel/router/path-to-regexp-router.ts';
import { Rou3Router } from '../src/kernel/router/rou3-router.ts';
import { cases } from './cases/index.ts';
import type {
  Case,
  CaseApplication,
  CaseRequest,
  Expectation,
  RouterName,
  Transport,
  VariantName,
} from './cases/case.ts';
import { kitOfA, kitOfB } from './cases/kit.ts';
import { askHttp2, serveHttp2 } from './support/http2-client.ts';
import { ask, serve } from './support/serve.ts';
import { developerHeader } from '../../devtools/test/support/developer.ts';
import { useDevTools } from '../../devtools/test/support/use-dev-tools.ts';

useDevTools();

const ROUTERS: Readonly<Record<RouterName, new () => RouterInterface>> = {
  tree: TreeRouter,
  'find-my-way': FindMyWayRouter,
  rou3: Rou3Router,
  'path-to-regexp': PathToRegexpRouter,
};

const ROUTER_NAMES = Object.keys(ROUTERS) as RouterName[];
const TRANSPORTS: readonly Transport[] = ['socket', 'http2', 'fetch'];
// Routers warn about constraints that they ignore; ignored-tokens.test.ts tests these warnings.
beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

describe.each(Object.entries(cases))('%s', (_chapter, chapter) => {
  for (const run of chapter.flatMap(runsOf)) {
    const { rule, name, variant, router, transport } = run;
    test(`${rule}: ${name} (${variant}, ${router}, ${transport})`, { tags: tagsOf(run) }, async () => {
      const { status, header, body } = await answerOf(run);
      expect({ status, ...shownHeaders(run.expect, header) }).toEqual({
        status: run.expect.status,
        ...expectedHeaders(run.expect),
      });
      expectBody(run.expect, body);
    });
  }
});

test('the titles of cases are unique', () => {
  const titles = Object.values(cases).flatMap((chapter) =>
    chapter.map(({ rule, name }) => `${rule}: ${name}`),
  );
  expect(new Set(titles).size).toBe(titles.length);
});

interface Run {
  readonly rule: string;
  readonly name: string;
  readonly variant: VariantName;
  readonly router: RouterName;
  readonly transport: Transport;
  readonly request: CaseRequest;
  readonly expect: Expectation;
  build(): Built;
}

/** With `debug`, the inside is shown to a developer, and to who calls `request()`. */
type Built = Pick<CaseApplication<never>, 'fetch' | 'run'> &
  Partial<Pick<a.Application, 'context' | 'request'>>;

interface Answered {
  readonly status: number;
  header(name: string): string | null;
  readonly body: string;
}

/** Essential tests run other routers, and HTTP/2, with variant B only: both variants share their code. */
function tagsOf({ variant, router, transport }: Run): string[] {
  return variant === 'a' && (router !== 'tree' || transport === 'http2') ? ['full'] : [];
}

function runsOf(item: Case): Run[] {
  const { rule, name, request, expect, transports = TRANSPORTS, routers = ROUTER_NAMES } = item;
  return routers.flatMap((router) =>
    buildsOf(item, ROUTERS[router]).flatMap(([variant, build]) =>
      (router === 'tree' ? transports : fastestOf(transports)).map((transport) => ({
        rule,
        name,
        variant,
        router,
        transport,
        request,
        expect,
        build,
      })),
    ),
  );
}

/** A router sees the same request over all transports, so the other routers run over one. */
function fastestOf(transports: readonly Transport[]): Transport[] {
  return transports.includes('fetch') ? ['fetch'] : transports.slice(0, 1);
}

function buildsOf(
  item: Case,
  Router: new () => RouterInterface,
): readonly (readonly [VariantName, Run['build']])[] {
  switch (item.variant) {
    case 'a':
      return [['a', () => item.build(kitOfA(Router))]];
    case 'b':
      return [['b', () => item.build(kitOfB(Router))]];
    default:
      return [
        ['a', () => item.build(kitOfA(Router))],
        ['b', () => item.build(kitOfB(Router))],
      ];
  }
}

function answerOf({ build, request, transport }: Run): Promise<Answered> {
  if (transport === 'fetch') return byFetch(build(), request);
  return transport === 'socket' ? bySocket(build(), request) : byHttp2(build(), request);
}

async function bySocket(application: Built, request: CaseRequest): Promise<Answered> {
  const { status, headers, body } = await ask(await serve(application), asked(application, request));
  return { status, body, header: (name) => headers[name.toLowerCase()]?.toString() ?? null };
}

async function byHttp2(application: Built, request: CaseRequest): Promise<Answered> {
  const { status, headers, body } = await askHttp2(
    await serveHttp2(application),
    asked(application, request),
  );
  return { status, body, header: (name) => headers[name.toLowerCase()]?.toString() ?? null };
}

function asked({ context }: Built, request: CaseRequest): CaseRequest {
  if (context?.debug !== true) return request;
  return { ...request, headers: { ...developerHeader(), ...request.headers } };
}

async function byFetch(
  application: Built,
  { method = 'GET', path, headers = {}, body, platform }: CaseRequest,
): Promise<Answered> {
  const request = new Request(`http://localhost${path}`, { method, headers, body: body ?? null });
  const response =
    (await (application.context?.debug === true ? application.request?.(request) : undefined)) ??
    (await application.fetch(request, platform));
  return {
    status: response.status,
    body: await response.text(),
    header: (name) => response.headers.get(name),
  };
}

function shownHeaders(
  { headers = {} }: Expectation,
  header: Answered['header'],
): Record<string, string | null> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, header(name)]));
}

function expectedHeaders({ headers = {} }: Expectation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]),
  );
}

function expectBody({ body: expected }: Expectation, body: string): void {
  if (expected === undefined) return;
  if (typeof expected === 'string') expect(body).toBe(expected);
  else if (expected instanceof RegExp) expect(body).toMatch(expected);
  else expect(JSON.parse(body)).toEqual(expected);
}
