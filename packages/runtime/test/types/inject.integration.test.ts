import { describe, expect, test } from 'vitest';
import { type Checked, checkProgram } from './program.ts';
import { essentialFirst } from '../../../../test/support/essential-first.ts';

for (const { some, tags } of essentialFirst(['b', 'a']))
  describe.each(some)('in variant %s', { tags }, (variant) => {
    /** The compiler's errors for lines of a project whose `Services` has the posts. */
    const check = (lines: string, services = 'posts: Posts; config: { readonly title: string }'): Checked =>
      checkProgram(String.raw`
      import {
        Application, defineConfig, group, inject, RouterInterface, TextResponse, type InjectedClass, type ServerRequest,
      } from 'fw-runtime/${variant}';
      import { ServiceManager } from 'fw-runtime/service-manager';
      class Posts { title(id: string): string { return id; } }
      class Clock { now(): number { return 0; } }
      declare module 'fw-runtime/${variant}' { interface Services { ${services} } }
      class Answering {
        process(request: ServerRequest): TextResponse { return new TextResponse(request.path); }
      }
      class ShowPost {
        static readonly inject = ['posts', Clock] as const;
        readonly #posts: Posts;
        constructor(posts: Posts, _clock: Clock) { this.#posts = posts; }
        process(request: ServerRequest<{ id: string }>): TextResponse {
          return new TextResponse(this.#posts.title(request.params.id));
        }
      }
      const app = new Application();
      const container = new ServiceManager();
      ${lines}
    `);

    /** The compiler's errors, the same in each place, for a class with an `inject` and a constructor. */
    const checkClass = (ids: string, parameters: string): string | undefined => {
      const { reasons } = check(`
      class Site extends Answering {
        static readonly inject = ${ids};
        constructor(${parameters}) { super(); }
      }
      app.get('/post/{id}', Site);
      app.pipe(Site);
      app.pipe('/post', Site);
      container.setInvokable('site', Site);
      app.group('/posts', () => {}, { middleware: Site });
      group('/posts', { middleware: Site }, []);
      Site satisfies InjectedClass<Answering, typeof Site.inject>;
    `);
      expect(reasons).toEqual(Array(7).fill(reasons[0]));
      return reasons[0];
    };

    test('a class whose inject fits its constructor compiles wherever a class is allowed', () => {
      const { errors } = check(String.raw`
      class Further extends ShowPost {}
      class Routed extends Answering {
        static readonly inject = [RouterInterface, 'config', Symbol()] as const;
        constructor(_router: RouterInterface, _config: { readonly title: string }, _any: Posts) { super(); }
      }
      class Optional extends Answering {
        static readonly inject = ['posts'] as const;
        constructor(_posts: Posts, _clock?: Clock) { super(); }
      }
      app.get('/post/{id}', ShowPost);
      app.get('/post/{id}', Further);
      app.route('/post/{id}/{more}', ShowPost, ['GET']);
      app.any('/all/{id}', [ShowPost, Routed, [Answering, ShowPost]]);
      app.pipe(Routed).pipe('/x', Optional).pipe([Optional, Routed]);
      app.group('/post/{id}', () => {}, { middleware: ShowPost });
      group('/post/{id}', { middleware: ShowPost }, []);
      container.setInvokable('post', ShowPost);
      container.setInvokable(Routed, Routed);
      const post: ShowPost = container.get(ShowPost);
      const dependencies = { invokables: { ShowPost, Routed, Answering } };
      defineConfig({
        dependencies,
        routes: [{ path: '/post/{id}', middleware: ShowPost }, { path: '/{id}', middleware: [ShowPost, Routed] }],
        middleware_pipeline: { own: { middleware: Routed } },
      });
      new ServiceManager(dependencies);
      export { post };
    `);
      expect(errors).toEqual([]);
    });

    test.each([
      [
        'in the wrong order',
        "[Clock, 'posts'] as const",
        'posts: Posts, clock: Clock',
        /^Property 'title' is missing in type 'Clock' but required in type 'Posts'\.$/,
      ],
      [
        'of the wrong type',
        "['posts'] as const",
        'clock: Clock',
        /^Property 'now' is missing in type 'Posts' but required in type 'Clock'\.$/,
      ],
      [
        'that are too few',
        "['posts'] as const",
        'posts: Posts, clock: Clock',
        /^Target signature provides too few arguments\. Expected 2 or more, but got 1\.$/,
      ],
      [
        'of a name that Services does not have',
        "['psots'] as const",
        'posts: Posts',
        /^Property 'title' is missing in type 'UnknownService<"psots">' but required in type 'Posts'\.$/,
      ],
      [
        'without "as const"',
        "['posts']",
        'posts: Posts',
        /^Property 'title' is missing in type 'InjectIsNoConstList' but required in type 'Posts'\.$/,
      ],
    ])('services %s do not compile', (_case, ids, parameters, message) => {
      expect(checkClass(ids, parameters)).toMatch(message);
    });

    test('a class that takes services and has no inject does not compile', () => {
      const { reasons } = check(`
      class Site extends Answering { constructor(_posts: Posts) { super(); } }
      app.get('/', Site);
    `);
      expect(reasons).toEqual([
        expect.stringMatching(
          /^Property 'title' is missing in type 'InjectIsNoConstList' but required in type 'Posts'/,
        ),
      ]);
    });

    test('a handler whose parameters the path does not give does not compile', () => {
      const { reasons } = check(`
      class More {
        static readonly inject = [] as const;
        process(request: ServerRequest<{ id: string; lang: string }>): TextResponse {
          return new TextResponse(request.params.lang);
        }
      }
      class Plain { process(request: ServerRequest<{ id: string }>): TextResponse { return new TextResponse(request.params.id); } }
      app.get('/post/{slug}', ShowPost);
      app.get('/post/{id}', More);
      app.get('/', Plain);
      app.pipe(ShowPost);
    `);
      expect(reasons).toEqual([
        "Property 'id' is missing in type '{ slug: string; }' but required in type '{ id: string; }'.",
        "Property 'lang' is missing in type '{ id: string; }' but required in type '{ id: string; lang: string; }'.",
        "Property 'id' is missing in type '{}' but required in type '{ id: string; }'.",
        expect.stringMatching(/^Property 'id' is missing in type 'Record<string, string>'/),
      ]);
    });

    test('the function of inject() knows its services and the parameters of the path', () => {
      const { errors, shown } = check(String.raw`
      app.get('/post/{id}', inject(['posts', Clock], (/*?*/ posts, /*?*/ clock) => (/*?*/ request) => {
        return new TextResponse(posts.title(request.params.id) + clock.now());
      }));
      app.get('/list/{id}', [inject(['posts'], (/*?*/ listed) => (/*?*/ nested) => new TextResponse(listed.title(nested.params.id)))]);
      app.pipe(inject(['posts'], (told: Posts) => new Answering()));
      app.pipe(inject(['posts'], (/*?*/ piped) => (/*?*/ every) => new TextResponse(piped.title(every.path))));
    `);
      expect(errors).toEqual([]);
      expect(shown).toEqual({
        posts: 'Posts',
        clock: 'Clock',
        request: 'ServerRequest<{ id: string; }>',
        listed: 'Posts',
        nested: 'ServerRequest<{ id: string; }>',
        piped: 'Posts',
        every: 'ServerRequest<Record<string, string>>',
      });
    });

    test('the function of inject() with other services than its list has does not compile', () => {
      const { reasons } = check(String.raw`
      app.get('/1/{id}', inject(['posts', Clock], (clock: Clock, posts: Posts) => new Answering()));
      app.get('/2/{id}', inject(['psots'], (posts) => () => new TextResponse(posts.title('1'))));
      app.get('/3/{id}', inject(['posts'], () => ({ request }: { request: number }) => new TextResponse(String(request))));
    `);
      expect(reasons).toEqual([
        "Property 'now' is missing in type 'Posts' but required in type 'Clock'.",
        `Property 'title' does not exist on type 'UnknownService<"psots">'.`,
        expect.stringMatching(/^Property 'request' is missing in type 'ServerRequest/),
      ]);
    });

    test('a name may have any type as long as Services is empty', () => {
      const { errors } = check('app.get("/post/{id}", ShowPost);', '');
      expect(errors).toEqual([]);
    });

    test("the framework's own services have their type also if Services is empty", () => {
      const { reasons } = check(
        `
      class Site extends Answering {
        static readonly inject = ['RouterInterface'] as const;
        constructor(_router: Posts) { super(); }
      }
      app.pipe(inject(['config', 'RouterInterface'], ({ debug }, router) => {
        return () => new TextResponse(router.generateUri(String(debug)));
      }));
      app.pipe(Site);
    `,
        '',
      );
      expect(reasons).toEqual([
        "Property 'title' is missing in type 'RouterInterface' but required in type 'Posts'.",
      ]);
    });

    test('a service that Services says is a promise comes as what it is the promise of', () => {
      const lines = `
      class Waiting extends Answering {
        static readonly inject = ['db'] as const;
        constructor(_db: Clock) { super(); }
      }
      app.pipe(Waiting);`;
      expect(check(lines, 'db: Promise<Clock>').errors).toEqual([]);
      expect(check(lines, 'db: Promise<Posts>').errors).toHaveLength(1);
    });
  });

test('error middleware may be a class that is made with services, in variant A', () => {
  const { reasons } = checkProgram(`
    import { Application, defineConfig, inject, TextResponse, type HttpResponse, type Next, type ServerRequest } from 'fw-runtime/a';
    class Clock { now(): number { return 0; } }
    class Handler {
      static readonly inject = [Clock] as const;
      constructor(_clock: Clock) {}
      process(_error: unknown, _request: ServerRequest, _response: HttpResponse, _next: Next): TextResponse {
        return new TextResponse('');
      }
    }
    class Wrong {
      static readonly inject = [Date] as const;
      constructor(_clock: Clock) {}
      process = () => new TextResponse('');
    }
    const app = new Application();
    app.pipeErrorHandler(Handler).pipeErrorHandler('/x', Handler).pipeErrorHandler([Handler]);
    app.pipeErrorHandler(inject([Clock], (clock) => (error) => new TextResponse(String(error) + clock.now())));
    defineConfig({ middleware_pipeline: [
      { middleware: Handler, error: true },
      { middleware: [Handler], path: '/x', error: true },
      { middleware: inject([Clock], (clock: Clock) => (error: unknown) => new TextResponse(String(error))), error: true },
    ] });
    app.pipeErrorHandler(Wrong);
  `);
  expect(reasons).toEqual(["Property 'now' is missing in type 'Date' but required in type 'Clock'."]);
});
