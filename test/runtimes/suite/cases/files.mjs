import { answers, is } from '../check.mjs';

// Relative to the root of the repository, where these programs are started.
const CWD = 'test/runtimes/programs';

/** Requires files and a server. */
export const files = {
  'loadConfig() reads the files of config/autoload and merges them': async ({ loadConfig }) => {
    const { greeting, list } = await loadConfig({ cwd: CWD });
    is([greeting, list], ['hello', ['global', 'local']]);
  },

  'files of the document root are served, and nothing outside': async ({
    fromConfig,
    loadConfig,
    sendTo,
    text,
  }) => {
    const site = fromConfig(await loadConfig({ cwd: CWD }), {
      routes: [{ path: '/', middleware: text('home') }],
    });
    await answers(sendTo(site, '/'), { body: 'home' });
    await answers(sendTo(site, '/file.txt'), {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'A file of the document root.\n',
    });
    await answers(sendTo(site, '/..%2Frun.mjs'), { status: 404 });
  },

  'a file is sent in part and as a download, and nothing outside its root': async ({
    routed,
    sendTo,
    FileResponse,
  }) => {
    const root = `${CWD}/public`;
    const site = routed((app) =>
      app.get('/{path:.+}', (request) =>
        FileResponse.of(request, request.params.path, { root, name: 'é.txt' }),
      ),
    );
    await answers(sendTo(site, '/file.txt', { headers: { Range: 'bytes=2-5' } }), {
      status: 206,
      headers: { 'content-disposition': `attachment; filename="_.txt"; filename*=UTF-8''%C3%A9.txt` },
      body: 'file',
    });
    await answers(sendTo(site, '/..%2Frun.mjs'), { status: 404 });
  },

  'an upload is read part by part': async ({ routed, sendTo, TextResponse }) => {
    const site = routed((app) =>
      app.post('/', async (request) => {
        const told = [];
        for await (const part of request.parts()) {
          const { length } = await part.bytes();
          told.push(`${part.name} ${part.filename} ${length}`);
        }
        return new TextResponse(told.join(', '));
      }),
    );
    const form = new FormData();
    form.set('title', 'é');
    form.set('file', new Blob(['x'.repeat(300_000)]), 'a.txt');
    await answers(sendTo(site, '/', { method: 'POST', body: form }), {
      body: 'title undefined 2, file a.txt 300000',
    });
  },
};
