import { answers, fails, is } from '../check.mjs';

export const pipeline = {
  'middleware runs in the order of pipe()': ({ app, ask, mark, trace }) =>
    answers(
      ask(
        app()
          .pipe(mark('one'))
          .pipe([mark('two'), [mark('three')]])
          .pipe(trace),
        '/',
      ),
      {
        body: 'one two three',
      },
    ),

  'a layer changes the response that comes back': ({ app, ask, around, text }) => {
    const outer = around((response) => response.withHeader('X-Outer', '1').withStatus(201));
    return answers(ask(app().pipe(outer).pipe(text('inner')), '/'), {
      status: 201,
      headers: { 'x-outer': '1' },
      body: 'inner',
    });
  },

  'a path prefix ends at a segment and is left out inside': async ({ app, ask, TextResponse }) => {
    const site = app().pipe('/blog', ({ path, originalPath }) => new TextResponse(`${path} ${originalPath}`));
    await answers(ask(site, '/blog/post'), { body: '/post /blog/post' });
    await answers(ask(site, '/BLOG'), { body: '/ /BLOG' });
    await answers(ask(site, '/blogs'), { status: 404 });
  },

  'an application is middleware of another, which it passes on to': async ({ app, ask, routed, text }) => {
    const blog = routed((child) => child.get('/post', text('post')));
    const site = app().pipe('/blog', blog).pipe(text('outer'));
    await answers(ask(site, '/blog/post'), { body: 'post' });
    await answers(ask(site, '/blog/none'), { body: 'outer' });
  },

  'a class is made when it is first needed, and once': async ({ app, ask, TextResponse }) => {
    let made = 0;
    class Page {
      constructor() {
        made++;
      }

      process() {
        return new TextResponse(`page of ${made}`);
      }
    }
    const site = app().pipe(Page);
    is(made, 0);
    await answers(ask(site, '/'), { body: 'page of 1' });
    await answers(ask(site, '/'), { body: 'page of 1' });
  },

  'a Web Response is an answer': ({ app, ask }) =>
    answers(
      ask(
        app().pipe(() => new Response('web', { status: 202, headers: { 'X-Web': '1' } })),
        '/',
      ),
      {
        status: 202,
        headers: { 'x-web': '1' },
        body: 'web',
      },
    ),

  'attributes reach inner layers, by name, by class and by key': ({
    app,
    ask,
    pass,
    TextResponse,
    attribute,
  }) => {
    class User {
      name = 'ada';
    }
    const Role = attribute('role');
    const site = app()
      .pipe(
        pass((request) => request.withAttribute('lang', 'en').with(User, new User()).with(Role, 'editor')),
      )
      .pipe((request) => {
        const words = [request.getAttribute('lang'), request.require(User).name, request.get(Role)];
        return new TextResponse(words.join(' '));
      });
    return answers(ask(site, '/'), { body: 'en ada editor' });
  },

  'concurrent requests do not see each other': async ({ app, ask, pass, TextResponse }) => {
    const site = app()
      .pipe(pass((request) => request.withAttribute('n', request.query.get('n'))))
      .pipe(async (request) => {
        await Promise.resolve();
        return new TextResponse(request.getAttribute('n'));
      });
    const numbers = [...Array(20).keys()];
    const texts = await Promise.all(numbers.map(async (n) => (await ask(site, `/?n=${n}`)).text()));
    is(texts, numbers.map(String));
  },

  'what is no middleware is an error when it is invoked': async ({ app, ask }) => {
    let logged;
    const site = app({ log: (error) => (logged = error) }).pipe('Nowhere');
    await answers(ask(site, '/'), { status: 500 });
    is([logged.name, logged.code], ['InvalidMiddlewareError', 'FW_INVALID_MIDDLEWARE']);
  },

  'a middleware without an answer is an error that names it': async ({ app, ask, variant, pass }) => {
    let logged;
    const forgetful = { b: () => undefined, a: (request, response, next) => void next(request, response) };
    const site = app({ log: (error) => (logged = error) })
      .pipe(forgetful[variant])
      .pipe(pass());
    await answers(ask(site, '/'), { status: 500 });
    is([logged.name, logged.code], ['MissingResponseError', 'FW_MISSING_RESPONSE']);
  },

  'pipe() without middleware is refused': ({ app }) =>
    fails(() => app().pipe('/x', undefined), { name: 'InvalidArgumentError' }),

  'the end of the pipeline is 404': ({ app, ask, pass }) =>
    answers(ask(app().pipe(pass()), '/nowhere'), { status: 404, body: /GET \/nowhere/ }),

  'request() asks the application without a server': ({ app, text }) =>
    answers(app().pipe(text('asked')).request('/'), { body: 'asked' }),

  'handle() takes and gives messages': async ({ app, text, ServerRequest }) => {
    const response = await app().pipe(text('handled')).handle(new ServerRequest('/'));
    is([response.status, await response.toWeb().text()], [200, 'handled']);
  },
};

