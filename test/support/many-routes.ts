/** A program with many routes with schemas, and a client that calls each of them: the text of each file by its name. */
export type Program = Readonly<Record<string, string>>;

/** The routes of a resource: list, create, show, update and delete. */
const ROUTES_OF_RESOURCE = 5;

const SCHEMAS = `import { z } from 'zod';

const NewItem = z.object({ title: z.string(), count: z.number(), tags: z.array(z.string()) });
const Item = NewItem.extend({ id: z.string() });
const Page = z.object({ limit: z.coerce.number(), offset: z.coerce.number() });
const ById = z.object({ id: z.string() });
const item = { id: '1', title: 'text', count: 1, tags: ['one'] };
`;

function namesOf(routes: number): string[] {
  return Array.from({ length: routes / ROUTES_OF_RESOURCE }, (_, index) => `items${index}`);
}

const RESOURCES_OF_AREA = 20;

function areasOf(names: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(names.length / RESOURCES_OF_AREA) }, (_, index) => `area${index}`);
}

/** Prints the resources in areas, because long chains are too deep for the compiler. */
function inAreas(
  names: readonly string[],
  print: (area: string, names: readonly string[]) => string,
): string {
  return areasOf(names)
    .map((area, index) =>
      print(area, names.slice(index * RESOURCES_OF_AREA, (index + 1) * RESOURCES_OF_AREA)),
    )
    .join('\n');
}

function programOf(
  routes: number,
  file: (name: string) => string,
  application: (names: readonly string[]) => string,
  client: (names: readonly string[]) => string,
): Program {
  const names = namesOf(routes);
  const imports = names.map((name) => `import { ${name} } from './${name}.ts';\n`).join('');
  return {
    ...Object.fromEntries(names.map((name) => [`${name}.ts`, file(name)])),
    'application.ts': imports + application(names),
    'calls.ts': client(names),
  };
}

/** Its calls import `client.ts`, which `fw client` writes. */
export function fwProgram(routes: number): Program {
  return programOf(
    routes,
    (name) => `import { resource } from 'fw-runtime/contract';
${SCHEMAS}
export const ${name} = resource('/${name}', { name: '${name}' }, ({ get, post, put, delete: remove }) => ({
  list: get('/', { query: Page, responses: { 200: z.array(Item) } })
    .handle(({ query }) => [item].slice(query.offset, query.limit)),
  create: post('/', { body: NewItem, responses: { 201: Item } }).handle(({ body }) => ({ id: '1', ...body })),
  show: get('/{id}', { params: ById, responses: { 200: Item } }).handle(({ params }) => ({ ...item, id: params.id })),
  update: put('/{id}', { params: ById, body: NewItem, responses: { 200: Item } })
    .handle(({ params, body }) => ({ id: params.id, ...body })),
  delete: remove('/{id}', { params: ById, responses: { 204: null } }).handle(({ params }) => { void params.id; }),
}));
`,
    (names) => `import { Application } from 'fw-runtime/b';

export const app = new Application();
${names.map((name) => `app.add(${name});\n`).join('')}`,
    (names) => `import { createClient } from './client.ts';

const api = createClient({ baseUrl: 'http://localhost' });
const body = { title: 'text', count: 1, tags: [] };
${names
  .map(
    (name) => `export async function ${name}(): Promise<unknown[]> {
  const list = await api.GET('/${name}', { params: { query: { limit: 1, offset: 0 } } });
  const created = await api.POST('/${name}', { body });
  const path = { id: created.data?.id ?? '1' };
  const shown = await api.GET('/${name}/{id}', { params: { path } });
  const updated = await api.PUT('/${name}/{id}', { params: { path }, body });
  const deleted = await api.DELETE('/${name}/{id}', { params: { path } });
  return [list.data?.[0]?.title, shown.data?.title, updated.data?.title, deleted.response.status];
}
`,
  )
  .join('')}`,
  );
}

