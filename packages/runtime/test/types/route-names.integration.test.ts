import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Checked, checkProgram, layDownProgram } from './program.ts';

const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));

const HEAD = `
  import { Application, RedirectResponse, type RouteParams, type ServerRequest, TextResponse, type Url, urlFor, UrlHelper } from 'fw-runtime/b';
  declare const url: Url;
  declare const helper: UrlHelper;
  declare const request: ServerRequest<RouteParams<'page'>>;`;

/** As `fw types` writes them. */
const ROUTES = `
  declare module 'fw-runtime' {
    interface Routes {
      readonly home: {};
      readonly post: { readonly id: string };
      readonly page: { readonly id: string; readonly lang?: string };
      readonly list: { readonly page?: string };
    }
  }`;

function check(lines: string, routes: string = ROUTES): Checked {
  return checkProgram(HEAD + routes + lines);
}

describe('the names of routes that a project declares', () => {
  test('are typed with their parameters, and parameters that a path may lack are optional', () => {
    const { errors, shown } = check(`
      url('home');
      url('home', {}, { fragment: 'top' });
      url('home', undefined, { query: { page: 2 } });
      url('post', { id: 0 });
      url('post', { id: 'a b' });
      url('page', { id: 1n, lang: undefined });
      url('list');
      url('list', { page: true }, { query: new URLSearchParams() });
      url('page', request.params);
      url('page', { id: 1, lang: request.params.lang });
      const /*?*/ params = request.params;
      const /*?*/ path = url('post', { id: 1 });
      const either = Math.random() < 0.5 ? 'post' : 'page';
      url(either, { id: 1 });`);
    expect(errors).toEqual([]);
    expect(shown).toEqual({
      params: '{ readonly id: string; readonly lang?: string; }',
      path: 'string',
    });
  });

  test.each([
    [
      'an unregistered name',
      "url('pst', { id: 1 });",
      `Argument of type '"pst"' is not assignable to parameter of type '"home" | "list" | "page" | "post"'.`,
    ],
    ['no parameters', "url('post');", 'Expected 2-3 arguments, but got 1.'],
    [
      'a missing parameter',
      "url('post', {});",
      `Property 'id' is missing in type '{}' but required in type 'UriParams<{ readonly id: string; }>'.`,
    ],
    [
      'a wrong parameter',
      "url('post', { idd: 1 });",
      `Object literal may only specify known properties, and 'idd' does not exist in type 'UriParams<{ readonly id: string; }>'.`,
    ],
    [
      'a surplus parameter',
      "url('post', { id: 1, page: 2 });",
      `Object literal may only specify known properties, and 'page' does not exist in type 'UriParams<{ readonly id: string; }>'.`,
    ],
    [
      'a parameter of a route that has none',
      "url('home', { id: 1 });",
      "Type 'number' is not assignable to type 'RouteHasNoParameters'.",
    ],
    ['null', "url('post', { id: null });", "Type 'null' is not assignable to type 'UriValue'."],
    [
      'a wrong option',
      "url('post', { id: 1 }, { qurey: {} });",
      "Object literal may only specify known properties, but 'qurey' does not exist in type 'UriOptions'. Did you mean to write 'query'?",
    ],
    [
      'a name that may be anything',
      "const name: string = 'post'; url(name, { id: 1 });",
      `Argument of type 'string' is not assignable to parameter of type '"home" | "list" | "page" | "post"'.`,
    ],
    [
      'an unknown parameter of a request',
      'request.params.nope;',
      "Property 'nope' does not exist on type '{ readonly id: string; readonly lang?: string; }'.",
    ],
  ])('do not compile with %s', (_, line, message) => {
    expect(check(line).reasons).toEqual([message]);
  });

  test('count for app.url, urlFor and redirects', () => {
    const { errors, shown } = check(`
      const app = new Application();
      const { url: /*?*/ own } = app;
      own('post', { id: 1 });
      new Application().get('/post/{id}[/{lang}]', (/*?*/ given) => {
        urlFor(given)('home');
        const /*?*/ made = urlFor(request);
        return RedirectResponse.to(given, 'post', { id: 1 }, { status: 303, fragment: 'top' });
      });
      const /*?*/ response = RedirectResponse.to(request, 'home');
      RedirectResponse.to(request, 'home', {}, { status: 303 }).withCookie('a', 'b');`);
    expect(errors).toEqual([]);
    expect(shown).toEqual({
      own: 'Url',
      given: 'ServerRequest<{ id: string; lang?: string; }>',
      made: 'Url',
      response: 'RedirectResponse',
    });
    expect(check("new Application().url('pst');").reasons).toEqual([
      `Argument of type '"pst"' is not assignable to parameter of type '"home" | "list" | "page" | "post"'.`,
    ]);
    expect(check("urlFor(request)('post', { idd: 1 });").reasons).toEqual([
      `Object literal may only specify known properties, and 'idd' does not exist in type 'UriParams<{ readonly id: string; }>'.`,
    ]);
    expect(check("RedirectResponse.to(request, 'post');").reasons).toEqual([
      'Expected 3-4 arguments, but got 2.',
    ]);
    expect(check("RedirectResponse.to(request, 'post', { id: 1 }, { stauts: 303 });").reasons).toEqual([
      "Object literal may only specify known properties, but 'stauts' does not exist in type 'RedirectOptions'. Did you mean to write 'status'?",
    ]);
  });

  test('count for UrlHelper, which takes the parameters of the current route over', () => {
    const right = `
      helper.generate();
      helper.generate(undefined, { anything: 1 });
      helper.generate('post');
      helper.generate('page', { lang: 'de' }, { fragment: 'top' });`;
    expect(check(right).errors).toEqual([]);
    expect(check("helper.generate('pst');").errors).toEqual([
      `Argument of type '"pst"' is not assignable to parameter of type '"home" | "list" | "page" | "post" | undefined'.`,
    ]);
    expect(check("helper.generate('post', { page: 2 });").errors).toEqual([
      `Object literal may only specify known properties, and 'page' does not exist in type 'Partial<UriParams<{ readonly id: string; }>>'.`,
    ]);
  });

  test('are any string with any parameters if a project declares none', () => {
    const lines = `
      const name: string = 'post';
      url(name);
      url('post', { id: 1, more: [] }, { query: {} });
      helper.generate('post', { id: 1 });
      const /*?*/ params = request.params;`;
    const { errors, shown } = check(lines, '');
    expect(errors).toEqual([]);
    expect(shown).toEqual({ params: 'Record<string, string>' });
    expect(check('url(1);', '').reasons).toEqual([
      "Argument of type 'number' is not assignable to parameter of type 'string'.",
    ]);
  });
});