export const pipelineOfA = {
  'a throw runs the next error middleware': ({ app, ask, text, throws, TextResponse }) => {
    const site = app()
      .pipe(throws(new RangeError('too far')))
      .pipe(text('skipped'))
      .pipeErrorHandler((error) => new TextResponse(error.message, 400));
    return answers(ask(site, '/'), { status: 400, body: 'too far' });
  },

  'a function of four parameters is error middleware': ({ app, ask, throws, TextResponse }) => {
    const shows = (error, _request, _response, _next) => new TextResponse(`seen ${error.message}`);
    return answers(
      ask(
        app()
          .pipe(throws(new Error('it')))
          .pipe(shows),
        '/',
      ),
      { body: 'seen it' },
    );
  },

  'an error middleware may resume ordinary middleware': ({ app, ask, text, throws }) => {
    const site = app()
      .pipe(throws(new Error('first')))
      .pipeErrorHandler((_error, request, response, next) => next(request, response))
      .pipe(text('resumed'));
    return answers(ask(site, '/'), { body: 'resumed' });
  },

  'a body that is written to is the answer': ({ app, ask }) =>
    answers(
      ask(
        app().pipe((_request, response) => void response.body.write('written')),
        '/',
      ),
      {
        body: 'written',
      },
    ),

  'failed routing is in error mode': ({ routed, ask, text, TextResponse }) => {
    const site = routed((app) => app.get('/form', text('form'))).pipeErrorHandler(
      (error, _request, response) => new TextResponse(`${error.name} ${response.status}`, response.status),
    );
    return answers(ask(site, '/form', { method: 'PUT' }), { status: 405, body: 'MethodNotAllowedError 405' });
  },
};

export const pipelineOfB = {
  'ErrorHandler answers a throw and tells its listeners': async ({
    app,
    ask,
    throws,
    ErrorHandler,
    HttpError,
  }) => {
    const told = [];
    const handler = new ErrorHandler();
    handler.attachListener((error, request, response) => {
      told.push([error.name, request.path, response.status]);
    });
    const site = app()
      .pipe(handler)
      .pipe(throws(new HttpError(403, 'no')));
    await answers(ask(site, '/x'), { status: 403, body: /no/ });
    is(told, [['HttpError', '/x', 403]]);
  },

  'a layer catches what an inner one throws': ({ app, ask, throws, TextResponse }) => {
    const site = app()
      .pipe(async (request, delegate) => {
        try {
          return await delegate(request);
        } catch (error) {
          return new TextResponse(`caught ${error.message}`);
        }
      })
      .pipe(throws(new Error('it')));
    return answers(ask(site, '/'), { body: 'caught it' });
  },

  'delegate.process is the delegate': ({ app, ask, text }) => {
    const site = app()
      .pipe((request, delegate) => delegate.process(request))
      .pipe(text('inner'));
    return answers(ask(site, '/'), { body: 'inner' });
  },

  'NotFoundHandler answers 404': ({ app, ask, NotFoundHandler }) =>
    answers(ask(app().pipe(new NotFoundHandler()), '/x'), { status: 404 }),

  'a method that is not allowed is seen by the layers outside': ({ app, ask, around, text }) => {
    const site = app().pipe(around((response) => response.withHeader('X-Seen', String(response.status))));
    site.pipeRoutingMiddleware().pipeDispatchMiddleware().get('/form', text('form'));
    return answers(ask(site, '/form', { method: 'PUT' }), { status: 405, headers: { 'x-seen': '405' } });
  },
};
