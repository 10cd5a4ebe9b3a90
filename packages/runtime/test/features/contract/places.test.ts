import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '../../../src/features/contract/index.ts';
import { group, route } from '../../../src/b/index.ts';
import { JsonResponse, type ServerRequest } from '../../../src/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import type { CaseApplication, Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';

const show = contract({
  params: z.object({ id: z.coerce.number() }),
  query: z.object({ tag: z.string() }),
  summary: 'Shows a post',
});
const asHandler = show.handle(({ params: { id }, query: { tag } }) => new JsonResponse([id, tag]));

class Show {
  static readonly contract = show;
  process(request: ServerRequest): JsonResponse {
    const { params, query } = request.input(show);
    return new JsonResponse([params.id, query.tag]);
  }
}

class ShowInjected extends Show {
  static readonly inject = ['offset'] as const;
  readonly #offset: number;
  constructor(offset: number) {
    super();
    this.#offset = offset;
  }
  override process(request: ServerRequest): JsonResponse {
    const { params, query } = request.input(show);
    return new JsonResponse([params.id + this.#offset, query.tag]);
  }
}

const injected = show.handle(['offset'], ({ params: { id }, query: { tag } }, offset: unknown) => {
  return new JsonResponse([id + Number(offset), tag]);
});

const late =
  <T>(make: () => T) =>
  () =>
    new Promise<T>((resolve) => setImmediate(() => resolve(make())));

const dependencies = {
  services: { offset: 0, object: new Show() },
  invokables: { Show, handler: asHandler },
  factories: {
    made: () => new Show(),
    'an object made late': late(() => new Show()),
  },
};

/** Each a way to say the middleware of `/posts/{id}`. */
const values: Readonly<Record<string, unknown>> = {
  'the result of handle()': asHandler,
  'a class': Show,
  'an object of such a class': new Show(),
  'a class with a static inject': ShowInjected,
  'the result of handle() with services': injected,
  'the name of the result of handle()': 'handler',
  'the name of a service that is an object': 'object',
  'the name of a class': 'Show',
  'the name of a service that a factory makes': 'made',
  'the name of an object that is made asynchronously': 'an object made late',
  'a list': [[asHandler]],
};

inBothVariants((kit) => {
  const guarded = (value: unknown): never =>
    kit.list(
      kit.guard(({ header }) => header === undefined, 'no'),
      value as never,
    ) as never;

  /** Each a way to register it. */
  const registrations: Readonly<Record<string, (value: never) => CaseApplication<never>>> = {
    'by a call': (value) => {
      const app = kit.create(new ServiceManager(dependencies)) as CaseApplication<never>;
      app.pipeRoutingMiddleware().pipeDispatchMiddleware().get('/posts/{id}', value);
      return app;
    },
    'behind a guard': (value) => registrations['by a call']?.(guarded(value)) as CaseApplication<never>,
    'in a group': (value) => {
      const app = kit.create(new ServiceManager(dependencies)) as CaseApplication<never>;
      const groups = app as unknown as { group(prefix: string, register: (inner: typeof app) => void): void };
      groups.group('/posts', (inner) => inner.get('/{id}', value));
      return app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    },
    'in an application under a prefix': (value) => {
      const child = kit.create(new ServiceManager(dependencies)) as CaseApplication<never>;
      child.pipeRoutingMiddleware().pipeDispatchMiddleware().get('/{id}', value);
      const app = kit.app() as CaseApplication<never>;
      app.pipe('/posts', child as never);
      return app;
    },
    'by configuration': (value) => configured(kit, [{ path: '/posts/{id}', middleware: value }]),
    'by configuration in a group, behind a guard': (value) =>
      configured(kit, [group('/posts', { middleware: guarded('pass') }, [route(['GET'], '/{id}', value)])]),
  };

  describe.each(Object.entries(registrations))('%s', (way, register) => {
    test.each(Object.entries(values))('%s checks its own input', async (_name, value) => {
      const app = register(value as never);
      const [good, bad] = await Promise.all([
        app.request('/posts/7?tag=a'),
        app.request('/posts/x?tag=a&tag=b'),
      ]);
      const { errors } = (await bad.json()) as { errors: readonly { pointer: string; in: string }[] };

      expect([good.status, await good.json()], way).toEqual([200, [7, 'a']]);
      expect([bad.status, errors.map((error) => error.in + error.pointer)]).toEqual([
        422,
        ['path/id', 'query/tag'],
      ]);
    });
  });

  test('a class in the pipeline has its input, and so have those behind it', async () => {
    const tagged = contract({ query: z.object({ tag: z.string() }) });
    class Tagged {
      static readonly contract = tagged;
      process(request: never, ...rest: ((...args: unknown[]) => never)[]): never {
        const passOn = rest.at(-1) as (...args: unknown[]) => never;
        return passOn(request, rest[0]);
      }
    }
    const app = kit.app();
    app.pipe('/in', Tagged as never);
    app.pipe(
      '/in',
      kit.handler((request) => new JsonResponse(request.input(tagged))),
    );

    expect(await (await app.request('/in?tag=a')).json()).toEqual({ query: { tag: 'a' } });
    expect([(await app.request('/in')).status, (await app.request('/out')).status]).toEqual([422, 404]);
  });

  test.each([
    ['with a summary', show, 'contract "Shows a post"'],
    ['without', contract({}), 'contract'],
  ])(
    'reading the input by a contract %s that is not its own is an error that says what to do',
    async (_name, other, name) => {
      const logged: unknown[] = [];
      const app = kit.routed({ log: (error) => logged.push(error) });
      app.get(
        '/posts',
        kit.handler((request) => new JsonResponse(request.input(other as typeof show))),
      );

      expect((await app.request('/posts')).status).toBe(500);
      expect(logged).toEqual([
        expect.objectContaining({
          code: 'FW_MISSING_ATTRIBUTE',
          message:
            `The input by the ${name} of GET /posts is not set; ` +
            'set the contract as "static contract" of the class that handler() receives.',
        }),
      ]);
    },
  );

  test('requests at the same time have each its own input', async () => {
    const app = kit.routed();
    app.get('/posts/{id}', Show as never);
    const answers = await Promise.all([1, 2, 3].map((id) => app.request(`/posts/${id}?tag=${id}`)));

    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      [1, '1'],
      [2, '2'],
      [3, '3'],
    ]);
  });
});

function configured<M>(kit: Kit<M>, routes: readonly unknown[]): CaseApplication<never> {
  const container = new ServiceManager({
    ...dependencies,
    services: { ...dependencies.services, pass: kit.pass(), config: { routes } },
  } as never);
  return kit.createFrom(container) as CaseApplication<never>;
}