test('a class for the requests of a named route is allowed on a path with its parameters only', () => {
  const lines = (path: string): string => `
    class ShowPage {
      process(request: ServerRequest<RouteParams<'page'>>): TextResponse {
        return new TextResponse(request.params.id + (request.params.lang ?? ''));
      }
    }
    new Application().get('${path}', ShowPage, 'page');`;
  expect(check(lines('/page/{id}[/{lang}]')).errors).toEqual([]);
  expect(check(lines('/page/{id}/{lang}')).errors).toEqual([]);
  const [error, ...others] = check(lines('/page/{page}')).reasons;
  expect(others).toEqual([]);
  expect(error).toContain("Property 'id' is missing in type '{ page: string; }'");
});

// Counts of the compiler's work, which are the same on every machine: 2,921 with 10, 100 and 1,000 routes.
test(
  'fifty URLs cost the compiler the same among ten named routes and among a thousand',
  { tags: ['full'] },
  () => {
    const [ten, hundred, thousand] = [10, 100, 1000].map((routes) => instantiations(routes, 50));

    // So that the calls are what is counted.
    expect(ten).toBeGreaterThan(2 * instantiations(10, 0));
    expect(hundred).toBeLessThan(1.2 * Number(ten));
    expect(thousand).toBeLessThan(1.2 * Number(ten));
  },
);

/** How many types the compiler instantiates for a file without errors that calls with ten of so many routes. */
function instantiations(routes: number, calls: number): number {
  const members = Array.from(
    { length: routes },
    (_, index) => `readonly 'area.route-${index}': { readonly id: string; readonly part${index}?: string };`,
  );
  const lines = Array.from({ length: calls }, (_, index) => {
    const route = (index % 10) * (routes / 10);
    return `
      url('area.route-${route}', { id: ${index}, part${route}: 'x' });
      helper.generate('area.route-${route}', { part${route}: 'x' });
      RedirectResponse.to(request, 'area.route-${route}', { id: ${index} }, { status: 303 });`;
  });
  const { folder } = layDownProgram(`
    import { RedirectResponse, type ServerRequest, type Url, type UrlHelper } from 'fw-runtime/b';
    declare const url: Url;
    declare const helper: UrlHelper;
    declare const request: ServerRequest;
    declare module 'fw-runtime' { interface Routes { ${members.join('\n')} } }
    ${lines.join('\n')}`);
  const output = execFileSync(process.execPath, [tsc, '-p', folder, '--extendedDiagnostics'], {
    encoding: 'utf8',
  });
  return Number(/^Instantiations: +(\d+)$/m.exec(output)?.[1]);
}
