import { responds, fails, is } from '../check.mjs';

export const pipeline = {
  'middleware runs in the order of pipe()': ({ createApp, sendTo, mark, trace }) =>
    responds(
      sendTo(
        createApp()
          .pipe(mark('one'))
          .pipe([mark('two'), [mark('three')]])
          .pipe(trace),
        '/',
      ),
      {
        body: 'one two three',
      },
    ),

  'middleware changes the response of inner middleware': ({ createApp, sendTo, around, text }) => {
    const outer = around((response) => response.withHeader('X-Outer', '1').withStatus(201));
    return responds(sendTo(createApp().pipe(outer).pipe(text('inner')), '/'), {
      status: 201,
      headers: { 'x-outer': '1' },
      body: 'inner',
    });
  },

  'a path prefix ends at a segment and is removed for inner middleware': async ({
    createApp,
    sendTo,
    TextResponse,
  }) => {
    const app = createApp().pipe(
      '/blog',
      ({ path, originalPath }) => new TextResponse(`${path} ${originalPath}`),
    );
    await responds(sendTo(app, '/blog/post'), { body: '/post /blog/post' });
    await responds(sendTo(app, '/BLOG'), { body: '/ /BLOG' });
    await responds(sendTo(app, '/blogs'), { status: 404 });
  },

  'an application is middleware of another application and calls its next middleware': async ({
    createApp,
    sendTo,
    routed,
    text,
  }) => {
    const blog = routed((child) => child.get('/post', text('post')));
    const app = createApp().pipe('/blog', blog).pipe(text('outer'));
    await responds(sendTo(app, '/blog/post'), { body: 'post' });
    await responds(sendTo(app, '/blog/none'), { body: 'outer' });
  },

  'a class is created on first use, once': async ({ createApp, sendTo, TextResponse }) => {
    let made = 0;
    class Page {
      constructor() {
        made++;
      }

      process() {
        return new TextResponse(`page of ${made}`);
      }
    }
    const app = createApp().pipe(Page);
    is(made, 0);
    await responds(sendTo(app, '/'), { body: 'page of 1' });
    await responds(sendTo(app, '/'), { body: 'page of 1' });
  },

  'a Web Response is a response': ({ createApp, sendTo }) =>
    responds(
      sendTo(
        createApp().pipe(() => new Response('web', { status: 202, headers: { 'X-Web': '1' } })),
        '/',
      ),
      {
        status: 202,
        headers: { 'x-web': '1' },
        body: 'web',
      },
    ),

  'attributes reach inner middleware, by name, class and key': ({
    createApp,
    sendTo,
    pass,
    TextResponse,
    attribute,
  }) => {
    class User {
      name = 'ada';
    }
    const Role = attribute('role');
    const app = createApp()
      .pipe(
        pass((request) => request.withAttribute('lang', 'en').with(User, new User()).with(Role, 'editor')),
      )
      .pipe((request) => {
        const words = [request.getAttribute('lang'), request.require(User).name, request.get(Role)];
        return new TextResponse(words.join(' '));
      });
    return responds(sendTo(app, '/'), { body: 'en ada editor' });
  },

  'concurrent requests are isolated': async ({ createApp, sendTo, pass, TextResponse }) => {
    const app = createApp()
      .pipe(pass((request) => request.withAttribute('n', request.query.get('n'))))
      .pipe(async (request) => {
        await Promise.resolve();
        return new TextResponse(request.getAttribute('n'));
      });
    const numbers = [...Array(20).keys()];
    const texts = await Promise.all(numbers.map(async (n) => (await sendTo(app, `/?n=${n}`)).text()));
    is(texts, numbers.map(String));
  },

  "a value that isn't middleware is an error when it is invoked": async ({ createApp, sendTo }) => {
    let logged;
    const app = createApp({ log: (error) => (logged = error) }).pipe('Nowhere');
    await responds(sendTo(app, '/'), { status: 500 });
    is([logged.name, logged.code], ['InvalidMiddlewareError', 'FW_INVALID_MIDDLEWARE']);
  },

  'middleware without a response is an error that names it': async ({ createApp, sendTo, variant, pass }) => {
    let logged;
    const forgetful = { b: () => undefined, a: (request, response, next) => void next(request, response) };
    const app = createApp({ log: (error) => (logged = error) })
      .pipe(forgetful[variant])
      .pipe(pass());
    await responds(sendTo(app, '/'), { status: 500 });
    is([logged.name, logged.code], ['MissingResponseError', 'FW_MISSING_RESPONSE']);
  },

  'pipe() without middleware is rejected': ({ createApp }) =>
    fails(() => createApp().pipe('/x', undefined), { name: 'InvalidArgumentError' }),

  'the end of the pipeline is 404': ({ createApp, sendTo, pass }) =>
    responds(sendTo(createApp().pipe(pass()), '/nowhere'), { status: 404, body: /GET \/nowhere/ }),

  'request() sends a request without a server': ({ createApp, text }) =>
    responds(createApp().pipe(text('asked')).request('/'), { body: 'asked' }),

  'handle() accepts and returns messages': async ({ createApp, text, ServerRequest }) => {
    const response = await createApp().pipe(text('handled')).handle(new ServerRequest('/'));
    is([response.status, await response.toWeb().text()], [200, 'handled']);
  },
};

