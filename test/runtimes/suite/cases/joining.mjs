import { responds } from '../check.mjs';

const tell = async (request, ...platform) => {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const body = await request.text();
  return Response.json({ method, path: pathname + search, type: headers.get('x-type'), body, platform });
};

/** Code written for others, in an application. */
export const joining = {
  'fromWeb mounts a fetch handler, which gets the path behind its prefix and the platform': async ({
    createApp,
    fromWeb,
  }) => {
    const app = createApp().pipe('/mounted', fromWeb({ fetch: tell }));
    const init = { method: 'POST', body: 'text', headers: { 'X-Type': 'own' } };
    await responds(
      app.fetch(new Request('http://localhost/mounted//evil.example?x=%20', init), { NAME: 'value' }, 'ctx'),
      {
        body: '{"method":"POST","path":"//evil.example?x=%20","type":"own","body":"text","platform":[{"NAME":"value"},"ctx"]}',
      },
    );
  },

  'fromWeb streams request and response bodies': async ({ createApp, sendTo, fromWeb }) => {
    const upper = new TransformStream({
      transform: (chunk, controller) =>
        controller.enqueue(new TextEncoder().encode(new TextDecoder().decode(chunk).toUpperCase())),
    });
    const app = createApp().pipe(fromWeb(({ body }) => new Response(body.pipeThrough(upper))));
    await responds(sendTo(app, '/', { method: 'POST', body: 'text' }), { body: 'TEXT' });
  },
};
