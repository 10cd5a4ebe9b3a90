import { responds, is } from '../check.mjs';

// Relative to the root of the repository, where these programs are started.
const CWD = 'test/runtimes/programs';

/** Requires files and a server. */
export const files = {
  'loadConfig() reads the files of config/autoload and merges them': async ({ loadConfig }) => {
    const { greeting, list } = await loadConfig({ cwd: CWD });
    is([greeting, list], ['hello', ['global', 'local']]);
  },

  'files in the document root are served, and no file outside': async ({
    fromConfig,
    loadConfig,
    sendTo,
    text,
  }) => {
    const app = fromConfig(await loadConfig({ cwd: CWD }), {
      routes: [{ path: '/', middleware: text('home') }],
    });
    await responds(sendTo(app, '/'), { body: 'home' });
    await responds(sendTo(app, '/file.txt'), {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'A file of the document root.\n',
    });
    await responds(sendTo(app, '/..%2Frun.mjs'), { status: 404 });
  },

  'a file is sent as a range and as a download, and no file outside its root': async ({
    routed,
    sendTo,
    FileResponse,
  }) => {
    const root = `${CWD}/public`;
    const app = routed((app) =>
      app.get('/{path:.+}', (request) =>
        FileResponse.of(request, request.params.path, { root, name: 'é.txt' }),
      ),
    );
    await responds(sendTo(app, '/file.txt', { headers: { Range: 'bytes=2-5' } }), {
      status: 206,
      headers: { 'content-disposition': `attachment; filename="_.txt"; filename*=UTF-8''%C3%A9.txt` },
      body: 'file',
    });
    await responds(sendTo(app, '/..%2Frun.mjs'), { status: 404 });
  },

  'an upload is read part by part': async ({ routed, sendTo, TextResponse }) => {
    const app = routed((app) =>
      app.post('/', async (request) => {
        const seen = [];
        for await (const part of request.parts()) {
          const { length } = await part.bytes();
          seen.push(`${part.name} ${part.filename} ${length}`);
        }
        return new TextResponse(seen.join(', '));
      }),
    );
    const form = new FormData();
    form.set('title', 'é');
    form.set('file', new Blob(['x'.repeat(300_000)]), 'a.txt');
    await responds(sendTo(app, '/', { method: 'POST', body: form }), {
      body: 'title undefined 2, file a.txt 300000',
    });
  },
};
