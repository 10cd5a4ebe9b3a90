import { answers, fails, is } from '../check.mjs';

export const pipeline = {
  'middleware runs in the order of pipe()': ({ app, sendTo, mark, trace }) =>
    answers(
      sendTo(
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

  'a layer changes the response that comes back': ({ app, sendTo, around, text }) => {
    const outer = around((response) => response.withHeader('X-Outer', '1').withStatus(201));
    return answers(sendTo(app().pipe(outer).pipe(text('inner')), '/'), {
      status: 201,
      headers: { 'x-outer': '1' },
      body: 'inner',
    });
  },

  'a path prefix ends at a segment and is left out inside': async ({ app, sendTo, TextResponse }) => {
    const site = app().pipe('/blog', ({ path, originalPath }) => new TextResponse(`${path} ${originalPath}`));
    await answers(sendTo(site, '/blog/post'), { body: '/post /blog/post' });
    await answers(sendTo(site, '/BLOG'), { body: '/ /BLOG' });
    await answers(sendTo(site, '/blogs'), { status: 404 });
  },

  'an application is middleware of another, which it passes on to': async ({ app, sendTo, routed, text }) => {
    const blog = routed((child) => child.get('/post', text('post')));
    const site = app().pipe('/blog', blog).pipe(text('outer'));
    await answers(sendTo(site, '/blog/post'), { body: 'post' });
    await answers(sendTo(site, '/blog/none'), { body: 'outer' });
  },

  'a class is made when it is first needed, and once': async ({ app, sendTo, TextResponse }) => {
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
    await answers(sendTo(site, '/'), { body: 'page of 1' });
    await answers(sendTo(site, '/'), { body: 'page of 1' });
  },

  'a Web Response is an answer': ({ app, sendTo }) =>
    answers(
      sendTo(
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
    sendTo,
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
    return answers(sendTo(site, '/'), { body: 'en ada editor' });
  },

  'concurrent requests do not see each other': async ({ app, sendTo, pass, TextResponse }) => {
    const site = app()
      .pipe(pass((request) => request.withAttribute('n', request.query.get('n'))))
      .pipe(async (request) => {
        await Promise.resolve();
        return new TextResponse(request.getAttribute('n'));
      });
    const numbers = [...Array(20).keys()];
    const texts = await Promise.all(numbers.map(async (n) => (await sendTo(site, `/?n=${n}`)).text()));
    is(texts, numbers.map(String));
  },

  'what is no middleware is an error when it is invoked': async ({ app, sendTo }) => {
    let logged;
    const site = app({ log: (error) => (logged = error) }).pipe('Nowhere');
    await answers(sendTo(site, '/'), { status: 500 });
    is([logged.name, logged.code], ['InvalidMiddlewareError', 'FW_INVALID_MIDDLEWARE']);
  },

  'a middleware without an answer is an error that names it': async ({ app, sendTo, variant, pass }) => {
    let logged;
    const forgetful = { b: () => undefined, a: (request, response, next) => void next(request, response) };
    const site = app({ log: (error) => (logged = error) })
      .pipe(forgetful[variant])
      .pipe(pass());
    await answers(sendTo(site, '/'), { status: 500 });
    is([logged.name, logged.code], ['MissingResponseError', 'FW_MISSING_RESPONSE']);
  },

  'pipe() without middleware is refused': ({ app }) =>
    fails(() => app().pipe('/x', undefined), { name: 'InvalidArgumentError' }),

  'the end of the pipeline is 404': ({ app, sendTo, pass }) =>
    answers(sendTo(app().pipe(pass()), '/nowhere'), { status: 404, body: /GET \/nowhere/ }),

  'request() asks the application without a server': ({ app, text }) =>
    answers(app().pipe(text('asked')).request('/'), { body: 'asked' }),

  'handle() takes and gives messages': async ({ app, text, ServerRequest }) => {
    const response = await app().pipe(text('handled')).handle(new ServerRequest('/'));
    is([response.status, await response.toWeb().text()], [200, 'handled']);
  },
};

export const pipelineOfA = {
  'a throw runs the next error middleware': ({ app, sendTo, text, throws, TextResponse }) => {
    const site = app()
      .pipe(throws(new RangeError('too far')))
      .pipe(text('skipped'))
      .pipeErrorHandler((error) => new TextResponse(error.message, 400));
    return answers(sendTo(site, '/'), { status: 400, body: 'too far' });
  },

  'a function of four parameters is error middleware': ({ app, sendTo, throws, TextResponse }) => {
    const shows = (error, _request, _response, _next) => new TextResponse(`seen ${error.message}`);
    return answers(
      sendTo(
        app()
          .pipe(throws(new Error('it')))
          .pipe(shows),
        '/',
      ),
      { body: 'seen it' },
    );
  },

  'an error middleware may resume ordinary middleware': ({ app, sendTo, text, throws }) => {
    const site = app()
      .pipe(throws(new Error('first')))
      .pipeErrorHandler((_error, request, response, next) => next(request, response))
      .pipe(text('resumed'));
    return answers(sendTo(site, '/'), { body: 'resumed' });
  },

  'a body that is written to is the answer': ({ app, sendTo }) =>
    answers(
      sendTo(
        app().pipe((_request, response) => void response.body.write('written')),
        '/',
      ),
      {
        body: 'written',
      },
    ),

  'failed routing is in error mode': ({ routed, sendTo, text, TextResponse }) => {
    const site = routed((app) => app.get('/form', text('form'))).pipeErrorHandler(
      (error, _request, response) => new TextResponse(`${error.name} ${response.status}`, response.status),
    );
    return answers(sendTo(site, '/form', { method: 'PUT' }), {
      status: 405,
      body: 'MethodNotAllowedError 405',
    });
  },
};

export const pipelineOfB = {
  'ErrorHandler answers a throw and tells its listeners': async ({
    app,
    sendTo,
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
    await answers(sendTo(site, '/x'), { status: 403, body: /no/ });
    is(told, [['HttpError', '/x', 403]]);
  },

  'a layer catches what an inner one throws': ({ app, sendTo, throws, TextResponse }) => {
    const site = app()
      .pipe(async (request, delegate) => {
        try {
          return await delegate(request);
        } catch (error) {
          return new TextResponse(`caught ${error.message}`);
        }
      })
      .pipe(throws(new Error('it')));
    return answers(sendTo(site, '/'), { body: 'caught it' });
  },

  'delegate.process is the delegate': ({ app, sendTo, text }) => {
    const site = app()
      .pipe((request, delegate) => delegate.process(request))
      .pipe(text('inner'));
    return answers(sendTo(site, '/'), { body: 'inner' });
  },

  'NotFoundHandler answers 404': ({ app, sendTo, NotFoundHandler }) =>
    answers(sendTo(app().pipe(new NotFoundHandler()), '/x'), { status: 404 }),

  'a method that is not allowed is seen by the layers outside': ({ app, sendTo, around, text }) => {
    const site = app().pipe(around((response) => response.withHeader('X-Seen', String(response.status))));
    site.pipeRoutingMiddleware().pipeDispatchMiddleware().get('/form', text('form'));
    return answers(sendTo(site, '/form', { method: 'PUT' }), { status: 405, headers: { 'x-seen': '405' } });
  },
};