export const pipelineOfA = {
  'a thrown error runs the next error middleware': ({ createApp, sendTo, text, throws, TextResponse }) => {
    const app = createApp()
      .pipe(throws(new RangeError('too far')))
      .pipe(text('skipped'))
      .pipeErrorHandler((error) => new TextResponse(error.message, 400));
    return responds(sendTo(app, '/'), { status: 400, body: 'too far' });
  },

  'a function of four parameters is error middleware': ({ createApp, sendTo, throws, TextResponse }) => {
    const shows = (error, _request, _response, _next) => new TextResponse(`seen ${error.message}`);
    return responds(
      sendTo(
        createApp()
          .pipe(throws(new Error('it')))
          .pipe(shows),
        '/',
      ),
      { body: 'seen it' },
    );
  },

  'error middleware resumes ordinary middleware': ({ createApp, sendTo, text, throws }) => {
    const app = createApp()
      .pipe(throws(new Error('first')))
      .pipeErrorHandler((_error, request, response, next) => next(request, response))
      .pipe(text('resumed'));
    return responds(sendTo(app, '/'), { body: 'resumed' });
  },

  'a body that middleware wrote to is the response': ({ createApp, sendTo }) =>
    responds(
      sendTo(
        createApp().pipe((_request, response) => void response.body.write('written')),
        '/',
      ),
      {
        body: 'written',
      },
    ),

  'failed routing runs error middleware': ({ routed, sendTo, text, TextResponse }) => {
    const app = routed((app) => app.get('/form', text('form'))).pipeErrorHandler(
      (error, _request, response) => new TextResponse(`${error.name} ${response.status}`, response.status),
    );
    return responds(sendTo(app, '/form', { method: 'PUT' }), {
      status: 405,
      body: 'MethodNotAllowedError 405',
    });
  },
};

export const pipelineOfB = {
  'ErrorHandler responds to a thrown error and calls its listeners': async ({
    createApp,
    sendTo,
    throws,
    ErrorHandler,
    HttpError,
  }) => {
    const seen = [];
    const handler = new ErrorHandler();
    handler.attachListener((error, request, response) => {
      seen.push([error.name, request.path, response.status]);
    });
    const app = createApp()
      .pipe(handler)
      .pipe(throws(new HttpError(403, 'no')));
    await responds(sendTo(app, '/x'), { status: 403, body: /no/ });
    is(seen, [['HttpError', '/x', 403]]);
  },

  'middleware catches errors of inner middleware': ({ createApp, sendTo, throws, TextResponse }) => {
    const app = createApp()
      .pipe(async (request, delegate) => {
        try {
          return await delegate(request);
        } catch (error) {
          return new TextResponse(`caught ${error.message}`);
        }
      })
      .pipe(throws(new Error('it')));
    return responds(sendTo(app, '/'), { body: 'caught it' });
  },

  'delegate.process is the delegate': ({ createApp, sendTo, text }) => {
    const app = createApp()
      .pipe((request, delegate) => delegate.process(request))
      .pipe(text('inner'));
    return responds(sendTo(app, '/'), { body: 'inner' });
  },

  'NotFoundHandler responds with 404': ({ createApp, sendTo, NotFoundHandler }) =>
    responds(sendTo(createApp().pipe(new NotFoundHandler()), '/x'), { status: 404 }),

  'outer middleware sees a 405 response': ({ createApp, sendTo, around, text }) => {
    const app = createApp().pipe(
      around((response) => response.withHeader('X-Seen', String(response.status))),
    );
    app.pipeRoutingMiddleware().pipeDispatchMiddleware().get('/form', text('form'));
    return responds(sendTo(app, '/form', { method: 'PUT' }), { status: 405, headers: { 'x-seen': '405' } });
  },
};
