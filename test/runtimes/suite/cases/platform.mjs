import { answers, fails, is } from '../check.mjs';

const request = () => new Request('http://localhost/');

/** Values that a platform passes, and values that are missing without one. */
export const platform = {
  'fetch is bound to its application, also of a class of its own': async ({ app, text, Application }) => {
    const { fetch } = app().pipe(text('bound'));
    await answers(fetch(request()), { body: 'bound' });
    class Site extends Application {
      fetch(...given) {
        return super.fetch(...given);
      }
    }
    const { fetch: own } = new Site({ log: () => {} }).pipe(text('own'));
    await answers(own(request()), { body: 'own' });
  },

  'middleware reads what a platform hands over': ({ app, JsonResponse }) => {
    const site = app().pipe((given) => new JsonResponse(given.platform.event));
    return answers(site.fetch(request(), { event: { version: '2.0' } }), { body: '{"version":"2.0"}' });
  },

  'as Workers call it, the platform is env and ctx': async ({ app, JsonResponse }) => {
    const waited = [];
    const ctx = {
      waitUntil(promise) {
        waited.push(this === ctx, promise);
      },
    };
    const site = app().pipe((given) => {
      given.waitUntil(Promise.resolve('later'));
      return new JsonResponse(given.platform.env);
    });
    await answers(site.fetch(request(), { NAME: 'value' }, ctx), { body: '{"NAME":"value"}' });
    is(await Promise.all(waited), [true, 'later']);
  },

  'copies and layers inside see the same platform': ({ app, pass, TextResponse }) => {
    const inner = app().pipe((given) => new TextResponse(`${given.platform.name} ${typeof given.waitUntil}`));
    const site = app()
      .pipe(pass((given) => given.withHeader('X-One', '1').withAttribute('a', 1)))
      .pipe('/', inner);
    return answers(site.fetch(request(), { name: 'edge', waitUntil: () => {} }), { body: 'edge function' });
  },

  'without a platform there is none, and no ip': ({ app, TextResponse }) => {
    const site = app().pipe(
      (given) =>
        new TextResponse(`${given.platform} ${given.waitUntil} ${given.ip} ${given.closing.aborted}`),
    );
    return answers(site.request('/'), { body: 'undefined undefined undefined false' });
  },

  'ip is what the platform says, and no header that anybody could send': async ({ app, TextResponse }) => {
    const site = app().pipe((given) => new TextResponse(String(given.ip)));
    const forged = new Request('http://localhost/', { headers: { 'CF-Connecting-IP': '192.0.2.9' } });
    await answers(site.fetch(forged), { body: 'undefined' });
    await answers(site.fetch(request(), { ip: '192.0.2.1' }), { body: '192.0.2.1' });
    await answers(site.fetch(request(), { remoteAddr: { hostname: '192.0.2.2' } }), { body: '192.0.2.2' });
    await answers(site.fetch(request(), { requestIP: () => ({ address: '192.0.2.3' }) }), {
      body: '192.0.2.3',
    });
  },
};

/** Platforms with neither a server nor a file system. */
export const withoutServer = {
  'run() says what to do': ({ app, text }) =>
    fails(() => app().pipe(text('x')).run({ port: 0, silent: true, signals: false }), {
      name: 'UnsupportedRuntimeError',
      code: 'FW_UNSUPPORTED_RUNTIME',
      message: /app\.fetch/,
    }),

  'loadConfig() says what to do': ({ loadConfig }) =>
    fails(() => loadConfig({ cwd: '.' }), {
      name: 'UnsupportedRuntimeError',
      code: 'FW_UNSUPPORTED_RUNTIME',
      message: /mergeConfig/,
    }),
};
