import { responds, fails, is } from '../check.mjs';

const request = () => new Request('http://localhost/');

/** Values that a platform passes, and values that are missing without one. */
export const platform = {
  'fetch is bound to its application, also in a subclass': async ({ createApp, text, Application }) => {
    const { fetch } = createApp().pipe(text('bound'));
    await responds(fetch(request()), { body: 'bound' });
    class Site extends Application {
      fetch(...given) {
        return super.fetch(...given);
      }
    }
    const { fetch: own } = new Site({ log: () => {} }).pipe(text('own'));
    await responds(own(request()), { body: 'own' });
  },

  "middleware reads the platform's values": ({ createApp, JsonResponse }) => {
    const app = createApp().pipe((given) => new JsonResponse(given.platform.event));
    return responds(app.fetch(request(), { event: { version: '2.0' } }), { body: '{"version":"2.0"}' });
  },

  'called as by Workers, the platform is env and ctx': async ({ createApp, JsonResponse }) => {
    const waited = [];
    const ctx = {
      waitUntil(promise) {
        waited.push(this === ctx, promise);
      },
    };
    const app = createApp().pipe((given) => {
      given.waitUntil(Promise.resolve('later'));
      return new JsonResponse(given.platform.env);
    });
    await responds(app.fetch(request(), { NAME: 'value' }, ctx), { body: '{"NAME":"value"}' });
    is(await Promise.all(waited), [true, 'later']);
  },

  'copies and inner middleware see the same platform': ({ createApp, pass, TextResponse }) => {
    const inner = createApp().pipe(
      (given) => new TextResponse(`${given.platform.name} ${typeof given.waitUntil}`),
    );
    const app = createApp()
      .pipe(pass((given) => given.withHeader('X-One', '1').withAttribute('a', 1)))
      .pipe('/', inner);
    return responds(app.fetch(request(), { name: 'edge', waitUntil: () => {} }), { body: 'edge function' });
  },

  'without a platform, platform and ip are undefined': ({ createApp, TextResponse }) => {
    const app = createApp().pipe(
      (given) =>
        new TextResponse(`${given.platform} ${given.waitUntil} ${given.ip} ${given.closing.aborted}`),
    );
    return responds(app.request('/'), { body: 'undefined undefined undefined false' });
  },

  'ip comes from the platform, never from an untrusted header': async ({ createApp, TextResponse }) => {
    const app = createApp().pipe((given) => new TextResponse(String(given.ip)));
    const forged = new Request('http://localhost/', { headers: { 'CF-Connecting-IP': '192.0.2.9' } });
    await responds(app.fetch(forged), { body: 'undefined' });
    await responds(app.fetch(request(), { ip: '192.0.2.1' }), { body: '192.0.2.1' });
    await responds(app.fetch(request(), { remoteAddr: { hostname: '192.0.2.2' } }), { body: '192.0.2.2' });
    await responds(app.fetch(request(), { requestIP: () => ({ address: '192.0.2.3' }) }), {
      body: '192.0.2.3',
    });
  },
};

/** Platforms with neither a server nor a file system. */
export const withoutServer = {
  'run() throws an error that names the alternative': ({ createApp, text }) =>
    fails(() => createApp().pipe(text('x')).run({ port: 0, silent: true, signals: false }), {
      name: 'UnsupportedRuntimeError',
      code: 'FW_UNSUPPORTED_RUNTIME',
      message: /app\.fetch/,
    }),

  'loadConfig() throws an error that names the alternative': ({ loadConfig }) =>
    fails(() => loadConfig({ cwd: '.' }), {
      name: 'UnsupportedRuntimeError',
      code: 'FW_UNSUPPORTED_RUNTIME',
      message: /mergeConfig/,
    }),
};