export function honoProgram(routes: number): Program {
  return programOf(
    routes,
    (name) => `import { Hono } from 'hono';
import { validator } from 'hono/validator';
${SCHEMAS}
const page = validator('query', (value) => Page.parse(value));
const newItem = validator('json', (value) => NewItem.parse(value));
const byId = validator('param', (value) => ById.parse(value));

export const ${name} = new Hono()
  .get('/', page, (c) => {
    const query = c.req.valid('query');
    return c.json(z.array(Item).parse([item].slice(query.offset, query.limit)));
  })
  .post('/', newItem, (c) => c.json(Item.parse({ id: '1', ...c.req.valid('json') }), 201))
  .get('/:id', byId, (c) => c.json(Item.parse({ ...item, id: c.req.valid('param').id })))
  .put('/:id', byId, newItem, (c) => c.json(Item.parse({ id: c.req.valid('param').id, ...c.req.valid('json') })))
  .delete('/:id', byId, (c) => c.body(null, 204));
`,
    (names) => `import { Hono } from 'hono';

${inAreas(names, (area, all) => `const ${area} = new Hono()\n${all.map((name) => `  .route('/${name}', ${name})\n`).join('')};`)}
export const app = new Hono()
${areasOf(names)
  .map((area) => `  .route('/', ${area})\n`)
  .join('')};
export type App = typeof app;
`,
    (names) => `import { hc } from 'hono/client';
import type { App } from './application.ts';

const api = hc<App>('http://localhost');
const json = { title: 'text', count: 1, tags: [] };
${names
  .map(
    (name) => `export async function ${name}(): Promise<unknown[]> {
  const list = await (await api.${name}.$get({ query: { limit: '1', offset: '0' } })).json();
  const created = await (await api.${name}.$post({ json })).json();
  const param = { id: created.id };
  const shown = await (await api.${name}[':id'].$get({ param })).json();
  const updated = await (await api.${name}[':id'].$put({ param, json })).json();
  const deleted = await api.${name}[':id'].$delete({ param });
  return [list[0]?.title, shown.title, updated.title, deleted.status];
}
`,
  )
  .join('')}`,
  );
}

export function elysiaProgram(routes: number): Program {
  return programOf(
    routes,
    (name) => `import { Elysia } from 'elysia';
${SCHEMAS}
export const ${name} = new Elysia({ prefix: '/${name}' })
  .get('/', ({ query }) => [item].slice(query.offset, query.limit), { query: Page, response: { 200: z.array(Item) } })
  .post('/', ({ body, status }) => status(201, { id: '1', ...body }), { body: NewItem, response: { 201: Item } })
  .get('/:id', ({ params }) => ({ ...item, id: params.id }), { params: ById, response: { 200: Item } })
  .put('/:id', ({ params, body }) => ({ id: params.id, ...body }), {
    params: ById,
    body: NewItem,
    response: { 200: Item },
  })
  .delete('/:id', ({ params, status }) => { void params.id; return status(204, undefined); }, { params: ById });
`,
    (names) => `import { Elysia } from 'elysia';

${inAreas(names, (area, all) => `const ${area} = new Elysia()\n${all.map((name) => `  .use(${name})\n`).join('')};`)}
export const app = new Elysia()
${areasOf(names)
  .map((area) => `  .use(${area})\n`)
  .join('')};
export type App = typeof app;
`,
    (names) => `import { treaty } from '@elysiajs/eden';
import type { App } from './application.ts';

const api = treaty<App>('localhost');
const body = { title: 'text', count: 1, tags: [] };
${names
  .map(
    (name) => `export async function ${name}(): Promise<unknown[]> {
  const list = await api.${name}.get({ query: { limit: 1, offset: 0 } });
  const created = await api.${name}.post(body);
  const id = created.data?.id ?? '1';
  const shown = await api.${name}({ id }).get();
  const updated = await api.${name}({ id }).put(body);
  const deleted = await api.${name}({ id }).delete();
  return [list.data?.[0]?.title, shown.data?.title, updated.data?.title, deleted.status];
}
`,
  )
  .join('')}`,
  );
}
